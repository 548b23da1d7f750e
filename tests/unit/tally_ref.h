/* SPDX-License-Identifier: GPL-2.0 */
/* What a tally must have counted, found by the simplest means. */
#ifndef TALLY_REF_H
#define TALLY_REF_H

#include <kretscope/tally.h>

/* Begin anew, with a clause "keys=...[:vals=...]"; a tally has no limit. */
void ref_start(const char *clause);

/* Keys beyond so many find no room; the calls are of one CPU. */
void ref_limit(unsigned int keys);

/*
 * As what reads arguments leaves them: nothing is behind the NUL of a text, nor
 * where something could not be read.
 */
void ref_clean(struct ks_facts *facts);

/* Count a call. */
void ref_add(const struct ks_facts *facts);

/* Count a call whose CPU has no room for its key. */
void ref_add_other(const struct ks_facts *facts);

/* Has the tally counted the same? */
void ref_expect_same(const struct ks_tally *tally);

/* Has it counted as much, by whatever keys? */
void ref_expect_sum(const struct ks_tally *tally);

#endif
