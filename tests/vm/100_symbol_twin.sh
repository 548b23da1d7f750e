#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a function the compiler renamed is offered, not guessed; its own name works and makes an event name without a dot
. /tests/vm/lib.sh

has() {
	grep -q -E " [tT] $1\$" /proc/kallsyms
}

twin=finish_task_switch
if has "$twin" || ! has "$twin.isra.0"; then
	skip "this kernel's $twin has another name"
fi
refused "r $twin" "spec 1, column 3: no such symbol: did you mean $twin\.isra\.0\?"
refused "r:$twin" 'spec 1, column '
refused "r:x vfs_raed" 'column 5: no such symbol: did you mean vfs_read[ ,?]'
refused "r sys_nanosleep" 'did you mean .*__[a-z0-9]*_sys_nanosleep'
refused _do_fork 'spec 1, column 1: no such symbol$'

load probes="r $twin.isra.0"
name=$(awk 'NR == 2 { print $1 }' "$D/stats")
assert_match "$name" '^finish_task_switch[_a-z0-9]*$' 'event name'
usleep 100000
usleep 100000
assert_ge "$(stat_of "$name" returns)" 1 returns
assert_match "$(cat "$D/trace")" ": $name: lat=" trace
unload

load probes=kernel_clone
: "$(true)"
assert_ge "$(stat_of kernel_clone returns)" 1 'forks'
unload
