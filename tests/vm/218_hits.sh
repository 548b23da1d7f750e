#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: p probes count and record each hit, at the start and inside a function, beside return probes; a hit has neither duration nor result
. /tests/vm/lib.sh

victim
offset_inside victim:v_int
load probes="p:start victim:v_int;p:later victim:v_int+$offset;r:ret victim:v_int;p:g/other victim:v_err;p v_long"
echo 'v_int 5 31' >/proc/victim
echo 'v_err 7' >/proc/victim
workload hammer /proc/victim 'v_int 6' 3 11 >/dev/null
for probe in start later ret; do
	assert_eq "$(stat_of "$probe" calls)" 64 "calls of $probe"
	assert_eq "$(stat_of "$probe" recorded)" 64 "records of $probe"
	accounts "$probe"
done
assert_eq "$(stat_of g/other calls)" 7
assert_eq "$(stat_of v_long calls)" 0
for probe in start later g/other; do
	assert_eq "$(stat_of "$probe" kind)" p
	for key in maxactive min mean max p50 p90 p99 p99.9; do
		assert_eq "$(stat_of "$probe" "$key")" - "$key of $probe"
	done
	assert_eq "$(stat_of "$probe" inflight)" 0
done

assert_eq "$(grep -c -E '^ *sh-[0-9]+ +\[00[01]\] +[0-9]+\.[0-9]{9}: start:$' \
	"$D/trace")" 31 'hits of the shell'
assert_eq "$(grep -c -E \
	'^ *workload-[0-9]+ +\[00[01]\] +[0-9]+\.[0-9]{9}: later: pid=[0-9]+$' \
	"$D/trace")" 33 'hits of threads'
assert_eq "$(grep -c -E ': g/other:$' "$D/trace")" 7
assert_eq "$(grep -c -E ': ret: lat=[0-9]+ ret=[56]( |$)' "$D/trace")" 64
# Start, later, return; time and again.
order=$(sed -n 's/^ *sh-.*: \(start\|later\|ret\):.*/\1/p' "$D/trace" |
	uniq | tr '\n' ' ')
assert_eq "$order" "$(i=0
	while [ "$i" -lt 31 ]; do
		printf 'start later ret '
		i=$((i + 1))
	done)" 'order of records'
# Only what has a duration has a histogram.
assert_eq "$(sed -n 's/^\([^ #[]*\): .*/\1/p' "$D/hist")" ret
unload
