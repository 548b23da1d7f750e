#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: kprobes or ftrace switched off for all of the kernel show as inactive with the reason, not as silent zeros, and switching on recovers
# requires: path=/sys/kernel/debug/kprobes/enabled path=/proc/sys/kernel/ftrace_enabled
. /tests/vm/lib.sh

K=/sys/kernel/debug/kprobes/enabled
F=/proc/sys/kernel/ftrace_enabled

# state PROBE STATE [REASON]
state() {
	assert_match "$(cat "$D/stats")" \
		"^$1 kind=[pr] state=$2${3:+ reason=$3} maxactive=" "$1"
}

# calls N: of v_int, and as many counts as armed probes should see.
calls() {
	workload hammer /proc/victim 'v_int 5' 1 "$1" >/dev/null
}

victim
offset_inside v_int
load probes="r:ret v_int;p:in v_int;p:at v_int+$offset"
# Or all are breakpoints, for which ftrace does not matter.
on_ftrace=
! grep -q '\[FTRACE\]' /sys/kernel/debug/kprobes/list || on_ftrace=1
for probe in ret in at; do
	state "$probe" armed
done
calls 11

echo 0 >"$K"
for probe in ret in at; do
	state "$probe" inactive kprobes-off
done
calls 13
for probe in ret in at; do
	assert_eq "$(stat_of "$probe" calls)" 11 "$probe while off"
done
echo 1 >"$K"
for probe in ret in at; do
	state "$probe" armed
done
calls 17
for probe in ret in at; do
	assert_eq "$(stat_of "$probe" calls)" 28 "$probe when on again"
	accounts "$probe"
done

# Newer kernels refuse this, and then there is nothing to see.
if [ -n "$on_ftrace" ] && echo 0 >"$F" 2>/dev/null; then
	state ret inactive ftrace-off
	state in inactive ftrace-off
	# A breakpoint does not rest on ftrace.
	state at armed
	calls 19
	assert_eq "$(stat_of ret calls)" 28 'while ftrace is off'
	assert_eq "$(stat_of at calls)" 47 'while ftrace is off'
	echo 1 >"$F"
	state ret armed
	calls 23
	assert_eq "$(stat_of ret calls)" 51 'when ftrace is on again'
	assert_eq "$(stat_of at calls)" 70
fi

# Disarmed is disarmed, whatever else is off.
echo 0 >"$D/enabled"
state ret disabled
echo 0 >"$K"
state ret disabled
echo 1 >"$K"
state ret disabled
echo 1 >"$D/enabled"
state ret armed
unload

# Loaded while they are off.
echo 0 >"$K"
if load probes=v_int; then
	state v_int inactive kprobes-off
	# The kernel then forgets what it was asked to arm, so ask again.
	echo 1 >"$K"
	state v_int inactive kprobes-off
	echo 1 >"$D/enabled"
	state v_int armed
	calls 7
	assert_eq "$(stat_of v_int returns)" 7
	unload
fi
echo 1 >"$K"
if [ -n "$on_ftrace" ] && echo 0 >"$F" 2>/dev/null; then
	if load probes=v_int; then
		state v_int inactive ftrace-off
		echo 1 >"$F"
		state v_int armed
		calls 7
		assert_eq "$(stat_of v_int returns)" 7
		unload
	fi
	echo 1 >"$F"
fi
