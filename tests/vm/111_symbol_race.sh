#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: resolving a module's function while that module comes and goes ends in an armed probe or a named cause
# requires: time=180 tags=long
. /tests/vm/lib.sh

: >run
turn=0
(
	while [ -e run ]; do
		insmod /lib/victim.ko 2>/dev/null || :
		usleep $((100000 * (turn % 3)))
		turn=$((turn + 1))
		rmmod victim 2>/dev/null || :
	done
) &
toggler=$!
round=0 armed=0 refusals=0
while [ "$round" -lt 40 ]; do
	mark
	if load probes='r:o vfs_open;r:v victim:v_int' 2>/dev/null; then
		armed=$((armed + 1))
		assert_match "$(stat_of v state)" '^(armed|gone)$'
		assert_eq "$(stat_of o state)" armed
		unload
	else
		refusals=$((refusals + 1))
		assert_match "$(since_mark)" '^kretscope: spec 2, column ' cause
	fi
	round=$((round + 1))
done
rm run
wait "$toggler"
assert_ge "$armed" 1 'loads with the module there'
assert_ge "$refusals" 1 'loads without it'
# What lookups held of the module is given back.
[ ! -e /sys/module/victim ] || rmmod victim
echo "armed $armed refused $refusals"
