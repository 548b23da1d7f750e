// SPDX-License-Identifier: GPL-2.0
/* Kind 'r': a kretprobe that times each call and takes its return value. */
#include <kretscope/kinds.h>

#include <linux/irq_work.h>
#include <linux/slab.h>
#include <linux/static_call.h>
#include <linux/stop_machine.h>
#include <linux/workqueue.h>

#include <compat/kprobes.h>
#include <kretscope/exclude.h>

#include "emit.h"
#include "instance.h"

#define DRAIN_PERIOD	HZ

/*
 * A kretprobe's instances are allocated when it is registered. To get more, a
 * second kretprobe is registered on the same function, and calls go to the
 * one or the other: a "pool" is one of them. Only the newest pool is active;
 * older ones wait until the calls inside have returned through them.
 */
struct pool {
	struct kretprobe rp;
	struct ks_probe *probe;
	struct llist_head instances;
	int nmissed_max;		/* rp.nmissed above is news; any CPU */
	unsigned long nmissed_base;	/* ks_probe_lock; at clear */
	unsigned long reentry_base;	/* ks_probe_lock; likewise */
	struct list_head node;
};

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

static int pre_handler_idle(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}
NOKPROBE_SYMBOL(pre_handler_idle);

/*
 * What register_kretprobe() puts in kp.pre_handler, the same for all. A static
 * call: a retpoline would cost each call more than all counters together.
 */
DEFINE_STATIC_CALL(kernel_pre_handler, pre_handler_idle);

static int pre_handler_slow(struct kprobe *kp, struct pt_regs *regs)
{
	struct pool *pool = container_of(kp, struct pool, rp.kp);

	/*
	 * Where RCU does not watch, the kernel misses every call however many
	 * instances there are. A CPU on its way down runs no irq_work any more.
	 */
	if (READ_ONCE(pool->rp.nmissed) > READ_ONCE(pool->nmissed_max) &&
	    rcu_is_watching() && cpu_online(raw_smp_processor_id())) {
		WRITE_ONCE(pool->nmissed_max, INT_MAX);
		irq_work_queue(&grow_irq_work);
	}
	if (ks_exclude_current()) {
		this_cpu_inc(pool->probe->pcpu->rejected);
		return 0;
	}
	return static_call(kernel_pre_handler)(kp, regs);
}
NOKPROBE_SYMBOL(pre_handler_slow);

/*
 * In front of the kernel's own pre_handler, for three reasons: to count calls
 * exactly (rp.nmissed is incremented by all CPUs without a lock), to leave out
 * calls before they take an instance, and to switch a pool off at once.
 *
 * Here and below all that is rare is a tail call to a function of its own, so
 * that the common path needs no stack frame.
 */
static int pre_handler_active(struct kprobe *kp, struct pt_regs *regs)
{
	struct pool *pool = container_of(kp, struct pool, rp.kp);

	this_cpu_inc(pool->probe->pcpu->hits);
	if (unlikely(READ_ONCE(pool->rp.nmissed) >
		     READ_ONCE(pool->nmissed_max) || ks_exclude_is_used()))
		return pre_handler_slow(kp, regs);
	return static_call(kernel_pre_handler)(kp, regs);
}
NOKPROBE_SYMBOL(pre_handler_active);

/* A clock that is a function call, or an instance that is not idle. */
static noinline void enter_slow(struct ks_instance *inst, struct pool *pool)
{
	struct ks_probe_cpu __percpu *pcpu = pool->probe->pcpu;

	ks_instance_prepare(inst, &pool->instances, pcpu);
	ks_instance_enter(inst, pcpu, ks_clock_raw);
}
NOKPROBE_SYMBOL(enter_slow);

static int entry_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct ks_instance *inst = (struct ks_instance *)ri->data;
	struct kretprobe *rp = ks_ri_owner(ri);
	struct pool *pool;

	if (unlikely(!rp))
		return 1;
	pool = container_of(rp, struct pool, rp);
	if (likely(ks_clock_is_counter() && ks_instance_is_idle(inst)))
		ks_instance_enter(inst, pool->probe->pcpu, ks_counter_read);
	else
		enter_slow(inst, pool);
	return 0;
}
NOKPROBE_SYMBOL(entry_handler);

static __always_inline int handle_return(struct kretprobe_instance *ri,
					 struct pt_regs *regs, u64 now)
{
	struct kretprobe *rp = ks_ri_owner(ri);
	u64 start;

