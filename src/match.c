// SPDX-License-Identifier: GPL-2.0
/* Functions that a walk has met, kept in an order of their own. */
#include "match.h"

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

void ks_matches_add(struct ks_matches *matches,
		    const struct ks_symtab_entry *entry)
{
	size_t len = strlen(entry->name);
	struct ks_match *match;

	if (matches->nr++ >= KS_MATCHES_MAX || matches->ret)
		return;
	match = kmalloc(struct_size(match, name, len + 1), GFP_KERNEL);
	if (!match) {
		matches->ret = -ENOMEM;
		return;
	}
	match->sym.addr = entry->addr;
	match->sym.size = entry->size;
	snprintf(match->sym.mod, sizeof(match->sym.mod), "%s",
		 entry->mod ?: "");
	memcpy(match->name, entry->name, len + 1);
	match->next = matches->last;
	matches->last = match;
}

void ks_matches_exit(struct ks_matches *matches)
{
	struct ks_match *match;

	while (matches->last) {
		match = matches->last;
		matches->last = match->next;
		kfree(match);
	}
}

static int compare(const void *left, const void *right)
{
	const struct ks_match *a = *(const struct ks_match *const *)left;
	const struct ks_match *b = *(const struct ks_match *const *)right;
	int order = strcmp(a->name, b->name);

	if (order)
		return order;
	if (!*a->sym.mod != !*b->sym.mod)
		return *a->sym.mod ? 1 : -1;
	return a->sym.addr < b->sym.addr ? -1 : a->sym.addr > b->sym.addr;
}

struct ks_match **ks_matches_sort(const struct ks_matches *matches)
{
	struct ks_match **vec, *match;
	unsigned int nr = 0;

	if (matches->ret)
		return ERR_PTR(matches->ret);
	vec = kvmalloc_array(matches->nr, sizeof(*vec), GFP_KERNEL);
	if (!vec)
		return ERR_PTR(-ENOMEM);
	for (match = matches->last; match; match = match->next)
		vec[nr++] = match;
	sort(vec, nr, sizeof(*vec), compare, NULL);
	return vec;
}
