// SPDX-License-Identifier: GPL-2.0
/* One probe spec: its grammar, and the column of every mistake in it. */
#include <kretscope/spec.h>

#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <kretscope/errlog.h>
#include <kretscope/number.h>

#define BLANKS		" \t"
/* Where the module of a target may end; not with ':', then it is a symbol. */
#define MODULE_STOPS	BLANKS ":+*?[@,"

/**
 * struct parser - state while one spec is parsed
 * @spec: the spec, filled in on the way
 * @pos: the next byte of its text
 * @is_bare: it is a symbol with nothing around it
 */
struct parser {
	struct ks_spec *spec;
	const char *pos;
	bool is_bare;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* A word ends here. */
static bool is_end(char c)
{
	return !c || is_blank(c);
}

static bool is_name_char(char c)
{
	return isalnum(c) || c == '_';
}

/* Compilers put '.' into the names of clones, and Rust puts '$'. */
static bool is_symbol_char(char c)
{
	return is_name_char(c) || c == '.' || c == '$';
}

static const char *skip_blanks(const char *pos)
{
	return pos + strspn(pos, BLANKS);
}

static unsigned int column(const struct ks_spec *spec, const char *pos)
{
	return pos - spec->text + 1;
}

static int refuse_why(const struct parser *p, const char *pos, enum ks_err err,
		      const char *detail)
{
	ks_errlog(p->spec->index, p->spec->text, column(p->spec, pos), err,
		  detail);
	return -EINVAL;
}

static int refuse(const struct parser *p, const char *pos, enum ks_err err)
{
	return refuse_why(p, pos, err, NULL);
}

/* What a later version of the grammar will take. */
static int refuse_later(const struct parser *p, const char *pos,
			enum ks_err err)
{
	refuse_why(p, pos, err, NULL);
	return -EOPNOTSUPP;
}

static int parse_maxactive(struct parser *p, const char *end)
{
	const char *start = p->pos;
	u64 val;
	int ret;

	if (p->spec->kind == 'p')
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
static int parse_name(struct parser *p, const char *end, char *name,
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
		if (!is_name_char(*s) || (s == start && isdigit(*s)))
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
static int parse_event(struct parser *p)
{
	const char *end = p->pos + strcspn(p->pos, BLANKS);
	const char *slash = memchr(p->pos, '/', end - p->pos);
	int ret;

	if (slash) {
		ret = parse_name(p, slash, p->spec->group, true);
		if (ret)
			return ret;
		p->pos++;
	}
	p->spec->name_col = column(p->spec, p->pos);
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

static int refuse_kind(const struct parser *p, const char *end)
{
	if (*end == ':')
		return refuse_why(p, p->pos, KS_ERR_NO_KIND,
				  "for a symbol of a module write 'r MOD:SYM'");
	return refuse_why(p, p->pos, KS_ERR_NO_KIND,
			  "more than a bare symbol needs one");
}

/* KIND and the blanks behind it; nothing where the spec is a bare symbol. */
static int parse_kind(struct parser *p)
{
	const char *end = p->pos + strcspn(p->pos, BLANKS ":");
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
		/* parse_target() knows it, whatever follows. */
		return 0;
	}
	if (!is_kind(p->pos, end)) {
		if (*end)
			return refuse_kind(p, end);
		p->is_bare = true;
		return 0;
	}
	p->spec->kind = *p->pos;
	if (p->spec->kind == 'f')
		return refuse_later(p, p->pos, KS_ERR_FPROBE_LATER);
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

/* Is this word an argument, [NAME=]FETCH? */
static bool is_arg(const char *word)
{
	const char *end = word + strcspn(word, BLANKS);

	return strchr("$%@\\+-", *word) || memchr(word, '=', end - word);
}

static bool is_hist(const char *word)
{
	return !strncmp(word, "hist:", 5);
}

/* With "+OFF" it would name a symbol that no text without one can name. */
static bool is_if(const char *word)
{
	return word[0] == 'i' && word[1] == 'f' &&
	       (is_end(word[2]) || word[2] == '(' || word[2] == '+');
}

/*
 * Who writes 'r:vfs_read' takes the event's name for the symbol: say how that
 * is written.
 */
static int refuse_name_only(const struct parser *p, enum ks_err err)
{
	const struct ks_spec *spec = p->spec;
	int head = strcspn(spec->text, ":");
	char hint[KS_NAME_LEN * 2 + 48];

	snprintf(hint, sizeof(hint), "write '%.*s %s' or '%.*s:NAME %s'",
		 head, spec->text, spec->name, head, spec->text, spec->name);
	return refuse_why(p, p->pos, err, hint);
}

/* Copy the @len bytes at @pos into a field of @size bytes. */
static bool copy_field(struct parser *p, size_t len, char *field, size_t size)
{
	if (len >= size)
		return false;
	memcpy(field, p->pos, len);
	field[len] = '\0';
	return true;
}

/* MOD:, if there is one. */
static int parse_module(struct parser *p)
{
	size_t len = strcspn(p->pos, MODULE_STOPS);
	size_t i;

	if (p->pos[len] != ':')
		return 0;
	if (!len)
		return refuse(p, p->pos, KS_ERR_NO_MODULE);
	for (i = 0; i < len; i++)
		if (!is_name_char(p->pos[i]))
			return refuse(p, p->pos + i, KS_ERR_MODULE_BAD);
	if (!copy_field(p, len, p->spec->mod, sizeof(p->spec->mod)))
		return refuse(p, p->pos, KS_ERR_MODULE_LONG);
	p->pos += len + 1;
	return 0;
}

static int parse_symbol(struct parser *p)
{
	size_t len = 0;

	p->spec->sym_col = column(p->spec, p->pos);
	if (isalpha(*p->pos) || *p->pos == '_')
		while (is_symbol_char(p->pos[len]))
			len++;
	if (!copy_field(p, len, p->spec->sym, sizeof(p->spec->sym)))
		return refuse(p, p->pos, KS_ERR_SYM_LONG);
	p->pos += len;

	switch (*p->pos) {
	case '*':
	case '?':
	case '[':
		return refuse_later(p, p->pos, KS_ERR_GLOB_LATER);
	case ',':
		return refuse(p, p->pos, KS_ERR_COMMA);
	}
	if (!len)
		return refuse(p, p->pos, is_end(*p->pos) ? KS_ERR_NO_SYMBOL :
							   KS_ERR_SYM_BAD);
	switch (*p->pos) {
	case '@':
		return refuse_later(p, p->pos, KS_ERR_PICK_LATER);
	case '-':
		return refuse(p, p->pos, KS_ERR_OFF_NEGATIVE);
	case '+':
		return 0;
	}
	return is_end(*p->pos) ? 0 : refuse(p, p->pos, KS_ERR_SYM_BAD);
}

static int parse_offset(struct parser *p)
{
	const char *plus = p->pos;
	const char *start = plus + 1;
	int ret;

	p->spec->offset_col = column(p->spec, plus);
	if (p->is_bare)
		return refuse(p, plus, KS_ERR_OFF_ON_BARE);
	if (is_end(*start))
		return refuse(p, start, KS_ERR_NO_OFFSET);
	p->pos = start;
	ret = ks_number_parse(&p->pos, &p->spec->offset);
	if (*p->pos == ',')
		return refuse(p, p->pos, KS_ERR_COMMA);
	if (!is_end(*p->pos))
		return refuse(p, p->pos, KS_ERR_OFF_BAD);
	if (ret == -ERANGE)
		return refuse(p, start, KS_ERR_OFF_BIG);
	if (p->spec->kind == 'r' && p->spec->offset)
		return refuse(p, plus, KS_ERR_OFF_ON_RETURN);
	return 0;
}

/* [!][MOD:]SYM[+OFF] */
static int parse_target(struct parser *p)
{
	int ret;

	p->spec->is_forced = *p->pos == '!';
	if (p->spec->is_forced)
		p->pos++;
	p->spec->target_col = column(p->spec, p->pos);
	if (!*p->pos && p->spec->is_named && !p->spec->is_forced)
		return refuse_name_only(p, KS_ERR_NAME_ONLY);
	if (is_end(*p->pos) || is_hist(p->pos) || is_if(p->pos))
		return refuse(p, p->pos, KS_ERR_NO_SYMBOL);
	if (*p->pos == '/')
		return refuse_later(p, p->pos, KS_ERR_USER_LATER);
	if (is_arg(p->pos))
		return p->spec->is_named && !p->spec->is_forced ?
			refuse_name_only(p, KS_ERR_ARG_FIRST) :
			refuse(p, p->pos, KS_ERR_ARG_FIRST);
	ret = parse_module(p);
	if (ret)
		return ret;
	ret = parse_symbol(p);
	if (ret)
		return ret;
	return *p->pos == '+' ? parse_offset(p) : 0;
}

/* {ARG} [if EXPR]: where they are; what they mean is for others to find out. */
static int parse_clauses(struct parser *p)
{
	struct ks_spec *spec = p->spec;

	p->pos = skip_blanks(p->pos);
	spec->clauses = p->pos;
	if (strlen(p->pos) >= KS_CLAUSES_LEN)
		return refuse(p, p->pos, KS_ERR_CLAUSES_LONG);
	while (*p->pos && !is_if(p->pos)) {
		if (is_hist(p->pos))
			return refuse_later(p, p->pos, KS_ERR_HIST_LATER);
		if (*p->pos == ',')
			return refuse(p, p->pos, KS_ERR_COMMA);
		if (!is_arg(p->pos))
			return refuse(p, p->pos, KS_ERR_TRAILING);
		p->pos += strcspn(p->pos, BLANKS);
		spec->args_len = p->pos - spec->clauses;
		p->pos = skip_blanks(p->pos);
	}
	if (*p->pos)
		spec->if_at = p->pos + 2 - spec->clauses;
	return 0;
}

static int parse_end(struct parser *p)
{
	p->pos = skip_blanks(p->pos);
	return *p->pos ? refuse(p, p->pos, KS_ERR_REMOVE_MORE) : 0;
}

/*
 * An event's name from the symbol and the offset, of characters that a name
 * may have: foo.isra.0+0x10 becomes foo_isra_0_0x10.
 */
static int make_name(struct parser *p)
{
	struct ks_spec *spec = p->spec;
	size_t len = strlen(spec->sym);
	char suffix[20] = "";
	size_t i;

	if (spec->offset)
		snprintf(suffix, sizeof(suffix), "_0x%llx", spec->offset);
	if (len + strlen(suffix) >= sizeof(spec->name))
		return refuse(p, spec->text + spec->target_col - 1,
			      KS_ERR_NAME_MADE_LONG);
	for (i = 0; i < len; i++)
		spec->name[i] = is_name_char(spec->sym[i]) ? spec->sym[i] : '_';
	memcpy(spec->name + len, suffix, strlen(suffix) + 1);
	spec->name_col = spec->target_col;
	return 0;
}

static int check_bytes(const struct parser *p)
{
	const char *s;

	for (s = p->spec->text; *s; s++)
		if (!is_blank(*s) && (*s < ' ' || *s > '~'))
			return refuse(p, s, KS_ERR_BAD_BYTE);
	return 0;
}

int ks_spec_parse(struct ks_spec *spec, const char *text, unsigned int index)
{
	struct parser p = { .spec = spec, .pos = text };
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
		ret = parse_target(&p);
	if (!ret)
		ret = parse_clauses(&p);
	if (!ret && !spec->is_named)
		ret = make_name(&p);
	spec->is_bare = p.is_bare;
	return ret;
}

size_t ks_spec_format(char *buf, const struct ks_spec *spec)
{
	char maxactive[12] = "";
	char offset[20] = "";

	if (ks_spec_removes(spec))
		return snprintf(buf, KS_SPEC_MAX, "-:%s%s%s", spec->group,
				*spec->group ? "/" : "", spec->name);
	if (spec->maxactive)
		snprintf(maxactive, sizeof(maxactive), "%u", spec->maxactive);
	if (spec->offset)
		snprintf(offset, sizeof(offset), "+0x%llx", spec->offset);
	return snprintf(buf, KS_SPEC_MAX, "%c%s:%s%s%s %s%s%s%s%s%s%s",
			spec->kind, maxactive, spec->group,
			*spec->group ? "/" : "", spec->name,
			spec->is_forced ? "!" : "", spec->mod,
			*spec->mod ? ":" : "", spec->sym, offset,
			*spec->clauses ? " " : "", spec->clauses);
}
