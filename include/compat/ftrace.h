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

/* There are stubs for these two. */
#define KS_HAVE_DIRECT_CALLS \
	((IS_ENABLED(CONFIG_X86_64) || IS_ENABLED(CONFIG_ARM64)) && \
	 IS_ENABLED(CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS))

/* One registration may be for many functions, which all call the same. */
#define KS_HAVE_DIRECT_MANY \
	(KS_HAVE_DIRECT_CALLS && \
	 (KS_HAVE_FTRACE_DIRECT_OPS || KS_HAVE_FTRACE_DIRECT_MULTI))

/**
 * struct ks_direct - call sites that may be ours
 * @ops: for ftrace; unused where it has one for all
 */
struct ks_direct {
	struct ftrace_ops ops;
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
 * ks_direct_register() - let call sites call ours
 * @direct: zeroed
 * @sites: the sites
 * @nr: how many; 1 unless KS_HAVE_DIRECT_MANY
 * @addr: what they call; even
 *
 * By address: by name ftrace looks at each of its functions, and takes the
 * first of several names.
 *
 * Context: process, may sleep.
 * Return: 0; -EBUSY: another direct caller, such as a BPF program, has one, or
 * who may change the instruction pointer: a livepatch, a kprobe with a post
 * handler; -ENOENT or -EINVAL: no site;
 * -ENOMEM; -ENODEV where ftrace is dead.
 */
static inline int ks_direct_register(struct ks_direct *direct,
				     unsigned long *sites, unsigned int nr,
				     unsigned long addr)
{
#if !KS_HAVE_DIRECT_CALLS
	return -EOPNOTSUPP;
#elif KS_HAVE_DIRECT_MANY
	int ret;

	ret = ftrace_set_filter_ips(&direct->ops, sites, nr, 0, 0);
	if (!ret)
		ret = ks_direct_register_ops(&direct->ops, addr);
	if (ret) {
		/* It may have been in ftrace's list of users. */
		synchronize_rcu();
		ftrace_free_filter(&direct->ops);
		ks_direct_reset(direct);
	}
	return ret;
#else
	/* before "ftrace: Add multi direct register/unregister interface" */
	return register_ftrace_direct(*sites, addr);
#endif
}

/**
 * ks_direct_unregister() - undo ks_direct_register()
 * @direct: as it was registered
 * @site: the first of the sites
 * @addr: what they call
 *
 * A task may still be on its way to @addr, see synchronize_rcu_tasks().
 *
 * Context: process, may sleep.
 */
static inline void ks_direct_unregister(struct ks_direct *direct,
					unsigned long site, unsigned long addr)
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
	unregister_ftrace_direct(site, addr);
#endif
}

/**
 * ks_direct_is_live() - does ftrace have anything called from a site
 * @site: registered
 *
 * It may be switched off as a whole, by the sysctl kernel.ftrace_enabled.
 *
 * Context: any.
 */
static inline bool ks_direct_is_live(unsigned long site)
{
#if !KS_HAVE_DIRECT_CALLS
	return false;
#elif defined(CONFIG_ARM64)
	return aarch64_insn_is_bl(READ_ONCE(*(const u32 *)site));
#else
	return READ_ONCE(*(const u8 *)site) == CALL_INSN_OPCODE;
#endif
}

/* Does ftrace know a call site that covers this byte? */
static inline bool ks_direct_covers(unsigned long addr)
{
	struct ftrace_ops ops = { };
	int ret;

	/* Registers nothing: it only looks the address up. */
	ret = ftrace_set_filter_ip(&ops, addr, 0, 0);
	/* As ftrace_free_filter() does, which not all kernels export. */
	ftrace_set_filter(&ops, NULL, 0, 1);
	return !ret;
}

/**
 * ks_direct_site() - where a function calls ftrace
 * @addr: its first byte
 *
 * At its first instruction, behind a landing pad, or, on arm64, behind a copy
 * of the link register, with or without a pad before that. From "x86/ibt,ftrace:
 * Search for __fentry__ location" on ftrace takes a function's first byte for
 * its call site, wherever that is: so it is asked for the second byte of each.
 *
 * Context: process, may sleep.
 * Return: its address, 0 if the function does not.
 */
static inline unsigned long ks_direct_site(unsigned long addr)
{
#if KS_HAVE_DIRECT_CALLS
	unsigned long site;

	for (site = addr; site <= addr + 8; site += 4)
		if (ks_direct_covers(site + 1))
			return site;
#endif
	return 0;
}

#endif
