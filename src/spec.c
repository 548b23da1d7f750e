// SPDX-License-Identifier: GPL-2.0
/* One probe spec: its grammar, and the column of every mistake in it. */
#include <kretscope/spec.h>

#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <kretscope/errlog.h>
#include <kretscope/number.h>

#include "spec_parse.h"

static const char *skip_blanks(const char *pos)
{
	return pos + strspn(pos, KS_BLANKS);
}

int ks_spec_refuse(const struct ks_spec_parser *p, const char *pos,
		   enum ks_err err, const char *detail)
{
	ks_errlog(p->spec->index, p->spec->text, ks_spec_column(p->spec, pos),
		  err, detail);
	return -EINVAL;
}

static int refuse(const struct ks_spec_parser *p, const char *pos,
		  enum ks_err err)
{
	return ks_spec_refuse(p, pos, err, NULL);
}

static int parse_maxactive(struct ks_spec_parser *p, const char *end)
{
	const char *start = p->pos;
	u64 val;
	int ret;

	if (p->spec->kind != 'r')
		return refuse(p, start, KS_ERR_P_MAXACTIVE);
	ret = ks_number_parse(&p->pos, &val);
	if (p->pos != end)
		return refuse(p, p->pos, KS_ERR_MAXACTIVE_BAD);
	if (ret || val > KS_MAXACTIVE_MAX)
		return refuse(p, start, KS_ERR_MAXACTIVE_BIG);
	p->spec->maxactive = val;
	return 0;
}

/*
 * Parse what stands before @end as one name. Group names may hold '-', as
 * those of ftrace do.
 */
static int parse_name(struct ks_spec_parser *p, const char *end, char *name,
		      bool is_group)
{
	const char *start = p->pos;
	const char *s;

	if (start == end)
		return refuse(p, start,
			      is_group ? KS_ERR_NO_GROUP : KS_ERR_NO_NAME);
	for (s = start; s < end; s++) {
		if (is_group && *s == '-')
			continue;
		if (!ks_spec_is_name_char(*s) || (s == start && isdigit(*s)))
			return refuse(p, s, is_group ? KS_ERR_GROUP_BAD :
						       KS_ERR_NAME_BAD);
	}
	if (end - start >= KS_NAME_LEN)
		return refuse(p, start, is_group ? KS_ERR_GROUP_LONG :
						   KS_ERR_NAME_LONG);
	memcpy(name, start, end - start);
	name[end - start] = '\0';
	p->pos = end;
	return 0;
}

/* [GRP/]NAME, which is all up to the next blank. */
static int parse_event(struct ks_spec_parser *p)
{
	const char *end = p->pos + strcspn(p->pos, KS_BLANKS);
	const char *slash = memchr(p->pos, '/', end - p->pos);
	int ret;

	if (slash) {
		ret = parse_name(p, slash, p->spec->group, true);
		if (ret)
			return ret;
		p->pos++;
	}
	p->spec->name_col = ks_spec_column(p->spec, p->pos);
	/* Whether a name may be missing is known when the target is. */
	if (slash && p->pos == end && !ks_spec_removes(p->spec))
		return 0;
	p->spec->is_named = true;
	return parse_name(p, end, p->spec->name, false);
}

/*
 * Is the word from @head to @end, which a ':', a blank or the end of the spec
 * follows, a kind? Many symbols begin with 'r' and digits, such as
 * r600_init: as long as no ':' and no word follow, such a one is a symbol.
 */
static bool is_kind(const char *head, const char *end)
{
	const char *rest = head + 1;

	if (end == head || !strchr("prf", *head))
		return false;
	if (rest == end || *rest == '-')
		return true;
	if (*end)
		return isdigit(*rest) || *rest == '+';
	return rest + strspn(rest, "0123456789") == end;
}

static int refuse_kind(const struct ks_spec_parser *p, const char *end)
{
	if (*end == ':')
		return ks_spec_refuse(p, p->pos, KS_ERR_NO_KIND,
				      "for a symbol of a module write 'r MOD:SYM'");
	return ks_spec_refuse(p, p->pos, KS_ERR_NO_KIND,
			      "more than a bare symbol needs one");
}

/* KIND and the blanks behind it; nothing where the spec is a bare symbol. */
static int parse_kind(struct ks_spec_parser *p)
{
	const char *end = p->pos + strcspn(p->pos, KS_BLANKS ":");
	int ret;

	p->spec->kind = 'r';
	switch (*p->pos) {
	case '-':
		if (p->pos[1] != ':')
			break;
		p->spec->kind = '-';
		p->pos += 2;
		return parse_event(p);
	case '/':
		/* ks_spec_parse_target() knows it, whatever follows. */
		return 0;
	}
	if (!is_kind(p->pos, end)) {
		if (*end)
			return refuse_kind(p, end);
		p->is_bare = true;
		return 0;
	}
	p->spec->kind = *p->pos;
	p->pos++;
	if (p->pos < end) {
		ret = parse_maxactive(p, end);
		if (ret)
			return ret;
	}
	if (*p->pos == ':') {
		p->pos++;
		ret = parse_event(p);
		if (ret)
			return ret;
	}
	p->pos = skip_blanks(p->pos);
	return 0;
}

