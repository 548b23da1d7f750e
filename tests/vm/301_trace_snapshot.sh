#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: trace is a snapshot: sorted by time, not consumed, the same at every reading of quiet rings, ended while calls go on, seekable
# requires: tags=once
. /tests/vm/lib.sh

# stamps FILE: the time stamps of its records.
stamps() {
	sed -n 's/.*\] *\([0-9]*\.[0-9]*\): .*/\1/p' "$1"
}

victim
load probes=v_int clock=mono
workload hammer /proc/victim 'v_int 5 101' 2 7 >/dev/null
assert_eq "$(workload cursor2 "$D/trace" | tail -n 1)" same=1
cat "$D/trace" >first
sleep 1
cat "$D/trace" >second
cmp first second
cat "$D/stats" "$D/hist" >/dev/null
workload readsizes "$D/trace_pipe" 4096 stream >/dev/null
cmp first stream
cat "$D/trace" >second
cmp first second || fail 'a stream has consumed the records'
assert_eq "$(grep -c ': v_int: lat=' first)" 1414 records
stamps first >got
sort -n got >sorted
cmp got sorted || fail 'not sorted by time'
sed -n 's/.*\[\([0-9]*\)\].*/\1/p' first | sort -u >cpus
echo "records of CPUs: $(tr '\n' ' ' <cpus)"
unload

# Where times are converted when they are read, the conversion gets better as
# time goes by: by ns, not by more, and all else is the same.
load probes=v_int
workload hammer /proc/victim 'v_int 5 101' 2 7 >/dev/null
cat "$D/trace" >first
sleep 5
cat "$D/trace" >second
stamps first >got
stamps second >later
paste got later | awk '{ d = ($1 - $2) * 1e6; if (d > 10 || d < -10) {
	print; exit 1 } }' || fail 'a time stamp moved by more than 10 us'
sort -n later >sorted
cmp later sorted || fail 'not sorted by time'
sed 's/ [0-9]*\.[0-9]*:/ TIME:/' first >got
sed 's/ [0-9]*\.[0-9]*:/ TIME:/' second >later
cmp got later

# Seeking forward, back, and from the end.
cat "$D/trace" >whole
exec 3<"$D/trace"
dd bs=1 skip=5003 count=34 <&3 2>/dev/null >part
assert_match "$(cat /proc/$$/fdinfo/3)" '^pos:[[:blank:]]*5037$' 'file position'
dd if=whole bs=1 skip=5003 count=34 2>/dev/null >want
cmp want part || fail 'seeking gives other bytes'
exec 3<&-
tail -c 5000 whole >want
tail -c 5000 "$D/trace" >part
cmp want part || fail 'tail -c'

# What comes after the file was opened is not in the snapshot.
exec 3<"$D/trace"
workload hammer /proc/victim 'v_int 6 17' 1 1 >/dev/null
cat <&3 >old
exec 3<&-
assert_eq "$(grep -c ': v_int: ' old)" 1414 'records in an older snapshot'
assert_eq "$(grep -c ': v_int: ' "$D/trace")" 1431 'records in a new one'

# A snapshot of rings that are written to ends.
workload hammer /proc/victim 'v_int 6 101' 2 1000000 >/dev/null &
hammer=$!
for round in 1 2 3; do
	timeout 20 cat "$D/trace" >"busy.$round" ||
		fail "snapshot $round does not end"
done
kill "$hammer"
wait "$hammer" || :
bad=$(sed 1d busy.3 | grep -v -E ': v_int: lat=[0-9]+ ret=[56]( |$)' |
	grep -v -E '^# LOST [0-9]+ records on CPU [01]$' || :)
assert_eq "$bad" "" 'lines that are neither record nor loss'
assert_ge "$(grep -c ': v_int: ' busy.3)" 1 'records while busy'
accounts v_int
unload
