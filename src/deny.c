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

static const char stack[] = "the stack is changed inside it";
static const char ends_call[] = "it is the end of a traced call";
static const char tracing[] = "tracing runs through it";
static const char clock[] = "the handlers read the clock through it";

static const struct entry entries[] = {
	{ "pr", "__switch_to", stack },
	{ "pr", "__switch_to_asm", stack },
	{ "pr", "ret_from_fork*", "it does not return to a caller" },
	{ "pr", "return_to_handler", ends_call },
	{ "pr", "arch_rethook_trampoline", ends_call },
	{ "pr", "*kretprobe_trampoline", ends_call },
	{ "pr", "__fentry__", tracing },
	{ "pr", "ftrace_caller*", tracing },
	{ "pr", "ftrace_regs_caller*", tracing },
	{ "pr", "__SCT__*", "the kernel rewrites it while running" },
	{ "pr", "__x86_*thunk*",
	  "every indirect jump or return runs through it" },
	{ "pr", "ktime_get_*fast_ns", clock },
	{ "pr", "read_tsc", clock },
	{ "pr", "kvm_clock_get_cycles", clock },
};

const char *ks_deny_why(const char *sym, char kind)
{
	const struct entry *entry;

	for (entry = entries; entry < entries + ARRAY_SIZE(entries); entry++)
		if (strchr(entry->kinds, kind) && glob_match(entry->glob, sym))
			return entry->why;
	return NULL;
}