	if (unlikely(!rp))
		return 0;
	start = ks_instance_leave((struct ks_instance *)ri->data);
	ks_emit_return(container_of(rp, struct pool, rp)->probe, start, now,
		       regs_return_value(regs));
	return 0;
}

static noinline int return_slow(struct kretprobe_instance *ri,
				struct pt_regs *regs)
{
	return handle_return(ri, regs, ks_clock_raw());
}
NOKPROBE_SYMBOL(return_slow);

static int return_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	if (likely(ks_clock_is_counter()))
		return handle_return(ri, regs, ks_counter_read());
	return return_slow(ri, regs);
}
NOKPROBE_SYMBOL(return_handler);

static struct pool *active_pool(const struct ks_probe *probe)
{
	const struct timed_probe *t = probe->priv;

	return list_first_entry_or_null((struct list_head *)&t->pools,
					struct pool, node);
}

/* Registered, but neither armed nor active. */
static struct pool *create_pool(struct ks_probe *probe, int maxactive)
{
	const struct timed_probe *t = probe->priv;
	struct pool *pool;
	int ret;

	BUILD_BUG_ON(offsetof(struct kretprobe_instance, data) %
		     __alignof__(struct ks_instance));

	pool = kzalloc(sizeof(*pool), GFP_KERNEL);
	if (!pool)
		return ERR_PTR(-ENOMEM);
	pool->probe = probe;
	init_llist_head(&pool->instances);
	pool->nmissed_max = t->is_auto && maxactive < KS_MAXACTIVE_MAX ?
			    0 : INT_MAX;
	pool->rp.kp.addr = (kprobe_opcode_t *)probe->sym.addr;
	pool->rp.kp.flags = KPROBE_FLAG_DISABLED;
	pool->rp.entry_handler = entry_handler;
	pool->rp.handler = return_handler;
	pool->rp.maxactive = maxactive;
	pool->rp.data_size = sizeof(struct ks_instance);
	ret = register_kretprobe(&pool->rp);
	if (ret) {
		kfree(pool);
		return ERR_PTR(ret);
	}
	ks_kretprobe_zero_data(&pool->rp);
	static_call_update(kernel_pre_handler, pool->rp.kp.pre_handler);
	pool->rp.kp.pre_handler = pre_handler_idle;
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
	struct pool *pool;

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
	pool->rp.kp.pre_handler = pre_handler_active;
	list_add(&pool->node, &t->pools);
	return 0;
}

static void destroy_pools(struct list_head *pools)
{
	struct kretprobe *rps[16];
	struct pool *pool, *next;
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

static unsigned long pool_reentry(const struct pool *pool)
{
	return READ_ONCE(pool->rp.kp.nmissed) - pool->reentry_base;
}

static bool pool_has_missed(const struct pool *pool)
{
	return READ_ONCE(pool->rp.nmissed) != pool->nmissed_base;
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
	const struct pool *pool;
	u64 gone = 0;

	list_for_each_entry(pool, &t->pools, node)
		gone += ks_instances_walk(&pool->instances, probe, fn, arg);
	return gone;
}

static u64 clear(struct ks_probe *probe)
{
	struct timed_probe *t = probe->priv;
	struct pool *pool;
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
	struct pool *from;
	struct pool *to;
};

/*
 * Inside stop_machine(): handlers run with preemption off, so no call is half
 * way through either pre_handler, and each call sees one pool, never both.
 */
static int flip_pools(void *arg)
{
	struct flip *flip = arg;
	struct timed_probe *t = flip->from->probe->priv;

	WRITE_ONCE(flip->from->rp.kp.pre_handler, pre_handler_idle);
	WRITE_ONCE(flip->to->rp.kp.pre_handler, pre_handler_active);
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
		probe->label, old, flip.to->rp.maxactive);
	return 0;

out_destroy:
	unregister_kretprobe(&flip.to->rp);
	kfree(flip.to);
	return ret;
}

static bool must_grow(const struct ks_probe *probe)
{
	const struct timed_probe *t = probe->priv;
	const struct pool *pool = active_pool(probe);

	return t->is_auto && pool->rp.maxactive < KS_MAXACTIVE_MAX &&
	       READ_ONCE(pool->nmissed_max) == INT_MAX &&
	       !(pool->rp.kp.flags & KPROBE_FLAG_GONE);
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
				probe->label, ret);
	}
	mutex_unlock(&ks_probe_lock);
}

static void count_abandoned(struct pool *pool)
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
		struct pool *pool, *next;

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
