#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: direct probes are refused, each with its cause, where arguments may travel on the stack, nothing tells, or the function does not call ftrace
. /tests/vm/lib.sh

victim
load_direct 'f:i !v_int'
unload
refused 'f:i v_int' \
	"^kretscope: spec 1, column 5: nothing tells how its arguments travel, use 'r' or force it by '!'$"
refused 'f2:i !v_int' "spec 1, column 2: only 'r' takes a maxactive"
refused 'f:i !v_int+4' "spec 1, column 11: a return probe takes no offset"
refused 'r:a v_int;f:a !v_long' 'spec 2, column 3: event name is taken'
refused 'f:a !v_int;r v_int;f:b !v_int' \
	"spec 3, column 6: another direct caller, a livepatch or such has the function, use 'r'"
load probes='f:a !v_int;f:b !v_int' enabled=0
mark
! echo 1 2>/dev/null >"$D/enabled" || fail 'both are armed'
assert_match "$(since_mark)" '^kretscope: b: cannot be armed: error -16$'
assert_match "$(cat "$D/stats")" '^a kind=f state=disabled '
echo '-:a' >>"$D/probes"
echo 1 >"$D/enabled"
echo 'v_int 3 5' >/proc/victim
assert_eq "$(stat_of b recorded)" 5
# Those of a pattern do without.
echo 'f:more/ !victim:v_in*;f:more/ !victim:v_lo*' >>"$D/probes"
assert_match "$(cat "$D/probes")" '^f:more/v_long !victim:v_long$'
assert_eq "$(grep -c ':v_int$' "$D/probes")" 0
assert_match "$(tail -n 3 "$D/error_log")" 'has the function.*[(]v_int[)]'
unload
# One takes the place of another on the same function, or all stays as it was.
load probes='f:a !v_int'
echo '-:a;f:b !v_int if pid == 1' >>"$D/probes"
echo 'v_int 3 5' >/proc/victim
assert_eq "$(stat_of b rejected)" 5
! echo '-:b;f:c !v_int;f:d !v_int' 2>/dev/null >>"$D/probes" ||
	fail 'two on one function'
assert_match "$(cat "$D/stats")" '^b kind=f state=armed '
assert_eq "$(grep -c '^[acd] ' "$D/stats" || :)" 0 'other probes'
echo 'v_int 3 7' >/proc/victim
assert_eq "$(stat_of b rejected)" 12
echo 0 >"$D/enabled"
echo '-:b;f:c !v_int' >>"$D/probes"
assert_match "$(cat "$D/stats")" '^c kind=f state=disabled '
! echo '-:c;f:d no_such' 2>/dev/null >>"$D/probes" || fail 'no such'
assert_match "$(cat "$D/stats")" '^c kind=f state=disabled '
unload
# How many arguments there are, the kernel's own types tell.
[ ! -e /sys/kernel/btf/vmlinux ] || {
	refused 'f seq_printf' \
		"spec 1, column 3: its arguments may travel on the stack, use 'r'"
	# Of several of a name they may tell of another one.
	refused 'f vfs_read@1' \
		"spec 1, column 3: nothing tells how its arguments travel"
	# It comes after the end of a task was announced.
	refused 'f do_task_dead' \
		"spec 1, column 3: kretscope does not probe this: it may never return"
	load probes=do_task_dead
	assert_match "$(cat "$D/stats")" \
		'^do_task_dead kind=r state=armed .* why=denied '
	/bin/true
	unload
	refused 'r:a vfs_read;f:b do_mmap' \
		"spec 2, column 5: its arguments (may )?travel on the stack, use 'r'"
}
# The kernel's library is built without.
refused 'f !snprintf' \
	"spec 1, column 4: the function does not call ftrace, use 'r'"
