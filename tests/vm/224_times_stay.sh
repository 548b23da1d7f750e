#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: the time of a record is the same whenever it is read, and records of one CPU stay in order, while the counter's rate is being learnt
. /tests/vm/lib.sh

grep -q -w tsc /proc/cpuinfo || skip 'no cycle counter that kretscope reads'
victim
load probes=v_int clock=tsc
n=0
while [ "$n" -lt 50 ]; do
	workload pin 0 sh -c 'echo v_int 5 3 >/proc/victim'
	cat "$D/trace" >"trace.$n"
	usleep 100000
	n=$((n + 1))
done
cat "$D/trace" >trace
assert_eq "$(grep -c ': v_int: ' trace)" 150
n=0
while [ "$n" -lt 50 ]; do
	head -n $((1 + 3 * (n + 1))) trace >want
	cmp "trace.$n" want || fail "$(diff "trace.$n" want | tail -n 4)"
	n=$((n + 1))
done
sed '1d; s/.*\] *\([0-9]*\)\.\([0-9]*\):.*/\1\2/' trace >stamps
sort -n stamps | cmp stamps - || fail 'order'
unload
