// SPDX-License-Identifier: GPL-2.0
/* The specs that a list becomes: each for one function, tried out. */
#include "outcome.h"

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <kretscope/expansion.h>

int ks_outcome_init(struct ks_outcome *outcome, unsigned int max)
{
	outcome->nr = 0;
	outcome->trials = ks_trials_create(max);
	outcome->specs = kvcalloc(max, sizeof(*outcome->specs), GFP_KERNEL);
	outcome->syms = kvcalloc(max, sizeof(*outcome->syms), GFP_KERNEL);
	return outcome->trials && outcome->specs && outcome->syms ? 0 : -ENOMEM;
}

void ks_outcome_exit(struct ks_outcome *outcome)
{
	ks_trials_destroy(outcome->trials);
	kvfree(outcome->specs);
	kvfree(outcome->syms);
}

void ks_outcome_keep(struct ks_outcome *outcome, const struct ks_spec *spec)
{
	outcome->specs[outcome->nr++] = *spec;
}

int ks_outcome_add(struct ks_outcome *outcome, const struct ks_spec *spec,
		   const struct ks_symbol *sym)
{
	int ret;

	outcome->syms[outcome->nr] = *sym;
	ret = ks_trial_make(outcome->trials, spec, &outcome->syms[outcome->nr]);
	if (ret)
		return ret;
	ks_outcome_keep(outcome, spec);
	return 0;
}

/* Is the match beside it a function of the same name? */
static bool is_shared(struct ks_match **vec, unsigned int nr, unsigned int i,
		      unsigned int beside)
{
	return beside < nr && !strcmp(vec[i]->name, vec[beside]->name);
}

static int add_matches(struct ks_outcome *outcome, struct ks_spec *spec,
		       struct ks_match **vec, unsigned int nr)
{
	unsigned int n = 0, i;
	int ret;

	for (i = 0; i < nr; i++) {
		n = is_shared(vec, nr, i, i - 1) ? n + 1 : 1;
		spec->pick = n > 1 || is_shared(vec, nr, i, i + 1) ? n : 0;
		snprintf(spec->sym, sizeof(spec->sym), "%s", vec[i]->name);
		ret = ks_spec_make_name(spec);
		if (!ret)
			ret = ks_outcome_add(outcome, spec, &vec[i]->sym);
		if (ret)
			ret = ks_expansion_leave(spec, ret);
		if (ret)
			return ret;
		cond_resched();
	}
	return 0;
}

int ks_outcome_expand(struct ks_outcome *outcome, struct ks_specs *specs,
		      const struct ks_spec *glob,
		      const struct ks_matches *matches)
{
	struct ks_match **vec;
	struct ks_spec *spec;
	int ret = -ENOMEM;

	spec = kmemdup(glob, sizeof(*glob), GFP_KERNEL);
	if (!spec)
		return -ENOMEM;
	spec->is_glob = false;
	spec->expansion = ks_expansion_create(specs, glob, matches->nr);
	if (!spec->expansion)
		goto out;
	vec = ks_matches_sort(matches);
	ret = PTR_ERR_OR_ZERO(vec);
	if (ret)
		goto out;
	ret = add_matches(outcome, spec, vec, matches->nr);
	kvfree(vec);
out:
	kfree(spec);
	return ret;
}
