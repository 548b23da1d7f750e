#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: calls that never return and fill all instances make maxactive grow; what is abandoned in the old registration is counted once, also after that is gone
. /tests/vm/lib.sh

# Ended tasks that nobody has waited for: still inside do_exit().
zombies() {
	grep -c '^exit .* comm=sleep$' "$D/inflight" || :
}

are_all_dead() {
	[ "$(grep -l '^State:.Z' /proc/[0-9]*/status 2>/dev/null | wc -l)" -ge 97 ]
}

have_gone() {
	[ "$(zombies)" -le 5 ]
}

has_grown() {
	[ "$(stat_of exit maxactive)" = '128(auto)' ]
}

# Kprobes of ours on the function.
is_drained() {
	[ "$(grep -c 'do_exit' /sys/kernel/debug/kprobes/list)" = 1 ]
}

# The few that are inside are those that end right now.
check() {
	accounts exit
	assert_eq "$(stat_of exit returns)" 0
	assert_le "$(stat_of exit inflight)" 9 "inside $1"
	assert_le "$(stat_of exit abandoned)" "$(stat_of exit entries)" "$1"
	assert_ge "$(stat_of exit abandoned)" "$tracked" "$1"
}

are_all_there() {
	[ "$(wc -l <children)" = 97 ]
}

# sleep does not wait for the children it is given.
: >children
sh -c 'i=0
	while [ "$i" -lt 97 ]; do
		sleep 600 &
		echo $! >>children
		i=$((i + 1))
	done
	exec sleep 600' &
parent=$!
wait_for 20 are_all_there || fail "$(wc -l <children) children"
load probes='r:exit do_exit'
mark
# shellcheck disable=SC2046 # numbers
kill $(cat children)
wait_for 20 are_all_dead || fail 'not all tasks are dead'
# A kernel may take the instances back when a task dies, not when it is waited
# for: then they do not run out.
if [ "$(stat_of exit missed_maxactive)" = 0 ]; then
	wait_for 10 have_gone || fail "$(zombies) ended tasks are still inside"
	tracked=97
	check 'of tasks that are dead'
	assert_eq "$(stat_of exit maxactive)" '64(auto)'
	skip 'the kernel takes instances back from tasks that are dead'
fi
wait_for 10 has_grown || fail "maxactive is $(stat_of exit maxactive)"
tracked=$(zombies)
assert_ge "$tracked" 40 'ended tasks inside'
assert_le "$tracked" 97 'ended tasks inside'
assert_ge "$(stat_of exit inflight)" "$tracked"
assert_ge "$(stat_of exit missed_maxactive)" 1
accounts exit

# Now init waits for them.
kill "$parent"
wait "$parent" || :
wait_for 10 have_gone || fail "$(zombies) ended tasks are still inside"
check 'once the tasks are gone'
wait_for 15 is_drained || fail "the old registration stays:
$(cat /sys/kernel/debug/kprobes/list)"
check 'once the old registration is gone'
assert_eq "$(since_mark | grep -c 'exit: .* grown from 64 to 128$')" 1 'log'
unload
