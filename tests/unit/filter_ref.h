/* SPDX-License-Identifier: GPL-2.0 */
/* Random filters as text, and what they mean, in the simplest words. */
#ifndef FILTER_REF_H
#define FILTER_REF_H

#include <kretscope/filter.h>

struct ref;

/* A random expression of at most @depth levels of operators. */
struct ref *ref_create(unsigned int depth);
void ref_destroy(struct ref *ref);

/* As text with random blanks and parentheses. Return: the length. */
size_t ref_print(const struct ref *ref, char *buf);

/* Of a return probe (@is_return), or a hit. */
enum ks_verdict ref_run(const struct ref *ref,
			const struct ks_facts *call, bool is_return);

/* Does it compare lat or ret? */
bool ref_is_return_only(const struct ref *ref);

/* Does @str, up to a NUL or @limit bytes, match? */
bool ref_glob(const char *pat, const char *str, unsigned int limit);

#endif
