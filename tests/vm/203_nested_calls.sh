#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a probed function inside a probed one: each has its own start, the inner call lies inside the outer one
. /tests/vm/lib.sh

# lat PROBE TID: latencies, in order.
lat() {
	awk -v p="$1:" -v t="-$2" '$4 == p && index($0, t " ") {
		print substr($5, 5)
	}' "$D/trace"
}

# Some kernels read a named pipe by a function of its own.
pipe_read=pipe_read
! grep -q ' [tT] fifo_pipe_read$' /proc/kallsyms || pipe_read=fifo_pipe_read
load probes="r:outer vfs_read;r:inner $pipe_read"
mkfifo pipe
cat pipe >out &
reader=$!
{
	sleep 1
	echo hi
} >pipe
wait "$reader"
assert_eq "$(cat out)" hi
# It waits for the text, then sees the end.
assert_eq "$(lat inner "$reader" | wc -l)" 2 'pipe_read of cat'
outer=$(lat outer "$reader" | tail -n 2 | head -n 1)
inner=$(lat inner "$reader" | head -n 1)
assert_ge "$inner" 500000000 'pipe_read that waits'
assert_ge "$outer" "$inner" 'vfs_read around it'
# What it read before, its own program, did not wait.
assert_ge "$(lat outer "$reader" | wc -l)" 2 'vfs_read of cat'
assert_eq "$(lat outer "$reader" | awk '$1 >= 500000000' | wc -l)" 1 \
	'vfs_read that wait'
unload

# Without a wait: the starts, from times in ns without the dot.
victim
load probes='r:outer victim:v_outer;r:inner victim:v_inner'
workload hammer /proc/victim 'v_outer 5 7' 3 11 >/dev/null
assert_eq "$(stat_of outer recorded)" 231
assert_eq "$(stat_of inner recorded)" 231
awk '
{
	tid = $1
	sub(/.*-/, "", tid)
	end = $3
	gsub(/[.:]/, "", end)
	end += 0
	lat = substr($5, 5) + 0
}
$4 == "inner:" {
	if (tid in inner)
		print "two inner returns in a row: " $0
	if ($6 != "ret=6")
		print "result: " $0
	inner[tid] = end
	inner_lat[tid] = lat
}
$4 == "outer:" {
	if (!(tid in inner))
		print "no inner return before: " $0
	if ($6 != "ret=7")
		print "result: " $0
	if (end < inner[tid] || lat < inner_lat[tid] ||
	    end - lat > inner[tid] - inner_lat[tid])
		print "inner call " inner[tid] " lat " inner_lat[tid] \
			" is not inside: " $0
	delete inner[tid]
}' "$D/trace" >bad
assert_eq "$(cat bad)" '' 'nesting'
accounts outer
accounts inner
unload
