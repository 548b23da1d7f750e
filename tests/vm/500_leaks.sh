#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: 100 rounds of load, use of every file and unload under load, refused loads between them, leave no memory that nothing refers to
# requires: path=/sys/kernel/debug/kmemleak append=kmemleak=on time=400
. /tests/vm/lib.sh

K=/sys/kernel/debug/kmemleak

# look: what nothing refers to now. Objects count from an age of 5 s; of two
# scans one may have met a pointer on its way from one place to another.
look() {
	sleep 6
	echo scan >"$K"
	sleep 2
	echo scan >"$K"
	cat "$K"
}

# round N: load, use all files, unload.
round() {
	load_in_way "$1"
	for file in "$D"/*; do
		case ${file##*/} in
		trace_pipe) workload nonblock "$file" >said ;;
		clear) echo 1 >"$file" ;;
		*) cat "$file" >copy ;;
		esac
	done
	echo $((4 << $1 % 4)) >"$D/buffer_kb"
	echo newest >"$D/mode"
	echo 0 >"$D/enabled"
	echo 1 >"$D/enabled"
	stream_to stream
	reader=$!
	kill "$reader"
	wait "$reader" || :
	unload
	[ ! -e "$D" ] || fail "$D is left"
}

# refusals: loads that fail, each at another step.
refusals() {
	refused 'r:sl v_sleep;r:x nosuch' 'no such symbol'
	refused 'r:sl v_sleep;r:sl v_rec' 'spec 2, column 3'
	refused 'r:sl v_sleep;x' 'spec 2, column 1'
}

# No memory for the rings.
too_much() {
	if load probes='r:sl v_sleep' buffer_kb=1048576 2>err; then
		fail 'a load with 1 GiB per CPU worked'
	fi
}

victim
# Seven threads that are nearly always inside, and one that is always busy.
workload hammer /proc/victim 'v_sleep 1' 7 1000000000 >/dev/null &
sleepers=$!
workload hammer /proc/victim 'v_rec 7' 1 1000000000 >/dev/null &
callers=$!
# What the kernel or the first use has left is not looked at again.
round 0
look >before
echo clear >"$K"
assert_eq "$(cat "$K")" '' 'after clear'

mark
first=$mark_id
n=0
while [ "$n" -lt 100 ]; do
	round "$n"
	[ $((n % 10)) != 0 ] || refusals
	[ $((n % 50)) != 0 ] || too_much
	n=$((n + 1))
done
assert_eq "$(dmesg | log_after "kretscope-vm: mark $first" |
	grep -c '^kretscope: unloaded: ')" 100
kill "$sleepers" "$callers"
wait "$sleepers" "$callers" || :
look >after
if [ -s after ]; then
	cat after
	fail "$(grep -c '^unreferenced object' after) objects are left"
fi
assert_eq "$(cat before)" '' 'left by the first round or what was before it'
