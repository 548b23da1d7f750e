# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# What test cases in the guest share. A case starts so:
#
#	#!/bin/sh
#	# SPDX-License-Identifier: GPL-2.0
#	# description: one sentence: what this case shows
#	# requires: cpus=2
#	. /tests/vm/lib.sh
#
# and passes when it exits 0. It runs in the guest under BusyBox ash with
# "set -eu", in a fresh shell, /tmp/case as its own empty working folder, no
# module loaded, and ends within its time limit (120 s). What it leaves running
# is killed; modules it leaves loaded are unloaded, and that must work. After
# it the kernel log may hold no WARNING, BUG, stall or the like, no probe may
# be left in debugfs' kprobes/list, and no task may hang in state D.
#
# Header words, blank-separated, on "# requires:" lines (all optional):
#	cpus=N mem=MB	boot with at least so much (2 CPUs, 768 MB)
#	append=ARG	boot with this kernel argument (one boot per set)
#	prog=NAME	host program that is copied to /bin (dash, gawk ...)
#	time=S		time limit of this case
#	cmd=NAME	skip when the guest has no such command
#	path=PATH	skip when the guest has no such file
#	case=NAME	the file of that case is there, to be run by this one
#	tags=long	left out where many kernels are tested in turn
#	tags=once	its result is the same on each kernel: one will do
#	tags=checked	run on a kernel that checks the module, in all tests
#
# Helpers:
#	load [PARAM=VALUE...]	load kretscope; the values need no quotes
#				beyond the shell's: load probes='r:rd vfs_read'
#	AS_DIRECT=FILE		in the environment: load has f in place of r, and
#				adds their lines of stats to FILE
#	load_direct PROBES [PARAM=VALUE...]
#				load, or skip where kretscope has no kind f
#	shares_stubs		can direct probes share a stub, so that any number
#				of them can be armed; where there is kind f
#	unload			rmmod kretscope
#	refused PROBES RE [PARAM=VALUE...]
#				loading PROBES must fail, say a line that
#				matches RE, arm nothing and leave nothing
#	nothing_left WHAT	after WHAT no module, probe or file is left
#	fail WORDS		end the case as failed
#	skip WORDS		end the case as skipped
#	assert_eq GOT WANT [WHAT]	equal as text
#	assert_ge/_le/_lt GOT WANT [WHAT]	compare integers of any size
#	assert_match TEXT RE [WHAT]	a line of TEXT matches (grep -E)
#	stat_of PROBE KEY	value of KEY in PROBE's line of stats
#	head_of KEY		value of KEY in the first line of stats
#	reader_of COMM KEY	value of KEY of the reader COMM
#	accounts PROBE		the counters of PROBE add up
#	unaccounted		what does not, of the lines of stats on stdin
#	free_kb			KiB of memory that are free, or free for the asking
#	mark; since_mark	set a mark in the kernel log; lines after it, no stamps
#	wait_for SECONDS COMMAND...	until COMMAND succeeds, else status 1
#	nap N; inside PROBE N; wake	N calls of v_sleep that sleep until woken;
#				are N calls of PROBE inside; wake them all
#	off_and_on PROBE	disarm and arm; PROBE counts no entry meanwhile
#	victim			insmod victim.ko, the target module
#	offset_inside TARGET	sets offset to the first one behind the entry
#				that a p takes
#	DATA_REFUSED		why data is refused: kallsyms may not know it
#	D			/sys/kernel/debug/kretscope

set -eu
# shellcheck source=scripts/lib/kernel-log.sh
. /vm/kernel-log.sh

# shellcheck disable=SC2034 # for the cases
D=/sys/kernel/debug/kretscope

# shellcheck disable=SC2034
if grep -q ' jiffies$' /proc/kallsyms; then
	DATA_REFUSED='not a function'
else
	DATA_REFUSED='no such symbol'
fi

fail() {
	echo "failed: $*"
	exit 1
}

skip() {
	echo "$*" >/tmp/skip
	exit 77
}

assert_eq() {
	[ "$1" = "$2" ] || fail "${3:-value}: got '$1', want '$2'"
}

