// SPDX-License-Identifier: GPL-2.0
/* The functions that a pattern stands for, and those of them left out. */
#include <kretscope/expansion.h>

#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <kretscope/errlog.h>

#define NAMES_MAX	3	/* named of each cause */
#define NAME_SHOWN	20	/* bytes of each: some have hundreds */
#define NAMES_LEN	96

/**
 * struct cause - functions that were left out for the same cause
 * @nr: how many
 * @names: the first of them, with ", " between
 */
struct cause {
	unsigned int nr;
	char names[NAMES_LEN];
};

/**
 * struct ks_expansion - what became of a pattern's functions
 * @next: that of another pattern of the list
 * @index: number of the pattern's spec
 * @col: column of the pattern
 * @nr: how many functions match
 * @left: how many of them were not left out
 * @ret: error of the first that was, in this stage
 * @seen: how many mistakes were caught before, in this stage
 * @caught: mistakes in the spec
 * @causes: by enum ks_err
 */
struct ks_expansion {
	struct ks_expansion *next;
	unsigned int index;
	unsigned int col;
	unsigned int nr;
	unsigned int left;
	int ret;
	unsigned int seen;
	struct ks_catch caught;
	struct cause causes[KS_ERR_NR];
};

struct ks_expansion *ks_expansion_create(struct ks_specs *specs,
					 const struct ks_spec *glob,
					 unsigned int nr)
{
	struct ks_expansion *ex;

	ex = kvzalloc(sizeof(*ex), GFP_KERNEL);
	if (!ex)
		return NULL;
	ex->index = glob->index;
	ex->col = glob->sym_col;
	ex->nr = nr;
	ex->left = nr;
	ex->caught.text = glob->text;
	ks_errlog_catch(&ex->caught);
	ex->next = specs->expansions;
	specs->expansions = ex;
	return ex;
}

void ks_expansions_destroy(struct ks_specs *specs)
{
	struct ks_expansion *ex;

	while (specs->expansions) {
		ex = specs->expansions;
		specs->expansions = ex->next;
		ks_errlog_release(&ex->caught);
		kvfree(ex);
	}
}

static void add_name(struct cause *cause, const char *name)
{
	size_t len = strlen(cause->names);
	bool is_cut = strlen(name) > NAME_SHOWN;

	if (cause->nr++ < NAMES_MAX)
		scnprintf(cause->names + len, NAMES_LEN - len, "%s%.*s%s",
			  len ? ", " : "", NAME_SHOWN, name,
			  is_cut ? "..." : "");
	else if (cause->nr == NAMES_MAX + 1)
		scnprintf(cause->names + len, NAMES_LEN - len, ", ...");
}

int ks_expansion_leave(const struct ks_spec *spec, int ret)
{
	struct ks_expansion *ex = spec->expansion;
	const struct ks_catch *caught;

	if (!ex || ex->seen == ex->caught.nr)
		return ret;
	caught = &ex->caught;
	ex->seen = caught->nr;
	if (!ex->ret)
		ex->ret = ret;
	add_name(&ex->causes[caught->last], spec->sym);
	if (--ex->left)
		return 0;
	ks_errlog_release(&ex->caught);
	ks_errlog(ex->index, caught->text, caught->col, caught->err,
		  *caught->detail ? caught->detail : NULL);
	return ex->ret;
}

void ks_expansions_pass(struct ks_specs *specs)
{
	struct ks_expansion *ex;

	for (ex = specs->expansions; ex; ex = ex->next) {
		ex->caught.nr = 0;
		ex->seen = 0;
		ex->ret = 0;
	}
}

/* The one that most of those that are not told yet were left out for. */
static struct cause *find_next(struct ks_expansion *ex)
{
	struct cause *cause, *most = ex->causes;

	for (cause = ex->causes; cause < ex->causes + KS_ERR_NR; cause++)
		if (cause->nr > most->nr)
			most = cause;
	return most->nr ? most : NULL;
}

/* What there is no room for is cut. */
static void report(struct ks_expansion *ex)
{
	char detail[KS_ERRLOG_LINE];
	struct cause *cause;
	size_t len;

	if (ex->left == ex->nr)
		return;
	len = scnprintf(detail, sizeof(detail), "%u of %u are probed",
			ex->left, ex->nr);
	while ((cause = find_next(ex))) {
		const char *text = ks_errlog_text(cause - ex->causes);
		const char *more = strstr(text, " (");

		len += scnprintf(detail + len, sizeof(detail) - len,
				 "; %.*s: %u (%s)",
				 more ? (int)(more - text) : (int)strlen(text),
				 text, cause->nr, cause->names);
		cause->nr = 0;
	}
	ks_errlog_release(&ex->caught);
	ks_errlog(ex->index, ex->caught.text, ex->col, KS_ERR_GLOB_PART,
		  detail);
}

void ks_expansions_report(const struct ks_specs *specs)
{
	struct ks_expansion *ex;

	for (ex = specs->expansions; ex; ex = ex->next)
		report(ex);
}
