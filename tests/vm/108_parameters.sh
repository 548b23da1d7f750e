#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: parameters out of range are refused with their range, and those in range show in debugfs
# requires: tags=once
. /tests/vm/lib.sh

refused vfs_read 'parameter buffer_kb: must be 4\.\.1048576' buffer_kb=3
refused vfs_read 'parameter buffer_kb: must be 4\.\.1048576' buffer_kb=1048577
refused vfs_read 'parameter mode: must be newest or oldest' mode=latest
refused vfs_read 'parameter clock: must be auto, mono, boot or tsc' clock=real
refused vfs_read 'parameter attach: must be auto, kretprobe or direct' \
	attach=f
refused vfs_read 'parameter min_ns: must be 0\.\.2\^63-1' \
	min_ns=9223372036854775808
refused vfs_read . buffer_kb=big
refused vfs_read . enabled=7

load probes=vfs_read buffer_kb=4 mode=oldest clock=boot enabled=0 records=0 \
	min_ns=9223372036854775807
assert_eq "$(cat "$D/mode")" oldest
assert_eq "$(cat "$D/buffer_kb")" 4
assert_match "$(cat "$D/clock")" '^boot'
assert_eq "$(cat "$D/enabled")" 0
assert_eq "$(cat "$D/records")" 0
assert_eq "$(cat "$D/min_ns")" 9223372036854775807
assert_eq "$(head_of state)" disabled
assert_eq "$(stat_of vfs_read state)" disabled
unload
load probes=vfs_read
assert_eq "$(cat "$D/mode")" newest
assert_eq "$(cat "$D/buffer_kb")" 1024
assert_eq "$(cat "$D/enabled")" 1
assert_eq "$(cat "$D/records")" 1
assert_eq "$(cat "$D/min_ns")" 0
assert_eq "$(head_of state)" armed
unload
