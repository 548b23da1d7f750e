/* SPDX-License-Identifier: GPL-2.0 */
/* ftrace's direct calls: a function's own call site goes to code of ours. */
#ifndef KRETSCOPE_COMPAT_FTRACE_H
#define KRETSCOPE_COMPAT_FTRACE_H

#include <linux/ftrace.h>
#include <linux/string.h>
#if defined(CONFIG_X86_64)
#include <asm/text-patching.h>
#elif defined(CONFIG_ARM64)
#include <asm/insn.h>
#endif
#include <linux/kprobes.h>
#include <linux/uaccess.h>

/* There are stubs for these two. */
#define KS_HAVE_DIRECT_CALLS \
	((IS_ENABLED(CONFIG_X86_64) || IS_ENABLED(CONFIG_ARM64)) && \
	 IS_ENABLED(CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS))

/**
 * struct ks_direct - one function whose call site may be ours
 * @ops: for ftrace; unused where it has one for all
 * @ip: the call site
 */
struct ks_direct {
	struct ftrace_ops ops;
	unsigned long ip;
};

/* Not to be used again as it is: freed filters stay where @ops points. */
static inline void ks_direct_reset(struct ks_direct *direct)
{
	memset(&direct->ops, 0, sizeof(direct->ops));
}

/*
 * Where there are both, the other form is for one function of its own list,
 * which PROVE_RCU_LIST does not like.
 */
static inline int ks_direct_register_ops(struct ftrace_ops *ops,
					 unsigned long addr)
{
#if KS_HAVE_FTRACE_DIRECT_OPS
	return register_ftrace_direct(ops, addr);
#elif KS_HAVE_FTRACE_DIRECT_MULTI
	/* "ftrace: Replace uses of _ftrace_direct APIs with _ftrace_direct_multi" */
	return register_ftrace_direct_multi(ops, addr);
#else
	return -EOPNOTSUPP;
#endif
}

/**
 * ks_direct_register() - let a function's call site call ours
 * @direct: zeroed, but for the site
 * @addr: what it calls; even
 *
 * By address: by name ftrace looks at each of its functions, and takes the
 * first of several names.
 *
 * Context: process, may sleep.
 * Return: 0; -EBUSY: another direct caller, such as a BPF program, has it, or
 * who may change the instruction pointer: a livepatch, a kprobe with a post
 * handler; -ENOENT or -EINVAL: no site;
 * -ENOMEM; -ENODEV where ftrace is dead.
 */
static inline int ks_direct_register(struct ks_direct *direct,
				     unsigned long addr)
{
#if !KS_HAVE_DIRECT_CALLS
	return -EOPNOTSUPP;
#elif KS_HAVE_FTRACE_DIRECT_OPS || KS_HAVE_FTRACE_DIRECT_MULTI
	int ret;

	ret = ftrace_set_filter_ip(&direct->ops, direct->ip, 0, 0);
	if (!ret)
		ret = ks_direct_register_ops(&direct->ops, addr);
	if (ret) {
		ftrace_free_filter(&direct->ops);
		ks_direct_reset(direct);
	}
	return ret;
#else
	/* before "ftrace: Add multi direct register/unregister interface" */
	return register_ftrace_direct(direct->ip, addr);
#endif
}

/**
 * ks_direct_unregister() - undo ks_direct_register()
 * @direct: as it was registered
 * @addr: what it calls
 *
 * A task may still be on its way to @addr, see synchronize_rcu_tasks().
 *
 * Context: process, may sleep.
 */
static inline void ks_direct_unregister(struct ks_direct *direct,
					unsigned long addr)
{
#if !KS_HAVE_DIRECT_CALLS
#elif KS_HAVE_FTRACE_DIRECT_OPS
	unregister_ftrace_direct(&direct->ops, addr, true);
	ks_direct_reset(direct);
#elif KS_HAVE_FTRACE_DIRECT_MULTI
	unregister_ftrace_direct_multi(&direct->ops, addr);
	ftrace_free_filter(&direct->ops);
	ks_direct_reset(direct);
#else
	unregister_ftrace_direct(direct->ip, addr);
#endif
}

/**
 * ks_direct_is_live() - does ftrace have anything called from a site
 * @direct: registered
 *
 * It may be switched off as a whole, by the sysctl kernel.ftrace_enabled.
 *
 * Context: any.
 */
static inline bool ks_direct_is_live(const struct ks_direct *direct)
{
#if !KS_HAVE_DIRECT_CALLS
	return false;
#elif defined(CONFIG_ARM64)
	return aarch64_insn_is_bl(READ_ONCE(*(const u32 *)direct->ip));
#else
	return READ_ONCE(*(const u8 *)direct->ip) == CALL_INSN_OPCODE;
#endif
}

/**
 * ks_direct_site() - where a function calls ftrace
 * @kp: registered at its first instruction
 *
 * On arm64, kprobes do not rest on ftrace. There, "arm64: implement ftrace with
 * regs" made the first of two NOPs, perhaps behind a landing pad, a copy of the
 * link register; the second one is the site.
 *
 * Context: process.
 * Return: its address, 0 if the function does not.
 */
static inline unsigned long ks_direct_site(const struct kprobe *kp)
{
#if defined(CONFIG_ARM64)
	const u32 copy = 0xaa1e03e9;	/* mov x9, x30 */
	const u32 pad = 0xd503245f;	/* bti c */
	u32 insn = kp->opcode;
	unsigned int i = 1;

	if (insn == pad &&
	    copy_from_kernel_nofault(&insn, kp->addr + i++, sizeof(insn)))
		return 0;
	return insn == copy ? (unsigned long)(kp->addr + i) : 0;
#else
	return kp->flags & KPROBE_FLAG_FTRACE ? (unsigned long)kp->addr : 0;
#endif
}

#endif
