#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: an offset must lie inside the function and on an instruction, and a return probe takes none; hits at one are counted
. /tests/vm/lib.sh

victim
refused 'p vfs_read+0x100000' \
	'column 11: offset is outside the function: vfs_read has [0-9]+ bytes'
size=$(since_mark | sed -n 's/.*vfs_read has \([0-9]*\) bytes.*/\1/p' | tail -n 1)
refused "p vfs_read+$size" 'column 11: offset is outside the function'
refused 'p vfs_read+0x100000000' 'column 11: offset is outside the function'
refused 'p vfs_read+18446744073709551615' 'column 11: offset is outside'
refused 'p vfs_read+18446744073709551616' 'column 12: offset does not fit'
refused 'p victim:v_int+0x1000' 'column 15: offset is outside the function'
refused 'p vfs_read+1' 'column 11: offset is inside an instruction'
refused 'r vfs_read+1' 'column 11: a return probe takes no offset'
refused 'vfs_read+1' 'column 9: a bare symbol takes no offset'

offset_inside victim:v_int
load probes="p:at victim:v_int+$offset;p:entry v_int+0"
assert_match "$(cat "$D/probes")" "^p:at victim:v_int\+(0x0*)?$(printf %x "$offset")\$"
echo 'v_int 5 101' >/proc/victim
assert_eq "$(stat_of at calls)" 101 "hits at +$offset"
assert_eq "$(stat_of entry calls)" 101 'hits at the entry'
assert_eq "$(grep -c ' at: *$' "$D/trace")" 101 'records of hits'
accounts at
unload
