#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a call that the kernel does not trace since it comes from within a handler is counted as missed_reentry, the same by all probes there
. /tests/vm/lib.sh

asleep() {
	grep -q '^# reader .* file=trace_pipe .* unread=0$' "$D/stats"
}

# To record for a reader that sleeps a handler calls irq_work_queue().
victim
load probes='r:int victim:v_int;r:ret irq_work_queue;p:hit irq_work_queue'
assert_eq "$(stat_of ret missed_reentry)" 0
cat "$D/trace_pipe" >got &
reader=$!
i=0
while [ "$i" -lt 13 ]; do
	wait_for 10 asleep || fail 'the reader does not catch up'
	echo 'v_int 7' >/proc/victim
	i=$((i + 1))
	usleep 20000
done
wait_for 10 asleep || fail 'the reader does not catch up'
# What else the kernel may have to say must not come in between.
echo 0 >"$D/enabled"
missed=$(stat_of ret missed_reentry)
assert_ge "$missed" 5 'missed_reentry'
assert_eq "$(stat_of hit missed_reentry)" "$missed"
assert_eq "$(stat_of int missed_reentry)" 0
assert_eq "$(stat_of int recorded)" 13
assert_ge "$(stat_of ret calls)" "$missed"
for probe in int ret hit; do
	accounts "$probe"
done
kill "$reader"
wait "$reader" || :
assert_eq "$(grep -c ': int: lat=[0-9]* ret=7$' got)" 13 'records read'

echo 1 >"$D/clear"
assert_eq "$(stat_of ret missed_reentry) $(stat_of hit missed_reentry)" '0 0'
accounts ret
unload
