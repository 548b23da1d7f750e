/* SPDX-License-Identifier: GPL-2.0 */
/* Processes that read our files, whose own calls must not be traced. */
#ifndef KRETSCOPE_EXCLUDE_H
#define KRETSCOPE_EXCLUDE_H

#include <linux/compiler.h>
#include <linux/list.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/types.h>

/**
 * struct ks_exclude - one open data file
 * @node: list of open data files; exclude.c's lock, read side RCU
 * @tgid: process that opened it, or read it last
 * @rcu: to free it
 */
struct ks_exclude {
	struct list_head node;
	pid_t tgid;
	struct rcu_head rcu;
};

extern bool ks_exclude_any;	/* exclude.c's lock */
DECLARE_PER_CPU(bool, ks_exclude_cpu);

bool ks_exclude_has_current(void);

/* Is any data file open: two instructions for what is mostly false. */
static __always_inline bool ks_exclude_is_used(void)
{
	/* It may change at any time; a volatile access costs an instruction. */
	return data_race(ks_exclude_any);
}

/**
 * ks_exclude_current() - must the current task's calls be left out
 *
 * Context: any, NMI included; preemption off.
 */
static __always_inline bool ks_exclude_current(void)
{
	return unlikely(ks_exclude_is_used()) && ks_exclude_has_current();
}

/**
 * ks_exclude_create() - leave out the current process
 *
 * Context: process, may sleep. Return: NULL if there is no memory.
 */
struct ks_exclude *ks_exclude_create(void);

/**
 * ks_exclude_touch() - the file has another user now: the current process
 * @ex: from ks_exclude_create()
 *
 * Context: process.
 */
void ks_exclude_touch(struct ks_exclude *ex);

/**
 * ks_exclude_destroy() - undo ks_exclude_create()
 * @ex: may be NULL
 *
 * Context: process, may sleep.
 */
void ks_exclude_destroy(struct ks_exclude *ex);

#endif
