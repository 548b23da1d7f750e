// SPDX-License-Identifier: GPL-2.0
/* Kind 'f': a stub between a function's caller and its body. */
#include <kretscope/kinds.h>

#include <linux/slab.h>

#include <compat/ftrace.h>

#include "stub_pool.h"
#include "stub_walk.h"

/**
 * struct direct_probe - a probe's stub and where it is used
 * @direct: the call site
 * @stub: which one
 * @is_armed: the site calls it; ks_probe_lock
 */
struct direct_probe {
	struct ks_direct direct;
	struct ks_stub *stub;
	bool is_armed;
};

static int create(struct ks_probe *probe)
{
	struct direct_probe *d;
	struct ks_stub *stub;

	d = kzalloc(sizeof(*d), GFP_KERNEL);
	if (!d)
		return -ENOMEM;
	stub = ks_stub_get(probe, probe->sym.site);
	if (IS_ERR(stub)) {
		kfree(d);
		return PTR_ERR(stub);
	}
	d->direct.ip = probe->sym.site;
	d->stub = stub;
	probe->priv = d;
	return 0;
}

static int arm(struct ks_probe *probe)
{
	struct direct_probe *d = probe->priv;
	int ret;

	if (d->is_armed)
		return 0;
	ret = ks_direct_register(&d->direct, ks_stub_entry(d->stub));
	d->is_armed = !ret;
	return ret;
}

/* Until now they pass: where arming fails, none is left inside. */
static void start(struct ks_probe *probe)
{
	struct direct_probe *d = probe->priv;

	ks_stub_open(d->stub);
}

static void disarm(struct ks_probe *probe)
{
	struct direct_probe *d = probe->priv;

	if (!d || !d->is_armed)
		return;
	/* Calls pass at once; ftrace takes its time. */
	ks_stub_close(d->stub);
	ks_direct_unregister(&d->direct, ks_stub_entry(d->stub));
	d->is_armed = false;
}

static void destroy(struct ks_probe **probes, unsigned int nr)
{
	struct ks_stub **stubs;
	unsigned int i, nr_stubs = 0;

	stubs = kmalloc_array(nr, sizeof(*stubs), GFP_KERNEL | __GFP_NOFAIL);
	for (i = 0; i < nr; i++) {
		struct direct_probe *d = probes[i]->priv;

		if (d)
			stubs[nr_stubs++] = d->stub;
		kfree(d);
		probes[i]->priv = NULL;
	}
	ks_stubs_put(stubs, nr_stubs);
	kfree(stubs);
}

static bool is_live(const struct ks_probe *probe)
{
	const struct direct_probe *d = probe->priv;

	return ks_direct_is_live(&d->direct);
}

/* Calls that handlers make of functions they need. */
static u64 missed_reentry(const struct ks_probe *probe)
{
	unsigned int cpu;
	u64 sum = 0;

	for_each_possible_cpu(cpu)
		sum += READ_ONCE(per_cpu_ptr(probe->pcpu, cpu)->reentry);
	return sum;
}

static u64 walk_calls(const struct ks_probe *probe,
		      void (*fn)(const struct ks_call *call, void *arg),
		      void *arg)
{
	const struct direct_probe *d = probe->priv;

	/* That a task ends inside is noticed when it does. */
	if (fn)
		ks_stub_walk(d->stub, fn, arg);
	return 0;
}

static u64 clear(struct ks_probe *probe)
{
	const struct direct_probe *d = probe->priv;

	return ks_stub_inside(d->stub);
}

const struct ks_probe_ops ks_kind_direct = {
	.kind = 'f',
	.has_latency = true,
	.is_exclusive = true,
	.create = create,
	.destroy = destroy,
	.arm = arm,
	.start = start,
	.disarm = disarm,
	.settle = ks_stubs_settle,
	.drain = ks_stubs_drain,
	.rehearse = ks_stub_rehearse,
	.is_live = is_live,
	.missed_reentry = missed_reentry,
	.for_each_call = walk_calls,
	.clear = clear,
};
