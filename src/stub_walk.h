/* SPDX-License-Identifier: GPL-2.0 */
/* Calls inside stubs, found on the tasks' stacks. */
#ifndef KRETSCOPE_STUB_WALK_H
#define KRETSCOPE_STUB_WALK_H

#include "stub.h"

/**
 * ks_stub_walk() - look at the calls inside a stub
 * @stub: of a probe that is not gone
 * @fn: called for each, with interrupts off
 * @arg: passed on
 *
 * Stops all CPUs meanwhile. Does not find calls of idle tasks, nor those that
 * are entering or leaving.
 *
 * Context: process, may sleep.
 */
void ks_stub_walk(const struct ks_stub *stub,
		  void (*fn)(const struct ks_call *call, void *arg), void *arg);

/**
 * ks_stub_watch_exits() - count calls whose task ends inside as abandoned
 * ks_stub_unwatch_exits() - undo that
 *
 * Context: process, may sleep.
 * Return: 0, -ENOENT where the kernel does not say when a task ends, -ENOMEM.
 */
int ks_stub_watch_exits(void);
void ks_stub_unwatch_exits(void);

#endif
