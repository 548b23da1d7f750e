#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Runs in the guest: lines "NAME SAMPLES LEAST MOST", how many records were
# compared with CLOCK_MONOTONIC, and the least and greatest difference in ns.
. /tests/vm/lib.sh

sources=/sys/devices/system/clocksource/clocksource0
minutes=$(cat /tests/clock/minutes)

# differences FILE: what the records in it are off, a number each. (A number
# with a 0 in front would be octal for BusyBox.)
differences() {
	sed -n 's/.*\] *\([0-9]*\)\.\([0-9]*\): now: .* ret=\([0-9]*\).*/\1\2 \3/p' \
		"$1" | awk '{ printf "%d\n", $1 - $2 }'
}

# range NAME FILE
range() {
	differences "$2" | awk -v name="$1" '
	NR == 1 || $1 < least { least = $1 }
	NR == 1 || $1 > most { most = $1 }
	END { print name, NR, least + 0, most + 0 }'
}

# samples NAME N: N of them, 15 s apart, from a minute on: the rate has to be
# learnt.
samples() {
	echo 1 >"$D/clear"
	sleep 60
	n=0
	: >"$1"
	while [ "$n" -lt "$2" ]; do
		sleep 15
		echo v_now >/proc/victim
		tail -n 1 "$D/trace" >>"$1"
		n=$((n + 1))
	done
	range "$1" "$1"
	# They stay what they were, and in order.
	grep ': now: ' "$D/trace" | cmp -s - "$1" ||
		fail "$1: records have changed"
	sed 's/.*\] *\([0-9]*\)\.\([0-9]*\):.*/\1\2/' "$1" >stamps
	sort -n stamps | cmp -s - stamps || fail "$1: order"
}

mkdir -p /t
cd /t
grep -q -w tsc /proc/cpuinfo || skip 'no cycle counter that kretscope reads'
# shellcheck disable=SC2119
victim
load probes='f:now !v_now' clock=tsc 2>/dev/null ||
	load probes='r:now v_now' clock=tsc

# 100 parts in a million off: after an hour that is 0.36 s.
adjtimex -f $((100 * 65536)) >/dev/null
samples steered $((minutes * 4))
# Clocks that have rates of their own.
# shellcheck disable=SC2013 # words
for source in $(cat "$sources/available_clocksource"); do
	[ "$source" != tsc ] || continue
	echo "$source" >"$sources/current_clocksource"
	samples "by_$source" 8
done
echo tsc >"$sources/current_clocksource"

adjtimex -f 0 >/dev/null
samples later 8
assert_eq "$(stat_of now backward)" 0
rmmod kretscope
