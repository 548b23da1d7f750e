#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: 100 rounds of load and unload while the probed functions are called on all CPUs; counts add up, and nothing is left behind
# requires: time=180 tags=long
. /tests/vm/lib.sh

# round N: load, look, unload.
round() {
	load_in_way "$1"
	if [ $(($1 % 4)) = 0 ]; then
		echo 1 >"$D/enabled"
		cat "$D/trace" >trace
		echo 0 >"$D/enabled"
		accounts sl
		assert_eq "$(head_of state)" disabled
	fi
	unload
	[ ! -e "$D" ] || fail "$D is left"
}

victim
# Seven threads that are nearly always inside.
workload hammer /proc/victim 'v_sleep 1' 7 1000000000 >/dev/null &
sleepers=$!
mark
n=0
while [ "$n" -lt 80 ]; do
	[ "$n" != 5 ] || before=$(free_kb)
	round "$n"
	n=$((n + 1))
done
assert_ge $(($(free_kb) + 1024)) "$before" 'memory after 75 rounds, KiB'

# And with callers that keep all CPUs busy.
workload hammer /proc/victim 'v_rec 7' 2 1000000000 >/dev/null &
callers=$!
while [ "$n" -lt 100 ]; do
	round "$n"
	n=$((n + 1))
done
assert_eq "$(since_mark | grep -c '^kretscope: loaded, ')" 100
assert_eq "$(since_mark | grep -c '^kretscope: unloaded: ')" 100
kill "$sleepers" "$callers"
wait "$sleepers" "$callers" || :
# The victim does what it did, and is not held.
workload hammer /proc/victim 'v_rec 7' 2 13 >/dev/null
assert_match "$(cat /proc/victim)" '^last=7$'
rmmod victim
