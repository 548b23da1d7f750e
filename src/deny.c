// SPDX-License-Identifier: GPL-2.0
/*
 * Functions that the kernel lets be probed, and does not survive it.
 *
 * The kernel's own lists (noinstr, NOKPROBE_SYMBOL, its kretprobe blacklist)
 * have gaps. What is here was found in its sources or by tests/sweep, and is
 * no more than that: a function that can be probed is not to be refused.
 */
#include <kretscope/deny.h>

#include <linux/glob.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <compat/kprobes.h>
#include <compat/switch.h>

/**
 * struct entry - functions and the reason
 * @kinds: the kinds of probes that it is true for
 * @glob: the functions' names
 * @why: what a probe there does
 */
struct entry {
	const char *kinds;
	const char *glob;
	const char *why;
};

static const char lost_stack[] = "a return probe here spoils another's stack";
static const char ends_call[] = "it is the end of a traced call";
static const char tracing[] = "tracing runs through it";
static const char never_left[] = "it may never return, and would keep us loaded";
static const char guard[] = "who unloads us is in it";
static const char clock[] = "the handlers read the clock through it";

static const struct entry entries[] = {
	/*
	 * Entered on the next task's stack, while "current" is the last one.
	 * The kernel's kretprobe blacklist has it, but compares with its first
	 * byte: where that is an endbr64, the probe sits behind it, and is
	 * accepted. "kernel BUG at kernel/trace/rethook.c".
	 */
	{ "rf", KS_SWITCHES_STACK_OUTSIDE ? "__switch_to" : "",
	  "a return probe here panics at the next context switch" },
	/* It begins with no return address on the stack, but a child's regs. */
	{ "rf", "ret_from_fork*", lost_stack },
	/* Parts of functions that these jump to, from amid their calls. */
	{ "rf", "*.cold*", lost_stack },
	/* Called at the end of each, before it says that tracing is busy. */
	{ "r", KS_RETURN_CALLS_BUSY_BEGIN ? "kprobe_busy_begin" : "",
	  ends_call },
	{ "prf", "return_to_handler", ends_call },
	{ "prf", "arch_rethook_trampoline", ends_call },
	{ "prf", "*kretprobe_trampoline", ends_call },
	{ "prf", "__fentry__", tracing },
	{ "prf", "ftrace_caller*", tracing },
	{ "prf", "ftrace_regs_caller*", tracing },
	{ "prf", "__SCT__*", "the kernel rewrites it while running" },
	{ "prf", "__x86_*thunk*",
	  "every indirect jump or return runs through it" },
	/*
	 * Left neither by return nor by the end of the task: that was announced
	 * before, or does not come, as an idle task's whose CPU goes offline.
	 */
	{ "f", "do_task_dead", never_left },
	{ "f", "do_idle", never_left },
	{ "f", "cpu_startup_entry", never_left },
	{ "f", "start_secondary", never_left },
	{ "f", "secondary_start_kernel", never_left },
	{ "f", "arch_cpu_idle_dead", never_left },
	{ "f", "*play_dead*", never_left },
	{ "f", "cpu_die", never_left },
	/* A kretprobe sees who unloads: its own way there counts as inside. */
	{ "f", "kprobe_ftrace_handler", guard },
	{ "f", "pre_handler_kretprobe", guard },
	{ "f", "kprobe_breakpoint_handler", guard },
	{ "f", "kprobe_brk_handler", guard },
	{ "f", "call_break_hook", guard },
	{ "f", "call_el1_break_hook", guard },
	{ "f", "brk_handler", guard },
	{ "f", "do_debug_exception", guard },
	{ "f", "do_el1_brk64", guard },
	/* Each call of a probed function makes more of them. */
	{ "prf", "ktime_get_*fast_ns", clock },
	{ "prf", "read_tsc", clock },
	{ "prf", "kvm_clock_get_cycles", clock },
};

const char *ks_deny_why(const char *sym, char kind)
{
	const struct entry *entry;

	for (entry = entries; entry < entries + ARRAY_SIZE(entries); entry++)
		if (strchr(entry->kinds, kind) && glob_match(entry->glob, sym))
			return entry->why;
	return NULL;
}
