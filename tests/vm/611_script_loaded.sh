#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a loaded module is used and left; stop unloads it, or names who holds it
# requires: tags=once
. /tests/vm/lib.sh

victim
load probes='r:i victim:v_int;vfs_rename'
kretscope run -- sh -c 'echo "v_int 1 101" >/proc/victim' 2>err
assert_match "$(cat err)" '^i +101 '
kretscope run -o out 'r:i victim:v_int' -- \
	sh -c 'echo "v_int 2 103" >/proc/victim' 2>err
assert_eq "$(grep -c ' i: .* ret=2$' out/trace)" 103 records
kretscope run vfs_rename -- true 2>err
status=0
kretscope run vfs_write -- echo not-reached >said 2>err || status=$?
assert_eq "$status" 4 'status with other probes'
assert_eq "$(cat said)" '' 'output of the workload'
assert_eq "$(head_of state)" armed 'state of the module'

kretscope stat >said
assert_match "$(cat said)" '^i +204 '
kretscope stat --raw >said
assert_match "$(cat said)" '^# kretscope 1 stats '
kretscope hist >said
assert_match "$(cat said)" '^i: 204 calls, '
kretscope top -d 0 -n 2 >said
assert_eq "$(grep -c '^i  *204 ' said)" 2 'tables of top'
assert_eq "$(awk 'length > 80' said)" '' 'lines over 80 columns'

cat "$D/trace_pipe" >/dev/null &
wait_for 10 grep -q ' comm=cat ' "$D/stats"
status=0
kretscope stop 2>err || status=$?
assert_eq "$status" 4 'status of stop while held'
assert_match "$(cat err)" "pid $! \\(cat\\) has .*/kretscope/trace_pipe open"
kill "$!"
wait "$!" || :
kretscope stop 2>err
assert_eq "$(cat err)" '' 'stop says'
[ ! -e "$D" ] || fail "the module is left"
kretscope stop
