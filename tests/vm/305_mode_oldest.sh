#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: newest overwrites the oldest records, oldest stops at full and counts; readers make room; the mode changes at run time
# requires: tags=once
. /tests/vm/lib.sh

slots=64		# of 4 KiB

# call FROM TO: v_int with each number from FROM to TO, on CPU 0.
call() {
	workload pin 0 sh -c "i=$1
		while [ \$i -le $2 ]; do
			echo \"v_int \$i\" >/proc/victim
			i=\$((i + 1))
		done"
}

# shows FIRST LAST: trace holds exactly these.
shows() {
	sed -n 's/.* ret=//p' "$D/trace" >got
	seq "$1" "$2" | cmp - got ||
		fail "trace shows $(head -n 1 got)..$(tail -n 1 got), want $1..$2"
}

victim
load probes=v_int buffer_kb=4 mode=oldest
call 1 101
shows 1 "$slots"
assert_eq "$(stat_of v_int recorded)" "$slots"
assert_eq "$(stat_of v_int dropped)" $((101 - slots))
assert_eq "$(stat_of v_int returns)" 101
accounts v_int

# A snapshot makes no room, a stream that has read does.
cat "$D/trace" >/dev/null
call 102 104
assert_eq "$(stat_of v_int dropped)" 40
exec 3<"$D/trace_pipe"
dd bs=64k count=1 <&3 2>/dev/null >stream
assert_eq "$(grep -c ': v_int: ' stream)" "$slots"
call 105 154
assert_eq "$(stat_of v_int dropped)" 40 'dropped after making room'
assert_eq "$(stat_of v_int recorded)" $((slots + 50))
dd bs=64k count=1 <&3 2>/dev/null >stream
sed -n 's/.* ret=//p' stream >got
seq 105 154 | cmp - got || fail 'the stream does not go on at 105'
assert_eq "$(reader_of sh lost)" 0

# A stream that does not read keeps the room it has not read.
exec 4<"$D/trace_pipe"
dd bs=64k count=1 <&4 2>/dev/null >/dev/null
call 155 218
assert_eq "$(stat_of v_int dropped)" 40
dd bs=64k count=1 <&3 2>/dev/null >/dev/null
call 219 219
assert_eq "$(stat_of v_int dropped)" 41 'dropped since one stream has not read'
exec 4<&-
call 220 220
assert_eq "$(stat_of v_int dropped)" 41 'dropped when that stream is closed'
exec 3<&-

# To newest and back: what is in the ring stays.
echo newest >"$D/mode"
assert_eq "$(cat "$D/mode")" newest
assert_eq "$(head_of mode)" newest
echo 1 >"$D/clear"
call 301 401
shows 338 401
echo oldest >"$D/mode"
assert_eq "$(head_of mode)" oldest
call 402 408
shows 338 401
assert_eq "$(stat_of v_int dropped)" 7
assert_eq "$(stat_of v_int recorded)" 101
echo newest >"$D/mode"
call 409 421
{
	seq 351 401
	seq 409 421
} >want
sed -n 's/.* ret=//p' "$D/trace" >got
cmp want got || fail 'newest does not overwrite'
assert_eq "$(stat_of v_int dropped)" 7
assert_eq "$(stat_of v_int recorded)" 114
accounts v_int
echo 1 >"$D/clear"

# Changes under load, with a reader.
stream_to stream
cat=$!
workload hammer /proc/victim 'v_int 7 101' 2 499 >/dev/null &
hammer=$!
round=0
while [ "$round" -lt 20 ]; do
	echo newest >"$D/mode"
	usleep 20000
	echo oldest >"$D/mode"
	usleep 20000
	round=$((round + 1))
done
wait "$hammer"

drained() {
	grep -q '^# reader .* unread=0$' "$D/stats"
}
wait_for 20 drained
assert_eq "$(stat_of v_int returns)" $((2 * 101 * 499))
accounts v_int
assert_eq $(($(reader_of cat delivered) + $(reader_of cat lost))) \
	"$(stat_of v_int recorded)" 'delivered + lost'
usleep 300000
assert_eq "$(grep -c ': v_int: ' stream)" "$(reader_of cat delivered)"
kill "$cat"
wait "$cat" || :
unload
