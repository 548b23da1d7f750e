#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: rmmod is refused at once while any file is open or a reader waits; the reader goes on, can be killed, and then rmmod works
# requires: tags=checked
. /tests/vm/lib.sh

now() {
	awk '{ print int($1 * 1000) }' /proc/uptime
}

# kept WHAT: rmmod is refused and the module as before.
kept() {
	begin=$(now)
	if rmmod kretscope 2>err; then
		fail "rmmod worked with $1"
	fi
	assert_le $(($(now) - begin)) 2000 "ms until rmmod was refused with $1"
	# EAGAIN or EBUSY, as this rmmod says it.
	assert_match "$(cat err)" 'temporarily unavailable|busy|in use' "$1"
	assert_eq "$(cat /sys/module/kretscope/initstate)" live "$1"
}

victim
load probes=v_int
for file in trace trace_pipe probes stats hist inflight error_log README \
	enabled records min_ns buffer_kb mode clock maxactive; do
	exec 3<"$D/$file"
	kept "$file open"
	exec 3<&-
done
exec 3>"$D/clear"
kept 'clear open'
exec 3>&-

# A reader in the middle of waiting.
stream_to stream
cat=$!
kept 'a waiting reader'
workload hammer /proc/victim 'v_int 5' 1 11 >/dev/null
has() {
	[ "$(grep -c ': v_int: ' stream)" = 11 ]
}
wait_for 10 has || fail "the reader got $(wc -l <stream) lines"
assert_match "$(sed -n 's/^State:[[:blank:]]*//p' "/proc/$cat/status")" '^S' \
	'state of a waiting reader'
kill "$cat"
wait "$cat" || :
unload

# A reader under way, records coming.
load probes=v_int buffer_kb=4
stream_to stream
cat=$!
workload hammer /proc/victim 'v_int 5' 2 1000000000 >/dev/null &
hammer=$!
n=0
while [ "$n" -lt 11 ]; do
	kept 'a busy reader'
	n=$((n + 1))
done
kill -KILL "$cat"
wait "$cat" || :
unload
kill "$hammer"
wait "$hammer" || :
