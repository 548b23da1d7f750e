#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a call that a signal cuts short is a call that returned: recorded with its result and duration, neither inside nor abandoned
# requires: tags=checked
. /tests/vm/lib.sh

inside() {
	[ "$(stat_of nap inflight)" = "$1" ]
}

victim
load probes='r:nap victim:v_sleep;r:write victim:victim_write'
pids=
for signal in TERM TERM HUP KILL ALRM KILL USR1; do
	sh -c 'echo "v_sleep 30000" >/proc/victim' &
	pids="$pids $signal:$!"
done
wait_for 20 inside 7 || fail "$(stat_of nap inflight) calls inside, not 7"
usleep 100000
for pid in $pids; do
	kill "-${pid%:*}" "${pid#*:}"
done
for pid in $pids; do
	! wait "${pid#*:}" || fail "${pid%:*} did not end a task"
done
assert_eq "$(stat_of nap recorded)" 7
assert_eq "$(stat_of nap inflight)" 0
assert_eq "$(stat_of nap abandoned)" 0
accounts nap
# What was left of 30000 ms.
assert_eq "$(awk '$4 == "nap:" && substr($5, 5) + 0 >= 100000000 &&
	substr($6, 5) + 0 > 0 && substr($6, 5) + 0 <= 30000' "$D/trace" |
	wc -l)" 7 'records of interrupted calls'
assert_eq "$(grep -c ': write: lat=[0-9]* ret=-4 (EINTR)$' "$D/trace")" 7 \
	'records with EINTR'
assert_eq "$(stat_of write inflight)" 0
accounts write
unload
