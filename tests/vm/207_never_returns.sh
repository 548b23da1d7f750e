#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: calls whose task ended inside count as abandoned, before and after their instances are used again, and are not in the file inflight
. /tests/vm/lib.sh

called() {
	sed -n "s/^$1 calls=//p" /proc/victim
}

victim
load probes='r:many victim:v_exit;r1:one victim:v_exit;r:exit do_exit'
echo 'v_exit 5' >/proc/victim
assert_eq "$(called v_exit)" 5
# No instance was handed out twice: it is the tasks that are missing.
assert_eq "$(stat_of many entries)" 5
assert_eq "$(stat_of many returns)" 0
assert_eq "$(stat_of many abandoned)" 5
assert_eq "$(stat_of many inflight)" 0
assert_eq "$(grep -c '^many ' "$D/inflight" || :)" 0 'lines in inflight'

# The only instance, again and again: the kernel takes it back some time after
# the end of the task.
i=0
while [ "$i" -lt 12 ]; do
	echo v_exit >/proc/victim
	usleep 100000
	i=$((i + 1))
done
assert_eq "$(called v_exit)" 17
assert_eq "$(stat_of one calls)" 17
reused=$(stat_of one entries)
assert_ge "$reused" 3 'calls that got the one instance'
assert_eq "$(stat_of one abandoned)" "$reused"
assert_eq "$(stat_of one inflight)" 0
accounts one
assert_eq "$(stat_of many abandoned)" 17
assert_eq "$(stat_of many missed_maxactive)" 0
accounts many

# Every process ends inside do_exit().
before=$(stat_of exit entries)
assert_ge "$before" 17 'calls of do_exit by the threads'
assert_eq "$(workload sleepers 13 20)" slept=13
assert_ge "$(stat_of exit entries)" $((before + 14))
assert_eq "$(stat_of exit returns)" 0
assert_ge "$(stat_of exit abandoned)" $((before + 14))
accounts exit

# What was cleared stays abandoned: nobody is inside.
echo 1 >"$D/clear"
assert_eq "$(stat_of one inflight)" 0
assert_eq "$(stat_of one entries)" "$(stat_of one abandoned)"
assert_le "$(stat_of one entries)" 1 'calls of the one instance'
accounts one
accounts many
unload
