/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that a walk has met, kept in an order of their own. */
#ifndef KRETSCOPE_MATCH_H
#define KRETSCOPE_MATCH_H

#include <kretscope/symbol.h>
#include <kretscope/symtab.h>

#define KS_MATCHES_MAX	8192U

/**
 * struct ks_match - one function
 * @next: the one met before it
 * @sym: where it lies
 * @name: its name
 */
struct ks_match {
	struct ks_match *next;
	struct ks_symbol sym;
	char name[];
};

/**
 * struct ks_matches - functions
 * @last: the last one that is kept; zeroed at first, as all of this
 * @nr: how many were met; KS_MATCHES_MAX of them are kept
 * @ret: -ENOMEM: not even so many are
 */
struct ks_matches {
	struct ks_match *last;
	unsigned int nr;
	int ret;
};

/**
 * ks_matches_add() - keep a function
 * @matches: those before
 * @entry: the function
 *
 * Context: process, may sleep.
 */
void ks_matches_add(struct ks_matches *matches,
		    const struct ks_symtab_entry *entry);

/**
 * ks_matches_sort() - all of them by name; those of the kernel before those of
 * modules, each by address, where names are equal
 * @matches: at most KS_MATCHES_MAX; stay until ks_matches_exit()
 *
 * Context: process, may sleep.
 * Return: an array for kvfree(), or ERR_PTR(-ENOMEM).
 */
struct ks_match **ks_matches_sort(const struct ks_matches *matches);

/** ks_matches_exit() - forget them */
void ks_matches_exit(struct ks_matches *matches);

#endif
