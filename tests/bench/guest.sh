#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # tracefs and kretscope expand these themselves
# Runs in the guest: the cost of one call of vfs_read under each tracer, and of
# reading one record, as "NAME NUMBER" lines. Numbers are ns of a guest in which
# an instruction takes one ns.
set -eu

D=/sys/kernel/debug/kretscope
T=/sys/kernel/tracing

say() {
	echo "$1 $2"
}

call() {
	say "$1" "$(cost call)"
}

# Cost per line and how many lines; the second must be what was recorded.
record() {
	say "$1" "$(cost read "$2" 10000)"
}

empty() {
	insmod /lib/empty.ko kind="$1"
	call "empty_$1"
	rmmod empty
}

# ours NAME SPEC [PARAMETER...]
ours() {
	name=$1 spec=$2
	shift 2
	insmod /lib/kretscope.ko "probes=\"$spec\"" "$@"
	call "$name"
}

event() {
	echo "$1" >"$T/events/kprobes/$2/enable"
}

tracefs_return() {
	echo 'r:ret vfs_read $retval' >"$T/kprobe_events"
	event 1 ret
	call tracefs_r
	# Off before the reading, which would feed itself without end.
	event 0 ret
	record tracefs_read "$T/trace_pipe"
	echo >"$T/kprobe_events"
}

tracefs_pair() {
	printf '%s\n' 'p:ent vfs_read count=$arg3' 'r:ret vfs_read $retval' \
		>"$T/kprobe_events"
	event 1 ent
	event 1 ret
	call tracefs_pr
	event 0 ent
	event 0 ret
}

# Start time kept by thread, difference to a synthetic event, its histogram.
tracefs_latency() {
	ent=$T/events/kprobes/ent ret=$T/events/kprobes/ret
	echo 'span u64 lat' >"$T/synthetic_events"
	echo 'hist:keys=common_pid:t0=common_timestamp' >"$ent/trigger"
	echo 'hist:keys=common_pid:d=common_timestamp-$t0:onmatch(kprobes.ent).span($d)' \
		>"$ret/trigger"
	echo 'hist:keys=lat.log2' >"$T/events/synthetic/span/trigger"
	call tracefs_latency
	grep -q 'Hits: 10' "$T/events/synthetic/span/hist"
	echo '!hist:keys=lat.log2' >"$T/events/synthetic/span/trigger"
	echo '!hist:keys=common_pid:d=common_timestamp-$t0:onmatch(kprobes.ent).span($d)' \
		>"$ret/trigger"
	echo '!hist:keys=common_pid:t0=common_timestamp' >"$ent/trigger"
	echo >"$T/synthetic_events"
	echo >"$T/kprobe_events"
}

function_graph() {
	echo vfs_read >"$T/set_ftrace_filter"
	echo function_graph >"$T/current_tracer"
	call function_graph
	echo nop >"$T/current_tracer"
	echo >"$T/set_ftrace_filter"
}

# bpf NAME ENTRY RETURN: the cost of a latency histogram.
bpf() {
	at_entry="$2:vfs_read { @start[tid] = nsecs }"
	at_return="$3:vfs_read /@start[tid]/"
	lat='nsecs - @start[tid]' end='delete(@start[tid])'
	bpftrace -q -c 'cost call' \
		-e "$at_entry $at_return { @lat = hist($lat); $end }" \
		>/tmp/bpftrace
	awk -F '|' -v name="$1" '/^[0-9.]+$/ { took = $1 }
		NF == 3 { n += substr($1, match($1, /[0-9]+ *$/)) }
		END { print name, took, n }' /tmp/bpftrace
}

mount -t tracefs tracefs "$T"
bpftrace --version
call nothing
empty kprobe
empty kretprobe

ours kprobe 'p vfs_read'
rmmod kretscope
ours kretprobe 'r vfs_read'
sed -n 's/.* source=\([a-z]*\) .*/source \1/p' "$D/stats"
record read "$D/trace_pipe"
echo 0 >"$D/records"
call kretprobe_no_records
rmmod kretscope
ours kretprobe_mono 'r vfs_read' clock=mono
rmmod kretscope

ours kretprobe_arg 'r vfs_read n=$arg3:u64'
rmmod kretscope
ours kretprobe_filter 'r vfs_read if pid == 1'
rmmod kretscope

ours direct 'f vfs_read'
echo 0 >"$D/records"
call direct_no_records
echo 0 >"$D/enabled"
rmmod kretscope
ours direct_mono 'f vfs_read' clock=mono
echo 0 >"$D/enabled"
rmmod kretscope
ours direct_arg 'f vfs_read n=$arg3:u64'
echo 0 >"$D/enabled"
rmmod kretscope
ours direct_filter 'f vfs_read if pid == 1'
echo 0 >"$D/enabled"
rmmod kretscope

tracefs_return
tracefs_pair
tracefs_latency
function_graph
bpf bpftrace_fentry kfunc kretfunc
bpf bpftrace_kprobe kprobe kretprobe
call nothing_again
