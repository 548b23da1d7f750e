/* SPDX-License-Identifier: GPL-2.0 */
/* What a probe takes and wants: the clauses of its spec, compiled. */
#ifndef KRETSCOPE_CLAUSES_H
#define KRETSCOPE_CLAUSES_H

#include <kretscope/probe.h>

struct ks_btf_set;

/**
 * ks_clauses_compile() - compile the clauses of a probe's spec
 * @probe: its spec with the text, kind and symbol are set
 * @btf: type information that was read so far
 *
 * Sets all of @probe that comes of its clauses and its prototype. Mistakes are
 * reported through ks_errlog().
 *
 * Context: process, may sleep.
 * Return: 0, or what ks_fetch_compile(), ks_tally_create() or
 * ks_filter_create() says, and then ks_clauses_free() is due as well.
 */
int ks_clauses_compile(struct ks_probe *probe, struct ks_btf_set *btf);

/**
 * ks_clauses_free() - free what ks_clauses_compile() has made, but the tally,
 * which goes with the counters: see ks_probe_free_counters()
 * @probe: no handler uses it, and nobody formats a record of it
 */
void ks_clauses_free(struct ks_probe *probe);

#endif
