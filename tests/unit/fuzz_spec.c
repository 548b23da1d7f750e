// SPDX-License-Identifier: GPL-2.0
/* Fuzzes the parser of probe specs. */
#include <kretscope/spec.h>

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <stdlib.h>

#include <kretscope/errlog.h>

#include "fuzz.h"

static unsigned int reports;
static enum ks_err reported;

void ks_errlog(unsigned int index, const char *text, unsigned int col,
	       enum ks_err err, const char *detail)
{
	reports++;
	reported = err;
	CHECK(index >= 1);
	CHECK(*text);
	CHECK(col >= 1 && col <= strlen(text) + 1);
	/* The parser looks up no symbols. */
	CHECK(err <= KS_ERR_USER_LATER || err == KS_ERR_SET_OPEN ||
	      err == KS_ERR_SET_RANGE);
	CHECK(!detail || *detail);
	CHECK(!strchr(text, '\n'));
}

static void check_spec(const struct ks_spec *spec, unsigned int index)
{
	size_t len = strlen(spec->text);

	CHECK(spec->index == index);
	CHECK(!*spec->name == spec->is_glob);
	CHECK(memchr(spec->clauses, 0, KS_CLAUSES_LEN));
	CHECK(spec->args_len <= strlen(spec->clauses));
	CHECK(!spec->if_at || spec->if_at <= strlen(spec->clauses));
	if (ks_spec_removes(spec)) {
		CHECK(!*spec->sym && !*spec->mod && !*spec->clauses);
		return;
	}
	CHECK(strchr("prf", spec->kind));
	CHECK(spec->maxactive <= KS_MAXACTIVE_MAX);
	CHECK(spec->kind == 'r' || !spec->maxactive);
	CHECK(spec->kind == 'p' || !spec->offset);
	CHECK(*spec->sym);
	CHECK(memchr(spec->group, 0, sizeof(spec->group)));
	CHECK(memchr(spec->name, 0, sizeof(spec->name)));
	CHECK(memchr(spec->mod, 0, sizeof(spec->mod)));
	CHECK(memchr(spec->sym, 0, sizeof(spec->sym)));
	CHECK(spec->name_col >= 1 && spec->name_col <= len);
	CHECK(spec->target_col >= 1 && spec->target_col <= len);
	CHECK(spec->sym_col >= spec->target_col && spec->sym_col <= len);
	CHECK(!strncmp(spec->text + spec->sym_col - 1, spec->sym,
		       strlen(spec->sym)));
	CHECK(spec->is_glob == !!strpbrk(spec->sym, "*?["));
	CHECK(!spec->is_glob || (!spec->pick_col && !spec->offset_col));
	CHECK(!spec->pick == !spec->pick_col && spec->pick <= KS_PICK_MAX);
	CHECK(!spec->pick || spec->text[spec->pick_col - 2] == '@');
	CHECK(!spec->offset || spec->offset_col);
	CHECK(!spec->offset_col || spec->text[spec->offset_col - 1] == '+');
	if (spec->is_named)
		CHECK(!strncmp(spec->text + spec->name_col - 1, spec->name,
			       strlen(spec->name)));
	if (spec->is_bare)
		CHECK(!strncmp(spec->text + spec->is_forced, spec->sym,
			       strlen(spec->sym)));
	if (spec->hist_at) {
		CHECK(!strncmp(spec->clauses + spec->hist_at - 5, "hist:", 5));
		CHECK(spec->hist_end >= spec->hist_at);
		CHECK(!spec->if_at || spec->if_at > spec->hist_end);
	}
	if (spec->is_forced)
		CHECK(spec->text[spec->target_col - 2] == '!');
}

static void check_same(const struct ks_spec *a, const struct ks_spec *b)
{
	CHECK(a->kind == b->kind);
	CHECK(a->maxactive == b->maxactive);
	CHECK(!strcmp(a->group, b->group));
	CHECK(!strcmp(a->name, b->name));
	CHECK(a->is_forced == b->is_forced);
	CHECK(!strcmp(a->mod, b->mod));
	CHECK(!strcmp(a->sym, b->sym));
	CHECK(a->is_glob == b->is_glob && a->pick == b->pick);
	CHECK(a->offset == b->offset);
	CHECK(!strcmp(a->clauses, b->clauses));
	CHECK(a->args_len == b->args_len && a->if_at == b->if_at);
	CHECK(a->hist_at == b->hist_at && a->hist_end == b->hist_end);
}

/* What was taken is taken again in canonical form, and is the same then. */
static void check_canonical(const struct ks_specs *specs)
{
	char *text = calloc(specs->nr + 1, KS_SPEC_MAX + 1);
	struct ks_specs again;
	size_t len = 0;
	unsigned int i;

	for (i = 0; i < specs->nr; i++) {
		len += ks_spec_format(text + len, &specs->vec[i]);
		CHECK(!text[len]);
		/* Not ";", which may be in quotes that do not end. */
		text[len++] = '\n';
	}
	CHECK(!ks_specs_init(&again, text));
	CHECK(again.nr == specs->nr);
	for (i = 0; i < specs->nr; i++) {
		check_spec(&again.vec[i], i + 1);
		check_same(&specs->vec[i], &again.vec[i]);
	}
	ks_specs_exit(&again);
	free(text);
}

static void check_distinct(const struct ks_specs *specs)
{
	unsigned int i, k;

	for (i = 0; i < specs->nr; i++)
		for (k = 0; k < i; k++)
			CHECK(specs->vec[i].is_glob ||
			      ks_spec_removes(&specs->vec[i]) !=
			      ks_spec_removes(&specs->vec[k]) ||
			      strcmp(specs->vec[i].name, specs->vec[k].name) ||
			      strcmp(specs->vec[i].group, specs->vec[k].group));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	char *text = strndup((const char *)data, size);
	struct ks_specs specs;
	unsigned int i;
	int ret;

	reports = 0;
	ret = ks_specs_init(&specs, text);
	if (ret) {
		CHECK(reports == 1);
		CHECK(ret == (reported == KS_ERR_USER_LATER ? -EOPNOTSUPP :
							      -EINVAL));
		CHECK(!specs.nr && !specs.vec && !specs.text);
	} else {
		for (i = 0; i < specs.nr; i++)
			check_spec(&specs.vec[i], i + 1);
		check_distinct(&specs);
		check_canonical(&specs);
		CHECK(!reports);
	}
	ks_specs_exit(&specs);
	free(text);
	return 0;
}
