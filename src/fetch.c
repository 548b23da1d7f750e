// SPDX-License-Identifier: GPL-2.0
/* Compiles the arguments of a spec: names, types, layout and program. */
#include <kretscope/fetch.h>

#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <compat/regs.h>
#include <kretscope/btf.h>

#include "fetch_op.h"
#include "fetch_parse.h"
#include "fetch_steps.h"

#define STRING_MIN	16
/* What is left for arguments behind the bits of what cannot be read. */
#define ROOM		(KS_VALUES_MAX - sizeof(u64))

/**
 * struct compiler - state while the arguments of a spec are compiled
 * @fetch: filled in on the way; its program has no ends until finish()
 * @env: what for
 * @used: bytes of values, with STRING_MIN for each text but $comm
 * @nr_texts: texts but $comm
 * @nr_insns: steps of both programs
 */
struct compiler {
	struct ks_fetch *fetch;
	const struct ks_fetch_env *env;
	unsigned int used;
	unsigned int nr_texts;
	unsigned int nr_insns;
};

static const struct ks_type type_x64 = { KS_BASE_HEX, 8, false };
static const struct ks_type type_string = { KS_BASE_STRING, 0, false };
static const struct ks_type type_unknown_ret = { KS_BASE_ERRNO, 8, false };

static int refuse(const struct compiler *c, const char *pos, enum ks_err err)
{
	return ks_fetch_refuse(c->env, pos, err, NULL);
}

/* The return value as a number: every record has it. */
static bool is_bare_ret(const struct ks_parsed *arg)
{
	return arg->source == KS_FROM_RET && !arg->nr_deref &&
	       !ks_type_is_text(&arg->type);
}

