#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: the coreutils' cp, dd, head, tail and cat work on every data file
# requires: mem=640 prog=cp prog=dd prog=head prog=tail prog=cat
. /tests/vm/lib.sh

victim
load probes='r:a v_int;p:b v_err' clock=mono
workload hammer /proc/victim 'v_int 5 101' 1 3 >/dev/null
workload hammer /proc/victim 'v_err 13' 1 1 >/dev/null
assert_match "$(/bin/cat --version)" coreutils

for file in trace probes stats hist inflight error_log README; do
	busybox cat "$D/$file" >whole
	/bin/cat "$D/$file" >copy
	cmp whole copy || fail "cat $file"
	/bin/cp "$D/$file" copy
	cmp whole copy || fail "cp $file"
	/bin/dd if="$D/$file" of=copy 2>/dev/null
	cmp whole copy || fail "dd $file"
	/bin/dd if="$D/$file" of=copy bs=1M 2>/dev/null
	cmp whole copy || fail "dd bs=1M $file"
	for how in '-n 2' '-c 10' '-n -1' '-c -10'; do
		# shellcheck disable=SC2086 # two words
		/bin/head $how whole >want
		# shellcheck disable=SC2086
		/bin/head $how "$D/$file" >copy 2>err || fail "head $how $file"
		assert_eq "$(busybox cat err)" "" "errors of head $how $file"
		cmp want copy || fail "head $how $file"
	done
	for how in '-n 1' '-c 100' '-n +2' '-c +10'; do
		# shellcheck disable=SC2086
		/bin/tail $how whole >want
		# shellcheck disable=SC2086
		/bin/tail $how "$D/$file" | cmp want - || fail "tail $how $file"
	done
	# What one has left the next one gets, from one open file.
	{
		/bin/head -c 10
		/bin/cat
	} <"$D/$file" >joined
	cmp whole joined || fail "head -c 10, then cat, of $file"
done

/bin/cat "$D/trace" >whole
/bin/dd if="$D/trace_pipe" iflag=nonblock bs=4096 of=copy 2>err || :
assert_match "$(busybox cat err)" 'temporarily unavailable' 'dd to the end'
cmp whole copy || fail 'dd iflag=nonblock trace_pipe'
/bin/head -n 7 "$D/trace_pipe" >copy
/bin/head -n 7 whole | cmp copy - || fail 'head -n 7 trace_pipe'
status=0
timeout 1 /bin/cat "$D/trace_pipe" >copy || status=$?
assert_eq "$status" 143 'cat of trace_pipe, which waits until it is killed'
cmp whole copy || fail 'cat trace_pipe'
unload