/*
 * {ARG} [hist:...] [if EXPR]: where they are; what they mean is for others to
 * find out.
 */
static int parse_clauses(struct ks_spec_parser *p)
{
	struct ks_spec *spec = p->spec;

	p->pos = skip_blanks(p->pos);
	spec->clauses = p->pos;
	if (strlen(p->pos) >= KS_CLAUSES_LEN)
		return refuse(p, p->pos, KS_ERR_CLAUSES_LONG);
	while (*p->pos && !ks_spec_is_if(p->pos)) {
		if (spec->hist_at)
			return refuse(p, p->pos, KS_ERR_HIST_LAST);
		if (ks_spec_is_hist(p->pos))
			spec->hist_at = p->pos + strlen(KS_HIST) -
					spec->clauses;
		else if (*p->pos == ',')
			return refuse(p, p->pos, KS_ERR_COMMA);
		else if (!ks_spec_is_arg(p->pos))
			return refuse(p, p->pos, KS_ERR_TRAILING);
		p->pos += strcspn(p->pos, KS_BLANKS);
		if (spec->hist_at)
			spec->hist_end = p->pos - spec->clauses;
		if (spec->hist_at && spec->hist_end == spec->hist_at)
			return refuse(p, p->pos, KS_ERR_HIST_EMPTY);
		if (!spec->hist_at)
			spec->args_len = p->pos - spec->clauses;
		p->pos = skip_blanks(p->pos);
	}
	if (*p->pos)
		spec->if_at = p->pos + 2 - spec->clauses;
	return 0;
}

static int parse_end(struct ks_spec_parser *p)
{
	p->pos = skip_blanks(p->pos);
	return *p->pos ? refuse(p, p->pos, KS_ERR_REMOVE_MORE) : 0;
}

static int check_bytes(const struct ks_spec_parser *p)
{
	const char *s;

	for (s = p->spec->text; *s; s++)
		if (!ks_spec_is_blank(*s) && (*s < ' ' || *s > '~'))
			return refuse(p, s, KS_ERR_BAD_BYTE);
	return 0;
}

int ks_spec_make_name(struct ks_spec *spec)
{
	size_t len = strlen(spec->sym);
	char suffix[28] = "";
	size_t i, at = 0;

	if (spec->pick)
		at = snprintf(suffix, sizeof(suffix), "_%u", spec->pick);
	if (spec->offset)
		snprintf(suffix + at, sizeof(suffix) - at, "_0x%llx",
			 spec->offset);
	if (len + strlen(suffix) >= sizeof(spec->name)) {
		ks_errlog(spec->index, spec->text, spec->target_col,
			  KS_ERR_NAME_MADE_LONG, NULL);
		return -EINVAL;
	}
	for (i = 0; i < len; i++) {
		char c = spec->sym[i];

		spec->name[i] = ks_spec_is_name_char(c) ? c : '_';
	}
	memcpy(spec->name + len, suffix, strlen(suffix) + 1);
	spec->name_col = spec->target_col;
	return 0;
}

int ks_spec_parse(struct ks_spec *spec, const char *text, unsigned int index)
{
	struct ks_spec_parser p = { .spec = spec, .pos = text };
	int ret;

	memset(spec, 0, sizeof(*spec));
	spec->text = text;
	spec->index = index;
	spec->clauses = "";
	ret = check_bytes(&p);
	if (!ret)
		ret = parse_kind(&p);
	if (!ret && ks_spec_removes(spec))
		return parse_end(&p);
	if (!ret)
		ret = ks_spec_parse_target(&p);
	if (!ret)
		ret = parse_clauses(&p);
	if (!ret && !spec->is_named && !spec->is_glob)
		ret = ks_spec_make_name(spec);
	spec->is_bare = p.is_bare;
	return ret;
}

size_t ks_spec_format(char *buf, const struct ks_spec *spec)
{
	char maxactive[12] = "";
	char pick[12] = "";
	char offset[20] = "";
	/* A pattern that is not resolved has no name. */
	bool has_event = *spec->name || *spec->group;

	if (ks_spec_removes(spec))
		return snprintf(buf, KS_SPEC_MAX, "-:%s%s%s", spec->group,
				*spec->group ? "/" : "", spec->name);
	if (spec->maxactive)
		snprintf(maxactive, sizeof(maxactive), "%u", spec->maxactive);
	if (spec->pick)
		snprintf(pick, sizeof(pick), "@%u", spec->pick);
	if (spec->offset)
		snprintf(offset, sizeof(offset), "+0x%llx", spec->offset);
	return snprintf(buf, KS_SPEC_MAX, "%c%s%s%s%s%s %s%s%s%s%s%s%s%s",
			spec->kind, maxactive, has_event ? ":" : "",
			spec->group, *spec->group ? "/" : "", spec->name,
			spec->is_forced ? "!" : "", spec->mod,
			*spec->mod ? ":" : "", spec->sym, pick, offset,
			*spec->clauses ? " " : "", spec->clauses);
}
