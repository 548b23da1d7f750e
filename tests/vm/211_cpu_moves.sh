#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: calls of tasks that are moved between CPUs are all paired; no duration is negative or absurd, a backward step is counted
. /tests/vm/lib.sh

called() {
	sed -n "s/^$1 calls=//p" /proc/victim
}

# hop CMD TIMES MOVES: write CMD so often, or more for so many moves; sets writes.
hop() {
	workload pinhop /proc/victim "$@" >hopped
	writes=$(sed -n 's/^writes=//p' hopped)
	assert_ge "$writes" "$2" "writes of $1"
	assert_ge "$(sed -n 's/^moves=//p' hopped)" "$3" "moves in $1"
}

sane() {
	assert_eq "$(stat_of "$1" calls)" "$(called "$2")" "calls of $2"
	assert_eq "$(stat_of "$1" returns)" "$(called "$2")" "returns of $2"
	accounts "$1"
	assert_ge "$(stat_of "$1" min)" 0
	assert_lt "$(stat_of "$1" max)" 10000000000 'longest call'
	assert_eq "$(sed 1d "$D/trace" | grep -c -E -e 'lat=([^0-9]|[0-9]{12})' ||
		:)" 0 'records with an absurd latency'
	backward=$(stat_of "$1" backward)
	# A step back reads as 0; the ring has room for the calls in here.
	awk -v p="$1:" '$4 == p { n++; zero += $5 == "lat=0" }
		END { print n + 0, zero + 0 }' "$D/trace" >counted
	read -r shown zero <counted
	assert_eq "$shown" "$(called "$2")" 'records in the ring'
	assert_le "$backward" "$zero" 'backward steps'
}

victim
for clock in auto mono; do
	load probes='r:empty victim:v_empty;r:nap victim:v_sleep' \
		clock="$clock" buffer_kb=32768
	echo reset >/proc/victim
	# The less a probe costs, the more calls there are between two moves.
	hop 'v_empty 100' 499 5
	assert_eq "$(called v_empty)" $((writes * 100))
	sane empty v_empty
	# Asleep in the call on one CPU, woken on another. Its time is in jiffies,
	# which may be late: no least duration here.
	echo 1 >"$D/clear"
	hop 'v_sleep 1' 53 53
	assert_eq "$(called v_sleep)" "$writes"
	sane nap v_sleep
	assert_eq "$(awk '$4 == "nap:" { print $2 }' "$D/trace" | sort -u |
		wc -l)" 2 'CPUs of the returns'
	unload
done
