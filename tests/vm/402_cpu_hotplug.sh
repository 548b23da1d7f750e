#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a CPU goes and comes: its records stay readable, a reader goes on, and a load while it is away traces it when it is back
# requires: path=/sys/devices/system/cpu/cpu1/online tags=checked
. /tests/vm/lib.sh

cpu1=/sys/devices/system/cpu/cpu1/online

# calls CPU N
calls() {
	workload pin "$1" sh -c "echo 'v_int 5 $2' >/proc/victim"
}

# seen CPU FILE: records of that CPU there.
seen() {
	grep -c "\[00$1\] .*: v_int: " "$2" || :
}

victim
load probes=v_int
stream_to stream
cat=$!
calls 0 23
calls 1 27
echo 0 >"$cpu1"
assert_eq "$(head_of cpus)" 1
assert_eq "$(seen 1 "$D/trace")" 27 'records of the CPU that is away'
calls 0 53
echo 1 >"$cpu1"
assert_eq "$(head_of cpus)" 2
calls 1 47
assert_eq "$(stat_of v_int returns)" 150
accounts v_int
assert_eq "$(seen 0 "$D/trace")" 76
assert_eq "$(seen 1 "$D/trace")" 74
has_all() {
	[ "$(grep -c ': v_int: ' stream)" = 150 ]
}
wait_for 10 has_all || fail "the reader has $(wc -l <stream) lines"
assert_eq "$(reader_of cat delivered)" 150
assert_eq "$(reader_of cat lost)" 0

# What changes the rings while it is away is there when it is back.
echo 0 >"$cpu1"
echo 4 >"$D/buffer_kb"
echo oldest >"$D/mode"
echo 1 >"$D/clear"
echo 1 >"$cpu1"
# A reader would make room for more.
kill "$cat"
wait "$cat" || :
calls 1 101
assert_eq "$(stat_of v_int recorded)" 64
assert_eq "$(stat_of v_int dropped)" 37
accounts v_int
unload

# Loaded while it was away.
echo 0 >"$cpu1"
load probes=v_int
stream_to stream
cat=$!
calls 0 19
echo 1 >"$cpu1"
calls 1 31
assert_eq "$(stat_of v_int recorded)" 50
assert_eq "$(seen 1 "$D/trace")" 31
has_both() {
	[ "$(grep -c ': v_int: ' stream)" = 50 ]
}
wait_for 10 has_both || fail "the reader has $(wc -l <stream) lines"
kill "$cat"
wait "$cat" || :
unload

# Resized while it was away, not allocated before.
echo 0 >"$cpu1"
load probes=v_int
echo 4 >"$D/buffer_kb"
echo 1 >"$cpu1"
calls 1 101
assert_eq "$(stat_of v_int recorded)" 101
assert_eq "$(seen 1 "$D/trace")" 64
unload

# Coming and going under load.
load probes=v_int
workload hammer /proc/victim 'v_int 5 101' 3 997 >/dev/null &
hammer=$!
n=0
while [ "$n" -lt 5 ]; do
	echo 0 >"$cpu1"
	echo 1 >"$cpu1"
	n=$((n + 1))
done
wait "$hammer"
assert_eq "$(stat_of v_int returns)" $((3 * 101 * 997))
accounts v_int
unload
