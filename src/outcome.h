/* SPDX-License-Identifier: GPL-2.0 */
/* The specs that a list becomes: each for one function, tried out. */
#ifndef KRETSCOPE_OUTCOME_H
#define KRETSCOPE_OUTCOME_H

#include "match.h"
#include "trial.h"

/**
 * struct ks_outcome - what a list of specs becomes
 * @nr: how many of each there are so far
 * @specs: the specs
 * @syms: their functions
 * @trials: what was tried with them
 */
struct ks_outcome {
	unsigned int nr;
	struct ks_spec *specs;
	struct ks_symbol *syms;
	struct ks_trials *trials;
};

/**
 * ks_outcome_init() - nothing yet
 * @outcome: needs ks_outcome_exit() in any case, if it was zeroed before
 * @max: how many there can be
 *
 * Context: process, may sleep. Return: 0, -ENOMEM.
 */
int ks_outcome_init(struct ks_outcome *outcome, unsigned int max);

/**
 * ks_outcome_exit() - undo the trials, free the arrays
 * @outcome: may be zeroed; arrays that the caller has taken are NULL
 *
 * Context: process, may sleep; takes kprobe_mutex.
 */
void ks_outcome_exit(struct ks_outcome *outcome);

/**
 * ks_outcome_keep() - add a spec without a function
 * @outcome: where to
 * @spec: it removes a probe
 */
void ks_outcome_keep(struct ks_outcome *outcome, const struct ks_spec *spec);

/**
 * ks_outcome_add() - add the spec of one function, if it can be probed
 * @outcome: where to
 * @spec: the spec
 * @sym: the function
 *
 * Context: process, may sleep. Return: as ks_trial_make() does.
 */
int ks_outcome_add(struct ks_outcome *outcome, const struct ks_spec *spec,
		   const struct ks_symbol *sym);

/**
 * ks_outcome_expand() - add a spec for each function that a pattern stands for
 * @outcome: where to
 * @specs: the list that keeps account of what is left out
 * @glob: the pattern's spec
 * @matches: these functions, at least one
 *
 * Context: process, may sleep. Return: as ks_expansion_leave() does.
 */
int ks_outcome_expand(struct ks_outcome *outcome, struct ks_specs *specs,
		      const struct ks_spec *glob,
		      const struct ks_matches *matches);

#endif
