#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What goes on beside a loaded module, until it is killed: sh actors.sh NAME
# SEED, in a process group of its own. What must not be goes to /tmp/wrong.
# shellcheck source=tests/soak/common.sh
. /tests/soak/common.sh

D=/sys/kernel/debug/kretscope
who=$1
rnd_seed "$2"

wrong() {
	log "wrong: $*"
	echo "$who: $*" >>/tmp/wrong
}

# start COMMAND...: in the background; sets pid.
start() {
	"$@" >/dev/null 2>&1 &
	pid=$!
}

# stop PID: by one signal or the other.
stop() {
	rnd 2
	if [ "$r" = 0 ]; then
		kill -9 "$1" 2>/dev/null || :
	else
		kill "$1" 2>/dev/null || :
	fi
	wait "$1" 2>/dev/null || :
}

nap() {
	rnd "$1"
	usleep $((r * 1000))
}

read_stream() {
	log 'cat trace_pipe, killed'
	start cat "$D/trace_pipe"
	nap 300
	stop "$pid"
}

read_streams() {
	log 'three at once, killed'
	start cat "$D/trace_pipe"
	first=$pid
	start dd if="$D/trace_pipe" bs=65536
	second=$pid
	nap 200
	start cat "$D/trace_pipe"
	stop "$first"
	nap 200
	stop "$pid"
	stop "$second"
}

read_parts() {
	rnd 3000
	size=$((r + 1))
	rnd 50
	log "dd trace_pipe bs=$size count=$r"
	start dd if="$D/trace_pipe" bs="$size" count="$r"
	nap 300
	stop "$pid"
}

read_file() {
	rnd 10
	# shellcheck disable=SC2086 # words
	set -- $r trace stats hist inflight probes error_log README enabled \
		clock buffer_kb
	shift $(($1 + 1))
	rnd 3
	log "$1 way $r"
	case $r in
	0) cat "$D/$1" ;;
	1) head -c 777 "$D/$1" ;;
	2) dd if="$D/$1" bs=129 count=7 ;;
	esac >/dev/null 2>&1 || :
}

readers() {
	while :; do
		rnd 10
		case $r in
		0 | 1) read_stream ;;
		2) read_streams ;;
		3 | 4) read_parts ;;
		*) read_file ;;
		esac
		nap 50
	done
}

# put FILE VALUE yes|no: it must be taken, or refused; either may fail when
# the module has gone.
put() {
	log "$1 <- '$2' ($3)"
	put_got=yes
	(printf '%s\n' "$2" >>"$D/$1") 2>/dev/null || put_got=no
	[ "$put_got" = "$3" ] || {
		[ -e "$D/$1" ] &&
			wrong "$1 <- '$2': $put_got, not $3"
	} || :
}

# live_target: some of these are being called, all of them are there.
live_target() {
	rnd 8
	# shellcheck disable=SC2086 # words
	set -- $r vfs_read vfs_write kfree mutex_lock v_int v_rec \
		victim:v_sleep v_empty
	shift $(($1 + 1))
	target=$1
}

# live_spec NAME: sets spec.
live_spec() {
	live_target
	rnd 8
	case $r in
	0) spec="p:$1 $target" ;;
	1) spec="r3:$1 $target a=\$arg1:x64" ;;
	2) spec="r:$1 $target s=+0(\$arg1):string b=+8(\$arg1):x8[8]" ;;
	3) spec="r:$1 $target ret=\$retval:s32 if lat > 2us || ret < 0" ;;
	4) spec="r:$1 $target if comm ~ 'mix*' && cpu == 0" ;;
	5) spec="r:$1 $target c=\$comm d=\$stack0:ptr if tid & 1" ;;
	6) spec="r:$1 $target a=\$arg1:x64 hist:keys=a,cpu:size=20" ;;
	7) spec="p:$1 $target hist:keys=comm if cpu == 0" ;;
	esac
}

# live_control: adds and removes a few probes while others go on.
live_control() {
	rnd 4
	name=live$r
	live_spec "$name"
	if grep -q ":$name " "$D/probes" 2>/dev/null; then
		rnd 4
		case $r in
		0) put probes "$spec" no ;;
		1) put probes "-:$name;$spec;p:more vfs_read x=%nosuch" no ;;
		2) put probes "-:$name;$spec" yes ;;
		3) put probes "-:$name" yes ;;
		esac
	else
		rnd 4
		case $r in
		0) put probes "-:$name" no ;;
		1) put probes "$spec;r:$name vfs_read" no ;;
		*) put probes "$spec" yes ;;
		esac
	fi
}

good_control() {
	rnd 12
	case $r in
	0)
		: >/tmp/toggled
		rnd 2
		put enabled "$r" yes
		;;
	1) rnd 2; put records "$r" yes ;;
	2) rnd 200000; put min_ns "$r" yes ;;
	3) rnd 2000; put buffer_kb $((r + 4)) yes ;;
	4) put mode newest yes ;;
	5) put mode oldest yes ;;
	6)
		: >/tmp/cleared
		put clear 1 yes
		;;
	*) live_control ;;
	esac
}

bad_control() {
	rnd 8
	case $r in
	0) put enabled 2 no ;;
	1) put records -1 no ;;
	2) put min_ns 9223372036854775808 no ;;
	3) put buffer_kb 3 no ;;
	4) put buffer_kb 1048577 no ;;
	5) put mode 'newest oldest' no ;;
	6) put mode '' no ;;
	7) put min_ns 1x no ;;
	esac
}

controls() {
	while :; do
		rnd 4
		if [ "$r" = 0 ]; then
			bad_control
		else
			good_control
		fi
		nap 120
	done
}

hotplug() {
	while :; do
		for cpu in /sys/devices/system/cpu/cpu*/online; do
			rnd 2
			log "$cpu <- $r"
			echo "$r" 2>/dev/null >"$cpu" || :
			nap 800
		done
	done
}

# Victim's functions, each for a short time.
victims() {
	while :; do
		rnd 9
		# shellcheck disable=SC2086 # words
		set -- $r 'v_empty 50' 'v_int 5 50' 'v_rec 9 7' 'v_sleep 3 2' \
			'v_spin 9000 9' 'v_outer 1 40' 'v_irq 1 30' \
			'v_softirq 1 30' 'v_exit 3'
		shift $(($1 + 1))
		rnd 4
		log "$1, $((r + 1)) threads"
		workload hammer /proc/victim "$1" $((r + 1)) 7 >/dev/null ||
			wrong "$1 failed"
		nap 50
	done
}

# So that more rounds fit in a minute than with equal shares.
renice -n 5 -p "$$" >/dev/null

case $who in
readers | controls | hotplug | victims) "$who" ;;
*) exit 2 ;;
esac
