/* SPDX-License-Identifier: GPL-2.0 */
/* Makes the steps that read one argument. */
#ifndef KRETSCOPE_FETCH_STEPS_H
#define KRETSCOPE_FETCH_STEPS_H

#include <kretscope/fetch.h>

#include "fetch_parse.h"

/**
 * struct ks_steps - the steps of one argument
 * @vec: the steps
 * @nr: how many
 */
struct ks_steps {
	struct ks_insn vec[KS_DEREF_MAX + 2];
	unsigned int nr;
};

/**
 * ks_fetch_steps() - make them
 * @steps: filled in, but for what depends on the other arguments
 * @arg: the argument, its type set; neither $args nor a bare $retval
 */
void ks_fetch_steps(struct ks_steps *steps, const struct ks_parsed *arg);

#endif
