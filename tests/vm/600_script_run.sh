#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: kretscope run counts, times and keeps every call, keeps the workload's status and output, and leaves nothing behind
# requires: tags=once
. /tests/vm/lib.sh

victim
status=0
kretscope run -o out 'r:t victim:v_int' -- sh -c \
	'echo "v_int 5 1009" >/proc/victim; echo output; echo error >&2; exit 7' \
	>stdout 2>stderr || status=$?
assert_eq "$status" 7 status
assert_eq "$(cat stdout)" output stdout
assert_match "$(cat stderr)" '^error$'
assert_match "$(cat stderr)" '^t +1009 ' 'report on stderr'
assert_match "$(cat stderr)" '^t: 1009 calls, min [0-9.]+[nu]s, ' histogram
assert_eq "$(grep -c INCOMPLETE stderr || :)" 0 'INCOMPLETE lines'
assert_eq "$(grep -c ' t: lat=[0-9]* ret=5' out/trace)" 1009 'records kept'
assert_eq "$(awk '$1 == "t"' out/stats | key_of recorded)" 1009 recorded
assert_eq "$(cat out/status)" 7 'status file'
assert_eq "$(cat out/probes)" 'r:t victim:v_int' probes
for file in hist inflight report; do
	[ -s "out/$file" ] || fail "no out/$file"
done
[ ! -e "$D" ] || fail "the module is left"
assert_eq "$(find /tmp -name 'kretscope.*')" '' 'temporary files'

# What ends by a signal, and what is no program.
for pair in 'kill -9 $$:137' 'kill -15 $$:143' 'exit 0:0'; do
	status=0
	kretscope run vfs_read -- sh -c "${pair%:*}" 2>stderr || status=$?
	assert_eq "$status" "${pair##*:}" "status of ${pair%:*}"
done
status=0
kretscope run vfs_read -- no-such-program 2>stderr || status=$?
assert_eq "$status" 127 'status of no program'
