/* SPDX-License-Identifier: GPL-2.0 */
/* Patterns of text: '*' any text, '?' any character, [ab] [a-z] [!ab] sets. */
#ifndef KRETSCOPE_GLOB_H
#define KRETSCOPE_GLOB_H

#include <linux/types.h>

#include <kretscope/errors.h>

/**
 * ks_glob_set() - length of a set, or what is wrong with it
 * @set: its '['
 * @len: set to the number of bytes up to its ']', that included; after a
 *	mistake, to where that is
 * @err: set to the mistake
 *
 * Context: any. Return: 0, -EINVAL.
 */
int ks_glob_set(const char *set, unsigned int *len, enum ks_err *err);

/**
 * ks_glob_match() - does a text match
 * @pattern: ks_glob_set() has taken all of its sets
 * @str: the text
 * @limit: it ends there at the latest
 *
 * Context: any, NMI included.
 */
bool ks_glob_match(const char *pattern, const char *str, unsigned int limit);

#endif