# The shell's integers end at 63 bits; these compare by length, then as text.
number_lt() {
	case $1$2 in
	'' | *[!0-9-]*) fail "not numbers: '$1' '$2'" ;;
	esac
	awk -v a="$1" -v b="$2" 'function sgn(s) { return s ~ /^-/ ? -1 : 1 }
	function mag(s) { sub(/^-/, "", s); sub(/^0+/, "", s); return s "" }
	function less(x, y) {
		return length(x) != length(y) ? length(x) < length(y) :
			x "" < y ""
	}
	BEGIN {
		x = mag(a); y = mag(b)
		if (x == "" && y == "") r = 0
		else if (sgn(a) != sgn(b)) r = sgn(a) < 0
		else r = sgn(a) > 0 ? less(x, y) : less(y, x)
		exit !r
	}'
}

assert_lt() {
	number_lt "$1" "$2" || fail "${3:-value}: got $1, want less than $2"
}

assert_ge() {
	! number_lt "$1" "$2" || fail "${3:-value}: got $1, want at least $2"
}

assert_le() {
	! number_lt "$2" "$1" || fail "${3:-value}: got $1, want at most $2"
}

assert_match() {
	printf '%s\n' "$1" | grep -q -E -e "$2" ||
		fail "${3:-text}: no match of /$2/ in: $1"
}

# as_direct ARG: with direct probes in place of return probes, but of those with
# a maxactive: there is none to a direct one.
as_direct() {
	printf '%s\n' "$1" |
		sed '/^probes=/s/\([=;]\)r:\([^ ;]*\) \([^!;]\)/\1f:\2 !\3/g'
}

# The kernel splits parameters at blanks that are not inside double quotes.
load() {
	for load_arg; do
		shift
		[ -z "${AS_DIRECT-}" ] || load_arg=$(as_direct "$load_arg")
		case $load_arg in
		*[[:blank:]]*) load_arg="${load_arg%%=*}=\"${load_arg#*=}\"" ;;
		esac
		set -- "$@" "$load_arg"
	done
	workload load /lib/kretscope.ko "$*" || return
	[ -z "${AS_DIRECT-}" ] ||
		grep ' kind=f ' "$D/stats" >>"$AS_DIRECT" || :
}

# load_in_way N: in one of five ways to load, for rounds that load and unload.
load_in_way() {
	case $(($1 % 5)) in
	0) load probes='r:sl v_sleep;r:rec v_rec;p:hit v_sleep' buffer_kb=64 ;;
	1)
		load probes='r:sl victim:v_sleep;p:hit victim:v_rec' \
			mode=oldest buffer_kb=4
		;;
	2) load probes='r1:sl victim:v_sleep' clock=mono buffer_kb=64 ;;
	3) load probes='r:sl victim:v_sleep' enabled=0 records=0 ;;
	4) load probes='r:sl victim:v_sleep' maxactive=3 min_ns=100000 buffer_kb=64 ;;
	esac
}

load_direct() {
	load_direct_probes=$1
	shift
	mark
	load probes="$load_direct_probes" "$@" 2>/tmp/direct.err && return 0
	! since_mark | grep -q 'this kernel has no direct calls' ||
		skip 'no direct calls'
	fail "not loaded: $(since_mark)"
}

shares_stubs() {
	grep -q ' ftrace_set_filter_ips$' /proc/kallsyms
}

unload() {
	rmmod kretscope
}

mark() {
	mark_id=$(($(cat /tmp/mark 2>/dev/null || echo 0) + 1))
	echo "$mark_id" >/tmp/mark
	echo "<6>kretscope-vm: mark $mark_id" >/dev/kmsg
}

since_mark() {
	dmesg | log_after "kretscope-vm: mark $(cat /tmp/mark)"
}

refused() {
	refused_probes=$1 refused_re=$2
	shift 2
	mark
	if load probes="$refused_probes" "$@" 2>/tmp/refused.err; then
		fail "probes='$refused_probes' $* was taken"
	fi
	assert_match "$(since_mark)" "$refused_re" \
		"log of probes='$refused_probes' $*"
	nothing_left "probes='$refused_probes' $*"
}

