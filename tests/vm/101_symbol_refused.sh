#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: blacklisted, init, data, dangerous and reserved symbols are refused with the spec, its column and the cause
# requires: tags=once
. /tests/vm/lib.sh

blacklisted='the kernel forbids probes here'
refused 'p:x get_kprobe' "spec 1, column 5: $blacklisted"
# Entry code and the like, each architecture's own.
listed=$(awk '{ print $2 }' /sys/kernel/debug/kprobes/blacklist)
for sym in do_int3 exc_page_fault memcpy el1h_64_sync_handler; do
	echo "$listed" | grep -q -x "$sym" || continue
	refused "r:x $sym" "spec 1, column 5: $blacklisted"
	refused "p $sym" "spec 1, column 3: $blacklisted"
done
refused 'r start_kernel' 'spec 1, column 3: init code'
refused 'r jiffies' "spec 1, column 3: $DATA_REFUSED"
refused '_etext' "spec 1, column 1: $DATA_REFUSED"
for sym in __fentry__ ftrace_caller ftrace_regs_caller arch_rethook_trampoline \
	return_to_handler __x86_return_thunk ktime_get_mono_fast_ns; do
	grep -q " [tTwW] $sym\$" /proc/kallsyms || continue
	refused "r:x $sym" 'spec 1, column 5: kretscope does not probe'
	refused "p:x $sym" 'spec 1, column 5: kretscope does not probe'
done
# Only the return address is dangerous to replace, and of the first only where
# the stack is that of the next task.
grep -q " T __switch_to_asm\$" /proc/kallsyms && stack=__switch_to || stack=
for sym in $stack ret_from_fork; do
	refused "r:x $sym" 'spec 1, column 5: kretscope does not probe'
	# Some kernels refuse this themselves.
	if load probes="p:x $sym" 2>/dev/null; then
		unload
	else
		refused "p:x $sym" "spec 1, column 5: (the kernel|$blacklisted)"
	fi
done
# A jump leads there, so that no return address is on top of the stack.
cold=$(sed -n 's/^[0-9a-f]* t \(tcp_[a-z_]*[.]cold\)$/\1/p' /proc/kallsyms |
	head -n 1)
if [ -n "$cold" ]; then
	refused "r $cold" 'spec 1, column 3: kretscope does not probe'
	load probes="p $cold"
	unload
fi
# Kernels have other static calls, each with its trampoline, or none.
call=$(sed -n 's/^[0-9a-f]* [tT] \(__SCT__[a-z_]*\)$/\1/p' /proc/kallsyms |
	head -n 1)
[ -z "$call" ] ||
	refused "r $call" 'spec 1, column 3: kretscope does not probe'

# Not on the kernel's blacklist, so that must not be the cause that is named;
# or nothing stands at its entry.
if grep -q ' sched_clock_tick$' /proc/kallsyms &&
	! echo "$listed" | grep -q -x sched_clock_tick; then
	if load probes='r sched_clock_tick' 2>/dev/null; then
		unload
	else
		refused 'r sched_clock_tick' \
			'spec 1, column 3: the kernel refused the probe: a jump'
	fi
fi

# The line with the spec and the caret under the column.
refused 'vfs_open;  r:x   start_kernel ;vfs_read' \
	'^kretscope: spec 2, column 7: init code'
log=$(since_mark)
assert_match "$log" '^kretscope:   r:x   start_kernel$' 'the spec'
assert_match "$log" '^kretscope:         \^$' 'the caret'

# notrace keeps ftrace away, not kprobes.
load probes='p:in __schedule;r:out __schedule'
assert_match "$(cat "$D/stats")" '^in kind=p state=armed '
assert_match "$(cat "$D/stats")" '^out kind=r state=armed '
unload
