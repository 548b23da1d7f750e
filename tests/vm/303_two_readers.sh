#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: two readers at once both get every record, whole and once; one that is killed frees its place; two on one open file share it
# requires: tags=once
. /tests/vm/lib.sh

calls=10007

# has FILE RECORDS
has() {
	[ "$(grep -c ': v_int: ' "$1")" -ge "$2" ]
}

# check_whole FILE: nothing torn, nothing twice.
check_whole() {
	bad=$(grep -v -E -e '^# kretscope 1  clock=mono  lat in ns$' \
		-e '^ *workload-[0-9]+ +\[00[01]\] +[0-9]+\.[0-9]{9}: v_int: lat=[0-9]+ ret=5 pid=[0-9]+$' \
		"$1" || :)
	assert_eq "$bad" "" "torn lines in $1"
	assert_eq "$(sort "$1" | uniq -d)" "" "doubled lines in $1"
}

victim
load probes=v_int clock=mono
stream_to a
a=$!
stream_to b
b=$!
workload hammer /proc/victim 'v_int 5' 2 3001 >/dev/null
workload hammer /proc/victim 'v_int 5' 5 801 >/dev/null
assert_eq "$(stat_of v_int recorded)" "$calls"
wait_for 20 has a "$calls" || fail "first reader: $(wc -l a)"
wait_for 20 has b "$calls" || fail "second reader: $(wc -l b)"
assert_eq "$(grep -c '^# reader ' "$D/stats")" 2 readers
for tid in "$a" "$b"; do
	assert_match "$(cat "$D/stats")" \
		"^# reader tid=$tid comm=cat file=trace_pipe delivered=$calls lost=0 unread=0\$"
done
kill "$a"
wait "$a" || :
assert_eq "$(grep -c '^# reader ' "$D/stats")" 1 'readers after a kill'
assert_eq "$(wc -l <a)" $((calls + 1))
check_whole a
check_whole b
sort a >a.sorted
sort b >b.sorted
cmp a.sorted b.sorted

# The one that is left goes on.
workload hammer /proc/victim 'v_int 5' 1 17 >/dev/null
wait_for 10 has b $((calls + 17)) || fail "after the kill: $(wc -l b)"
kill "$b"
wait "$b" || :

# Two on one open file: one cursor, so each record goes to one of them.
exec 3<"$D/trace_pipe"
timeout 5 cat <&3 >c &
timeout 5 cat <&3 >d &
exec 3<&-
workload hammer /proc/victim 'v_int 5' 2 499 >/dev/null
wait
cat c d >both
assert_eq "$(grep -c ': v_int: ' both)" $((calls + 17 + 998)) shared
check_whole both
unload
