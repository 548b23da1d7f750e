// SPDX-License-Identifier: GPL-2.0
/* Kind 'f': a stub between a function's caller and its body. */
#include <kretscope/kinds.h>

#include <linux/slab.h>

#include <compat/ftrace.h>

#include "gate.h"
#include "stub_pool.h"
#include "stub_walk.h"

/**
 * struct direct_probe - a probe's stub and where it is used
 * @stub: which one
 * @is_shared: its code is, so that a gate leads to it
 * @is_armed: else: the site calls it; ks_probe_lock
 * @direct: else: the call site, for ftrace
 */
struct direct_probe {
	struct ks_stub *stub;
	bool is_shared;
	bool is_armed;
	struct ks_direct direct;
};

static bool is_shared(const struct ks_stub *stub)
{
	return stub < ks_stubs || stub >= ks_stubs + KS_STUBS;
}

/* Its own is cheaper by a few instructions a call. */
static struct ks_stub *get_stub(const struct ks_probe *probe)
{
	struct ks_stub *stub = ERR_PTR(-ENOSPC);

	if (!probe->is_of_many && !ks_gate_leads(probe->sym.site))
		stub = ks_stub_get(probe, probe->sym.site);
	return stub == ERR_PTR(-ENOSPC) ?
	       ks_gate_join(probe, probe->sym.site) : stub;
}

static int create(struct ks_probe *probe)
{
	struct direct_probe *d;
	struct ks_stub *stub;

	d = kzalloc(sizeof(*d), GFP_KERNEL);
	if (!d)
		return -ENOMEM;
	stub = get_stub(probe);
	if (IS_ERR(stub)) {
		kfree(d);
		return PTR_ERR(stub);
	}
	d->stub = stub;
	d->is_shared = is_shared(stub);
	probe->priv = d;
	return 0;
}

static int arm(struct ks_probe *probe)
{
	struct direct_probe *d = probe->priv;
	unsigned long site = probe->sym.site;
	int ret;

	if (d->is_shared)
		return ks_gate_arm(d->stub);
	if (d->is_armed)
		return 0;
	ret = ks_direct_register(&d->direct, &site, 1,
				 ks_stub_entry(d->stub - ks_stubs));
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

	if (!d)
		return;
	if (d->is_shared) {
		ks_gate_disarm(d->stub);
		return;
	}
	if (!d->is_armed)
		return;
	/* Calls pass at once; ftrace takes its time. */
	ks_stub_close(d->stub);
	ks_direct_unregister(&d->direct, probe->sym.site,
			     ks_stub_entry(d->stub - ks_stubs));
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
	ks_gates_reap();
}

static bool is_live(const struct ks_probe *probe)
{
	return ks_direct_is_live(probe->sym.site);
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

/* Of shared code, which another of ftrace's users had go on elsewhere. */
static u64 strays(void)
{
	unsigned int cpu;
	u64 sum = 0;

	for_each_possible_cpu(cpu)
		sum += READ_ONCE(per_cpu(ks_stub_strays, cpu));
	return sum;
}

static u64 walk_calls(const struct ks_probe *probe,
		      void (*fn)(const struct ks_call *call, void *arg),
		      void *arg)
{
	const struct direct_probe *d = probe->priv;

	/* That a task ends inside is noticed when it does. */
	if (fn && ks_stub_inside(d->stub))
		ks_stub_walk(d->stub, fn, arg);
	return 0;
}

static void drain(void)
{
	ks_stubs_drain();
	mutex_lock(&ks_probe_lock);
	ks_gates_reap();
	mutex_unlock(&ks_probe_lock);
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
	.drain = drain,
	.rehearse = ks_stub_rehearse,
	.is_live = is_live,
	.strays = strays,
	.missed_reentry = missed_reentry,
	.for_each_call = walk_calls,
	.clear = clear,
};
