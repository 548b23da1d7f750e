#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: direct probes on functions that the handlers themselves call end in no endless loop, and all is counted
# shellcheck disable=SC2016 # arguments have a '$'
. /tests/vm/lib.sh

victim
load_direct 'f:i !v_int'
unload

# The wake-up of a reader, with one waiting.
load probes='f:q !arch_irq_work_raise;f:i !v_int'
cat "$D/trace_pipe" >stream &
reader=$!
sleeps() {
	grep -q '^State:[[:blank:]]*S' "/proc/$reader/status"
}
for round in 1 2 3 4 5 6; do
	wait_for 10 sleeps || fail "round $round: the reader does not sleep"
	usleep 50000
	workload hammer /proc/victim 'v_int 3 101' 2 5 >/dev/null
done
usleep 300000
kill "$reader"
wait "$reader" || :
echo 0 >"$D/enabled"
assert_eq "$(stat_of i recorded)" 6060
assert_eq "$(grep -c ': i: ' stream)" 6060
assert_ge "$(stat_of q calls)" 1 'calls of arch_irq_work_raise'
accounts q
unload

# What reads memory for an argument: of its own calls and another's.
load probes='f:m !copy_from_kernel_nofault a=+0($arg2):x64;f:i !v_node a=+0($arg1):x64'
workload hammer /proc/victim 'v_node 3 101' 2 7 >/dev/null
echo 0 >"$D/enabled"
assert_eq "$(stat_of i recorded)" 1414
assert_ge "$(stat_of m missed_reentry)" 1414 'calls by the handlers'
accounts m
accounts i
unload
