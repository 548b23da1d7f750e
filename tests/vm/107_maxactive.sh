#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: maxactive is what the spec says, else the parameter, else chosen and shown; out of range is refused with the range
. /tests/vm/lib.sh

for bad in r4097:x r-1:x r10x:x r99999999999999999999:x p5:x p0:x; do
	refused "vfs_open;$bad vfs_read" '^kretscope: spec 2, column [234]: .*maxactive'
done
refused vfs_read 'parameter maxactive: must be 0\.\.4096' maxactive=4097
refused vfs_read 'parameter maxactive: must be 0\.\.4096' maxactive=-1
refused vfs_read '.' maxactive=10x

cpus=$(sed 's/.*-//' /sys/devices/system/cpu/possible)
cpus=$((cpus + 1))
auto=$((4 * cpus))
[ "$auto" -ge 64 ] || auto=64
load probes='r:a vfs_read;r0:b vfs_write;r1:c vfs_open;r4096:d vfs_statx;p:e vfs_rename'
assert_eq "$(stat_of a maxactive)" "$auto(auto)"
assert_eq "$(stat_of b maxactive)" "$auto(auto)"
assert_eq "$(stat_of c maxactive)" 1
assert_eq "$(stat_of d maxactive)" 4096
assert_eq "$(stat_of e maxactive)" -
unload
load probes='r:a vfs_read;r7:b vfs_write' maxactive=9
assert_eq "$(stat_of a maxactive)" 9
assert_eq "$(stat_of b maxactive)" 7
assert_eq "$(cat "$D/maxactive")" 9
unload
