// SPDX-License-Identifier: GPL-2.0
/* Kind 'p': a kprobe that counts and records each hit. */
#include <kretscope/kinds.h>

#include <linux/slab.h>

#include <compat/kprobes.h>
#include <kretscope/exclude.h>
#include <kretscope/fetch.h>
#include <kretscope/filter.h>

#include "emit.h"
#include "scratch.h"

DEFINE_PER_CPU(struct ks_scratch, ks_scratch_cpu);

struct hit_probe {
	struct kprobe kp;
	struct ks_probe *probe;
	unsigned long nmissed_base;	/* ks_probe_lock; kp.nmissed at clear */
};

static int pre_handler(struct kprobe *kp, struct pt_regs *regs)
{
	struct hit_probe *h = container_of(kp, struct hit_probe, kp);
	struct ks_probe *probe = h->probe;

	if (ks_exclude_current()) {
		this_cpu_inc(probe->pcpu->rejected);
		return 0;
	}
	this_cpu_inc(probe->pcpu->entries);
	ks_emit_hit(probe, NULL);
	return 0;
}
NOKPROBE_SYMBOL(pre_handler);

/* With arguments, a tally or a filter: all is known at the hit. */
static int pre_handler_full(struct kprobe *kp, struct pt_regs *regs)
{
	struct hit_probe *h = container_of(kp, struct hit_probe, kp);
	struct ks_probe *probe = h->probe;
	u64 *values = NULL;

	if (ks_exclude_current()) {
		this_cpu_inc(probe->pcpu->rejected);
		return 0;
	}
	if (probe->fetch) {
		values = ks_scratch();
		ks_fetch_entry(probe->fetch, regs, values);
	}
	if (probe->filter && !ks_emit_is_wanted(probe, 0, 0, values)) {
		this_cpu_inc(probe->pcpu->rejected);
		return 0;
	}
	this_cpu_inc(probe->pcpu->entries);
	ks_emit_tally(probe, 0, 0, values);
	ks_emit_hit(probe, values);
	return 0;
}
NOKPROBE_SYMBOL(pre_handler_full);

static int create(struct ks_probe *probe)
{
	struct hit_probe *h;
	int ret;

	h = kzalloc(sizeof(*h), GFP_KERNEL);
	if (!h)
		return -ENOMEM;
	h->probe = probe;
	h->kp.addr = (kprobe_opcode_t *)(probe->sym.addr + probe->spec.offset);
	h->kp.pre_handler = probe->fetch || probe->tally || probe->filter ?
			    pre_handler_full : pre_handler;
	h->kp.flags = KPROBE_FLAG_DISABLED;
	ks_kprobe_allow_faults(&h->kp);
	ret = register_kprobe(&h->kp);
	if (ret) {
		kfree(h);
		return ret;
	}
	probe->priv = h;
	return 0;
}

static void destroy(struct ks_probe **probes, unsigned int nr)
{
	struct kprobe **kps;
	unsigned int i, nr_kps = 0;

	kps = kmalloc_array(nr, sizeof(*kps), GFP_KERNEL | __GFP_NOFAIL);
	for (i = 0; i < nr; i++) {
		struct hit_probe *h = probes[i]->priv;

		if (h)
			kps[nr_kps++] = &h->kp;
	}
	unregister_kprobes(kps, nr_kps);
	kfree(kps);
	for (i = 0; i < nr; i++)
		kfree(probes[i]->priv);
}

static int arm(struct ks_probe *probe)
{
	struct hit_probe *h = probe->priv;

	return enable_kprobe(&h->kp);
}

static void disarm(struct ks_probe *probe)
{
	struct hit_probe *h = probe->priv;

	if (h)
		disable_kprobe(&h->kp);
}

static const struct kprobe *get_probe(const struct ks_probe *probe)
{
	const struct hit_probe *h = probe->priv;

	return &h->kp;
}

static u64 missed_reentry(const struct ks_probe *probe)
{
	const struct hit_probe *h = probe->priv;

	return ks_kprobe_missed(&h->kp, h->nmissed_base);
}

static u64 clear(struct ks_probe *probe)
{
	struct hit_probe *h = probe->priv;

	h->nmissed_base = h->kp.nmissed;
	return 0;
}

const struct ks_probe_ops ks_kind_kprobe = {
	.kind = 'p',
	.create = create,
	.destroy = destroy,
	.arm = arm,
	.disarm = disarm,
	.kprobe = get_probe,
	.missed_reentry = missed_reentry,
	.clear = clear,
};
