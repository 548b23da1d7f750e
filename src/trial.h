/* SPDX-License-Identifier: GPL-2.0 */
/* Whether a function can be probed, tried out. */
#ifndef KRETSCOPE_TRIAL_H
#define KRETSCOPE_TRIAL_H

#include <kretscope/spec.h>
#include <kretscope/symbol.h>

struct ks_trials;

/**
 * ks_trials_create() - before the first trial
 * @max: how many there are at most
 *
 * Context: process, may sleep. Return: NULL without memory.
 */
struct ks_trials *ks_trials_create(unsigned int max);

/**
 * ks_trials_destroy() - undo all trials, in one batch
 * @trials: may be NULL
 *
 * Context: process, may sleep; takes kprobe_mutex.
 */
void ks_trials_destroy(struct ks_trials *trials);

/**
 * ks_trial_make() - can there be a probe, by the module's word and the kernel's
 * @trials: registers nothing that outlives it
 * @spec: what is asked for
 * @sym: the function; its site is filled in if that may be needed
 *
 * Of a spec that leaves open what it becomes, what kprobes say is not asked
 * yet. What forbids it is reported through ks_errlog().
 *
 * Context: process, may sleep; takes kprobe_mutex, locks of ftrace.
 * Return: 0, or as ks_symbols_resolve() does.
 */
int ks_trial_make(struct ks_trials *trials, const struct ks_spec *spec,
		  struct ks_symbol *sym);

/**
 * ks_trial_kprobe() - can there be a kprobe or kretprobe
 *
 * As ks_trial_make(); only by the kernel's word.
 */
int ks_trial_kprobe(struct ks_trials *trials, const struct ks_spec *spec,
		    const struct ks_symbol *sym);

#endif
