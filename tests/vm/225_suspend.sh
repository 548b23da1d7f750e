#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: while the machine is suspended CLOCK_MONOTONIC stands still and the counter goes on; times of records before and after are the clock's
# requires: tags=once path=/sys/power/pm_test append=no_console_suspend
. /tests/vm/lib.sh

# In a boot of its own: from here on the machine's uptime, which other cases
# compare with CLOCK_MONOTONIC, is ahead of that by the time asleep.
grep -q -w core /sys/power/pm_test || skip 'no test level core'
grep -q -w mem /sys/power/state || skip 'no suspend to memory'
grep -q -w tsc /proc/cpuinfo || skip 'no cycle counter that kretscope reads'
victim
load probes='r:now v_now' clock=tsc
echo 'v_now 3' >/proc/victim
# All of it but the last step, in place of which the kernel waits for 5 s.
from=$(date +%s)
echo core >/sys/power/pm_test
echo mem >/sys/power/state
echo none >/sys/power/pm_test
echo 'v_now 3' >/proc/victim
assert_ge "$(date +%s)" $((from + 4)) 'wall clock'
sleep 5
echo 'v_now 3' >/proc/victim
sed -n 's/.*\] *\([0-9]*\)\.\([0-9]*\): now: .* ret=\([0-9]*\).*/\1\2 \3/p' \
	"$D/trace" >seen
assert_eq "$(wc -l <seen)" 9 'records'
# What v_now returned is the time just before. The machine may be slow, but
# not by what it slept.
while read -r stamp now; do
	assert_ge "$stamp" $((now - 1000)) 'time of a record'
	assert_lt "$stamp" $((now + 2000000000)) 'time of a record'
done <seen
cut -d ' ' -f 1 seen >stamps
sort -n stamps | cmp stamps - || fail 'order'
assert_eq "$(stat_of now backward)" 0
unload
