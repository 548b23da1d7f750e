// SPDX-License-Identifier: GPL-2.0
/* Kind 'r': a kretprobe that times each call and takes its return value. */
#include <kretscope/kinds.h>

#include <linux/irq_work.h>
#include <linux/slab.h>
#include <linux/stop_machine.h>
#include <linux/workqueue.h>

#include <compat/kprobes.h>

#include "instance.h"
#include "pool.h"

#define DRAIN_PERIOD	HZ

/*
 * A kretprobe's instances are allocated when it is registered. To get more, a
 * second kretprobe is registered on the same function, and calls go to the
 * one or the other: a "pool" is one of them. Only the newest pool is active;
 * older ones wait until the calls inside have returned through them.
 */
struct timed_probe {
	struct list_head pools;		/* ks_probe_lock; first: active */
	bool is_auto;
	bool missed_before;		/* ks_probe_lock; in an older pool */
	u64 reentry_before;		/* ks_probe_lock; in older pools */
};

static void grow_pools(struct work_struct *work);
static DECLARE_WORK(grow_work, grow_pools);

static void queue_grow(struct irq_work *work)
{
	schedule_work(&grow_work);
}

static DEFINE_IRQ_WORK(grow_irq_work, queue_grow);

void ks_pool_has_news(void)
{
	irq_work_queue(&grow_irq_work);
}
NOKPROBE_SYMBOL(ks_pool_has_news);

static struct ks_pool *active_pool(const struct ks_probe *probe)
{
	const struct timed_probe *t = probe->priv;

	return list_first_entry_or_null((struct list_head *)&t->pools,
					struct ks_pool, node);
}

/* Registered, but neither armed nor active. */
static struct ks_pool *create_pool(struct ks_probe *probe, int maxactive)
{
	const struct timed_probe *t = probe->priv;
	struct ks_pool *pool;
	int ret;

	BUILD_BUG_ON(offsetof(struct kretprobe_instance, data) %
		     __alignof__(struct ks_instance));

	pool = kzalloc(sizeof(*pool), GFP_KERNEL);
	if (!pool)
		return ERR_PTR(-ENOMEM);
	pool->probe = probe;
	pool->pcpu = probe->pcpu;
	init_llist_head(&pool->instances);
	pool->nmissed_max = t->is_auto && maxactive < KS_MAXACTIVE_MAX ?
			    0 : INT_MAX;
	pool->rp.kp.addr = (kprobe_opcode_t *)probe->sym.addr;
	pool->rp.kp.flags = KPROBE_FLAG_DISABLED;
	pool->rp.maxactive = maxactive;
	ks_pool_set_handlers(pool);
	ret = register_kretprobe(&pool->rp);
	if (ret) {
		kfree(pool);
		return ERR_PTR(ret);
	}
	ks_kprobe_allow_faults(&pool->rp.kp);
	ks_kretprobe_zero_data(&pool->rp);
	ks_pool_take_over(pool);
	return pool;
}

static int auto_maxactive(void)
{
	return min_t(unsigned int, max(64U, 4 * num_possible_cpus()),
		     KS_MAXACTIVE_MAX);
}

static int create(struct ks_probe *probe)
{
	int maxactive = probe->spec.maxactive ?: ks_maxactive;
	struct timed_probe *t;
	struct ks_pool *pool;

	t = kzalloc(sizeof(*t), GFP_KERNEL);
	if (!t)
		return -ENOMEM;
	INIT_LIST_HEAD(&t->pools);
	t->is_auto = !maxactive;
	probe->priv = t;
	pool = create_pool(probe, maxactive ?: auto_maxactive());
	if (IS_ERR(pool)) {
		probe->priv = NULL;
		kfree(t);
		return PTR_ERR(pool);
	}
	ks_pool_set_active(pool, true);
	list_add(&pool->node, &t->pools);
	return 0;
}

