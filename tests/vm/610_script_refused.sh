#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a refused load exits with 3 and shows what the kernel said, once, with the caret under the column
# requires: tags=once
. /tests/vm/lib.sh

status=0
kretscope run 'vfs_read;r:x vfs_raed' -- echo not-reached \
	>out 2>err || status=$?
assert_eq "$status" 3 status
assert_eq "$(cat out)" '' 'output of the workload'
assert_eq "$(grep -c 'spec 2, column 5: ' err)" 1 'lines with the column'
assert_match "$(cat err)" 'no such symbol.*vfs_read'
assert_match "$(cat err)" '^  kretscope:   r:x vfs_raed$'
assert_match "$(cat err)" '^  kretscope:       \^$' 'caret'
[ ! -e "$D" ] || fail "the module is left"

for bad in '-m 4097' '-O buffer_kb=1' '-O mode=upwards'; do
	status=0
	# shellcheck disable=SC2086
	kretscope run $bad vfs_read -- true 2>err || status=$?
	assert_eq "$status" 3 "status of $bad"
	assert_match "$(cat err)" '^  kretscope: ' "what the kernel said of $bad"
done
status=0
kretscope run -O bufer_kb=64 vfs_read -- true 2>err || status=$?
assert_eq "$status" 2 'status of a misspelt parameter'
assert_match "$(cat err)" "unknown parameter 'bufer_kb'"
