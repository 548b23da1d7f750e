// SPDX-License-Identifier: GPL-2.0
/* Handlers of a kretprobe: a call enters, is timed, and returns. */
#include <linux/sched.h>
#include <linux/static_call.h>

#include <compat/kprobes.h>
#include <kretscope/exclude.h>
#include <kretscope/fetch.h>
#include <kretscope/filter.h>

#include "emit.h"
#include "fetch_op.h"
#include "instance.h"
#include "pool.h"
#include "scratch.h"

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
	struct ks_pool *pool = container_of(kp, struct ks_pool, rp.kp);

	/*
	 * Where RCU does not watch, the kernel misses every call however many
	 * instances there are. A CPU on its way down runs no irq_work any more.
	 */
	if (ks_kretprobe_missed(&pool->rp) > READ_ONCE(pool->nmissed_max) &&
	    rcu_is_watching() && cpu_online(raw_smp_processor_id())) {
		WRITE_ONCE(pool->nmissed_max, INT_MAX);
		ks_pool_has_news();
	}
	if (ks_exclude_current()) {
		this_cpu_inc(pool->pcpu->rejected);
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
static __always_inline int admit(struct kprobe *kp, struct pt_regs *regs,
				 struct ks_pool *pool)
{
	/* Another CPU may set it; a volatile access costs an instruction. */
	int nmissed_max = data_race(pool->nmissed_max);

	if (unlikely(ks_kretprobe_missed(&pool->rp) > nmissed_max ||
		     ks_exclude_is_used()))
		return pre_handler_slow(kp, regs);
	return static_call(kernel_pre_handler)(kp, regs);
}

static int pre_handler_active(struct kprobe *kp, struct pt_regs *regs)
{
	struct ks_pool *pool = container_of(kp, struct ks_pool, rp.kp);

	this_cpu_inc(pool->pcpu->hits);
	return admit(kp, regs, pool);
}
NOKPROBE_SYMBOL(pre_handler_active);

/* With a filter that may say no at entry: before an instance is taken. */
static int pre_handler_filter(struct kprobe *kp, struct pt_regs *regs)
{
	struct ks_pool *pool = container_of(kp, struct ks_pool, rp.kp);
	const struct ks_probe *probe = pool->probe;
	struct ks_facts facts KS_UNINITIALIZED;
	enum ks_verdict verdict;

	this_cpu_inc(probe->pcpu->hits);
	if (probe->reads_early)
		ks_fetch_entry(probe->fetch, regs, ks_scratch());
	ks_emit_early_facts(&facts, ks_scratch());
	/* What is open at entry is so for good if nothing comes later. */
	verdict = ks_filter_run(probe->filter, &facts);
	if (verdict == KS_FILTER_NO ||
	    (verdict == KS_FILTER_OPEN && !probe->filters_late)) {
		this_cpu_inc(probe->pcpu->rejected);
		return 0;
	}
	return admit(kp, regs, pool);
}
NOKPROBE_SYMBOL(pre_handler_filter);

/* A clock that is a function call, or an instance that is not idle. */
static noinline void enter_slow(struct ks_instance *inst, struct ks_pool *pool)
{
	ks_instance_prepare(inst, &pool->instances, pool->pcpu);
	ks_instance_enter(inst, pool->pcpu, ks_clock_raw);
}
NOKPROBE_SYMBOL(enter_slow);

static __always_inline void enter_by_counter(struct ks_instance *inst,
					     struct ks_pool *pool)
{
	if (likely(ks_instance_is_idle(inst)))
		ks_instance_enter(inst, pool->pcpu, ks_counter_read);
	else
		enter_slow(inst, pool);
}

static __always_inline void enter(struct ks_instance *inst,
				  struct ks_pool *pool)
{
	if (ks_clock_is_counter())
		enter_by_counter(inst, pool);
	else
		enter_slow(inst, pool);
}

/* Where the clock is the counter. */
static int entry_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct ks_instance *inst = (struct ks_instance *)ri->data;
	struct kretprobe *rp = ks_ri_owner(ri);

	if (unlikely(!rp))
		return 1;
	enter_by_counter(inst, container_of(rp, struct ks_pool, rp));
	return 0;
}
NOKPROBE_SYMBOL(entry_handler);

static int entry_handler_slow(struct kretprobe_instance *ri,
			      struct pt_regs *regs)
{
	struct ks_instance *inst = (struct ks_instance *)ri->data;
	struct kretprobe *rp = ks_ri_owner(ri);

	if (unlikely(!rp))
		return 1;
	enter_slow(inst, container_of(rp, struct ks_pool, rp));
	return 0;
}
NOKPROBE_SYMBOL(entry_handler_slow);

/* The time is taken last, so that a call is not charged for its arguments. */
static int entry_handler_fetch(struct kretprobe_instance *ri,
			       struct pt_regs *regs)
{
	struct ks_instance *inst = (struct ks_instance *)ri->data;
	struct kretprobe *rp = ks_ri_owner(ri);
	struct ks_pool *pool;

	if (unlikely(!rp))
		return 1;
	pool = container_of(rp, struct ks_pool, rp);
	ks_fetch_entry(pool->probe->fetch, regs, ks_instance_values(inst));
	enter(inst, pool);
	return 0;
}
NOKPROBE_SYMBOL(entry_handler_fetch);

/*
 * With registers only, in line. That nothing of them could not be read is there
 * since the kernel has handed out the instance, zeroed.
 */
