#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: BusyBox's cp, dd, head, tail, cat, grep and awk work on every data file
# requires: tags=once
. /tests/vm/lib.sh

victim
load probes='r:a v_int;p:b v_err'
workload hammer /proc/victim 'v_int 5 101' 1 3 >/dev/null
workload hammer /proc/victim 'v_err 13' 1 1 >/dev/null
workload sleepers 1 0 >/dev/null

for file in trace probes stats hist inflight error_log README; do
	cat "$D/$file" >whole
	[ -s whole ] || [ "$file" = error_log ] || fail "$file is empty"
	cp "$D/$file" copy
	cmp whole copy || fail "cp $file"
	dd if="$D/$file" of=copy 2>/dev/null
	cmp whole copy || fail "dd $file"
	dd if="$D/$file" of=copy bs=1M 2>/dev/null
	cmp whole copy || fail "dd bs=1M $file"
	head -n 2 whole >want
	head -n 2 "$D/$file" | cmp want - || fail "head -n 2 $file"
	tail -n 1 whole >want
	tail -n 1 "$D/$file" | cmp want - || fail "tail -n 1 $file"
	tail -c 100 whole >want
	tail -c 100 "$D/$file" | cmp want - || fail "tail -c 100 $file"
	tail -n +2 whole >want
	tail -n +2 "$D/$file" | cmp want - || fail "tail -n +2 $file"
	head -c 10 whole >want
	head -c 10 "$D/$file" | cmp want - || fail "head -c 10 $file"
	assert_eq "$(grep -c '' "$D/$file" || :)" "$(wc -l <whole)" "grep $file"
	assert_eq "$(awk 'END { print NR }' "$D/$file")" "$(wc -l <whole)" \
		"awk $file"
	assert_eq "$(wc -c <"$D/$file")" "$(wc -c <whole)" "wc -c $file"
done

# The stream gives as much as was asked for, and then waits.
cat "$D/trace" >whole
head -n 5 whole >want
head -n 5 "$D/trace_pipe" | cmp want - || fail 'head -n 5 trace_pipe'
dd if="$D/trace_pipe" bs=64k count=1 of=copy 2>/dev/null
head -n "$(wc -l <copy)" whole | cmp copy - || fail 'dd trace_pipe'
status=0
timeout 1 cat "$D/trace_pipe" >copy || status=$?
assert_eq "$status" 143 'cat of trace_pipe, which waits until it is killed'
cmp whole copy || fail 'cat trace_pipe'
status=0
timeout 1 tail -f "$D/trace_pipe" >/dev/null || status=$?
assert_eq "$status" 143 'tail -f of trace_pipe'
unload
