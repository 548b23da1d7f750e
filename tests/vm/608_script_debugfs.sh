#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: debugfs that is not mounted gets mounted for the run, and is left as it was
# requires: tags=once
. /tests/vm/lib.sh

victim
umount /sys/kernel/debug
kretscope run -o out 'r:i victim:v_int' -- \
	sh -c 'echo "v_int 1 101" >/proc/victim' 2>err
grep -q ' debugfs ' /proc/mounts && fail "debugfs is left mounted"
kretscope check vfs_read >said
grep -q ' debugfs ' /proc/mounts && fail "debugfs is left mounted by check"
mount -t debugfs debugfs /sys/kernel/debug
assert_match "$(cat err)" '^i +101 '
assert_eq "$(grep -c ' i: ' out/trace)" 101 records
