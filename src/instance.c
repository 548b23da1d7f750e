// SPDX-License-Identifier: GPL-2.0
/* Calls inside a function, found by walking the instances of its probe. */
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/time64.h>

#include <kretscope/clock.h>

#include "instance.h"

void ks_instance_prepare(struct ks_instance *inst, struct llist_head *list,
			 struct ks_probe_cpu __percpu *pcpu)
{
	if (inst->start == KS_INSTANCE_UNLINKED)
		llist_add(&inst->node, list);
	else if (inst->start != KS_INSTANCE_IDLE)
		this_cpu_inc(pcpu->abandoned);
}
NOKPROBE_SYMBOL(ks_instance_prepare);

/*
 * Conversion to ns is off by so little, and no task number comes again so
 * soon: that takes as many forks as there are numbers.
 */
#define START_SLACK_NS	(10 * NSEC_PER_MSEC)

/* ns of the clock that @start was converted to, when the task began. */
static u64 task_start(const struct task_struct *task)
{
	return static_key_enabled(&ks_clock_boot) ? task->start_boottime :
						    task->start_time;
}

/*
 * Fill in who is inside. A task that began after the call's entry is another
 * one, to which the kernel has given the number of the one that is gone. An
 * idle task has no number (0) and never ends.
 */
static bool find_task(struct ks_call *call, u64 start_ns)
{
	const struct task_struct *task;
	bool found = false;

	if (!call->tid) {
		strscpy(call->comm, "swapper", sizeof(call->comm));
		return true;
	}
	rcu_read_lock();
	task = pid_task(find_pid_ns(call->tid, &init_pid_ns), PIDTYPE_PID);
	if (task && task_start(task) <= start_ns + START_SLACK_NS) {
		memcpy(call->comm, task->comm, sizeof(call->comm));
		call->comm[sizeof(call->comm) - 1] = '\0';
		found = true;
	}
	rcu_read_unlock();
	return found;
}

u64 ks_instances_walk(const struct llist_head *list,
		      const struct ks_probe *probe,
		      void (*fn)(const struct ks_call *call, void *arg),
		      void *arg)
{
	const struct ks_instance *inst;
	u64 gone = 0;

	llist_for_each_entry(inst, READ_ONCE(list->first), node) {
		struct ks_call call = { .probe = probe };
		/* pairs with the release in ks_instance_enter() */
		u64 start = smp_load_acquire(&inst->start);
		s64 age;

		if (start <= KS_INSTANCE_IDLE)
			continue;
		call.tid = READ_ONCE(inst->tid);
		age = ks_clock_raw() - start;
		call.age_ns = age > 0 ? ks_clock_delta_ns(age) : 0;
		/* Old counts are converted at the nominal rate: leave room. */
		if (!find_task(&call, ks_clock_to_ns(start) +
				      (call.age_ns >> 10))) {
			/* Gone in the meantime, or returned and gone? */
			if (READ_ONCE(inst->start) == start)
				gone++;
			continue;
		}
		if (fn && READ_ONCE(inst->start) == start)
			fn(&call, arg);
	}
	return gone;
}

u64 ks_instances_count(const struct llist_head *list)
{
	const struct ks_instance *inst;
	u64 count = 0;

	llist_for_each_entry(inst, READ_ONCE(list->first), node)
		if (READ_ONCE(inst->start) > KS_INSTANCE_IDLE)
			count++;
	return count;
}
