// SPDX-License-Identifier: GPL-2.0
/* Grammar of arguments, and the column of every mistake in one. */
#include "fetch_parse.h"

#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/string.h>

#include <compat/regs.h>
#include <kretscope/btf.h>
#include <kretscope/errlog.h>
#include <kretscope/spec.h>

#define ARRAY_MAX	64
/* A FETCH starts with one of these, a NAME does not. */
#define SIGILS		"$%@\\+-"

/**
 * struct parser - state while one argument is parsed
 * @out: the argument, filled in on the way
 * @env: what for
 * @pos: the next byte of it
 * @end: behind the last
 */
struct parser {
	struct ks_parsed *out;
	const struct ks_fetch_env *env;
	const char *pos;
	const char *end;
};

int ks_fetch_refuse(const struct ks_fetch_env *env, const char *pos,
		    enum ks_err err, const char *detail)
{
	ks_errlog(env->index, env->text, pos - env->text + 1, err, detail);
	return -EINVAL;
}

static int refuse(const struct parser *p, const char *pos, enum ks_err err)
{
	return ks_fetch_refuse(p->env, pos, err, NULL);
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

/* The next byte; NUL at the end. */
static char next(const struct parser *p)
{
	return p->pos < p->end ? *p->pos : '\0';
}

/* Take @c, if it is next. */
static bool take(struct parser *p, char c)
{
	if (next(p) != c)
		return false;
	p->pos++;
	return true;
}

/* Take all letters, digits and '_', and return how many. */
static size_t take_word(struct parser *p)
{
	const char *start = p->pos;

	while (is_name_char(next(p)))
		p->pos++;
	return p->pos - start;
}

static bool is_word(const char *word, size_t len, const char *name)
{
	return len == strlen(name) && !memcmp(word, name, len);
}

/* Does a name with a number behind it start so? */
static bool is_numbered(const char *word, size_t len, const char *name)
{
	size_t head = strlen(name);

	return len > head && !memcmp(word, name, head) && isdigit(word[head]);
}

/* A number as kstrtoull(..., 0, ...) has it, which ftrace's grammar does. */
static int take_number(struct parser *p, u64 *val)
{
	const char *start = p->pos;
	size_t len = take_word(p);
	char buf[32];
	int ret;

	if (!len)
		return refuse(p, start, KS_ERR_ARG_NO_NUMBER);
	if (len >= sizeof(buf))
		return refuse(p, start, KS_ERR_NUMBER_BIG);
	memcpy(buf, start, len);
	buf[len] = '\0';
	ret = kstrtoull(buf, 0, val);
	if (ret)
		return refuse(p, start, ret == -ERANGE ? KS_ERR_NUMBER_BIG :
							 KS_ERR_NUMBER_BAD);
	return 0;
}

/* The same behind a sign, as two's complement. */
static int take_signed(struct parser *p, bool is_negative, u64 *val)
{
	const char *start = p->pos;
	int ret;

	ret = take_number(p, val);
	if (ret)
		return ret;
	if (*val > (u64)S64_MAX + is_negative)
		return refuse(p, start, KS_ERR_NUMBER_BIG);
	if (is_negative)
		*val = -*val;
	return 0;
}

/* NAME=, if there is one. */
static int parse_name(struct parser *p)
{
	const char *start = p->pos;
	const char *eq, *s;

	if (strchr(SIGILS, next(p)))
		return 0;
	eq = memchr(start, '=', p->end - start);
	if (!eq)
		return refuse(p, start, KS_ERR_ARG_BAD);
	if (eq == start)
		return refuse(p, start, KS_ERR_ARG_NO_NAME);
	for (s = start; s < eq; s++)
		if (!is_name_char(*s) || (s == start && isdigit(*s)))
			return refuse(p, s, KS_ERR_ARG_NAME_BAD);
	if (eq - start >= KS_ARG_NAME_LEN)
		return refuse(p, start, KS_ERR_ARG_NAME_LONG);
	p->out->name = start;
	p->out->name_len = eq - start;
	p->pos = eq + 1;
	return 0;
}

/* Each argument in front of it is one word, else it is elsewhere. */
static bool is_moved(const struct ks_proto *proto, unsigned int nr)
{
	unsigned int i;

	if (proto->is_in_registers)
		return false;
	for (i = 0; i < nr && i < KS_PROTO_MAX; i++)
		if (proto->param[i].type.base == KS_BASE_NONE)
			return true;
	return nr > KS_PROTO_MAX;
}

/* $argN, of which @number is the N */
static int parse_argument(struct parser *p, const char *sigil,
			  const char *number)
{
	const struct ks_proto *proto = p->env->proto;
	unsigned int offset;
	bool is_stack;
	u64 nr;
	int ret;

	p->pos = number;
	ret = take_number(p, &nr);
	if (ret)
		return ret;
	if (!p->env->is_entry)
		return refuse(p, sigil, KS_ERR_ARG_NOT_ENTRY);
	if (!nr || nr > KS_STACK_WORDS)
		return refuse(p, number, KS_ERR_ARG_NR_BAD);
	if (proto && nr > proto->nr && !proto->is_variadic)
		return refuse(p, number, KS_ERR_ARG_NR_BIG);
	if (proto && is_moved(proto, nr))
		return refuse(p, number, KS_ERR_ARG_NR_MOVED);
	ks_regs_argument(nr, &offset, &is_stack);
	p->out->source = is_stack ? KS_FROM_STACK : KS_FROM_REG;
	p->out->val = offset;
	p->out->nr_param = nr;
	return 0;
}

/* $stackN, of which @number is the N */
static int parse_stack(struct parser *p, const char *number)
{
	u64 nr;
	int ret;

	p->pos = number;
	ret = take_number(p, &nr);
	if (ret)
		return ret;
	if (nr >= KS_STACK_WORDS)
		return refuse(p, number, KS_ERR_ARG_STACK_BAD);
	p->out->source = KS_FROM_STACK;
	p->out->val = nr * sizeof(unsigned long);
	return 0;
}

/* $VARIABLE, whose '$' is next */
static int parse_variable(struct parser *p)
{
	const char *sigil = p->pos;
	const char *word = sigil + 1;
	size_t len;

	p->pos = word;
	len = take_word(p);
	if (is_numbered(word, len, "arg"))
		return parse_argument(p, sigil, word + strlen("arg"));
	if (is_numbered(word, len, "stack"))
		return parse_stack(p, word + strlen("stack"));
	if (is_word(word, len, "retval")) {
		p->out->source = KS_FROM_RET;
		return p->env->is_return ?
			0 : refuse(p, sigil, KS_ERR_ARG_RET_ON_P);
	}
	if (is_word(word, len, "comm")) {
		p->out->source = KS_FROM_COMM;
		return p->out->nr_deref ?
			refuse(p, sigil, KS_ERR_ARG_COMM_DEREF) : 0;
	}
	if (is_word(word, len, "args")) {
		p->out->source = KS_FROM_ARGS;
		return p->out->nr_deref ?
			refuse(p, sigil, KS_ERR_ARG_ARGS_ALONE) : 0;
	}
	return refuse(p, sigil, KS_ERR_ARG_VAR_BAD);
}

static int parse_register(struct parser *p)
{
	const char *sigil = p->pos++;
	size_t len = take_word(p);
	int offset = ks_regs_offset(sigil + 1, len);

	if (offset < 0)
		return refuse(p, sigil, KS_ERR_ARG_REG_BAD);
	p->out->source = KS_FROM_REG;
	p->out->val = offset;
	return 0;
}

/* @SYM[+OFF], which is an access to memory of its own */
static int parse_symbol(struct parser *p)
{
	const char *start = p->pos + 1;
	char sym[KS_SYM_LEN];
	unsigned long addr;
	u64 offset = 0;
	size_t len;
	int ret;

	p->pos = start;
	if (!isdigit(next(p)))
		while (is_symbol_char(next(p)))
			p->pos++;
	len = p->pos - start;
	if (!len)
		return refuse(p, start, KS_ERR_NO_SYMBOL);
	if (len >= sizeof(sym))
		return refuse(p, start, KS_ERR_SYM_LONG);
	memcpy(sym, start, len);
	sym[len] = '\0';
	if (next(p) == '-')
		return refuse(p, p->pos, KS_ERR_OFF_NEGATIVE);
	if (take(p, '+')) {
		ret = take_number(p, &offset);
		if (ret)
			return ret;
	}
	ret = p->env->address_of(sym, &addr);
	if (ret) {
		refuse(p, start, ret == -ENOTUNIQ ? KS_ERR_ARG_SYM_TWICE :
						    KS_ERR_ARG_SYM);
		return ret;
	}
	p->out->source = KS_FROM_IMM;
	p->out->val = addr;
	p->out->deref[p->out->nr_deref++] = (struct ks_deref){
		.offset = offset,
	};
	return 0;
}

/* \IMM: as a signed or as an unsigned number it has 64 bits */
static int parse_immediate(struct parser *p)
{
	p->pos++;
	p->out->source = KS_FROM_IMM;
	if (take(p, '-'))
		return take_signed(p, true, &p->out->val);
	return take_number(p, &p->out->val);
}

static int parse_innermost(struct parser *p)
{
	switch (next(p)) {
	case '$':
		return parse_variable(p);
	case '%':
		return parse_register(p);
	case '@':
		return parse_symbol(p);
	case '\\':
		return parse_immediate(p);
	}
	return refuse(p, p->pos, KS_ERR_ARG_NO_FETCH);
}

/* "+|-[u]OFF(" */
static int parse_deref(struct parser *p)
{
	bool is_negative = next(p) == '-';
	struct ks_deref *deref;
	int ret;

	if (p->out->nr_deref == KS_DEREF_MAX)
		return refuse(p, p->pos, KS_ERR_ARG_DEEP);
	deref = &p->out->deref[p->out->nr_deref++];
	p->pos++;
	deref->is_user = take(p, 'u');
	ret = take_signed(p, is_negative, &deref->offset);
	if (ret)
		return ret;
	if (!take(p, '('))
		return refuse(p, p->pos, KS_ERR_ARG_PAREN);
	return 0;
}

static int parse_fetch(struct parser *p)
{
	unsigned int depth;
	int ret;

	p->out->fetch = p->pos;
	while (next(p) == '+' || next(p) == '-') {
		ret = parse_deref(p);
		if (ret)
			return ret;
	}
	/* @SYM adds one that has no parentheses. */
	depth = p->out->nr_deref;
	ret = parse_innermost(p);
	if (ret)
		return ret;
	for (; depth; depth--)
		if (!take(p, ')'))
			return refuse(p, p->pos, KS_ERR_ARG_UNCLOSED);
	return 0;
}

/* "[N]", if there is one */
static int parse_array(struct parser *p)
{
	const char *start = p->pos;
	u64 nr;
	int ret;

	if (!take(p, '['))
		return 0;
	ret = take_number(p, &nr);
	if (ret)
		return ret;
	if (!nr || nr > ARRAY_MAX)
		return refuse(p, start + 1, KS_ERR_ARG_ARRAY_BAD);
	if (!take(p, ']'))
		return refuse(p, p->pos, KS_ERR_ARG_ARRAY_OPEN);
	p->out->array_at = start;
	p->out->nr = nr;
	return 0;
}

/* ":TYPE", if there is one */
static int parse_type(struct parser *p)
{
	const char *start;
	size_t len;

	if (!take(p, ':'))
		return 0;
	start = p->pos;
	len = take_word(p);
	if (!len)
		return refuse(p, start, KS_ERR_ARG_NO_TYPE);
	if (!ks_type_by_name(start, len, &p->out->type))
		return refuse(p, start, KS_ERR_ARG_TYPE_BAD);
	p->out->type_at = start;
	return parse_array(p);
}

int ks_fetch_parse(struct ks_parsed *parsed, const struct ks_fetch_env *env,
		   const char *pos, const char *end)
{
	struct parser p = {
		.out = parsed, .env = env, .pos = pos, .end = end,
	};
	int ret;

	memset(parsed, 0, sizeof(*parsed));
	ret = parse_name(&p);
	if (!ret)
		ret = parse_fetch(&p);
	if (!ret)
		ret = parse_type(&p);
	if (!ret && p.pos != end)
		ret = refuse(&p, p.pos, KS_ERR_ARG_TRAILING);
	return ret;
}
