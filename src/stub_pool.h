/* SPDX-License-Identifier: GPL-2.0 */
/* The stubs that are in use, and those that calls have yet to leave. */
#ifndef KRETSCOPE_STUB_POOL_H
#define KRETSCOPE_STUB_POOL_H

#include <linux/err.h>

#include "stub.h"

/**
 * ks_stub_get() - take a stub for a probe
 * @probe: whose calls go through it; it lets them pass for now
 * @site: the call site in its function
 *
 * Context: process, ks_probe_lock held, may sleep.
 * Return: the stub; ERR_PTR() of -ENOSPC: all are in use; -EOPNOTSUPP: there
 * are none on this kernel; -ENOMEM; or why the end of tasks cannot be watched.
 */
struct ks_stub *ks_stub_get(const struct ks_probe *probe, unsigned long site);

/**
 * ks_stub_lend() - give a stub that is not of the pool to a probe
 * @lease: its stub and its counters are there, the stub's code is shared
 * @probe: as for ks_stub_get()
 * @site: the call site in its function
 *
 * Until ks_stubs_put(), and until the last call has left: then the lease of the
 * stub is NULL.
 *
 * Context: process, ks_probe_lock held, may sleep.
 * Return: 0, or why the end of tasks cannot be watched.
 */
int ks_stub_lend(struct ks_lease *lease, const struct ks_probe *probe,
		 unsigned long site);

/**
 * ks_stubs_put() - give stubs back, calls may still be inside
 * @stubs: no call site leads to them any more, see ks_stubs_settle()
 * @nr: how many
 *
 * The probes may be freed when it returns. A stub can be taken again when its
 * last call has left.
 *
 * Context: process, ks_probe_lock held, may sleep.
 */
void ks_stubs_put(struct ks_stub **stubs, unsigned int nr);

/**
 * ks_stubs_collect() - take back stubs that the last call has left
 *
 * Context: process, ks_probe_lock held, may sleep.
 */
void ks_stubs_collect(void);

/**
 * ks_stub_open() - count and time what enters from now on
 * ks_stub_close() - let pass what enters from about now on
 * @stub: the stub
 *
 * Context: process, ks_probe_lock held.
 */
void ks_stub_open(struct ks_stub *stub);
void ks_stub_close(struct ks_stub *stub);

/**
 * ks_stub_rehearse() - call an empty function through a stub
 * @probe: counts and times the calls; has no arguments and no filter
 * @nr: how many
 *
 * Just as through the call site of a function that ftrace has patched, but
 * without ftrace, and without its grace periods.
 *
 * Context: process, ks_probe_lock held, may sleep; no stub was ever taken.
 * Return: 0 or -EBUSY.
 */
int ks_stub_rehearse(const struct ks_probe *probe, unsigned int nr);

/**
 * ks_stub_entry() - what a call site has to call
 * @place: of the stub's code, in ks_stub_places
 */
unsigned long ks_stub_entry(unsigned int place);

/**
 * ks_stub_inside() - how many calls have entered and not left
 * @stub: of a probe that is not gone
 *
 * Context: any.
 */
u64 ks_stub_inside(const struct ks_stub *stub);

/**
 * ks_stubs_look() - how many calls are inside of each stub, whoever has it
 * @fn: told the name of its probe, or what to call one that was removed
 * @arg: for @fn
 *
 * Context: any, preemption off.
 */
void ks_stubs_look(void (*fn)(const char *name, u64 inside, void *arg),
		   void *arg);

/**
 * ks_stubs_wait() - wait until no task is in the stubs' own code
 *
 * But for calls that are counted, and for new ones.
 *
 * Context: process, may sleep.
 */
void ks_stubs_wait(void);

/**
 * ks_stubs_settle() - wait until no call is on its way into a stub
 *
 * For those that no call site leads to.
 *
 * Context: process, may sleep.
 */
void ks_stubs_settle(void);

/**
 * ks_stubs_drain() - wait for all calls inside, however long they stay
 *
 * Context: process, may sleep; all stubs were given back. When it returns, no
 * task is or will be in their code.
 */
void ks_stubs_drain(void);

#endif