static void destroy_pools(struct list_head *pools)
{
	struct kretprobe *rps[16];
	struct ks_pool *pool, *next;
	unsigned int nr;

	while (!list_empty(pools)) {
		LIST_HEAD(batch);

		nr = 0;
		list_for_each_entry_safe(pool, next, pools, node) {
			if (nr == ARRAY_SIZE(rps))
				break;
			rps[nr++] = &pool->rp;
			list_move(&pool->node, &batch);
		}
		unregister_kretprobes(rps, nr);
		list_for_each_entry_safe(pool, next, &batch, node)
			kfree(pool);
	}
}

static void destroy(struct ks_probe **probes, unsigned int nr)
{
	LIST_HEAD(pools);
	unsigned int i;

	for (i = 0; i < nr; i++) {
		struct timed_probe *t = probes[i]->priv;

		if (t)
			list_splice_init(&t->pools, &pools);
		kfree(t);
		probes[i]->priv = NULL;
	}
	destroy_pools(&pools);
}

static int arm(struct ks_probe *probe)
{
	return enable_kretprobe(&active_pool(probe)->rp);
}

static void disarm(struct ks_probe *probe)
{
	if (probe->priv)
		disable_kretprobe(&active_pool(probe)->rp);
}

static const struct kprobe *get_kprobe_of(const struct ks_probe *probe)
{
	return &active_pool(probe)->rp.kp;
}

static unsigned int maxactive(const struct ks_probe *probe, bool *is_auto)
{
	const struct timed_probe *t = probe->priv;

	*is_auto = t->is_auto;
	return active_pool(probe)->rp.maxactive;
}

static unsigned long pool_reentry(const struct ks_pool *pool)
{
	return ks_kprobe_missed(&pool->rp.kp, pool->reentry_base);
}

static bool pool_has_missed(const struct ks_pool *pool)
{
	return ks_kretprobe_missed(&pool->rp) != pool->nmissed_base;
}

static u64 missed_reentry(const struct ks_probe *probe)
{
	const struct timed_probe *t = probe->priv;

	return t->reentry_before + pool_reentry(active_pool(probe));
}

static bool missed_maxactive(const struct ks_probe *probe)
{
	const struct timed_probe *t = probe->priv;

	return t->missed_before || pool_has_missed(active_pool(probe));
}

static u64 walk_calls(const struct ks_probe *probe,
		      void (*fn)(const struct ks_call *call, void *arg),
		      void *arg)
{
	const struct timed_probe *t = probe->priv;
	const struct ks_pool *pool;
	u64 gone = 0;

	list_for_each_entry(pool, &t->pools, node)
		gone += ks_instances_walk(&pool->instances, probe, fn, arg);
	return gone;
}

static u64 clear(struct ks_probe *probe)
{
	struct timed_probe *t = probe->priv;
	struct ks_pool *pool;
	u64 inside = 0;

	list_for_each_entry(pool, &t->pools, node)
		inside += ks_instances_count(&pool->instances);
	pool = active_pool(probe);
	pool->nmissed_base = pool->rp.nmissed;
	pool->reentry_base = pool->rp.kp.nmissed;
	t->missed_before = false;
	t->reentry_before = 0;
	return inside;
}

struct flip {
	struct ks_pool *from;
	struct ks_pool *to;
};

/*
 * Inside stop_machine(): handlers run with preemption off, so no call is half
 * way through either pre_handler, and each call sees one pool, never both.
 */
static int flip_pools(void *arg)
{
	struct flip *flip = arg;
	struct timed_probe *t = flip->from->probe->priv;

	ks_pool_set_active(flip->from, false);
	ks_pool_set_active(flip->to, true);
	t->missed_before |= pool_has_missed(flip->from);
	t->reentry_before += pool_reentry(flip->from);
	flip->to->nmissed_base = flip->to->rp.nmissed;
	flip->to->reentry_base = flip->to->rp.kp.nmissed;
	return 0;
}

static void drain_pools(struct work_struct *work);
static DECLARE_DELAYED_WORK(drain_work, drain_pools);