# nothing_left WHAT: the module is gone, and its probes and files with it.
nothing_left() {
	[ ! -e "$D" ] || fail "$1: $D is left"
	[ ! -e /sys/module/kretscope ] || fail "$1: the module is left"
	assert_eq "$(cat /sys/kernel/debug/kprobes/list)" "" \
		"kprobes/list after $1"
}

# key_of KEY: value of KEY in the line on stdin.
key_of() {
	awk -v k="$1=" '{ for (i = 1; i <= NF; i++)
		if (index($i, k) == 1) {
			print substr($i, length(k) + 1)
			found = 1
			exit
		}
	} END { exit !found }'
}

stat_of() {
	awk -v p="$1" '$1 == p' "$D/stats" | key_of "$2" ||
		fail "stats has no $2 of $1"
}

head_of() {
	sed -n 1p "$D/stats" | key_of "$1" || fail "stats has no $1 in line 1"
}

reader_of() {
	grep -E "^# reader .*comm=$1( |\$)" "$D/stats" | key_of "$2" ||
		fail "stats has no $2 of reader $1"
}

# unaccounted: of the lines of stats on stdin, what does not add up.
unaccounted() {
	awk '{
		for (i = 2; i <= NF; i++) {
			n = index($i, "=")
			v[substr($i, 1, n - 1)] = substr($i, n + 1)
		}
		if (v["calls"] != v["entries"] + v["missed_maxactive"] +
		    v["missed_reentry"])
			print "calls of " $1
		if (v["kind"] ~ /^[rf]$/ && v["entries"] != v["returns"] +
		    v["inflight"] + v["abandoned"] + v["rejected"])
			print "entries of " $1
		if (v["kind"] ~ /^[rf]$/ && v["returns"] != v["recorded"] +
		    v["filtered"] + v["dropped"])
			print "returns of " $1
	}'
}

# On a quiet system: all counters from one read of stats.
accounts() {
	accounts_line=$(awk -v p="$1" '$1 == p' "$D/stats")
	[ -n "$accounts_line" ] || fail "stats has no probe $1"
	accounts_bad=$(printf '%s\n' "$accounts_line" | unaccounted)
	[ -z "$accounts_bad" ] ||
		fail "$accounts_bad do not add up: $accounts_line"
}

# What is freed later, by RCU and from caches, is not left behind. The free
# pages that each CPU keeps for itself, some MiB, are not in MemAvailable.
free_kb() {
	sleep 1
	echo 3 >/proc/sys/vm/drop_caches
	sleep 1
	awk '/^MemAvailable:/ { kb += $2 }
	$1 == "pagesets" { pcp = 1 }
	pcp && $1 == "count:" { kb += 4 * $2 }
	END { print kb }' /proc/meminfo /proc/zoneinfo
}

wait_for() {
	wait_tries=$(($1 * 10))
	shift
	while ! "$@"; do
		[ "$wait_tries" -gt 0 ] || return 1
		wait_tries=$((wait_tries - 1))
		usleep 100000
	done
}

# stream_to FILE: a reader of trace_pipe in the background, under way; $! is it.
stream_to() {
	rm -f "$1"
	cat "$D/trace_pipe" >"$1" &
	wait_for 10 test -s "$1" || fail "no stream in $1"
}

victim() {
	insmod /lib/victim.ko "$@"
}

nap() {
	workload hammer /proc/victim 'v_sleep 600000' "$1" 1 >/dev/null &
	nap=$!
}

inside() {
	[ "$(grep -c "^$1 age=[0-9]* tid=[0-9]* comm=workload\$" \
		"$D/inflight")" = "$2" ]
}

wake() {
	kill "$nap"
	wait "$nap" || :
}

off_and_on() {
	echo 0 >"$D/enabled"
	off_entries=$(stat_of "$1" entries)
	usleep 20000
	assert_eq "$(stat_of "$1" entries)" "$off_entries" \
		'entries while disarmed'
	echo 1 >"$D/enabled"
	usleep 20000
}

offset_inside() {
	offset=5
	until load probes="p $1+$offset" 2>/dev/null; do
		offset=$((offset + 1))
		[ "$offset" -lt 32 ] || fail "no offset in $1 is taken"
	done
	unload
}
