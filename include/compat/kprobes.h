/* SPDX-License-Identifier: GPL-2.0 */
/* What <linux/kprobes.h> of some kernels lacks or names otherwise. */
#ifndef KRETSCOPE_COMPAT_KPROBES_H
#define KRETSCOPE_COMPAT_KPROBES_H

#include <linux/kprobes.h>
#include <linux/string.h>

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

#endif
