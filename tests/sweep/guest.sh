#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Runs in the guest: arms the functions named in the files of /sweep/todo, a
# file at a time (s*: a function at a time), and tells what it does before it
# does it, so that the host knows what the guest died of:
#
#	B FILE			this batch is next
#	S FILE LINE		this function of it is next
#	R FILE TARGET|CAUSE	refused
#	A FILE N		N are armed, and the load runs under them
#	D FILE N T...		all is unloaded: N were armed; times of begin,
#				armed, unloading, unloaded
#	W FILE LINE		the kernel log has a line that it must not have
#	F FILE			no stub is free: calls are inside those of probes
#				before; on with this one in a fresh guest
#
# Kind f stays loaded, since a call inside keeps it, and is armed by its file.
#
# With an empty /sweep/todo: lists what there is to arm, in /out.
set -eu

# shellcheck source=scripts/lib/kernel-log.sh
. /vm/kernel-log.sh

T=/sys/kernel/tracing
D=/sys/kernel/debug/kretscope
read -r kind moment </sweep/how

mount -t tracefs tracefs "$T"
insmod /lib/victim.ko
mkdir -p /t
cd /t

if [ -z "$(ls /sweep/todo)" ]; then
	cat "$T/available_filter_functions" >/out/traceable
	cat /proc/kallsyms >/out/kallsyms
	cat /sys/kernel/debug/kprobes/blacklist >/out/blacklist
	exit 0
fi

# Else each function would look as if it were at fault.
insmod /lib/kretscope.ko probes=vfs_read
if [ "$kind" = f ]; then
	: >"$D/probes"
else
	rmmod kretscope
fi

# Files, pipes, forks, sleeps.
files() {
	while :; do
		echo "$1" >"load.$1"
		mv "load.$1" "load.$1.new"
		ls -l / >"load.$1.ls"
		rm "load.$1.new"
		usleep 20000
	done
}

pipes() {
	while :; do
		dd if=/dev/zero bs=4096 count=20 2>/dev/null | cat |
			wc -c >/dev/null
		cat /proc/self/status /proc/loadavg >/dev/null
		usleep 20000
	done
}

seconds() {
	cut -d ' ' -f 1 /proc/uptime
}

# Of the kernel log, what is new.
news() {
	dmesg -c | log_after '' >log
}

check_log() {
	bad=$(log_bad /vm/bad-lines <log | head -n 1)
	[ -n "$bad" ] || return 0
	echo "W $1 $bad"
	exit 0
}

# load SPECS PARAM...
load() {
	load_specs=$1
	shift
	if [ "$kind" = f ]; then
		# By one write: each is a list of its own.
		printf '%s' "$load_specs" >specs
		dd if=specs of="$D/probes" bs=1M conv=notrunc 2>/dev/null
	else
		insmod /lib/kretscope.ko "probes=\"$load_specs\"" "$@"
	fi
}

# arm FILE: load with what is in the file now, without what is refused, which
# comes out of the file. What stood in front of it goes behind the others, else
# each refusal would cost the arming of all of that again. Status 1 when nothing
# is left.
arm() {
	arm_file=$1
	shift
	while [ -s now ]; do
		specs=$(awk -v kind="$kind" '{
			printf "%s%s:f%d %s", (NR > 1 ? ";" : ""), kind, NR, $1
		}' now)
		if load "$specs" "$@" 2>insmod.err; then
			return 0
		fi
		news
		check_log "$arm_file"
		line=$(sed -n 's/^kretscope: spec \([0-9]*\), column [0-9]*: /\1 /p' log |
			head -n 1)
		if [ -z "$line" ]; then
			echo "W $arm_file $(cat insmod.err)"
			exit 0
		fi
		case $line in
		*'stubs for direct calls'*)
			echo "F $arm_file"
			exit 0
			;;
		esac
		echo "R $arm_file $(sed -n "${line%% *}p" now)|${line#* }"
		sed "1,${line%% *}d" now >rest
		head -n "$((${line%% *} - 1))" now >>rest
		mv rest now
	done
	return 1
}

disarm() {
	if [ "$kind" = f ]; then
		: >"$D/probes"
		return
	fi
	tries=50
	while ! rmmod kretscope 2>/dev/null; do
		tries=$((tries - 1))
		[ "$tries" -gt 0 ] || {
			echo "W $1 the module cannot be unloaded"
			exit 0
		}
		usleep 100000
	done
}

batch() {
	echo "B $1"
	cp "/sweep/todo/$1" now
	t0=$(seconds)
	arm "$1" maxactive=2 buffer_kb=64 || {
		echo "D $1 0"
		return 0
	}
	t1=$(seconds)
	n=$(grep -c "^[^#].* state=armed " "$D/stats")
	echo "A $1 $n"
	usleep "$moment"
	t2=$(seconds)
	disarm "$1"
	t3=$(seconds)
	news
	check_log "$1"
	echo "D $1 $n $t0 $t1 $t2 $t3"
}

singles() {
	echo "B $1"
	count=0
	while read -r line; do
		echo "S $1 $line"
		echo "$line" >now
		arm "$1" buffer_kb=64 || continue
		usleep 50000
		disarm "$1"
		news
		check_log "$1"
		count=$((count + 1))
	done <"/sweep/todo/$1"
	echo "D $1 $count"
}

# Arming 500 functions takes five times as long when it shares the CPU with the
# load; so the load has what all else leaves, and that is the whole CPU once all
# are armed. (A higher priority for arming would starve the kernel's threads.)
for n in 1 2; do
	files "$n" &
	renice -n 19 -p "$!" >/dev/null
	pipes "$n" &
	renice -n 19 -p "$!" >/dev/null
done
dmesg -c >/dev/null
for file in /sweep/todo/*; do
	file=${file##*/}
	case $file in
	s*) singles "$file" ;;
	*) batch "$file" ;;
	esac
done
