#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a direct probe beside a kretprobe, a kprobe, tracefs events and the function tracer on the same function, in both orders: each sees every call
# requires: path=/sys/kernel/debug/tracing/kprobe_events
. /tests/vm/lib.sh

T=/sys/kernel/tracing
[ -d "$T/events" ] || mount -t tracefs tracefs "$T"

# others: tracefs' own kprobe and function tracer.
others() {
	echo 'r:tret v_int' >"$T/kprobe_events"
	echo 1 >"$T/events/kprobes/tret/enable"
	echo v_int >"$T/set_ftrace_filter"
	echo function >"$T/current_tracer"
	: >"$T/trace"
}

no_others() {
	echo nop >"$T/current_tracer"
	: >"$T/set_ftrace_filter"
	echo 0 >"$T/events/kprobes/tret/enable"
	: >"$T/kprobe_events"
}

# seen N: by each.
seen() {
	for probe in f r p; do
		assert_eq "$(stat_of "$probe" calls)" "$1" "calls of $probe"
	done
	assert_eq "$(stat_of f recorded)" "$1"
	assert_eq "$(grep -c ' tret: ' "$T/trace")" "$2" 'tracefs'
	assert_eq "$(grep -c ': v_int <-' "$T/trace")" "$2" 'function tracer'
}

victim
load_direct 'f:f !v_int;r:r v_int;p:p v_int'
others
echo 'v_int 3 7' >/proc/victim
seen 7 7
assert_eq "$(grep -c ': f: lat=[0-9]* ret=3' "$D/trace")" 7
# The direct one comes last.
echo 0 >"$D/enabled"
echo 1 >"$D/enabled"
echo 'v_int 3 7' >/proc/victim
seen 14 14
no_others
echo 'v_int 3 7' >/proc/victim
assert_eq "$(stat_of f calls)" 21
unload
