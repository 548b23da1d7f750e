/* SPDX-License-Identifier: GPL-2.0 */
/* From specs and functions to probes, and back: memory only. */
#ifndef KRETSCOPE_PROBE_ALLOC_H
#define KRETSCOPE_PROBE_ALLOC_H

#include <kretscope/probe.h>

/**
 * ks_probes_alloc() - make probes of specs, nothing of which is registered yet
 * @specs: the specs; those that remove probes are left out
 * @syms: the function of each
 * @probes: where to add the probes
 *
 * What cannot be is reported through ks_errlog(); of a pattern it is left out.
 *
 * Context: process, may sleep; takes kprobe_mutex.
 * Return: 0; -ENOMEM; or as ks_choice_make(), ks_trial_kprobe() and the
 * compilers of the clauses do, and then none is made.
 */
int ks_probes_alloc(const struct ks_specs *specs, const struct ks_symbol *syms,
		    struct list_head *probes);

/**
 * ks_probe_free() - free a probe
 * @probe: in no list; no handler or reader knows it
 *
 * Context: process, may sleep.
 */
void ks_probe_free(struct ks_probe *probe);

/**
 * ks_probes_free() - free the probes of a list
 * @probes: as for ks_probe_free()
 *
 * Context: process, may sleep.
 */
void ks_probes_free(struct list_head *probes);

#endif
