// SPDX-License-Identifier: GPL-2.0
/* The target of a probe spec: [!][MOD:]SYM[@N][+OFF]. */
#include "spec_parse.h"

#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <kretscope/glob.h>
#include <kretscope/number.h>

/* Where the module of a target may end; not with ':', then it is a symbol. */
#define MODULE_STOPS	KS_BLANKS ":+*?[@,"

/* Compilers put '.' into the names of clones, and Rust puts '$'. */
static bool is_symbol_char(char c)
{
	return ks_spec_is_name_char(c) || c == '.' || c == '$';
}

static bool is_wild(char c)
{
	return c == '*' || c == '?' || c == '[';
}

static int refuse(const struct ks_spec_parser *p, const char *pos,
		  enum ks_err err)
{
	return ks_spec_refuse(p, pos, err, NULL);
}

/*
 * Who writes 'r:vfs_read' takes the event's name for the symbol: say how that
 * is written.
 */
static int refuse_name_only(const struct ks_spec_parser *p, enum ks_err err)
{
	const struct ks_spec *spec = p->spec;
	int head = strcspn(spec->text, ":");
	char hint[KS_NAME_LEN * 2 + 48];

	snprintf(hint, sizeof(hint), "write '%.*s %s' or '%.*s:NAME %s'",
		 head, spec->text, spec->name, head, spec->text, spec->name);
	return ks_spec_refuse(p, p->pos, err, hint);
}

/* Copy the @len bytes at @pos into a field of @size bytes. */
static bool copy_field(struct ks_spec_parser *p, size_t len, char *field,
		       size_t size)
{
	if (len >= size)
		return false;
	memcpy(field, p->pos, len);
	field[len] = '\0';
	return true;
}

/* MOD:, if there is one. */
static int parse_module(struct ks_spec_parser *p)
{
	size_t len = strcspn(p->pos, MODULE_STOPS);
	size_t i;

	if (p->pos[len] != ':')
		return 0;
	if (!len)
		return refuse(p, p->pos, KS_ERR_NO_MODULE);
	for (i = 0; i < len; i++)
		if (!ks_spec_is_name_char(p->pos[i]))
			return refuse(p, p->pos + i, KS_ERR_MODULE_BAD);
	if (!copy_field(p, len, p->spec->mod, sizeof(p->spec->mod)))
		return refuse(p, p->pos, KS_ERR_MODULE_LONG);
	p->pos += len + 1;
	return 0;
}

/* A set of a pattern, of characters that symbols have; @len grows by it. */
static int scan_set(const struct ks_spec_parser *p, size_t *len)
{
	const char *set = p->pos + *len;
	const char *start = set + (set[1] == '!' ? 2 : 1);
	const char *end = start;
	unsigned int set_len;
	enum ks_err err;

	while (is_symbol_char(*end) || *end == '-')
		end++;
	if (end == start || ks_spec_is_end(*end))
		return refuse(p, set, KS_ERR_SET_OPEN);
	if (*end != ']')
		return refuse(p, end, KS_ERR_SYM_BAD);
	if (ks_glob_set(set, &set_len, &err))
		return refuse(p, set + set_len, err);
	*len += set_len;
	return 0;
}

/* How long the symbol or pattern is. */
static int scan_symbol(struct ks_spec_parser *p, size_t *len)
{
	const char *pos = p->pos;
	int ret;

	*len = 0;
	if (!isalpha(*pos) && *pos != '_' && !is_wild(*pos))
		return 0;
	while (is_symbol_char(pos[*len]) || is_wild(pos[*len])) {
		if (is_wild(pos[*len]))
			p->spec->is_glob = true;
		if (pos[*len] != '[') {
			++*len;
			continue;
		}
		ret = scan_set(p, len);
		if (ret)
			return ret;
	}
	return 0;
}

/* A pattern makes the names; anything else has one, or gets it. */
static int check_event(const struct ks_spec_parser *p)
{
	const struct ks_spec *spec = p->spec;
	const char *name = spec->text + spec->name_col - 1;

	if (spec->is_glob && spec->is_named)
		return refuse(p, name, KS_ERR_GLOB_NAMED);
	if (!spec->is_glob && *spec->group && !spec->is_named)
		return refuse(p, name, KS_ERR_NO_NAME);
	return 0;
}

