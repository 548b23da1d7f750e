#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: what all probes have recorded is what trace shows and marks as lost, also with a ring far too small; a full ring in mode oldest counts what it drops
. /tests/vm/lib.sh

recorded() {
	awk '!/^#/ {
		for (i = 2; i <= NF; i++)
			if (index($i, "recorded=") == 1)
				sum += substr($i, 10)
	} END { print sum + 0 }' "$D/stats"
}

# shown: lines and losses.
shown() {
	awk '/^# LOST / { lost += $3; next } /^#/ { next } { n++ }
	END { print n + 0, lost + 0 }' "$D/trace"
}

work() {
	workload hammer /proc/victim 'v_outer 1 7' 5 43 >/dev/null
	echo 'v_rec 10 13' >/proc/victim
}
calls=$((2 * 7 * 5 * 43 + 2 * 11 * 13))

victim
probes='r:outer victim:v_outer;r:inner victim:v_inner;r:rec victim:v_rec;p:hit victim:v_rec'
load probes="$probes"
work
assert_eq "$(recorded)" "$calls"
assert_eq "$(shown)" "$calls 0" 'all'
unload

load probes="$probes" buffer_kb=4
work
assert_eq "$(recorded)" "$calls"
# shellcheck disable=SC2046 # two numbers
set -- $(shown)
assert_eq $(($1 + $2)) "$calls" 'shown and lost'
assert_ge "$2" $((calls - 128)) 'lost'
assert_ge "$1" 32 'shown'
# Those that are left are the last ones.
assert_match "$(tail -n 2 "$D/trace")" ': rec: lat=[0-9]* ret=10$'
unload

load probes="$probes" buffer_kb=4 mode=oldest
work
sum=0
for probe in outer inner rec hit; do
	accounts "$probe"
	sum=$((sum + $(stat_of "$probe" recorded) + $(stat_of "$probe" dropped)))
done
assert_eq "$sum" "$calls" 'recorded and dropped'
assert_eq "$(shown)" "$(recorded) 0" 'oldest'
assert_le "$(recorded)" 128
assert_ge "$(recorded)" 32
assert_eq "$(stat_of outer returns)" 1505 'counted all the same'
unload
