// SPDX-License-Identifier: GPL-2.0
/* The list of processes that have a data file open. */
#include <kretscope/exclude.h>

#include <linux/kprobes.h>
#include <linux/mutex.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/slab.h>

bool ks_exclude_any;
DEFINE_PER_CPU(bool, ks_exclude_cpu);

static DEFINE_MUTEX(exclude_lock);
static LIST_HEAD(excluded);	/* exclude_lock; read side: RCU */

bool ks_exclude_has_current(void)
{
	pid_t tgid = current->tgid;
	struct ks_exclude *ex;

	/* This CPU is waking a reader, in an interrupt of whatever task. */
	if (this_cpu_read(ks_exclude_cpu))
		return true;
	/* Handlers run with preemption off: an RCU read-side section. */
	list_for_each_entry_lockless(ex, &excluded, node)
		if (READ_ONCE(ex->tgid) == tgid)
			return true;
	return false;
}
NOKPROBE_SYMBOL(ks_exclude_has_current);

struct ks_exclude *ks_exclude_create(void)
{
	struct ks_exclude *ex = kmalloc(sizeof(*ex), GFP_KERNEL);

	if (!ex)
		return NULL;
	ex->tgid = current->tgid;
	mutex_lock(&exclude_lock);
	list_add_rcu(&ex->node, &excluded);
	WRITE_ONCE(ks_exclude_any, true);
	mutex_unlock(&exclude_lock);
	return ex;
}

void ks_exclude_touch(struct ks_exclude *ex)
{
	if (ex->tgid != current->tgid)
		WRITE_ONCE(ex->tgid, current->tgid);
}

void ks_exclude_destroy(struct ks_exclude *ex)
{
	if (!ex)
		return;
	mutex_lock(&exclude_lock);
	list_del_rcu(&ex->node);
	WRITE_ONCE(ks_exclude_any, !list_empty(&excluded));
	mutex_unlock(&exclude_lock);
	kfree_rcu(ex, rcu);
}
