#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: an automatic maxactive doubles when calls find no instance: both registrations add up to the true number, calls inside the old one are recorded, the log says so once; a fixed one stays
. /tests/vm/lib.sh

called() {
	sed -n "s/^$1 calls=//p" /proc/victim
}

has_called() {
	[ "$(called v_sleep)" = "$1" ]
}

has_grown() {
	[ "$(stat_of auto maxactive)" = '128(auto)' ]
}

# Kprobes that sit on the function.
sits() {
	[ "$(grep -c 'v_sleep' /sys/kernel/debug/kprobes/list)" = "$1" ]
}

victim
load probes='r:auto victim:v_sleep;r64:fixed victim:v_sleep'
assert_eq "$(stat_of auto maxactive)" '64(auto)'
mark
workload hammer /proc/victim 'v_sleep 60000' 97 1 >/dev/null &
wave=$!
wait_for 20 has_called 97 || fail "called $(called v_sleep) times, not 97"
wait_for 10 has_grown || fail "maxactive stays $(stat_of auto maxactive)"
missed=$(stat_of auto missed_maxactive)
assert_ge "$missed" 1 'missed before it grew'
assert_le "$missed" 33 'missed before it grew'
assert_eq "$(stat_of auto inflight)" $((97 - missed)) 'inside both'
assert_eq "$(stat_of fixed inflight)" 64
assert_eq "$(grep -c '^auto ' "$D/inflight")" $((97 - missed))

# The old one's are all taken: these can be seen by the new one only.
workload hammer /proc/victim 'v_sleep 100' 31 1 >/dev/null
assert_eq "$(stat_of auto returns)" 31
assert_eq "$(stat_of fixed returns)" 0
usleep 200000
kill "$wave"
wait "$wave" || :
workload hammer /proc/victim 'v_sleep 1' 7 5 >/dev/null

calls=$(called v_sleep)
assert_eq "$calls" $((97 + 31 + 35))
assert_eq "$(stat_of auto calls)" "$calls"
assert_eq "$(stat_of auto missed_maxactive)" "$missed" 'missed after it grew'
assert_eq "$(stat_of auto recorded)" $((calls - missed))
assert_eq "$(stat_of auto inflight)" 0
accounts auto
# The killed ones had time left.
long=$(awk '$4 == "auto:" && substr($5, 5) + 0 >= 200000000 &&
	substr($6, 5) + 0 > 0 { n++ } END { print n + 0 }' "$D/trace")
assert_eq "$long" $((97 - missed)) 'records of the first wave'

assert_eq "$(stat_of fixed maxactive)" 64
assert_eq "$(stat_of fixed calls)" "$calls"
assert_eq "$(stat_of fixed missed_maxactive)" $((33 + 31))
assert_eq "$(stat_of fixed recorded)" $((calls - 33 - 31))
accounts fixed

assert_eq "$(since_mark | grep '^kretscope' | cut -d, -f 2)" \
	' maxactive grown from 64 to 128' 'log'
assert_eq "$(sed -n 1p "$D/probes")" 'r:auto victim:v_sleep' spec
wait_for 10 sits 2 || fail "the old registration stays:
$(cat /sys/kernel/debug/kprobes/list)"
assert_eq "$(stat_of auto calls)" "$calls" 'calls once the old one is gone'
assert_eq "$(stat_of auto maxactive)" '128(auto)'
accounts auto
unload
