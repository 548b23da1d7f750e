/* SPDX-License-Identifier: GPL-2.0 */
/* The functions that a pattern stands for, and those of them left out. */
#ifndef KRETSCOPE_EXPANSION_H
#define KRETSCOPE_EXPANSION_H

#include <kretscope/spec.h>

struct ks_expansion;

/**
 * ks_expansion_create() - before a pattern's functions are made specs
 * @specs: the list, which keeps it until ks_expansions_destroy()
 * @glob: the pattern's spec
 * @nr: how many functions match, at least 1
 *
 * From now on what is wrong with @glob's text is not reported, but kept.
 *
 * Context: process, may sleep. Return: NULL without memory.
 */
struct ks_expansion *ks_expansion_create(struct ks_specs *specs,
					 const struct ks_spec *glob,
					 unsigned int nr);

/**
 * ks_expansion_leave() - a spec cannot be; leave it out if that is all
 * @spec: the spec
 * @ret: the error
 *
 * Context: process, may sleep.
 * Return: 0: @spec is one of a pattern's, and others of these are left; else
 * the error that the whole list fails with. If none is left, that is the first
 * one of the pattern's since ks_expansions_pass(), which is reported now. What
 * was not a mistake in the spec, such as -ENOMEM, fails the list.
 */
int ks_expansion_leave(const struct ks_spec *spec, int ret);

/**
 * ks_expansions_pass() - what patterns stand for has passed a stage
 * @specs: the list
 *
 * What keeps the others from passing the next one says more about the spec than
 * what kept some from getting here.
 *
 * Context: process, may sleep.
 */
void ks_expansions_pass(struct ks_specs *specs);

/**
 * ks_expansions_report() - tell what patterns have left out
 * @specs: what the others of it stand for is probed
 *
 * One ks_errlog() for each pattern that left something out: how many are
 * probed, and for each cause how many are not, with the first names.
 *
 * Context: process, may sleep.
 */
void ks_expansions_report(const struct ks_specs *specs);

/**
 * ks_expansions_destroy() - free what ks_expansion_create() has made
 * @specs: the list; its texts are still there
 *
 * Context: process, may sleep.
 */
void ks_expansions_destroy(struct ks_specs *specs);

#endif
