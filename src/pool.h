/* SPDX-License-Identifier: GPL-2.0 */
/* A pool of kretprobe instances, and the handlers of its kretprobe. */
#ifndef KRETSCOPE_POOL_H
#define KRETSCOPE_POOL_H

#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/llist.h>

#include <kretscope/probe.h>

/**
 * struct ks_pool - one kretprobe
 * @rp: the kretprobe
 * @probe: whose it is
 * @pcpu: its counters
 * @instances: those that were ever used
 * @nmissed_max: @rp.nmissed above is news; any CPU
 * @nmissed_base: @rp.nmissed at clear; ks_probe_lock
 * @reentry_base: @rp.kp.nmissed at clear; ks_probe_lock
 * @node: in the probe's list of pools; ks_probe_lock
 */
struct ks_pool {
	struct kretprobe rp;
	struct ks_probe *probe;
	struct ks_probe_cpu __percpu *pcpu;
	struct llist_head instances;
	int nmissed_max;
	unsigned long nmissed_base;
	unsigned long reentry_base;
	struct list_head node;
};

/**
 * ks_pool_set_handlers() - choose the handlers that the probe needs
 * @pool: its kretprobe is not registered yet
 *
 * What a probe does not use costs nothing: there are handlers for probes
 * without arguments and filter, and others.
 *
 * Context: process.
 */
void ks_pool_set_handlers(struct ks_pool *pool);

/**
 * ks_pool_take_over() - put our pre_handler in front of the kernel's
 * @pool: its kretprobe was just registered, and is not armed
 *
 * The pool is idle then.
 *
 * Context: process, may sleep; ks_probe_lock held.
 */
void ks_pool_take_over(struct ks_pool *pool);

/**
 * ks_pool_set_active() - let calls through to the kretprobe, or not
 * @pool: the pool
 * @is_active: which
 *
 * Context: process, when no call can be half way; or in stop_machine().
 */
void ks_pool_set_active(struct ks_pool *pool, bool is_active);

/**
 * ks_pool_has_news() - were calls missed since @pool's nmissed_max was set
 *
 * A handler calls this once; the owner of the pools is to look for pools whose
 * nmissed_max is INT_MAX then.
 *
 * Context: kprobe handler.
 */
void ks_pool_has_news(void);

#endif
