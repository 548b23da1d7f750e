#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: 100 rounds of load and unload while the probed functions are called on all CPUs; counts add up in each round
# requires: time=200
. /tests/vm/lib.sh

victim
# All the time, on all CPUs, but not at the cost of loading.
sh -c "renice -n 15 -p \$\$
	exec workload hammer /proc/victim 'v_rec 7' 2 1000000000" >/dev/null &
a=$!
sh -c "renice -n 15 -p \$\$
	exec workload hammer /proc/victim 'v_int 5' 2 1000000000" >/dev/null &
b=$!
workload hammer /proc/victim 'v_sleep 3' 3 1000000000 >/dev/null &
c=$!
mark
n=0
while [ "$n" -lt 100 ]; do
	case $((n % 5)) in
	0) load probes='r:rec v_rec;r:int v_int;p:hit v_int;r:sl v_sleep' buffer_kb=64 ;;
	1) load probes='r:rec victim:v_rec;p:hit v_rec' mode=oldest buffer_kb=4 ;;
	2) load probes='r1:rec v_rec;p:hit v_rec' clock=mono buffer_kb=64 ;;
	3) load probes='r:rec v_rec;p:hit v_rec' enabled=0 records=0 ;;
	4) load probes='r:rec v_rec;p:hit v_rec' maxactive=3 min_ns=100000 ;;
	esac
	if [ $((n % 10)) -lt 5 ]; then
		[ "$(cat "$D/enabled")" = 1 ] || echo 1 >"$D/enabled"
		cat "$D/trace" >trace
		echo 0 >"$D/enabled"
		accounts rec
		accounts hit
	fi
	unload
	n=$((n + 1))
done
assert_eq "$(since_mark | grep -c '^kretscope: loaded, ')" 100
assert_eq "$(since_mark | grep -c '^kretscope: unloaded: ')" 100
kill "$a" "$b" "$c"
wait || :
# The victim does what it did.
workload hammer /proc/victim 'v_rec 7' 2 13 >/dev/null
assert_match "$(cat /proc/victim)" '^last=7$'
rmmod victim