static int grow(struct ks_probe *probe)
{
	struct timed_probe *t = probe->priv;
	struct flip flip = { .from = active_pool(probe) };
	int old = flip.from->rp.maxactive;
	int ret;

	flip.to = create_pool(probe, min(2 * old, KS_MAXACTIVE_MAX));
	if (IS_ERR(flip.to))
		return PTR_ERR(flip.to);
	if (ks_probes_are_armed()) {
		ret = enable_kretprobe(&flip.to->rp);
		if (ret)
			goto out_destroy;
	}
	ret = stop_machine(flip_pools, &flip, NULL);
	if (ret)
		goto out_destroy;
	list_add(&flip.to->node, &t->pools);
	if (ks_probes_are_armed())
		disable_kretprobe(&flip.from->rp);
	schedule_delayed_work(&drain_work, DRAIN_PERIOD);
	pr_info("%s: calls found no instance, maxactive grown from %d to %d\n",
		probe->name, old, flip.to->rp.maxactive);
	return 0;

out_destroy:
	unregister_kretprobe(&flip.to->rp);
	kfree(flip.to);
	return ret;
}

static bool must_grow(const struct ks_probe *probe)
{
	const struct timed_probe *t = probe->priv;
	const struct ks_pool *pool = active_pool(probe);

	return t->is_auto && pool->rp.maxactive < KS_MAXACTIVE_MAX &&
	       READ_ONCE(pool->nmissed_max) == INT_MAX && !probe->is_gone;
}

static void grow_pools(struct work_struct *work)
{
	struct ks_probe *probe;

	mutex_lock(&ks_probe_lock);
	list_for_each_entry(probe, &ks_probes, node) {
		int ret;

		if (probe->ops != &ks_kind_kretprobe || !must_grow(probe))
			continue;
		ret = grow(probe);
		if (ret)
			pr_warn("%s: calls found no instance, but maxactive cannot grow: error %d\n",
				probe->name, ret);
	}
	mutex_unlock(&ks_probe_lock);
}

static void count_abandoned(struct ks_pool *pool)
{
	u64 gone = ks_instances_count(&pool->instances);

	preempt_disable();
	this_cpu_add(pool->probe->pcpu->abandoned, gone);
	preempt_enable();
}

/* Unregister the pools that no living task will return through. */
static void drain_pools(struct work_struct *work)
{
	struct ks_probe *probe;
	LIST_HEAD(drained);
	bool again = false;

	mutex_lock(&ks_probe_lock);
	list_for_each_entry(probe, &ks_probes, node) {
		struct timed_probe *t = probe->priv;
		struct ks_pool *pool, *next;

		if (probe->ops != &ks_kind_kretprobe)
			continue;
		list_for_each_entry_safe(pool, next, &t->pools, node) {
			u64 inside = ks_instances_count(&pool->instances);

			if (pool == active_pool(probe))
				continue;
			if (inside > ks_instances_walk(&pool->instances, probe,
						       NULL, NULL)) {
				again = true;
				continue;
			}
			count_abandoned(pool);
			list_move(&pool->node, &drained);
		}
	}
	destroy_pools(&drained);
	mutex_unlock(&ks_probe_lock);
	if (again)
		schedule_delayed_work(&drain_work, DRAIN_PERIOD);
}

static void stop(void)
{
	/* 1. Handlers, which queue the irq_work, run with preemption off. */
	synchronize_rcu();
	/* 2. The irq_work queues the work. 3. Growing queues the draining. */
	irq_work_sync(&grow_irq_work);
	cancel_work_sync(&grow_work);
	cancel_delayed_work_sync(&drain_work);
}

const struct ks_probe_ops ks_kind_kretprobe = {
	.kind = 'r',
	.has_latency = true,
	.create = create,
	.destroy = destroy,
	.arm = arm,
	.disarm = disarm,
	.stop = stop,
	.kprobe = get_kprobe_of,
	.maxactive = maxactive,
	.missed_reentry = missed_reentry,
	.missed_maxactive = missed_maxactive,
	.for_each_call = walk_calls,
	.clear = clear,
};
