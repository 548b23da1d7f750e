#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: stats has what an empty function shows by each kind and clock, measured at load, without records or counts of it; not while kprobes are off
. /tests/vm/lib.sh

# known PROBE: its floor is two numbers, the least not above the median.
known() {
	floor=$(stat_of "$1" floor_ns)
	assert_match "$floor" '^[0-9]+,[0-9]+$' "floor of $1"
	assert_le "${floor%,*}" "${floor#*,}" "least of $1"
	# Nothing takes so long that is not counted in ms.
	assert_lt "${floor#*,}" 1000000 "median of $1"
}

victim
for clock in auto mono; do
	load probes='r:r v_void;p:p v_void' clock="$clock"
	known r
	assert_eq "$(stat_of p floor_ns)" - 'floor of a hit'
	# Two clock reads, and what is between them.
	[ "$clock" = auto ] || assert_ge "${floor%,*}" 1 'by the clock'
	assert_eq "$(grep -v '^#' "$D/trace")" '' 'records'
	assert_eq "$(stat_of r calls)" 0
	assert_eq "$(grep -c '^# removed' "$D/stats" || :)" 0 'removed probes'
	if echo 'f:f !v_long' 2>/dev/null >>"$D/probes"; then
		known f
		f=${floor#*,}
	fi
	echo 'v_void 1 101' >/proc/victim
	# Some of these may have been a bit luckier.
	assert_ge $((2 * $(stat_of r min))) \
		"$(stat_of r floor_ns | cut -d, -f1)" 'an empty function'
	unload
done
# A stub is left alone by the probe that got it next.
[ -z "${f-}" ] || {
	load probes='f:f !v_void'
	echo 'v_void 1 103' >/proc/victim
	assert_eq "$(stat_of f recorded)" 103
	unload
}

echo 0 >/sys/kernel/debug/kprobes/enabled
load probes='r:r v_void'
assert_eq "$(stat_of r floor_ns)" - 'floor while kprobes are off'
unload
echo 1 >/sys/kernel/debug/kprobes/enabled
load probes='r:r v_void'
known r
unload
