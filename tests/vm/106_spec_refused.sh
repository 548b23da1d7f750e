#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: bad specs are refused at load with spec number and column, and good neighbours are not armed
# requires: tags=long tags=once
. /tests/vm/lib.sh

n63=n23456789012345678901234567890123456789012345678901234567890123
while IFS='|' read -r column spec; do
	[ -n "$spec" ] || continue
	refused "vfs_open;$spec;vfs_write" "^kretscope: spec 2, column $column: "
	assert_match "$(since_mark)" '^kretscope:  *\^$' 'the caret'
done <<-TABLE
	1|q:
	1|q:ev vfs_read
	2|r
	2|p
	5|p:ev
	3|p:/e s
	5|p:g/ s
	3|p:1e s
	4|p:e.x vfs_read
	2|p5:ev vfs_read
	2|r4097:ev vfs_read
	2|r-1:ev vfs_read
	4|r10x:ev vfs_read
	12|p vfs_read \$retval
	14|p vfs_read n=\$retval:u8
	14|p vfs_read n=%nosuch
	22|p vfs_read n=+8(\$arg1
	20|p vfs_read n=\$arg1:u128
	13|p vfs_read n\$x=\$arg1
	20|p vfs_read n=\$arg1 n=\$arg2
	12|p vfs_read ${n63%???????????????????????????????}=\$arg1
	18|p vfs_read n=\$arg0
	15|p vfs_read n=@nosuch_symbol
	15|r vfs_read if count > 1
	20|r vfs_read if lat >
	23|r vfs_read if lat > 1 &
	15|p vfs_read if lat > 1
	22|r vfs_read hist:keys=nosuch
	31|r vfs_read hist:keys=pid:vals=comm
	26|r vfs_read hist:keys=pid n=\$arg1
	3|r /bin/true:main
	8|r vfs_*+4
	12|r vfs_read@0
	12|r vfs_read@65536
	3|r:ev vfs_*
	7|r vfs_[rw
	5|r:g/ vfs_read
	3|p:${n63}4 vfs_read
	1|vfs_read n=%dx
TABLE
# Here the first argument stands where the symbol should.
refused 'p:vfs_read n=%dx' '^kretscope: spec 1, column 12: '
refused 'vfs_read,p vfs_write' '^kretscope: spec 1, column 9: '
refused "$(printf 'vfs_read;r vfs_\rwrite')" '^kretscope: spec 2, column 7: '
refused 'r:a vfs_read;r:a vfs_write' '^kretscope: spec 2, column 3: '

# At the edge, and what the parts mean.
load probes="r:$n63 vfs_read;p:g/ev vfs_write;r4096:big vfs_open"
assert_match "$(cat "$D/stats")" "^$n63 kind=r "
assert_match "$(cat "$D/stats")" '^g/ev kind=p '
assert_match "$(cat "$D/probes")" "^r:$n63 vfs_read\$"
assert_match "$(cat "$D/probes")" '^p:g/ev vfs_write$'
assert_match "$(cat "$D/probes")" '^r4096:big vfs_open$'
unload
