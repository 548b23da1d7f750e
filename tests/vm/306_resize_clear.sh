#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: resizing and clearing work while calls are recorded and read, and the counts add up afterwards, for old readers and new ones
# requires: tags=once
. /tests/vm/lib.sh

# adds_up COMM: the reader's counts and the records.
adds_up() {
	adds_sum=$(($(reader_of "$1" delivered) + $(reader_of "$1" lost) + \
		$(reader_of "$1" unread)))
	assert_eq "$adds_sum" "$(stat_of v_int recorded)" \
		"delivered + lost + unread of $1: $(grep reader "$D/stats")"
}

drained() {
	! grep '^# reader ' "$D/stats" | grep -q -v ' unread=0$'
}

victim
load probes='v_int;v_sleep'

# At rest: what a resize drops is lost to who has not read it.
workload hammer /proc/victim 'v_int 5 29' 2 1 >/dev/null
exec 3<"$D/trace_pipe"
dd bs=288 count=1 <&3 2>/dev/null >/dev/null
echo 16 >"$D/buffer_kb"
assert_eq "$(cat "$D/buffer_kb")" 16
assert_eq "$(head_of buffer_kb)" 16
assert_eq "$(grep -c ': v_int: ' "$D/trace" || :)" 0 'records after a resize'
adds_up sh
workload hammer /proc/victim 'v_int 5 31' 1 1 >/dev/null
adds_up sh
dd bs=64k count=1 <&3 2>/dev/null >stream
adds_up sh
assert_eq "$(grep -c ': v_int: ' stream)" 31
assert_eq "$(awk '/^# LOST / { sum += $3 } END { print sum + 0 }' stream)" 58
exec 3<&-
# And to who comes later.
exec 3<"$D/trace_pipe"
adds_up sh
dd bs=64k count=1 <&3 2>/dev/null >stream
adds_up sh
assert_eq "$(awk '/^# LOST / { sum += $3 } END { print sum + 0 }' stream)" 58 \
	'lost for a late reader'
assert_eq "$(reader_of sh delivered)" 31

# A clear forgets all but the calls inside.
workload hammer /proc/victim 'v_sleep 60000' 3 1 >/dev/null &
sleeper=$!
inside() {
	[ "$(stat_of v_sleep inflight)" = 3 ]
}
wait_for 5 inside
workload hammer /proc/victim 'v_int 5 37' 1 1 >/dev/null
echo 1 >"$D/clear"
for key in calls returns recorded filtered dropped inflight; do
	assert_eq "$(stat_of v_int "$key")" 0 "$key of v_int after clear"
done
assert_eq "$(stat_of v_int max)" -
assert_eq "$(stat_of v_sleep inflight)" 3 'inflight after clear'
accounts v_sleep
adds_up sh
assert_eq "$(reader_of sh unread)" 0
assert_eq "$(grep -c '' "$D/trace")" 1 'lines of trace after clear'
kill "$sleeper"
wait "$sleeper" || :
none_inside() {
	[ "$(stat_of v_sleep inflight)" = 0 ]
}
wait_for 10 none_inside || fail 'calls are left inside'
assert_eq "$(stat_of v_sleep returns)" 3
assert_eq "$(stat_of v_sleep recorded)" 3
accounts v_sleep
exec 3<&-
echo 1 >"$D/clear"

# Both at once under load, with a stream and snapshots.
stream_to stream
cat=$!
while :; do
	cat "$D/trace" >snapshot
done &
snapshots=$!
workload hammer /proc/victim 'v_int 7 101' 2 1000000000 >/dev/null &
hammer=$!
round=0
while [ "$round" -lt 9 ]; do
	for kb in 4 64 1024; do
		echo "$kb" >"$D/buffer_kb"
		usleep 5000
	done
	[ "$round" != 5 ] || echo 1 >"$D/clear"
	round=$((round + 1))
done
kill "$hammer" "$snapshots"
wait "$hammer" "$snapshots" || :
wait_for 20 drained
accounts v_int
adds_up cat
assert_ge "$(stat_of v_int returns)" 1
bad=$(sed 1d stream | grep -v -E \
	-e ': v_int: lat=[0-9]+ ret=7( pid=[0-9]+)?$' \
	-e '^# LOST [0-9]+ records on CPU [01]$' || :)
assert_eq "$bad" "" 'torn lines'
# Nothing else is lost: from here on counts are exact again.
echo 1 >"$D/clear"
workload hammer /proc/victim 'v_int 8 103' 2 1 >/dev/null
assert_eq "$(stat_of v_int recorded)" 206
assert_eq "$(grep -c ': v_int: .* ret=8' "$D/trace")" 206
kill "$cat"
wait "$cat" || :
unload
