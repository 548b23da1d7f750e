#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: no record is lost between the end of the workload and the unload, 10 times, nor at the end of record
# requires: time=120 tags=long tags=once
. /tests/vm/lib.sh

victim
for round in 1 2 3 4 5 6 7 8 9 10; do
	kretscope run -O buffer_kb=8192 -o out 'r:i victim:v_int' -- \
		sh -c 'echo "v_int 1 20011" >/proc/victim' 2>err
	assert_eq "$(grep -c ' i: ' out/trace)" 20011 "records, round $round"
	assert_eq "$(grep -c INCOMPLETE err || :)" 0 "INCOMPLETE, round $round"
done

kretscope record -d 3 -O buffer_kb=8192 'r:i victim:v_int' >trace &
wait_for 20 grep -q ' comm=cat ' "$D/stats" 2>/dev/null || fail "no reader"
for round in 1 2 3; do
	echo "v_int 1 5003" >/proc/victim
done
wait "$!" || fail "record failed"
assert_eq "$(grep -c ' i: ' trace)" 15009 'records of record'
[ ! -e "$D" ] || fail "the module is left"
