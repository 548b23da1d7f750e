// SPDX-License-Identifier: GPL-2.0
/*
 * From a symbol's name to the function it stands for, or to the cause why not,
 * and from a pattern to all functions that match.
 *
 * kallsyms gives the first symbol of a name and is silent about the others,
 * so all functions that may be meant are walked over once per list of specs, to
 * count, and to keep those that one must be picked from, or that a pattern
 * stands for.
 */
#include <kretscope/symbol.h>

#include <linux/err.h>
#include <linux/hashtable.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/stringhash.h>

#include <kretscope/errlog.h>
#include <kretscope/glob.h>
#include <kretscope/near.h>
#include <kretscope/symtab.h>

#include "match.h"
#include "outcome.h"

/* Names the kernel itself where a module's name would stand. */
#define KERNEL_NAME	"vmlinux"

#define DETAIL_LEN	512
#define NAMES_BITS	7

/**
 * struct target - what is known of one spec's target
 * @node: in struct resolver's names or globs
 * @spec: the spec
 * @in_kernel: functions of that name in the kernel itself
 * @in_modules: functions of that name in modules
 * @nr_mods: how many modules these are in
 * @is_data: a module has data of that name
 * @matches: all of these functions, where more than one may be meant
 * @found: the first function; its module: the last of these modules
 */
struct target {
	struct hlist_node node;
	const struct ks_spec *spec;
	unsigned int in_kernel;
	unsigned int in_modules;
	unsigned int nr_mods;
	bool is_data;
	struct ks_matches matches;
	struct ks_symbol found;
};

/**
 * struct resolver - state of one ks_symbols_resolve()
 * @tab: where the kernel's text lies; empty while no target may be there
 * @names: all targets by the hash of their names
 * @globs: those that are patterns
 * @near: names offered in place of one that is absent
 * @near_mod: module that these must be in; "" for any
 * @detail: text for ks_errlog()
 * @outcome: what was resolved
 * @nr_targets: how many of the following there are
 * @vec: the targets
 */
struct resolver {
	struct ks_symtab tab;
	DECLARE_HASHTABLE(names, NAMES_BITS);
	struct hlist_head globs;
	struct ks_near near;
	const char *near_mod;
	char detail[DETAIL_LEN];
	struct ks_outcome outcome;
	unsigned int nr_targets;
	struct target vec[];
};

static int refuse(const struct target *t, unsigned int col, enum ks_err err,
		  const char *detail, int ret)
{
	ks_errlog(t->spec->index, t->spec->text, col, err, detail);
	return ret;
}

static unsigned int hash_name(const char *name)
{
	return full_name_hash(NULL, name, strlen(name));
}

/* @scope: what stands in front of the colon, "" if there is none */
static bool is_kernel_in_scope(const char *scope)
{
	return !*scope || !strcmp(scope, KERNEL_NAME);
}

static bool is_in_scope(const char *scope, const char *mod)
{
	if (!mod)
		return is_kernel_in_scope(scope);
	return !*scope || ks_symtab_is_module(mod, scope);
}

static void meet_target(struct target *t, const struct ks_symtab_entry *entry)
{
	if (!is_in_scope(t->spec->mod, entry->mod))
		return;
	if (!entry->is_function) {
		t->is_data = true;
		return;
	}
	if (t->spec->is_glob || t->spec->pick)
		ks_matches_add(&t->matches, entry);
	if (!t->in_kernel && !t->in_modules) {
		t->found.addr = entry->addr;
		t->found.size = entry->size;
	}
	if (!entry->mod) {
		t->in_kernel++;
		return;
	}
	t->in_modules++;
	if (strcmp(t->found.mod, entry->mod)) {
		strscpy(t->found.mod, entry->mod, sizeof(t->found.mod));
		t->nr_mods++;
	}
}

/* What compilers put in front of functions has names, but is never run. */
static bool is_padding(const char *name)
{
	return ks_glob_match("__[pc]f[xi]_*", name, KS_SYM_LEN);
}

static void meet_symbol(void *arg, const struct ks_symtab_entry *entry)
{
	struct resolver *r = arg;
	struct target *t;

	hash_for_each_possible(r->names, t, node, hash_name(entry->name))
		if (!strcmp(t->spec->sym, entry->name))
			meet_target(t, entry);
	hlist_for_each_entry(t, &r->globs, node)
		if (ks_glob_match(t->spec->sym, entry->name, KS_SYM_LEN) &&
		    !is_padding(entry->name))
			meet_target(t, entry);
}

static void offer_symbol(void *arg, const struct ks_symtab_entry *entry)
{
	struct resolver *r = arg;

	if (entry->is_function && is_in_scope(r->near_mod, entry->mod))
		ks_near_offer(&r->near, entry->name);
}

/* The kernel's are many: they are left out where none of them can be meant. */
static int walk(struct resolver *r, bool in_kernel,
		void (*fn)(void *arg, const struct ks_symtab_entry *entry))
{
	int ret = 0;

	if (in_kernel && !r->tab.text)
		ret = ks_symtab_init(&r->tab);
	if (in_kernel && !ret)
		ret = ks_symtab_each_of_kernel(&r->tab, fn, r);
	return ret ? ret : ks_symtab_each_of_modules(fn, r);
}

