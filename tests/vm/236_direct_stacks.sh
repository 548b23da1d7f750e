#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: stack traces from inside of a function with a direct probe show every frame once, and the stub between the function and its caller
# requires: path=/proc/self/stack path=/sys/kernel/debug/tracing/set_ftrace_filter
# shellcheck disable=SC2016 # an argument has a '$'
. /tests/vm/lib.sh

T=/sys/kernel/tracing
[ -d "$T/events" ] || mount -t tracefs tracefs "$T"

# sleeper: set tid to the thread of nap that sleeps, below vfs_write().
sleeper() {
	for task in "/proc/$nap/task"/*; do
		! grep -q msleep_interruptible "$task/stack" || {
			tid=${task##*/}
			return 0
		}
	done
	return 1
}

# stack_to FILE: of that thread, a line "f+0x1/0x2" a frame.
stack_to() {
	workload hammer /proc/victim 'v_sleep 60000' 1 1 >/dev/null &
	nap=$!
	wait_for 10 sleeper || fail 'nobody sleeps'
	sed 's/^\[<0>\] //; s/ \[.*//' "/proc/$tid/stack" >"$1"
	kill "$nap"
	wait "$nap" || :
}

# functions_of FILE: without offsets, and stubs by one name.
functions_of() {
	sed 's/+.*//; s/^ks_stub_[0-9a-f]*$/STUB/; s/^ks_shared$/STUB/' "$1"
}

# with_stub FUNCTION FILE: what is in FILE, with a stub above FUNCTION.
with_stub() {
	sed "s/^$1\$/&\\nSTUB/" "$2"
}

victim
stack_to proc
functions_of proc >bare
assert_match "$(cat bare)" '^vfs_write$' '/proc/TID/stack'
# With others the stub is shared; with an argument its frame is wider.
others=';f !v_int;f !v_void;f !v_err;f !v_long;f !v_bool;f !v_u8;f !v_ptr;f !v_rec'
for probes in 'f:s !vfs_write' 'f:s !vfs_write a=$arg3' \
	"f:s !vfs_write$others" "f:s !vfs_write a=\$arg3$others"; do
	load_direct "$probes"
	stack_to proc
	assert_eq "$(functions_of proc)" "$(with_stub vfs_write bare)" \
		"/proc/TID/stack with $probes"
	assert_ge "$(stat_of s calls)" 1
	unload
done

# What ftrace notes of a function that is called inside.
echo 1 >"$T/options/func_stack_trace"
echo v_inner >"$T/set_ftrace_filter"
stack() {
	echo function >"$T/current_tracer"
	: >"$T/trace"
	echo 'v_outer 1 1' >/proc/victim
	sed -n 's/^ => //p' "$T/trace" | sed '/^ftrace_/d; /^0x/d' >"$1"
	echo nop >"$T/current_tracer"
}
stack bare
assert_match "$(cat bare)" '^v_outer$' 'stack of ftrace'
for probes in 'f:o !v_outer' "f:o !v_outer$others"; do
	load probes="$probes"
	stack traced
	assert_eq "$(functions_of traced)" \
		"$(with_stub v_outer bare)" "stack of ftrace with $probes"
	unload
done
echo 0 >"$T/options/func_stack_trace"
: >"$T/set_ftrace_filter"
