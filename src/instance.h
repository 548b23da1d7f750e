/* SPDX-License-Identifier: GPL-2.0 */
/* Per-call data in a kretprobe instance, and the list of those in use. */
#ifndef KRETSCOPE_INSTANCE_H
#define KRETSCOPE_INSTANCE_H

#include <linux/llist.h>
#include <linux/sched.h>

#include <kretscope/clock.h>
#include <kretscope/probe.h>

/*
 * The kernel hands out per-instance data zeroed once and leaves it alone then,
 * so an instance can link itself into a list at its first use. From then on a
 * call costs one store at entry and one at return, and a reader who walks the
 * list finds every call that is inside.
 */
#define KS_INSTANCE_UNLINKED	0	/* never used */
#define KS_INSTANCE_IDLE	1	/* anything above is a raw start time */

/**
 * struct ks_instance - a kretprobe instance's own data
 * @start: raw time of the entry, or one of the values above
 * @tid: of the task inside
 * @node: in the list of all instances that were ever used
 */
struct ks_instance {
	u64 start;
	u32 tid;
	struct llist_node node;
};

/* What the probe's arguments were at the call's entry. */
static __always_inline u64 *ks_instance_values(struct ks_instance *inst)
{
	return (u64 *)(inst + 1);
}

/* Linked, and its last call has returned. */
static __always_inline bool ks_instance_is_idle(const struct ks_instance *inst)
{
	return inst->start == KS_INSTANCE_IDLE;
}

/**
 * ks_instance_prepare() - make an instance ready for a call
 * @inst: data of the instance; new, idle, or its last call never returned
 * @list: the probe's list
 * @pcpu: the probe's counters
 *
 * Context: kretprobe entry handler.
 */
void ks_instance_prepare(struct ks_instance *inst, struct llist_head *list,
			 struct ks_probe_cpu __percpu *pcpu);

/**
 * ks_instance_enter() - a call enters
 * @inst: data of its instance, idle or prepared
 * @pcpu: the probe's counters
 * @clock: reads the raw time; called last
 *
 * Context: kretprobe entry handler.
 */
static __always_inline void
ks_instance_enter(struct ks_instance *inst, struct ks_probe_cpu __percpu *pcpu,
		  u64 (*clock)(void))
{
	this_cpu_inc(pcpu->entries);
	WRITE_ONCE(inst->tid, current->pid);
	/* tid before start; pairs with the acquire in ks_instances_walk() */
	smp_store_release(&inst->start, clock());
}

/**
 * ks_instance_leave() - its call returns
 * @inst: data of its instance
 * @now: raw time
 *
 * Context: kretprobe handler. Return: raw time since the entry.
 */
static __always_inline s64 ks_instance_leave(struct ks_instance *inst, u64 now)
{
	s64 delta = now - inst->start;

	WRITE_ONCE(inst->start, KS_INSTANCE_IDLE);
	return delta;
}

/**
 * ks_instances_walk() - look at the calls inside
 * @list: the instances
 * @probe: whose they are
 * @fn: called for each call whose task lives; may be NULL
 * @arg: passed on
 *
 * Context: process, may sleep. Return: number of calls whose task is gone.
 */
u64 ks_instances_walk(const struct llist_head *list,
		      const struct ks_probe *probe,
		      void (*fn)(const struct ks_call *call, void *arg),
		      void *arg);

/**
 * ks_instances_count() - number of calls inside, their tasks living or not
 * @list: the instances
 *
 * Context: any.
 */
u64 ks_instances_count(const struct llist_head *list);

#endif
