#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: 20 rounds: rmmod while 20 tasks sleep inside probed functions succeeds within 2 s, says so, and every sleeper ends well
# requires: time=240
. /tests/vm/lib.sh

# How many times slower than usual all may be.
read -r slow </tests/slow
nap=$((2500 * slow))

now() {
	awk '{ print int($1 * 1000) }' /proc/uptime
}

# inside N PROBE: N sleepers are inside.
inside() {
	[ "$(grep -c "^$2 age=[0-9]* tid=[0-9]* comm=workload\$" \
		"$D/inflight")" = "$1" ]
}

# round PROBE MAX COMMAND...: unload with its 20 calls inside; others than
# the sleepers' own may be inside too, at most MAX - 20. The sleepers sleep on
# into the next rounds, and say how they ended in said.PID.
round() {
	round_probe=$1 round_max=$2
	shift 2
	sh -c '"$@" >said.$$' sh "$@" &
	round_pid=$!
	sleepers="$sleepers $round_pid"
	wait_for 10 inside 20 "$round_probe" ||
		fail "inside: $(cat "$D/inflight")"
	mark
	begin=$(now)
	unload
	took=$(($(now) - begin))
	kill -0 "$round_pid" 2>/dev/null || fail 'the sleepers ended too early'
	assert_le "$took" $((2000 * slow)) 'ms to unload'
	said=$(since_mark | sed -n 's/^kretscope: unloaded: .*inflight=//p')
	assert_ge "$said" 20 'inflight in the unload line'
	assert_le "$said" "$round_max" 'inflight in the unload line'
	[ ! -e "$D" ] || fail "$D is left"
}

victim
sleepers=
n=0
while [ "$n" -lt 10 ]; do
	load probes='r64:n do_nanosleep'
	# The one that watches over this case's time sleeps there as well.
	round n 21 workload sleepers 20 "$nap"
	load probes='r64:v victim:v_sleep;p:e victim:v_empty' \
		mode=oldest buffer_kb=4
	round v 20 workload hammer /proc/victim "v_sleep $nap" 20 1
	n=$((n + 1))
done
for pid in $sleepers; do
	wait "$pid" || fail "sleepers: $(cat "said.$pid")"
	assert_match "$(cat "said.$pid")" '^(slept=20|errors=0)$'
done

# Calls that were inside at load are not seen to return; later ones are.
workload hammer /proc/victim "v_sleep $((2 * nap))" 7 1 >said &
sleepers=$!
usleep 300000
load probes=v_sleep
kill -0 "$sleepers" || fail 'the sleepers ended too early'
assert_eq "$(stat_of v_sleep entries)" 0 'entries of calls before the load'
wait "$sleepers"
assert_eq "$(stat_of v_sleep returns)" 0 'returns of calls before the load'
workload hammer /proc/victim 'v_sleep 1' 1 3 >/dev/null
assert_eq "$(stat_of v_sleep returns)" 3
accounts v_sleep
unload
