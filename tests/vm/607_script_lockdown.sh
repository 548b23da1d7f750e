#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: under lockdown the script shows the kernel's lockdown line and why, and exits with 3
# requires: append=lockdown=confidentiality
. /tests/vm/lib.sh

status=0
kretscope run vfs_read -- echo not-reached >out 2>err || status=$?
assert_eq "$status" 3 status
assert_eq "$(cat out)" '' 'output of the workload'
assert_match "$(cat err)" '^  Kernel is locked down from command line'
kretscope check vfs_read >out 2>err
assert_match "$(cat err)" '^  Kernel is locked down from command line'
mount -t securityfs security /sys/kernel/security
kretscope check vfs_read >out 2>err
assert_match "$(cat err)" 'lockdown: signed modules only'
umount /sys/kernel/security
# The kernel's own line, which it suppresses in a boot's first seconds.
late() { [ "$(cut -d . -f 1 /proc/uptime)" -ge 20 ]; }
wait_for 30 late
kretscope run vfs_read -- true >out 2>err || :
assert_match "$(cat err)" '^  Lockdown: .*unsigned module loading'
assert_eq "$(find /tmp -name 'kretscope.*')" '' 'temporary files'