/* May this follow a symbol, or the number behind it? */
static int check_behind(const struct ks_spec_parser *p, enum ks_err err)
{
	switch (*p->pos) {
	case ',':
		return refuse(p, p->pos, KS_ERR_COMMA);
	case '-':
		return refuse(p, p->pos, KS_ERR_OFF_NEGATIVE);
	case '@':
	case '+':
		if (p->spec->is_glob)
			return refuse(p, p->pos, KS_ERR_GLOB_PLACE);
		if (*p->pos == '+' || !p->spec->pick)
			return 0;
	}
	return ks_spec_is_end(*p->pos) ? 0 : refuse(p, p->pos, err);
}

/* SYM, which may be a pattern */
static int parse_symbol(struct ks_spec_parser *p)
{
	size_t len;
	int ret;

	p->spec->sym_col = ks_spec_column(p->spec, p->pos);
	ret = scan_symbol(p, &len);
	if (ret)
		return ret;
	if (!copy_field(p, len, p->spec->sym, sizeof(p->spec->sym)))
		return refuse(p, p->pos, KS_ERR_SYM_LONG);
	p->pos += len;
	if (!len && ks_spec_is_end(*p->pos))
		return refuse(p, p->pos, KS_ERR_NO_SYMBOL);
	if (!len && *p->pos != ',')
		return refuse(p, p->pos, KS_ERR_SYM_BAD);
	ret = check_behind(p, KS_ERR_SYM_BAD);
	return ret ?: check_event(p);
}

/* @N */
static int parse_pick(struct ks_spec_parser *p)
{
	const char *start = ++p->pos;
	u64 nr;
	int ret;

	p->spec->pick_col = ks_spec_column(p->spec, start);
	ret = ks_number_parse(&p->pos, &nr);
	if (ret || !nr || nr > KS_PICK_MAX)
		return refuse(p, start, KS_ERR_PICK_BAD);
	p->spec->pick = nr;
	return check_behind(p, KS_ERR_PICK_BAD);
}

static int parse_offset(struct ks_spec_parser *p)
{
	const char *plus = p->pos;
	const char *start = plus + 1;
	int ret;

	p->spec->offset_col = ks_spec_column(p->spec, plus);
	if (p->is_bare)
		return refuse(p, plus, KS_ERR_OFF_ON_BARE);
	if (ks_spec_is_end(*start))
		return refuse(p, start, KS_ERR_NO_OFFSET);
	p->pos = start;
	ret = ks_number_parse(&p->pos, &p->spec->offset);
	if (*p->pos == ',')
		return refuse(p, p->pos, KS_ERR_COMMA);
	if (!ks_spec_is_end(*p->pos))
		return refuse(p, p->pos, KS_ERR_OFF_BAD);
	if (ret == -ERANGE)
		return refuse(p, start, KS_ERR_OFF_BIG);
	if (p->spec->kind != 'p' && p->spec->offset)
		return refuse(p, plus, KS_ERR_OFF_ON_RETURN);
	return 0;
}

int ks_spec_parse_target(struct ks_spec_parser *p)
{
	int ret;

	p->spec->is_forced = *p->pos == '!';
	if (p->spec->is_forced)
		p->pos++;
	p->spec->target_col = ks_spec_column(p->spec, p->pos);
	if (!p->spec->name_col)
		p->spec->name_col = p->spec->target_col;
	if (!*p->pos && p->spec->is_named && !p->spec->is_forced)
		return refuse_name_only(p, KS_ERR_NAME_ONLY);
	if (ks_spec_is_end(*p->pos) || ks_spec_is_hist(p->pos) ||
	    ks_spec_is_if(p->pos))
		return refuse(p, p->pos, KS_ERR_NO_SYMBOL);
	if (*p->pos == '/') {
		refuse(p, p->pos, KS_ERR_USER_LATER);
		return -EOPNOTSUPP;
	}
	if (ks_spec_is_arg(p->pos))
		return p->spec->is_named && !p->spec->is_forced ?
			refuse_name_only(p, KS_ERR_ARG_FIRST) :
			refuse(p, p->pos, KS_ERR_ARG_FIRST);
	ret = parse_module(p);
	if (!ret)
		ret = parse_symbol(p);
	if (!ret && *p->pos == '@')
		ret = parse_pick(p);
	if (ret)
		return ret;
	return *p->pos == '+' ? parse_offset(p) : 0;
}
