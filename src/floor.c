// SPDX-License-Identifier: GPL-2.0
/* What a probe sees of a function that does nothing: the least latency. */
#include <kretscope/floor.h>

#include <linux/kernel.h>
#include <linux/slab.h>

#include <kretscope/canary.h>
#include <kretscope/probe.h>

#define NR_CALLS	512

#define KINDS_MAX	4

static struct {
	const struct ks_probe_ops *ops;
	struct ks_floor floor;
} known[KINDS_MAX];	/* written at load only */
static unsigned int nr_known;

/* Built with -pg, so that kprobes rest on ftrace here, as they mostly do. */
static noinline void do_nothing(void)
{
	barrier();
}

static int call_probed(struct ks_probe *probe)
{
	unsigned int i;
	int ret;

	probe->sym.addr = (unsigned long)do_nothing;
	probe->spec.maxactive = 1;
	ret = probe->ops->create(probe);
	if (ret)
		return ret;
	ret = probe->ops->arm(probe);
	for (i = 0; !ret && i < NR_CALLS; i++)
		do_nothing();
	probe->ops->disarm(probe);
	probe->ops->destroy(&probe, 1);
	return ret;
}

static void note(const struct ks_probe *probe)
{
	struct ks_hist *hist;

	hist = kmalloc(sizeof(*hist), GFP_KERNEL);
	if (!hist)
		return;
	ks_probe_hist(probe, hist);
	if (ks_hist_count(hist) && !WARN_ON_ONCE(nr_known == KINDS_MAX)) {
		known[nr_known].ops = probe->ops;
		known[nr_known].floor.min = hist->min;
		known[nr_known].floor.median = ks_hist_percentile(hist, 500);
		nr_known++;
	}
	kfree(hist);
}

static void measure(const struct ks_probe_ops *ops)
{
	struct ks_probe *probe;
	int ret;

	probe = kzalloc(sizeof(*probe), GFP_KERNEL);
	if (!probe)
		return;
	probe->ops = ops;
	if (!ks_probe_alloc_counters(probe)) {
		ret = ops->rehearse ? ops->rehearse(probe, NR_CALLS) :
				      call_probed(probe);
		if (!ret)
			note(probe);
		ks_probe_free_counters(probe);
	}
	kfree(probe);
}

void ks_floors_measure(void)
{
	const struct ks_probe_ops *const *kind;

	/*
	 * Nothing would be seen. And some kernels' ftrace does not survive it
	 * for long when a probe is taken off while it is switched off.
	 */
	if (!ks_canary_lives(true))
		return;
	mutex_lock(&ks_probe_lock);
	for (kind = ks_probe_kinds; *kind; kind++)
		if ((*kind)->has_latency)
			measure(*kind);
	mutex_unlock(&ks_probe_lock);
}

const struct ks_floor *ks_floor_of(const struct ks_probe_ops *ops)
{
	unsigned int i;

	for (i = 0; i < nr_known; i++)
		if (known[i].ops == ops)
			return &known[i].floor;
	return NULL;
}
