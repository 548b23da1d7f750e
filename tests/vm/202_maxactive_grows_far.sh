#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: an automatic maxactive grows as often as it must, up to 4096, also from within a recursion, and all calls are accounted for
. /tests/vm/lib.sh

called() {
	sed -n "s/^$1 calls=//p" /proc/victim
}

has_called() {
	[ "$(called v_sleep)" -ge "$1" ]
}

# Where stacks are large, fewer threads than are needed; and a kernel that is
# built to be small has only 4096 numbers for them.
echo 20000 >/proc/sys/kernel/threads-max
echo 30000 >/proc/sys/kernel/pid_max
victim
load probes='r:rec victim:v_rec;r:nap victim:v_sleep'
mark
# 101 calls at once in one task.
echo 'v_rec 100 3' >/proc/victim
usleep 300000
missed=$(stat_of rec missed_maxactive)
assert_ge "$missed" 1 'missed'
assert_eq "$(stat_of rec maxactive)" '128(auto)'
echo 'v_rec 100 5' >/proc/victim
assert_eq "$(stat_of rec missed_maxactive)" "$missed" 'missed after it grew'
assert_eq "$(stat_of rec calls)" 808
assert_eq "$(stat_of rec recorded)" $((808 - missed))
accounts rec

# From several threads that do not stop while it grows.
echo reset >/proc/victim
echo 1 >"$D/clear"
workload hammer /proc/victim 'v_rec 100 11' 5 7 >/dev/null
calls=$(called v_rec)
assert_eq "$calls" $((101 * 11 * 5 * 7))
assert_eq "$(stat_of rec calls)" "$calls"
assert_eq "$(stat_of rec recorded)" \
	$((calls - $(stat_of rec missed_maxactive)))
assert_eq "$(stat_of rec inflight)" 0
accounts rec

# A new registration begins empty: that of 2048 is full when this many and
# those before, 64 to 1024, are asleep.
pids=
while [ "$(echo "$pids" | wc -w)" -lt 5 ]; do
	workload hammer /proc/victim 'v_sleep 600000' 1009 1 >/dev/null &
	pids="$pids $!"
done
wait_for 30 has_called 5045 || fail "called $(called v_sleep) times"
assert_eq "$(stat_of nap maxactive)" '4096(auto)'
missed=$(stat_of nap missed_maxactive)
inside=$(stat_of nap inflight)
assert_eq $((missed + inside)) 5045 'missed and inside'
assert_eq "$(grep -c '^nap ' "$D/inflight")" "$inside" 'lines of inflight'
# shellcheck disable=SC2086 # several numbers
kill $pids
for pid in $pids; do
	wait "$pid" || :
done
assert_eq "$(stat_of nap calls)" 5045
assert_eq "$(stat_of nap recorded)" "$inside"
assert_eq "$(stat_of nap missed_maxactive)" "$missed"
assert_eq "$(grep -c ': nap: lat=[0-9]* ret=[1-9]' "$D/trace")" "$inside" \
	'records'
accounts nap
assert_eq "$(since_mark | sed -n 's/^kretscope: nap: .* grown from //p')" \
	'64 to 128
128 to 256
256 to 512
512 to 1024
1024 to 2048
2048 to 4096' log
unload
