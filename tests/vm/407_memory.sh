#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a buffer, or tables by key, that the memory does not hold are refused, at load and at run time, and no process is killed for it
# requires: tags=once
. /tests/vm/lib.sh

mem=$(awk '/^MemTotal:/ { print $2 }' /proc/meminfo)
[ "$mem" -lt 1000000 ] || skip 'the guest has too much memory for this case'

victim
mark
status=0
load probes=v_int buffer_kb=1048576 2>err || status=$?
[ "$status" != 0 ] || fail 'a load with 1 GiB per CPU worked'
assert_match "$(cat err)" 'Cannot allocate memory' 'insmod'
[ ! -e "$D" ] || fail "$D is left"
assert_eq "$(cat /sys/kernel/debug/kprobes/list)" ""

load probes=v_int buffer_kb=65536
workload hammer /proc/victim 'v_int 5' 1 31 >/dev/null
for kb in 1048576 524288; do
	if (echo "$kb" >"$D/buffer_kb") 2>err; then
		fail "buffer_kb=$kb fits in $mem KiB"
	fi
	assert_match "$(cat err)" 'Cannot allocate memory' "buffer_kb=$kb"
	assert_eq "$(cat "$D/buffer_kb")" 65536
done
# Nor do as many histograms, 2.3 MB per CPU each.
keyed=hist:keys=pid:size=4096
if (echo "r do_* $keyed;r vfs_* $keyed" >>"$D/probes") 2>err; then
	fail 'hundreds of tables by key fit'
fi
assert_match "$(cat err)" 'Cannot allocate memory' 'tables by key'
assert_eq "$(wc -l <"$D/probes")" 1
# All is as before.
assert_eq "$(grep -c ': v_int: ' "$D/trace")" 31
workload hammer /proc/victim 'v_int 5' 1 37 >/dev/null
assert_eq "$(grep -c ': v_int: ' "$D/trace")" 68
accounts v_int
assert_eq "$(since_mark | grep -v '^kretscope' || :)" "" 'kernel log'
unload
