// SPDX-License-Identifier: GPL-2.0
/*
 * From a symbol's name to the one function it stands for, or to the cause why
 * not.
 *
 * kallsyms gives the first symbol of a name and is silent about the others,
 * so all functions are walked over once per list of specs, to count.
 */
#include <kretscope/symbol.h>

#include <linux/hashtable.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/stringhash.h>

#include <kretscope/errlog.h>
#include <kretscope/near.h>
#include <kretscope/symtab.h>

#include "trial.h"

/* Names the kernel itself where a module's name would stand. */
#define KERNEL_NAME	"vmlinux"

#define DETAIL_LEN	512
#define NAMES_BITS	7

/**
 * struct target - what is known of one spec's target
 * @node: in struct resolver's names
 * @spec: the spec
 * @in_kernel: functions of that name in the kernel itself
 * @in_modules: functions of that name in modules
 * @nr_mods: how many modules these are in
 * @is_data: a module has data of that name
 * @found: the first function; its module: the last of these modules
 */
struct target {
	struct hlist_node node;
	const struct ks_spec *spec;
	unsigned int in_kernel;
	unsigned int in_modules;
	unsigned int nr_mods;
	bool is_data;
	struct ks_symbol found;
};

/**
 * struct resolver - state of one ks_symbols_resolve()
 * @tab: where the kernel's text lies
 * @names: all targets by the hash of their names
 * @trials: what is tried out with targets that were found
 * @near: names offered in place of one that is absent
 * @near_mod: module that these must be in; "" for any
 * @detail: text for ks_errlog()
 * @vec: the targets
 */
struct resolver {
	struct ks_symtab tab;
	DECLARE_HASHTABLE(names, NAMES_BITS);
	struct ks_trials *trials;
	struct ks_near near;
	const char *near_mod;
	char detail[DETAIL_LEN];
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

static bool is_in_scope(const char *scope, const char *mod)
{
	if (!*scope)
		return true;
	if (!strcmp(scope, KERNEL_NAME))
		return !mod;
	return mod && ks_symtab_is_module(mod, scope);
}

static void count_symbol(void *arg, const struct ks_symtab_entry *entry)
{
	struct resolver *r = arg;
	struct target *t;

	hash_for_each_possible(r->names, t, node, hash_name(entry->name)) {
		if (strcmp(t->spec->sym, entry->name) ||
		    !is_in_scope(t->spec->mod, entry->mod))
			continue;
		if (!entry->is_function) {
			t->is_data = true;
			continue;
		}
		if (!t->in_kernel && !t->in_modules) {
			t->found.addr = entry->addr;
			t->found.size = entry->size;
		}
		if (!entry->mod) {
			t->in_kernel++;
			continue;
		}
		t->in_modules++;
		if (strcmp(t->found.mod, entry->mod)) {
			strscpy(t->found.mod, entry->mod, sizeof(t->found.mod));
			t->nr_mods++;
		}
	}
}

static void offer_symbol(void *arg, const struct ks_symtab_entry *entry)
{
	struct resolver *r = arg;

	if (entry->is_function && is_in_scope(r->near_mod, entry->mod))
		ks_near_offer(&r->near, entry->name);
}

/* @note is printed behind the names near it. */
static int refuse_absent(struct resolver *r, const struct target *t,
			 enum ks_err err, const char *note)
{
	size_t len;
	int ret;

	ks_near_init(&r->near, t->spec->sym);
	r->near_mod = t->spec->mod;
	ret = ks_symtab_each(&r->tab, offer_symbol, r);
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

static int find(struct resolver *r, struct target *t)
{
	const struct ks_spec *spec = t->spec;

	if (ks_symtab_is_module(spec->mod, KBUILD_MODNAME))
		return refuse(t, spec->target_col, KS_ERR_SYM_DENIED,
			      "it is one of " KBUILD_MODNAME "'s own", -EINVAL);
	if (t->in_kernel + t->in_modules > 1)
		return refuse_ambiguous(r, t);
	if (t->in_kernel + t->in_modules == 1)
		return 0;
	if (*spec->mod && strcmp(spec->mod, KERNEL_NAME))
		return refuse_module(r, t);
	return find_hidden(r, t);
}

static int resolve_one(struct resolver *r, struct target *t)
{
	int ret;

	ret = find(r, t);
	if (ret)
		return ret;
	return ks_trial_make(r->trials, t->spec, &t->found);
}

static struct resolver *resolver_create(const struct ks_specs *specs)
{
	struct resolver *r;
	unsigned int i;

	r = kvzalloc(struct_size(r, vec, specs->nr), GFP_KERNEL);
	if (!r)
		return NULL;
	r->trials = ks_trials_create(specs->nr);
	if (!r->trials) {
		kvfree(r);
		return NULL;
	}
	hash_init(r->names);
	for (i = 0; i < specs->nr; i++) {
		r->vec[i].spec = &specs->vec[i];
		if (ks_spec_removes(&specs->vec[i]))
			continue;
		hash_add(r->names, &r->vec[i].node,
			 hash_name(specs->vec[i].sym));
	}
	return r;
}

static void resolver_destroy(struct resolver *r)
{
	ks_trials_destroy(r->trials);
	kvfree(r);
}

int ks_symbols_resolve(const struct ks_specs *specs, struct ks_symbol *syms)
{
	struct resolver *r;
	unsigned int i;
	int ret;

	if (!specs->nr)
		return 0;
	r = resolver_create(specs);
	if (!r)
		return -ENOMEM;
	ret = ks_symtab_init(&r->tab);
	if (ret)
		goto out;
	ret = ks_symtab_each(&r->tab, count_symbol, r);
	if (ret)
		goto out;
	for (i = 0; i < specs->nr; i++) {
		if (ks_spec_removes(&specs->vec[i]))
			continue;
		ret = resolve_one(r, &r->vec[i]);
		if (ret)
			goto out;
		syms[i] = r->vec[i].found;
	}
out:
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