static bool is_own_key(const char *name, size_t len)
{
	static const char *const keys[] = {
		"lat", "ret", "pid", "tid", "comm", "cpu",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (strlen(keys[i]) == len && !memcmp(keys[i], name, len))
			return true;
	return false;
}

/* May a name that the user has not chosen be taken? */
static bool is_usable(const char *name)
{
	const char *s;

	if (!*name || isdigit(*name) || is_own_key(name, strlen(name)))
		return false;
	for (s = name; *s; s++)
		if (!isalnum(*s) && *s != '_')
			return false;
	return true;
}

static const struct ks_param *get_param(const struct compiler *c,
					unsigned int nr)
{
	const struct ks_proto *proto = c->env->proto;

	if (!proto || !nr || nr > proto->nr || nr > KS_PROTO_MAX)
		return NULL;
	return &proto->param[nr - 1];
}

static bool is_ret_name(const char *name, size_t len)
{
	return len == 3 && !memcmp(name, "ret", 3);
}

static int set_default_type(struct compiler *c, struct ks_parsed *arg)
{
	const struct ks_param *param = get_param(c, arg->nr_param);

	arg->type = type_x64;
	if (arg->nr_deref)
		return 0;
	if (arg->source == KS_FROM_COMM)
		arg->type = type_string;
	if (param && param->type.base != KS_BASE_NONE)
		arg->type = param->type;
	if (arg->source != KS_FROM_RET)
		return 0;
	/* Without a prototype, what ret is anyway need not be said. */
	if (c->env->proto || !arg->name ||
	    is_ret_name(arg->name, arg->name_len))
		arg->type = c->fetch->ret;
	if (arg->type.base == KS_BASE_NONE)
		return refuse(c, arg->fetch, KS_ERR_ARG_RET_VOID);
	return 0;
}

static int check_type(const struct compiler *c, const struct ks_parsed *arg)
{
	if (arg->source == KS_FROM_COMM &&
	    (arg->type.base != KS_BASE_STRING || arg->nr))
		return refuse(c, arg->type_at, KS_ERR_ARG_COMM_TYPE);
	if (!arg->nr)
		return 0;
	if (ks_type_is_text(&arg->type))
		return refuse(c, arg->array_at, KS_ERR_ARG_ARRAY_TEXT);
	if (!arg->nr_deref)
		return refuse(c, arg->array_at, KS_ERR_ARG_ARRAY_PLAIN);
	return 0;
}

static void make_name(const struct compiler *c, const struct ks_parsed *arg,
		      char *name)
{
	const struct ks_param *param = NULL;

	if (!arg->nr_deref)
		param = get_param(c, arg->nr_param);
	if (is_bare_ret(arg))
		memcpy(name, "ret", sizeof("ret"));
	else if (param && is_usable(param->name))
		memcpy(name, param->name, KS_ARG_NAME_LEN);
	else
		snprintf(name, KS_ARG_NAME_LEN, "arg%u", c->fetch->nr + 1);
}

static int set_name(const struct compiler *c, const struct ks_parsed *arg,
		    char *name)
{
	const char *pos = arg->name ?: arg->fetch;

	if (arg->name) {
		memcpy(name, arg->name, arg->name_len);
		name[arg->name_len] = '\0';
		if (is_ret_name(name, arg->name_len) &&
		    arg->source == KS_FROM_RET && !arg->nr_deref) {
			if (ks_type_is_text(&arg->type))
				return refuse(c, pos, KS_ERR_ARG_RET_TEXT);
		} else if (is_own_key(name, arg->name_len)) {
			return refuse(c, pos, KS_ERR_ARG_NAME_OWN);
		}
	} else {
		make_name(c, arg, name);
	}
	if (ks_fetch_find(c->fetch, name, strlen(name)))
		return ks_fetch_refuse(c->env, pos, KS_ERR_ARG_NAME_TWICE,
				       arg->name ? NULL : name);
	return 0;
}

/* The size of a text but $comm is left open, see lay_out(). */
static int set_size(struct compiler *c, const struct ks_parsed *parsed,
		    struct ks_arg *arg)
{
	bool is_open = false;

	if (arg->when == KS_AS_RET)
		return 0;
	arg->size = sizeof(u64);
	if (parsed->source == KS_FROM_COMM)
		arg->size = KS_COMM_LEN;
	else if (arg->nr)
		arg->size = ALIGN(arg->nr * arg->type.size, sizeof(u64));
	else
		is_open = ks_type_is_text(&arg->type);
	if (is_open)
		arg->size = STRING_MIN;
	if (c->used + arg->size > ROOM) {
		refuse(c, parsed->name ?: parsed->fetch, KS_ERR_ARG_BIG);
		return -E2BIG;
	}
	c->used += arg->size;
	if (is_open) {
		c->nr_texts++;
		arg->size = 0;
	}
	return 0;
}

/* Put steps into the program in front of @at. */
static void insert_steps(struct compiler *c, unsigned int at,
			 const struct ks_insn *vec, unsigned int nr)
{
	struct ks_insn *insn = c->fetch->insn;

	memmove(&insn[at + nr], &insn[at],
		(c->nr_insns - at) * sizeof(*insn));
	memcpy(&insn[at], vec, nr * sizeof(*insn));
	c->nr_insns += nr;
}

static void add_program(struct compiler *c, const struct ks_parsed *parsed,
			const struct ks_arg *arg)
{
	struct ks_fetch *fetch = c->fetch;
	struct ks_steps steps;
	unsigned int i;

	if (arg->when == KS_AS_RET)
		return;
	ks_fetch_steps(&steps, parsed);
	for (i = 0; i < steps.nr; i++) {
		steps.vec[i].arg = fetch->nr;
		steps.vec[i].type = arg->type;
		steps.vec[i].len = arg->nr * arg->type.size;
	}
	if (arg->when == KS_AT_RETURN) {
		fetch->has_return = true;
		insert_steps(c, c->nr_insns, steps.vec, steps.nr);
	} else {
		fetch->has_entry = true;
		insert_steps(c, fetch->at_return, steps.vec, steps.nr);
		fetch->at_return += steps.nr;
	}
}

static int add_arg(struct compiler *c, struct ks_parsed *parsed)
{
	struct ks_fetch *fetch = c->fetch;
	struct ks_arg *arg = &fetch->arg[fetch->nr];
	int ret;

	if (fetch->nr == KS_ARGS_MAX) {
		refuse(c, parsed->name ?: parsed->fetch, KS_ERR_ARG_MANY);
		return -E2BIG;
	}
	if (!parsed->type_at) {
		ret = set_default_type(c, parsed);
		if (ret)
			return ret;
	}
	ret = check_type(c, parsed);
	if (ret)
		return ret;
	ret = set_name(c, parsed, arg->name);
	if (ret)
		return ret;
	arg->type = parsed->type;
	arg->nr = parsed->nr;
	if (is_bare_ret(parsed))
		arg->when = KS_AS_RET;
	else if (parsed->source == KS_FROM_RET)
		arg->when = KS_AT_RETURN;
	ret = set_size(c, parsed, arg);
	if (ret)
		return ret;
	if (is_ret_name(arg->name, strlen(arg->name)))
		fetch->ret = arg->type;
	add_program(c, parsed, arg);
	fetch->nr++;
	return 0;
}

/* $args: may it stand here? */
static int check_args(const struct compiler *c, const struct ks_parsed *arg)
{
	const struct ks_proto *proto = c->env->proto;
	unsigned int offset;
	bool is_stack;

	if (arg->name)
		return refuse(c, arg->name, KS_ERR_ARG_ARGS_ALONE);
	if (arg->type_at)
		return refuse(c, arg->type_at - 1, KS_ERR_ARG_ARGS_ALONE);
	if (!c->env->is_entry)
		return refuse(c, arg->fetch, KS_ERR_ARG_NOT_ENTRY);
	if (!proto)
		return refuse(c, arg->fetch, KS_ERR_ARG_ARGS_PROTO);
	if (proto->is_variadic)
		return refuse(c, arg->fetch, KS_ERR_ARG_ARGS_VARIADIC);
	if (!proto->is_in_registers)
		return refuse(c, arg->fetch, KS_ERR_ARG_ARGS_WIDE);
	if (!proto->nr)
		return 0;
	ks_regs_argument(proto->nr, &offset, &is_stack);
	if (is_stack)
		return refuse(c, arg->fetch, KS_ERR_ARG_ARGS_STACK);
	return 0;
}

static int add_args(struct compiler *c, const struct ks_parsed *args)
{
	struct ks_parsed parsed;
	unsigned int i, offset;
	bool is_stack;
	int ret;

	ret = check_args(c, args);
	for (i = 1; !ret && i <= c->env->proto->nr; i++) {
		ks_regs_argument(i, &offset, &is_stack);
		parsed = *args;
		parsed.source = KS_FROM_REG;
		parsed.val = offset;
		parsed.nr_param = i;
		ret = add_arg(c, &parsed);
	}
	return ret;
}

/* Sizes of texts are known once all else is; offsets follow. */
static void lay_out(struct compiler *c)
{
	unsigned int left = ROOM - c->used + STRING_MIN * c->nr_texts;
	struct ks_fetch *fetch = c->fetch;
	unsigned int at = sizeof(u64);
	unsigned int text = 0;
	struct ks_insn *insn;
	struct ks_arg *arg;
	unsigned int i;

	if (c->nr_texts)
		text = min_t(unsigned int, KS_STRING_MAX + 1,
			     round_down(left / c->nr_texts, sizeof(u64)));
	for (arg = fetch->arg; arg < fetch->arg + fetch->nr; arg++) {
		if (arg->when == KS_AS_RET)
			continue;
		arg->offset = at;
		arg->size = arg->size ?: text;
		at += arg->size;
	}
	for (i = 0; i < c->nr_insns; i++) {
		insn = &fetch->insn[i];
		arg = &fetch->arg[insn->arg];
		insn->dst = arg->offset;
		insn->size = arg->size;
	}
	fetch->size = c->used ? at : 0;
}

/* What is read at return must not be left to chance until then. */
static void add_zeros(struct compiler *c)
{
	struct ks_fetch *fetch = c->fetch;
	struct ks_insn zero = { .op = KS_OP_ZERO };
	unsigned int i;

	for (i = 0; i < fetch->nr; i++) {
		if (fetch->arg[i].when != KS_AT_RETURN)
			continue;
		zero.arg = i;
		insert_steps(c, fetch->at_return++, &zero, 1);
	}
}

static bool is_plain(const struct ks_fetch *fetch)
{
	const struct ks_insn *insn = fetch->insn;

	while (insn->op == KS_OP_PLAIN)
		insn++;
	return insn == &fetch->insn[fetch->at_return - 1] &&
	       fetch->has_entry && !fetch->has_return;
}

static void finish(struct compiler *c)
{
	static const struct ks_insn end = {
		.op = KS_OP_END, .arg = KS_ARG_NONE,
	};

	if (c->fetch->has_entry)
		add_zeros(c);
	lay_out(c);
	insert_steps(c, c->fetch->at_return++, &end, 1);
	insert_steps(c, c->nr_insns, &end, 1);
	c->fetch->is_plain = is_plain(c->fetch);
}

int ks_fetch_compile(struct ks_fetch *fetch, const struct ks_fetch_env *env,
		     const char *pos, const char *end)
{
	struct compiler c = { .fetch = fetch, .env = env };
	struct ks_parsed parsed;
	const char *word;
	int ret;

	memset(fetch, 0, sizeof(*fetch));
	fetch->ret = env->proto ? env->proto->ret : type_unknown_ret;
	for (;;) {
		while (pos < end && (*pos == ' ' || *pos == '\t'))
			pos++;
		if (pos == end)
			break;
		word = pos;
		while (pos < end && *pos != ' ' && *pos != '\t')
			pos++;
		ret = ks_fetch_parse(&parsed, env, word, pos);
		if (ret)
			return ret;
		ret = parsed.source == KS_FROM_ARGS ? add_args(&c, &parsed) :
						      add_arg(&c, &parsed);
		if (ret)
			return ret;
	}
	finish(&c);
	return 0;
}

size_t ks_fetch_sizeof(const struct ks_fetch *fetch)
{
	const struct ks_insn *end = &fetch->insn[fetch->at_return];

	while (end->op != KS_OP_END)
		end++;
	return (const char *)(end + 1) - (const char *)fetch;
}
