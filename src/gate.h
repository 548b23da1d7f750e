/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Gates: call sites of many functions that ftrace leads to one stub at once.
 *
 * To arm or disarm takes ftrace a walk over all functions there are, and a
 * grace period of RCU-tasks, however many sites it is about. So probes that
 * come in numbers share code, which tells by the function's body whose call it
 * is.
 */
#ifndef KRETSCOPE_GATE_H
#define KRETSCOPE_GATE_H

#include "stub.h"

/**
 * ks_gate_join() - take a stub among those that share their code
 * @probe: whose calls go through it; it lets them pass for now
 * @site: the call site in its function
 *
 * It goes back by ks_stubs_put().
 *
 * Context: process, ks_probe_lock held, may sleep.
 * Return: the stub; ERR_PTR() of -ENOSPC: this kernel's ftrace has no such way,
 * or there are too many; -ENOMEM; or why the end of tasks cannot be watched.
 */
struct ks_stub *ks_gate_join(const struct ks_probe *probe, unsigned long site);

/**
 * ks_gate_leads() - is there a gate that a call site leads to already
 * @site: the site
 *
 * Then only a stub of ks_gate_join() can have its calls.
 *
 * Context: process, ks_probe_lock held.
 */
bool ks_gate_leads(unsigned long site);

/**
 * ks_gate_arm() - have ftrace lead a stub's call site to it
 * @stub: of ks_gate_join()
 *
 * With the first one of a gate, all of them are led; calls of stubs that are
 * not open pass.
 *
 * Context: process, ks_probe_lock held, may sleep.
 * Return: as ks_direct_register() does, about this one's site; -EBUSY is it,
 * too, when another of them has it.
 */
int ks_gate_arm(struct ks_stub *stub);

/**
 * ks_gate_disarm() - undo ks_gate_arm(), once it is done for all of a gate
 * @stub: of ks_gate_join()
 *
 * Its calls pass from about now on.
 *
 * Context: process, ks_probe_lock held, may sleep.
 */
void ks_gate_disarm(struct ks_stub *stub);

/**
 * ks_gates_reap() - free the stubs that nothing leads to and nobody is inside
 *
 * Context: process, ks_probe_lock held, may sleep.
 */
void ks_gates_reap(void);

#endif
