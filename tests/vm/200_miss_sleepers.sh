#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: of 30 tasks asleep in a function a fixed maxactive of 4 records 4 and counts 26 as missed, one of 64 records all; neither grows
. /tests/vm/lib.sh

# The process that watches a case's time limit sleeps too, again and again.
watchers=$(pidof timeout)
# shellcheck disable=SC2086 # several numbers
trap 'kill -CONT $watchers' EXIT
# shellcheck disable=SC2086
kill -STOP $watchers

# long PROBE NS: records of PROBE that took at least NS.
long() {
	awk -v p="$1:" -v ns="$2" '$4 == p && substr($5, 5) + 0 >= ns { n++ }
	END { print n + 0 }' "$D/trace"
}

# BusyBox' sleep goes through do_nanosleep().
# Long enough for the last to fall asleep before the first wakes up.
long_s=$((2 * $(cat /tests/slow)))
load probes='r4:few do_nanosleep'
i=0 pids=
while [ "$i" -lt 30 ]; do
	sleep "$long_s" &
	pids="$pids $!"
	i=$((i + 1))
done
for pid in $pids; do
	wait "$pid" || fail "a traced sleep ended with $?"
done
assert_eq "$(stat_of few calls)" 30
assert_eq "$(stat_of few recorded)" 4
assert_eq "$(stat_of few missed_maxactive)" 26
assert_eq "$(stat_of few maxactive)" 4
assert_eq "$(long few 2000000000)" 4 'records of 2 s'
assert_eq "$(grep -c ' sleep-[0-9].*: few: lat=[0-9]* ret=0$' "$D/trace")" 4
accounts few
unload

# Two probes on the same function: each has instances of its own.
mark
load probes='r4:few do_nanosleep;r64:many do_nanosleep'
assert_eq "$(workload sleepers 30 1000)" slept=30
assert_eq "$(stat_of few recorded)" 4
assert_eq "$(stat_of few missed_maxactive)" 26
assert_eq "$(stat_of many recorded)" 30
assert_eq "$(stat_of many missed_maxactive)" 0
assert_eq "$(long few 1000000000)" 4
assert_eq "$(long many 1000000000)" 30
assert_eq "$(stat_of few maxactive) $(stat_of many maxactive)" '4 64'
accounts few
accounts many
unload
assert_match "$(since_mark)" \
	'^kretscope: unloaded: calls=60 recorded=34 missed=26 ' 'log'