static int entry_handler_plain(struct kretprobe_instance *ri,
			       struct pt_regs *regs)
{
	struct ks_instance *inst = (struct ks_instance *)ri->data;
	struct kretprobe *rp = ks_ri_owner(ri);
	struct ks_pool *pool;

	if (unlikely(!rp))
		return 1;
	pool = container_of(rp, struct ks_pool, rp);
	ks_fetch_plain(pool->probe->fetch->insn, regs,
		       ks_instance_values(inst));
	enter(inst, pool);
	return 0;
}
NOKPROBE_SYMBOL(entry_handler_plain);

/* The filter has had them read. */
static int entry_handler_copy(struct kretprobe_instance *ri,
			      struct pt_regs *regs)
{
	struct ks_instance *inst = (struct ks_instance *)ri->data;
	struct kretprobe *rp = ks_ri_owner(ri);
	u64 *values = ks_instance_values(inst);
	struct ks_pool *pool;
	size_t i;

	if (unlikely(!rp))
		return 1;
	pool = container_of(rp, struct ks_pool, rp);
	for (i = 0; i < pool->probe->fetch->size / sizeof(*values); i++)
		values[i] = ks_scratch()[i];
	enter(inst, pool);
	return 0;
}
NOKPROBE_SYMBOL(entry_handler_copy);

static __always_inline int handle_return(struct kretprobe_instance *ri,
					 struct pt_regs *regs, u64 now,
					 bool has_values)
{
	struct ks_instance *inst = (struct ks_instance *)ri->data;
	struct kretprobe *rp = ks_ri_owner(ri);
	const struct ks_probe *probe;
	s64 delta;

	if (unlikely(!rp))
		return 0;
	probe = container_of(rp, struct ks_pool, rp)->probe;
	delta = ks_instance_leave(inst, now);
	ks_emit_return(probe, ks_emit_delta(probe, delta), now,
		       regs_return_value(regs), ks_instance_values(inst),
		       has_values);
	return 0;
}

/* Where the clock is the counter, as with entries. */
static int return_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return handle_return(ri, regs, ks_counter_read(), false);
}
NOKPROBE_SYMBOL(return_handler);

static int return_handler_slow(struct kretprobe_instance *ri,
			       struct pt_regs *regs)
{
	return handle_return(ri, regs, ks_clock_raw(), false);
}
NOKPROBE_SYMBOL(return_handler_slow);

/* With arguments of the entry, and nothing to do for them here. */
static int return_handler_values(struct kretprobe_instance *ri,
				 struct pt_regs *regs)
{
	return handle_return(ri, regs, ks_counter_read(), true);
}
NOKPROBE_SYMBOL(return_handler_values);

static int return_handler_values_slow(struct kretprobe_instance *ri,
				      struct pt_regs *regs)
{
	return handle_return(ri, regs, ks_clock_raw(), true);
}
NOKPROBE_SYMBOL(return_handler_values_slow);

/*
 * With arguments of the return, a tally, or a filter that looks at what is
 * known now.
 */
static int return_handler_full(struct kretprobe_instance *ri,
			       struct pt_regs *regs)
{
	u64 now = ks_clock_raw(), ret = regs_return_value(regs), lat;
	struct ks_instance *inst = (struct ks_instance *)ri->data;
	struct kretprobe *rp = ks_ri_owner(ri);
	const struct ks_probe *probe;
	u64 *values = NULL;

	if (unlikely(!rp))
		return 0;
	probe = container_of(rp, struct ks_pool, rp)->probe;
	lat = ks_emit_delta(probe, ks_instance_leave(inst, now));
	if (probe->fetch) {
		values = ks_instance_values(inst);
		if (probe->fetch->has_return)
			ks_fetch_return(probe->fetch, ret, values);
	}
	if (probe->filters_late &&
	    !ks_emit_is_wanted(probe, lat, ret, values)) {
		this_cpu_inc(probe->pcpu->filtered);
		return 0;
	}
	ks_emit_tally(probe, lat, ret, values);
	ks_emit_return(probe, lat, now, ret, values, values);
	return 0;
}
NOKPROBE_SYMBOL(return_handler_full);

void ks_pool_set_handlers(struct ks_pool *pool)
{
	const struct ks_probe *probe = pool->probe;
	const struct ks_fetch *fetch = probe->fetch;
	bool is_counter = ks_clock_is_counter();

	pool->rp.entry_handler = is_counter ? entry_handler :
					      entry_handler_slow;
	pool->rp.handler = is_counter ? return_handler : return_handler_slow;
	pool->rp.data_size = sizeof(struct ks_instance);
	if (fetch) {
		pool->rp.entry_handler =
			probe->reads_early ? entry_handler_copy :
			fetch->is_plain ? entry_handler_plain :
					  entry_handler_fetch;
		pool->rp.handler = is_counter ? return_handler_values :
						return_handler_values_slow;
		pool->rp.data_size += fetch->size;
	}
	if (probe->filters_late || probe->tally ||
	    (fetch && fetch->has_return))
		pool->rp.handler = return_handler_full;
}

void ks_pool_take_over(struct ks_pool *pool)
{
	static_call_update(kernel_pre_handler, pool->rp.kp.pre_handler);
	pool->rp.kp.pre_handler = pre_handler_idle;
}

void ks_pool_set_active(struct ks_pool *pool, bool is_active)
{
	kprobe_pre_handler_t handler = pre_handler_idle;

	if (is_active)
		handler = pool->probe->filters_early ? pre_handler_filter :
						       pre_handler_active;
	WRITE_ONCE(pool->rp.kp.pre_handler, handler);
}
