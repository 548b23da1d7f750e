#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: ftrace's own trace_pipe gets nothing from here, and ftrace at work, on the same function too, changes no count or line here
# requires: path=/sys/kernel/debug/tracing/kprobe_events
. /tests/vm/lib.sh

T=/sys/kernel/debug/tracing

seen() {
	grep -c "$1" "$2" || :
}

victim
cat "$T/trace_pipe" >theirs &
pipe=$!
load probes='r:ours v_int;p:hit v_int'
workload hammer /proc/victim 'v_int 5' 1 101 >/dev/null
assert_eq "$(seen ': ours: ' "$D/trace")" 101
usleep 300000
assert_eq "$(cat theirs)" "" 'lines of ours in trace_pipe of ftrace'
unload

# Their events on other functions, then on ours, then their function tracer.
echo 1 >"$T/events/sched/sched_process_exit/enable"
echo 'r:theirs v_int' >"$T/kprobe_events"
echo 1 >"$T/events/kprobes/theirs/enable"
load probes='r:ours v_int;p:hit v_int'
workload hammer /proc/victim 'v_int 5' 1 103 >/dev/null
assert_eq "$(seen ': ours: lat=[0-9]* ret=5' "$D/trace")" 103
assert_eq "$(stat_of ours returns)" 103
assert_eq "$(stat_of hit calls)" 103
accounts ours
has() {
	[ "$(seen ' theirs: ' theirs)" -ge "$1" ]
}
wait_for 10 has 103 || fail "their lines: $(seen theirs theirs)"
kill "$pipe"
wait "$pipe" || :
assert_eq "$(seen ' theirs: ' theirs)" 103 'their events'
assert_eq "$(seen 'ours: \|hit: \|kretscope' theirs)" 0 'our lines in theirs'

# Their tracer takes over the return address of the same calls.
echo v_int >"$T/set_ftrace_filter"
echo function_graph >"$T/current_tracer"
workload hammer /proc/victim 'v_int 5' 1 107 >/dev/null
assert_eq "$(stat_of ours returns)" 210
assert_eq "$(stat_of hit calls)" 210
assert_eq "$(seen ': ours: lat=[0-9]* ret=5' "$D/trace")" 210
assert_eq "$(seen ' v_int \[victim\]()' "$T/trace")" 107 'calls in their graph'
echo nop >"$T/current_tracer"
echo >"$T/set_ftrace_filter"
echo 0 >"$T/events/kprobes/theirs/enable"
echo 0 >"$T/events/sched/sched_process_exit/enable"
echo >"$T/kprobe_events"
workload hammer /proc/victim 'v_int 5' 1 109 >/dev/null
assert_eq "$(stat_of ours returns)" 319
accounts ours
unload
# And they can have the function when we are gone.
echo 'r:theirs v_int' >"$T/kprobe_events"
echo >"$T/kprobe_events"
