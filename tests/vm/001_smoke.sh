#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a loaded probe counts and records a known number of calls
. /tests/vm/lib.sh

mark
load probes='r:rd vfs_read'
assert_match "$(since_mark)" 'kretscope: loaded, 1 probes? armed'
dd if=/dev/zero of=/dev/null bs=1 count=101 2>/dev/null
accounts rd
assert_ge "$(stat_of rd returns)" 101 returns
assert_ge "$(grep -c '^ *dd-[0-9]* .* rd: lat=[0-9]* ret=1$' "$D/trace")" 101 \
	"records of dd"
mark
unload
assert_match "$(since_mark)" 'kretscope: unloaded: calls='
[ ! -e "$D" ] || fail "$D is left"
