#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # tracefs and kretscope expand these themselves
# Runs in the guest: the cost of one call of vfs_read under each tracer, and of
# reading one record, as "NAME NUMBER" lines; also how long the call is, and how
# long on average each tracer says, as "NAME_says MEAN CALLS". Numbers are ns of
# a guest in which an instruction takes one ns.
set -eu

D=/sys/kernel/debug/kretscope
T=/sys/kernel/tracing

say() {
	echo "$1 $2"
}

# The result goes to a file: a shell that waits for it at a pipe is in vfs_read
# all the while, and such a call would be in the mean that the tracer tells.
call() {
	cost call >/tmp/cost
	read -r took </tmp/cost
	say "$1" "$took"
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

length() {
	insmod /lib/length.ko \
		address=0x"$(sed -n 's/ [Tt] vfs_read$//p' /proc/kallsyms)"
	say length "$(cat /sys/module/length/parameters/length)"
	rmmod length
}

# ours NAME SPEC [PARAMETER...]
ours() {
	name=$1 spec=$2
	shift 2
	insmod /lib/kretscope.ko "probes=\"$spec\"" "$@"
	call "$name"
}

ours_says() {
	sed -n "s/^vfs_read .* returns=\([0-9]*\) .* mean=\([0-9]*\) .*/$1_says \2 \1/p" \
		"$D/stats"
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
	# Powers of two tell no mean.
	echo 'hist:keys=lat' >"$T/events/synthetic/span/trigger"
	cost call >/tmp/cost
	awk '/^\{ lat:/ { sum += $3 * $6; n += $6 }
		END { print "tracefs_latency_says", sum / n, n }' \
		"$T/events/synthetic/span/hist"
	echo '!hist:keys=lat' >"$T/events/synthetic/span/trigger"
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
	# Leaving the tracer would clear the buffer.
	echo 0 >"$T/tracing_on"
	awk '/ us .*vfs_read/ {
		for (i = 1; $i != "us"; i++)
			us = $(i + 1) == "us" ? $i : us
		sum += us * 1000
		n++
	}
	END { print "function_graph_says", sum / n, n }' "$T/trace"
	echo nop >"$T/current_tracer"
	echo 1 >"$T/tracing_on"
	echo >"$T/set_ftrace_filter"
}

# bpf NAME ENTRY RETURN: the cost of a latency histogram. Powers of two tell no
# mean, so that comes from a second run; with a variable there, since stats()
# of the difference itself would first count and then read the clock.
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
	bpftrace -q -c 'cost call' \
		-e "$at_entry $at_return { \$lat = $lat; @lat = stats(\$lat); $end }" \
		>/tmp/bpftrace
	sed -n "s/^@lat: count \([0-9]*\), average \([0-9]*\),.*/$1_says \2 \1/p" \
		/tmp/bpftrace
}

# add NAME KIND N: what it takes to add N of the functions in /tmp/names by one
# write, for each, and how many of the kind that makes.
add() {
	: >"$D/probes"
	sed "s/^/$2 /" /tmp/names | head -n "$3" >/tmp/specs
	cost write "$D/probes" /tmp/specs >/tmp/cost
	awk -v name="$1" -v n="$3" \
		-v got="$(grep -c " kind=$2 state=armed " "$D/stats")" \
		'{ print name, $1 / n, got }' /tmp/cost
}

many() {
	insmod /lib/kretscope.ko "probes=\"f:g/ [st]*\"" enabled=0
	sed -n 's#^g/\([^ ]*\) .*#\1#p' "$D/stats" | head -n 1000 >/tmp/names
	: >"$D/probes"
	echo 1 >"$D/enabled"
	add add_direct f 1000
	add add_kretprobe r 50
	: >"$D/probes"
	rmmod kretscope
}

mount -t tracefs tracefs "$T"
bpftrace --version
call nothing
length
empty kprobe
empty kretprobe

ours kprobe 'p vfs_read'
rmmod kretscope
ours kretprobe 'r vfs_read'
ours_says kretprobe
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
ours kretprobe_keys 'r vfs_read hist:keys=pid' records=0
rmmod kretscope

ours direct 'f vfs_read'
ours_says direct
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
ours direct_keys 'f vfs_read hist:keys=pid' records=0
echo 0 >"$D/enabled"
rmmod kretscope
ours direct_filter 'f vfs_read if pid == 1'
echo 0 >"$D/enabled"
rmmod kretscope

# One that shares its stub: with others, which are not called.
ours direct_shared 'f vfs_read;f vfs_rename;f vfs_mkdir;f vfs_rmdir;f vfs_link;f vfs_symlink;f vfs_unlink;f vfs_mknod;f vfs_fsync'
echo 0 >"$D/enabled"
rmmod kretscope

many
tracefs_return
tracefs_pair
tracefs_latency
function_graph
bpf bpftrace_fentry kfunc kretfunc
bpf bpftrace_kprobe kprobe kretprobe
call nothing_again
