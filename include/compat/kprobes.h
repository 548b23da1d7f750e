/* SPDX-License-Identifier: GPL-2.0 */
/* What <linux/kprobes.h> of some kernels lacks or names otherwise. */
#ifndef KRETSCOPE_COMPAT_KPROBES_H
#define KRETSCOPE_COMPAT_KPROBES_H

#include <linux/compiler.h>
#include <linux/kprobes.h>
#include <linux/rculist.h>
#include <linux/string.h>

/*
 * Does the end of a traced call begin with kprobe_busy_begin()? It does where
 * kretprobes do not rest on rethook ("kprobes: Use rethook for kretprobe if
 * possible"), and nothing keeps that from being traced.
 */
#define KS_RETURN_CALLS_BUSY_BEGIN \
	(!IS_ENABLED(CONFIG_KRETPROBE_ON_RETHOOK))

/**
 * ks_ri_owner() - kretprobe that an instance belongs to
 * @ri: instance handed to a kretprobe handler
 *
 * Context: kretprobe handler. Return: NULL while it is being unregistered.
 */
static __always_inline struct kretprobe *
ks_ri_owner(struct kretprobe_instance *ri)
{
#if KS_HAVE_GET_KRETPROBE
	return get_kretprobe(ri);
#else
	/* before "kprobes: Remove kretprobe hash" */
	return ri->rp;
#endif
}

/**
 * ks_kretprobe_missed() - how many calls have found no instance, about
 * @rp: registered
 *
 * The kernel increments it as a plain variable, from all CPUs at once.
 *
 * Context: any.
 */
static __always_inline int ks_kretprobe_missed(const struct kretprobe *rp)
{
	/* Racy on purpose, as said. */
	return data_race(READ_ONCE(rp->nmissed));
}

/**
 * ks_kretprobe_zero_data() - make the instances' own data zero
 * @rp: registered, but disabled: all its instances are free
 *
 * Kernels without get_kretprobe() allocate instances by kmalloc(), later ones
 * zero them.
 *
 * Context: process.
 */
static inline void ks_kretprobe_zero_data(struct kretprobe *rp)
{
#if !KS_HAVE_GET_KRETPROBE
	struct kretprobe_instance *ri;

	hlist_for_each_entry(ri, &rp->free_instances, hlist)
		memset(ri->data, 0, rp->data_size);
#endif
}

#if KS_HAVE_KPROBE_FAULT_HANDLER
/*
 * Called when a handler faults, which reads of traced memory do on purpose. The
 * kernel has just counted that as a miss of all kprobes there, by the same
 * plain arithmetic: take it back. The list goes round through the kprobe that
 * stands for all of them, whose own count nobody reads.
 */
static int ks_kprobe_fault(struct kprobe *kp, struct pt_regs *regs, int trapnr)
{
	struct kprobe *other;

	kp->nmissed--;
	list_for_each_entry_rcu(other, &kp->list, list)
		other->nmissed--;
	return 0;
}
NOKPROBE_SYMBOL(ks_kprobe_fault);
#endif

/**
 * ks_kprobe_allow_faults() - let nmissed be without faults of its pre_handler
 * @kp: not armed yet; that of a kretprobe is registered, which clears this
 *
 * Before "kprobes: Remove kprobe::fault_handler" they count as misses.
 *
 * Context: process.
 */
static inline void ks_kprobe_allow_faults(struct kprobe *kp)
{
#if KS_HAVE_KPROBE_FAULT_HANDLER
	kp->fault_handler = ks_kprobe_fault;
#endif
}

/**
 * ks_kprobe_missed() - how often the kernel has skipped a kprobe's handlers
 * @kp: registered
 * @base: its nmissed at an earlier time
 *
 * Context: any. Return: the number since then. CPUs count without a lock, and
 * where faults are taken back that may leave less than there was.
 */
static inline unsigned long ks_kprobe_missed(const struct kprobe *kp,
					     unsigned long base)
{
	/* Racy on purpose, as said. */
	long missed = data_race(READ_ONCE(kp->nmissed)) - base;

	return max(missed, 0L);
}

#endif
