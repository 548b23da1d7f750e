#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # $argN is no variable of the shell
# description: a hist clause counts each call under its key, whatever the kind, CPU and context; keys show as records show them; what finds no room or cannot be read is counted as that
# requires: tags=checked
. /tests/vm/lib.sh

# keys PROBE: its lines of hist that have a key, without the probe's name.
keys() {
	sed -n "s/^$1 \\(.*: [0-9]* calls.*\\)/\\1/p" "$D/hist"
}

# rows PROBE KEY: the rows of that block, without bars.
rows() {
	awk -v head="$1 $2: " '
		/^[[(]/ { if (on) { sub(/ +\|.*/, ""); gsub(/ +/, " "); print }; next }
		{ on = index($0, head) == 1 }' "$D/hist"
}

# sum_of PROBE: of all calls with a key, and of those that found no room.
sum_of() {
	keys "$1" | sed 's/.*: \([0-9]*\) calls.*/\1/' |
		awk '{ sum += $1 } END { print sum + 0 }'
}

victim
# By a number, by what is returned, of values with a sign; hits and returns.
load probes='r:num v_long n=$arg1:s64 hist:keys=n:vals=hitcount;p:hit v_long n=$arg1:s64 hist:keys=n;r:val v_long n=$arg1:s64 hist:keys=pid:vals=n;r:lat v_long hist:keys=comm;r:ret v_int hist:keys=ret:vals=hitcount;p:some v_long n=$arg1:s64 hist:keys=n if n > 100'
for n in 7 300 7 -5 7 300 1000 0; do
	echo "v_long $n" >/proc/victim
done
for n in -11 0 -11 0xfffffff5; do
	echo "v_int $n" >/proc/victim
done
by_n='n=7: 3 calls
n=300: 2 calls
n=0: 1 calls
n=1000: 1 calls
n=-5: 1 calls'
assert_eq "$(keys num)" "$by_n" 'by a number'
assert_eq "$(keys hit)" "$by_n" 'hits by a number'
assert_eq "$(keys some)" 'n=300: 2 calls
n=1000: 1 calls' 'what a filter lets through'
assert_eq "$(keys val)" "pid=$$: 8 calls, n min -5, mean 202, max 1000"
assert_eq "$(rows val "pid=$$")" '[..., 0) 1
[0, 1) 1
[1, 2) 0
[2, 4) 0
[4, 8) 3
[8, 16) 0
[16, 32) 0
[32, 64) 0
[64, 128) 0
[128, 256) 0
[256, 512) 2
[512, 1024) 1' 'rows of values'
# A spawned shell's comm is that of its script.
assert_match "$(keys lat)" '^comm="[^"]*": 8 calls, min [0-9]+, mean [0-9]+, max [0-9]+$'
assert_eq "$(rows lat "$(keys lat | sed 's/: .*//')" |
	awk '{ sum += $3 } END { print sum }')" 8 'latencies of a key'
assert_eq "$(keys ret)" 'ret=-11 (EAGAIN): 3 calls
ret=0: 1 calls' 'decoded return values'
assert_match "$(cat "$D/probes")" '^p:some v_long n=\$arg1:s64 hist:keys=n if n > 100$'
# Cleared, it starts anew, and a probe that goes takes its keys along.
echo 1 >"$D/clear"
assert_eq "$(keys num)$(keys hit)$(keys lat)" '' 'after clear'
echo 'v_long 3' >/proc/victim
assert_eq "$(keys num)" 'n=3: 1 calls'
echo '-:num' >>"$D/probes"
assert_eq "$(keys num)" ''
echo 'r:num v_long n=$arg1:s64 hist:keys=n:vals=hitcount' >>"$D/probes"
echo 'v_long 4' >/proc/victim
assert_eq "$(keys num)" 'n=4: 1 calls'
assert_eq "$(keys hit)" 'n=3: 1 calls
n=4: 1 calls'
unload

# Text, what cannot be read, and several keys; also without records.
load records=0 probes='r:text v_text s=+0($arg1):string hist:keys=s,comm:vals=hitcount;p:bad v_address v=+0($arg1):u8 hist:keys=v;p:val v_address v=+0($arg1):u8 hist:keys=tid:vals=v'
for n in 3 5 3; do
	echo "v_text $n" >/proc/victim
done
echo 'v_address 16' >/proc/victim
assert_eq "$(keys text | sed 's/ comm="[^"]*"//')" 's="012": 2 calls
s="01234": 1 calls' 'by text'
assert_eq "$(keys bad)" 'v=(fault): 1 calls'
assert_eq "$(keys val)" "tid=$$: 1 calls"
assert_eq "$(rows val "tid=$$")" '(fault) 1'
unload

# More keys than there is room for.
load probes='p:few v_long n=$arg1:u64 hist:keys=n:size=3;p:many v_long n=$arg1:u64 hist:keys=n'
workload hammer /proc/victim 'v_long 1' 1 5 >/dev/null
n=2
while [ "$n" -le 12 ]; do
	echo "v_long $n" >/proc/victim
	n=$((n + 1))
done
assert_match "$(keys few)" '^n=1: 5 calls$'
assert_match "$(keys few | tail -n 1)" '^\(no room for key\): [0-9]+ calls$'
assert_eq "$(sum_of few)" 16
assert_eq "$(keys many | wc -l) $(sum_of many)" '12 16'
unload

# All CPUs at once, tasks, interrupts and where they interrupt each other.
load probes='r:cpu v_long hist:keys=cpu:vals=hitcount;r:tid v_long hist:keys=tid;p:irq v_irq n=$arg1:u64 hist:keys=n,cpu;r:soft v_softirq hist:keys=ret;r:rec v_rec n=$arg1:u64 hist:keys=n:vals=hitcount'
workload hammer /proc/victim 'v_long 1' 7 101 >/dev/null
workload hammer /proc/victim 'v_irq 3 53' 2 3 >/dev/null
workload hammer /proc/victim 'v_softirq 4 53' 2 3 >/dev/null
workload hammer /proc/victim 'v_rec 7 11' 2 5 >/dev/null
assert_eq "$(keys tid | grep -c ': 101 calls, min ')" 7 'threads'
for probe in cpu tid irq soft rec; do
	assert_eq "$(sum_of "$probe")" "$(stat_of "$probe" entries)" "$probe"
	accounts "$probe"
done
assert_eq "$(stat_of tid calls)" 707
assert_eq "$(sum_of irq)" 318
# Each call comes by once at every depth.
assert_eq "$(keys rec | sort)" 'n=0: 110 calls
n=1: 110 calls
n=2: 110 calls
n=3: 110 calls
n=4: 110 calls
n=5: 110 calls
n=6: 110 calls
n=7: 110 calls'
unload

# What a key shows gives no address away, and is one where it shows the same.
refused 'r vfs_open hist:keys=nosuch' '^kretscope: spec 1, column 22: no argument of this name'
refused 'p vfs_open hist:keys=pid:vals=lat' '^kretscope: spec 1, column 31: only a return probe'
load probes='p:ptr vfs_read file=$arg1:x64 hist:keys=file'
dd if=/dev/zero of=/dev/null bs=1 count=9 2>/dev/null
assert_eq "$(keys ptr | grep -c .)" 1 'addresses'
assert_match "$(keys ptr)" '^file=\(kaddr\): [0-9]+ calls$'
unload
