#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: one bad spec among good ones arms nothing and leaves nothing, wherever it stands, and the next load works
# requires: tags=once
. /tests/vm/lib.sh

bad_first='r nope;r vfs_read;r vfs_write'
bad_middle='r vfs_read;r nope;r vfs_write'
bad_last='r vfs_read;r vfs_write;r nope'

round=0
while [ "$round" -lt 2 ]; do
	refused "$bad_first" 'spec 1, column 3: no such symbol'
	refused "$bad_middle" 'spec 2, column 3: no such symbol'
	refused "$bad_last" 'spec 3, column 3: no such symbol'
	refused 'vfs_read,nope,vfs_write' 'spec 2, column 1: no such symbol'
	refused 'r vfs_read;q vfs_write' "spec 2, column 1: kind must be"
	refused 'r vfs_read;p jiffies' "spec 2, column 3: $DATA_REFUSED"
	refused 'r vfs_read;p vfs_write+0x100000' 'spec 2, column 12: offset'
	round=$((round + 1))
done
status=0
insmod /lib/kretscope.ko probes=vfs_read,nope 2>/dev/null || status=$?
# BusyBox exits with the errno, kmod with 1.
case $status in
1 | 2) ;;
*) fail "insmod exits $status for a symbol that is absent" ;;
esac

load probes='r vfs_read;r vfs_write'
dd if=/dev/zero of=/dev/null bs=1 count=13 2>/dev/null
assert_ge "$(stat_of vfs_read returns)" 13
assert_ge "$(stat_of vfs_write returns)" 13
unload

# No probes at all is fine.
load
assert_eq "$(head_of probes)" 0 probes
unload
load probes=' ; ;'
assert_eq "$(head_of probes)" 0 probes
unload
