#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: all functions that list names can be probed
# requires: time=120 tags=long tags=once
. /tests/vm/lib.sh

victim
kretscope list 'vfs_*' >names 2>err
assert_match "$(cat err)" 'names from /'
assert_ge "$(wc -l <names)" 30 'functions named vfs_*'
assert_match "$(cat names)" '^vfs_read$'
awk '{ printf "%s%s", $0, NR % 20 ? ";" : "\n" }' names >parts
while read -r part || [ -n "$part" ]; do
	load probes="$part"
	unload
done <parts
kretscope list 'v_*' >names 2>err
assert_match "$(cat names)" '^v_int \[victim\]$'
assert_eq "$(kretscope list 'jiffies*' 2>/dev/null | grep -cx jiffies || :)" 0