/* @note is printed behind the names near it. */
static int refuse_absent(struct resolver *r, const struct target *t,
			 enum ks_err err, const char *note)
{
	size_t len;
	int ret;

	ks_near_init(&r->near, t->spec->sym);
	r->near_mod = t->spec->mod;
	ret = walk(r, is_kernel_in_scope(t->spec->mod), offer_symbol);
	if (ret)
		return ret;
	len = ks_near_print(&r->near, r->detail, DETAIL_LEN);
	scnprintf(r->detail + len, DETAIL_LEN - len, "%s%s",
		  len && *note ? " " : "", note);
	return refuse(t, t->spec->sym_col, err, *r->detail ? r->detail : NULL,
		      -ENOENT);
}

static int refuse_ambiguous(struct resolver *r, const struct target *t)
{
	unsigned int nr = t->in_kernel + t->in_modules;
	const char *mod = t->nr_mods > 1 ? "several modules" : t->found.mod;
	const char *sym = t->spec->sym;
	char *buf = r->detail;
	size_t len;

	if (t->in_kernel && t->in_modules)
		len = scnprintf(buf, DETAIL_LEN, "%u, of which %u in %s", nr,
				t->in_modules, mod);
	else
		len = scnprintf(buf, DETAIL_LEN, "%u in %s", nr,
				t->in_kernel ? "the kernel" : mod);
	if (t->in_kernel == 1)
		len += scnprintf(buf + len, DETAIL_LEN - len,
				 "; %s:%s is the kernel's", KERNEL_NAME, sym);
	if (t->in_modules == 1)
		len += scnprintf(buf + len, DETAIL_LEN - len,
				 "; %s:%s is the module's", t->found.mod, sym);
	else if (t->nr_mods > 1)
		len += scnprintf(buf + len, DETAIL_LEN - len,
				 "; MOD:%s is that of one module", sym);
	scnprintf(buf + len, DETAIL_LEN - len, "; %s@N is the Nth", sym);
	return refuse(t, t->spec->sym_col, KS_ERR_SYM_AMBIGUOUS, buf, -EEXIST);
}

static int refuse_module(struct resolver *r, const struct target *t)
{
	const struct ks_spec *spec = t->spec;

	switch (ks_symtab_module(spec->mod)) {
	case KS_MODULE_LIVE:
		if (t->is_data)
			return refuse(t, spec->sym_col, KS_ERR_SYM_NOT_TEXT,
				      NULL, -EINVAL);
		return refuse_absent(r, t, KS_ERR_SYM_NOT_IN_MODULE,
				     "(init functions are gone once loaded)");
	case KS_MODULE_BUILTIN:
		scnprintf(r->detail, DETAIL_LEN,
			  "it is built into the kernel, give %s:%s",
			  KERNEL_NAME, spec->sym);
		return refuse(t, spec->target_col, KS_ERR_SYM_MODULE_NOT_LOADED,
			      r->detail, -ENOENT);
	case KS_MODULE_BUSY:
		return refuse(t, spec->target_col, KS_ERR_SYM_MODULE_NOT_LOADED,
			      "it is being loaded or unloaded", -ENOENT);
	default:
		return refuse(t, spec->target_col, KS_ERR_SYM_MODULE_NOT_LOADED,
			      NULL, -ENOENT);
	}
}

/* A name that the walk has not met: hidden, no function, or absent. */
static int find_hidden(struct resolver *r, struct target *t)
{
	const struct ks_spec *spec = t->spec;
	struct ks_symtab_entry entry;
	int ret;

	ret = ks_symtab_lookup(&r->tab, spec->sym, &entry);
	if (ret == -ENOENT && t->is_data)
		return refuse(t, spec->sym_col, KS_ERR_SYM_NOT_TEXT, NULL,
			      -EINVAL);
	if (ret == -ENOENT)
		return refuse_absent(r, t, KS_ERR_SYM_ABSENT, "");
	if (ret)
		return ret;
	if (entry.mod)
		return refuse(t, spec->sym_col, KS_ERR_SYM_DENIED,
			      "it is one of " KBUILD_MODNAME "'s own", -EINVAL);
	if (ks_symtab_in_init(&r->tab, entry.addr))
		return refuse(t, spec->sym_col, KS_ERR_SYM_INIT, NULL, -EINVAL);
	if (!entry.is_function)
		return refuse(t, spec->sym_col, KS_ERR_SYM_NOT_TEXT, NULL,
			      -EINVAL);
	t->found.addr = entry.addr;
	t->found.size = entry.size;
	t->in_kernel = 1;
	return 0;
}

/* None that the walk has met. */
static int find_other(struct resolver *r, struct target *t)
{
	const struct ks_spec *spec = t->spec;
	bool is_kernel = is_kernel_in_scope(spec->mod);

	if (spec->is_glob &&
	    (is_kernel || ks_symtab_module(spec->mod) == KS_MODULE_LIVE))
		return refuse(t, spec->sym_col, KS_ERR_GLOB_NONE, NULL,
			      -ENOENT);
	return is_kernel ? find_hidden(r, t) : refuse_module(r, t);
}

