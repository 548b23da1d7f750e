#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: calls of tasks that are moved between CPUs are all paired; no duration is negative or absurd, a backward step is counted
. /tests/vm/lib.sh

called() {
	sed -n "s/^$1 calls=//p" /proc/victim
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
	zero=$(awk -v p="$1:" '$4 == p && $5 == "lat=0" { n++ }
		END { print n + 0 }' "$D/trace")
	# A step back reads as 0; the ring has room for the calls in here.
	assert_le "$backward" "$zero" 'backward steps'
}

victim
for clock in auto mono; do
	load probes='r:empty victim:v_empty;r:nap victim:v_sleep' \
		clock="$clock" buffer_kb=8192
	echo reset >/proc/victim
	workload pinhop /proc/victim 'v_empty 100' 499 >moves
	assert_ge "$(sed -n 's/^moves=//p' moves)" 3 'moves'
	assert_eq "$(called v_empty)" 49900
	sane empty v_empty
	# Asleep in the call on one CPU, woken on another. Its time is in jiffies,
	# which may be late: no least duration here.
	echo 1 >"$D/clear"
	workload pinhop /proc/victim 'v_sleep 1' 53 >moves
	assert_ge "$(sed -n 's/^moves=//p' moves)" 53 'moves'
	assert_eq "$(called v_sleep)" 53
	sane nap v_sleep
	assert_eq "$(awk '$4 == "nap:" { print $2 }' "$D/trace" | sort -u |
		wc -l)" 2 'CPUs of the returns'
	unload
done
