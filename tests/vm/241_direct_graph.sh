#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a direct probe beside function_graph on the same function, in both orders: the probe sees every call, and so does function_graph where it is an ftrace user like others, else none
# requires: path=/sys/kernel/debug/tracing/set_graph_function
. /tests/vm/lib.sh

T=/sys/kernel/tracing
[ -d "$T/events" ] || mount -t tracefs tracefs "$T"

# Of five calls. Without this function it has a way of its own into ftrace,
# which is not taken where there is a direct call.
sees=0
! grep -q ' ftrace_graph_func$' /proc/kallsyms || sees=5

# five CALLS: five calls of either function, after which the probe has CALLS.
five() {
	: >"$T/trace"
	echo 'v_int 3 5' >/proc/victim
	echo 'v_long 3 5' >/proc/victim
	assert_eq "$(grep -c ' v_int \[victim\]' "$T/trace" || :)" "$sees" \
		'function_graph'
	assert_eq "$(grep -c ' v_long \[victim\]' "$T/trace" || :)" 5 \
		'function_graph elsewhere'
	assert_eq "$(stat_of i calls)" "$1" 'calls'
	assert_eq "$(stat_of i recorded)" "$1" 'records'
	assert_eq "$(grep -c ': i: lat=[0-9]* ret=3' "$D/trace")" "$1"
}

victim
load_direct 'f:i !v_int'
printf '%s\n' v_int v_long >"$T/set_ftrace_filter"
echo function_graph >"$T/current_tracer"
five 5
# The direct one comes last.
echo 0 >"$D/enabled"
echo 1 >"$D/enabled"
five 10
echo nop >"$T/current_tracer"
: >"$T/set_ftrace_filter"
echo 'v_int 3 5' >/proc/victim
assert_eq "$(stat_of i calls)" 15
unload