/* SYM@N, of @nr functions of that name */
static int pick(struct resolver *r, struct target *t, unsigned int nr)
{
	const struct ks_spec *spec = t->spec;
	struct ks_match **vec;

	if (spec->pick > nr) {
		scnprintf(r->detail, DETAIL_LEN, "%u", nr);
		return refuse(t, spec->pick_col, KS_ERR_PICK_FEW, r->detail,
			      -ERANGE);
	}
	if (!t->matches.nr)
		return 0;
	vec = ks_matches_sort(&t->matches);
	if (IS_ERR(vec))
		return PTR_ERR(vec);
	t->found = vec[spec->pick - 1]->sym;
	kvfree(vec);
	return 0;
}

static int find(struct resolver *r, struct target *t)
{
	const struct ks_spec *spec = t->spec;
	unsigned int nr = t->in_kernel + t->in_modules;
	int ret;

	if (ks_symtab_is_module(spec->mod, KBUILD_MODNAME))
		return refuse(t, spec->target_col, KS_ERR_SYM_DENIED,
			      "it is one of " KBUILD_MODNAME "'s own", -EINVAL);
	if (!nr) {
		ret = find_other(r, t);
		if (ret)
			return ret;
		nr = 1;
	}
	if (spec->pick)
		return pick(r, t, nr);
	if (!spec->is_glob)
		return nr > 1 ? refuse_ambiguous(r, t) : 0;
	if (nr > KS_MATCHES_MAX) {
		scnprintf(r->detail, DETAIL_LEN, "%u", nr);
		return refuse(t, spec->sym_col, KS_ERR_GLOB_MANY, r->detail,
			      -E2BIG);
	}
	return 0;
}

static int resolve_one(struct resolver *r, struct ks_specs *specs,
		       struct target *t)
{
	int ret;

	if (ks_spec_removes(t->spec)) {
		ks_outcome_keep(&r->outcome, t->spec);
		return 0;
	}
	ret = find(r, t);
	if (ret)
		return ret;
	if (t->spec->is_glob)
		return ks_outcome_expand(&r->outcome, specs, t->spec,
					 &t->matches);
	return ks_outcome_add(&r->outcome, t->spec, &t->found);
}

static struct resolver *resolver_create(const struct ks_specs *specs)
{
	struct resolver *r;
	unsigned int i;

	r = kvzalloc(struct_size(r, vec, specs->nr), GFP_KERNEL);
	if (!r)
		return NULL;
	r->nr_targets = specs->nr;
	hash_init(r->names);
	for (i = 0; i < specs->nr; i++) {
		struct target *t = &r->vec[i];

		t->spec = &specs->vec[i];
		if (t->spec->is_glob)
			hlist_add_head(&t->node, &r->globs);
		else if (!ks_spec_removes(t->spec))
			hash_add(r->names, &t->node, hash_name(t->spec->sym));
	}
	return r;
}

static void resolver_destroy(struct resolver *r)
{
	unsigned int i;

	ks_outcome_exit(&r->outcome);
	for (i = 0; i < r->nr_targets; i++)
		ks_matches_exit(&r->vec[i].matches);
	kvfree(r);
}

/* At most so many specs the list becomes. */
static unsigned int count_outcome(const struct resolver *r)
{
	unsigned int max = 0, i;

	for (i = 0; i < r->nr_targets; i++)
		max += r->vec[i].spec->is_glob ?
		       min(r->vec[i].matches.nr, KS_MATCHES_MAX) : 1;
	return max;
}

static bool may_be_in_kernel(const struct resolver *r)
{
	unsigned int i;

	for (i = 0; i < r->nr_targets; i++)
		if (!ks_spec_removes(r->vec[i].spec) &&
		    is_kernel_in_scope(r->vec[i].spec->mod))
			return true;
	return false;
}

int ks_symbols_resolve(struct ks_specs *specs, struct ks_symbol **syms)
{
	struct resolver *r;
	unsigned int i;
	int ret;

	*syms = NULL;
	if (!specs->nr)
		return 0;
	r = resolver_create(specs);
	if (!r)
		return -ENOMEM;
	ret = walk(r, may_be_in_kernel(r), meet_symbol);
	if (!ret)
		ret = ks_outcome_init(&r->outcome, count_outcome(r));
	for (i = 0; !ret && i < r->nr_targets; i++)
		ret = resolve_one(r, specs, &r->vec[i]);
	if (!ret) {
		specs->nr = r->outcome.nr;
		swap(specs->vec, r->outcome.specs);
		swap(*syms, r->outcome.syms);
	}
	resolver_destroy(r);
	return ret;
}

int ks_symbol_address(const char *sym, unsigned long *addr)
{
	struct ks_symtab_entry entry;
	struct ks_symtab tab;
	int ret;

	ret = ks_symtab_init(&tab);
	if (ret)
		return ret;
	ret = ks_symtab_lookup(&tab, sym, &entry);
	if (!ret)
		*addr = entry.addr;
	return ret;
}
