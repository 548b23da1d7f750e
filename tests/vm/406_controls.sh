#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: control files take what is in range, refuse the rest with the right error and change nothing by it, and do what they say
# requires: tags=once
. /tests/vm/lib.sh

# no FILE VALUE ERROR: refused, and the value as before.
no() {
	no_before=$(cat "$D/$1")
	if (echo "$2" >"$D/$1") 2>err; then
		fail "$1 takes '$2'"
	fi
	assert_match "$(cat err)" "$3" "$1 '$2'"
	assert_eq "$(cat "$D/$1")" "$no_before" "$1 after '$2'"
}

range='out of range'
invalid='Invalid argument'

victim
load probes='v_int;v_sleep'
no enabled 2 "$range"
no records 2 "$range"
no min_ns 9223372036854775808 "$range"
no min_ns 18446744073709551615 "$range"
no min_ns 18446744073709551616 "$range"
no buffer_kb 3 "$range"
no buffer_kb 0 "$range"
no buffer_kb 1048577 "$range"
no buffer_kb 4294967300 "$range"
for file in enabled records min_ns buffer_kb; do
	no "$file" -1 "$invalid"
	no "$file" x "$invalid"
	no "$file" 1x "$invalid"
	no "$file" '' "$invalid"
done
for value in latest '' new newestx 'oldest newest' 0 aaaaaaaaaaaaaaaaaaaaaaaaa; do
	no mode "$value" "$invalid"
done
for file in clock maxactive attach; do
	if (echo 1 >"$D/$file") 2>/dev/null; then
		fail "$file can be written"
	fi
done
if cat "$D/clear" 2>/dev/null; then
	fail 'clear can be read'
fi

for value in 0 9223372036854775807 1; do
	echo "$value" >"$D/min_ns"
	assert_eq "$(cat "$D/min_ns")" "$value"
done
printf oldest >"$D/mode"
assert_eq "$(cat "$D/mode")" oldest
printf 'newest\n' >"$D/mode"
assert_eq "$(cat "$D/mode")" newest
printf 8 >"$D/buffer_kb"
assert_eq "$(cat "$D/buffer_kb")" 8

# min_ns and records decide what is recorded; the rest counts all.
echo 1 >"$D/clear"
echo 1000000 >"$D/min_ns"
workload hammer /proc/victim 'v_sleep 3' 1 7 >/dev/null
workload hammer /proc/victim 'v_int 5' 1 11 >/dev/null
assert_eq "$(stat_of v_sleep recorded)" 7
long=$(stat_of v_int recorded)
assert_eq "$(stat_of v_int filtered)" $((11 - long))
accounts v_int
echo 0 >"$D/min_ns"
echo 0 >"$D/records"
workload hammer /proc/victim 'v_int 5' 1 13 >/dev/null
assert_eq "$(stat_of v_int returns)" 24
assert_eq "$(stat_of v_int recorded)" "$long"
echo 1 >"$D/records"
workload hammer /proc/victim 'v_int 5' 1 17 >/dev/null
assert_eq "$(stat_of v_int recorded)" $((long + 17))
accounts v_int

# Disarmed nothing is seen, and calls inside still return.
workload hammer /proc/victim 'v_sleep 1000' 3 1 >/dev/null &
sleepers=$!
inside() {
	[ "$(stat_of v_sleep inflight)" = 3 ]
}
wait_for 5 inside
echo 0 >"$D/enabled"
assert_eq "$(head_of state)" disabled
assert_eq "$(stat_of v_int state)" disabled
workload hammer /proc/victim 'v_int 5' 1 19 >/dev/null
assert_eq "$(stat_of v_int calls)" 41
wait "$sleepers"
assert_eq "$(stat_of v_sleep returns)" 10
accounts v_sleep
echo 1 >"$D/enabled"
echo 1 >"$D/enabled"
workload hammer /proc/victim 'v_int 5' 1 23 >/dev/null
assert_eq "$(stat_of v_int calls)" 64
unload
