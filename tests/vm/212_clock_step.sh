#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: stepping the wall clock by an hour, forward and back, in the middle of a call changes neither its duration nor its time
. /tests/vm/lib.sh

# Other tasks sleep too.
age() {
	sed -n "s/^nap age=\([0-9]*\) tid=$writer .*/\1/p" "$D/inflight"
}

is_inside() {
	[ -n "$(age)" ]
}

# How far the wall clock was put forward, to put it back.
ahead=0
trap '[ "$ahead" = 0 ] || workload settime "-$ahead" >/dev/null' EXIT

victim
for clock in auto mono boot; do
	load probes='r64:nap do_nanosleep' clock="$clock"
	from=$(sed 's/\..*//' /proc/uptime)
	usleep 1500000 &
	writer=$!
	wait_for 10 is_inside || fail 'nobody inside'
	wall=$(date +%s)
	workload settime 3600 >/dev/null
	ahead=3600
	assert_ge "$(date +%s)" $((wall + 3600)) 'wall clock'
	age=$(age)
	assert_ge "$age" 1 'age of the call'
	assert_lt "$age" 1000000000000 'age of the call'
	usleep 300000
	workload settime -3600 >/dev/null
	ahead=0
	wait "$writer"
	to=$(sed 's/\..*//' /proc/uptime)
	grep "^ *usleep-$writer .*: nap: " "$D/trace" >record
	assert_eq "$(wc -l <record)" 1 records
	assert_ge "$(key_of lat <record)" 1500000000 "$clock: duration"
	assert_lt "$(key_of lat <record)" 60000000000 "$clock: duration"
	assert_lt "$(stat_of nap max)" 60000000000 "$clock: duration"
	time=$(sed 's/.*\] *\([0-9]*\)\..*/\1/' record)
	assert_ge "$time" "$from" "$clock: time"
	assert_le "$time" $((to + 1)) "$clock: time"
	assert_eq "$(stat_of nap backward)" 0
	accounts nap
	unload
done
