#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: O_NONBLOCK gives EAGAIN, poll waits and wakes, a signal ends a read with EINTR, a waiting reader can be killed and holds up nobody
# requires: tags=once
# shellcheck disable=SC3045 # read -t: the guest's shell has it
. /tests/vm/lib.sh

now() {
	awk '{ print int($1 * 1000) }' /proc/uptime
}

# call_after SECONDS: one call of v_int, by another process.
call_after() {
	(sleep "$1" && workload hammer /proc/victim 'v_int 7' 1 1 >/dev/null) &
	caller=$!
}

state_of() {
	sed -n 's/^State:[[:blank:]]*\(.\).*/\1/p' "/proc/$1/status"
}

waits() {
	[ "$(state_of "$1")" = S ]
}

victim
load probes=v_int

# The first line is there at once, and then nothing.
said=$(workload nonblock "$D/trace_pipe")
assert_match "$said" '^end=EAGAIN$'
assert_match "$said" '^reads=1$'
said=$(workload pollread "$D/trace_pipe" 5000)
assert_match "$said" '^poll=in$'
assert_match "$said" '^end=data$'
workload hammer /proc/victim 'v_int 7' 1 13 >/dev/null
workload nonblock "$D/trace_pipe" >said
assert_eq "$(sed -n 's/^bytes=//p' said)" "$(wc -c <"$D/trace")"

# The shell's read polls, then reads byte after byte.
exec 3<"$D/trace_pipe"
line=
n=0
while [ "$n" -lt 14 ]; do
	read -r -t 5 line <&3 || fail "line $n of 14 does not come"
	n=$((n + 1))
done
begin=$(now)
if read -r -t 2 line <&3; then
	fail "a line out of nothing: $line"
fi
assert_ge $(($(now) - begin)) 1900 'ms that poll waits'
begin=$(now)
call_after 1
read -r -t 20 line <&3 || fail 'poll does not wake'
assert_match "$line" ': v_int: lat=[0-9]+ ret=7 '
assert_ge $(($(now) - begin)) 900 'ms until poll wakes'
wait "$caller"

# One event a second shows within 1.5 s of its own time stamp.
(n=0
	while [ "$n" -lt 5 ]; do
		sleep 1
		workload hammer /proc/victim "v_int $n" 1 1
		n=$((n + 1))
	done) >/dev/null &
caller=$!
n=0
while [ "$n" -lt 5 ]; do
	read -r line <&3
	at=$(now)
	assert_match "$line" " ret=$n "
	stamp=$(printf '%s\n' "$line" |
		sed 's/.*\] *\([0-9]*\)\.\([0-9]\{3\}\).*/\1\2/')
	assert_le $((at - stamp)) 1500 "ms from event $n to its line"
	n=$((n + 1))
done
wait "$caller"

# While one process waits in read(), another can poll and close the file.
cat <&3 >shared &
cat=$!
wait_for 5 waits "$cat" || fail "cat is in state $(state_of "$cat")"
begin=$(now)
timeout 10 sh -c 'read -r -t 1 line <&3' 3<&3 &
poller=$!
status=0
wait "$poller" || status=$?
assert_eq "$status" 1 'status of a poll beside a read'
assert_lt $(($(now) - begin)) 8000 'ms of a poll of one second'
kill "$cat"
wait "$cat" || :
exec 3<&-

said=$(workload sigread "$D/trace_pipe" 700)
assert_match "$said" '^end=EINTR$'

# Waiting readers of either kind can be killed.
for signal in TERM KILL; do
	stream_to stream
	cat=$!
	wait_for 5 waits "$cat" || fail "cat is in state $(state_of "$cat")"
	kill -"$signal" "$cat"
	status=0
	wait "$cat" || status=$?
	assert_ge "$status" 137 "status of a reader after $signal"
done
no_reader() {
	! grep -q '^# reader ' "$D/stats"
}
# What watched over the poll's time may have had the file open too.
wait_for 5 no_reader || fail "readers are left: $(cat "$D/stats")"
unload
