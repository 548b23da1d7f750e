// SPDX-License-Identifier: GPL-2.0
/* One comparison of a filter: a field, an operator and a value. */
#include "filter_code.h"

#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <kretscope/errlog.h>

#define BLANKS		" \t"
#define OPER_CHARS	"=!<>&|~"

static const char *const opers[KS_OPER_NR] = {
	[KS_OPER_EQ] = "==",
	[KS_OPER_NE] = "!=",
	[KS_OPER_LT] = "<",
	[KS_OPER_LE] = "<=",
	[KS_OPER_GT] = ">",
	[KS_OPER_GE] = ">=",
	[KS_OPER_BITS] = "&",
	[KS_OPER_GLOB] = "~",
};

/**
 * struct field - what is compared
 * @name: its name; not of an argument
 * @type: its type
 * @load: as in struct ks_filter_op, and so on
 * @arg: see there
 * @limit: see there
 * @offset: see there
 * @is_late: a return probe knows it at return only
 * @is_return_only: only a return probe has it
 * @is_time: may be compared with a time
 */
struct field {
	const char *name;
	struct ks_type type;
	u8 load;
	u8 arg;
	u8 limit;
	u16 offset;
	bool is_late;
	bool is_return_only;
	bool is_time;
};

#define CALL(member)	offsetof(struct ks_filter_call, member)
#define TYPE_U32	{ KS_BASE_DEC, 4 }

static const struct field fields[] = {
	{ .name = "lat", .type = { KS_BASE_DEC, 8 }, .load = KS_LOAD_U64,
	  .offset = CALL(lat), .is_late = true, .is_return_only = true,
	  .is_time = true },
	/* Its type is that of the function. */
	{ .name = "ret", .load = KS_LOAD_RET, .is_late = true,
	  .is_return_only = true },
	{ .name = "pid", .type = TYPE_U32, .load = KS_LOAD_U32,
	  .offset = CALL(pid) },
	{ .name = "tid", .type = TYPE_U32, .load = KS_LOAD_U32,
	  .offset = CALL(tid) },
	/* Records show the CPU of the return. */
	{ .name = "cpu", .type = TYPE_U32, .load = KS_LOAD_U32,
	  .offset = CALL(cpu), .is_late = true },
	{ .name = "comm", .type = { KS_BASE_STRING }, .load = KS_LOAD_COMM,
	  .limit = KS_COMM_LEN },
};

int ks_filter_refuse(const struct ks_filter_code *code, const char *pos,
		     enum ks_err err, const char *detail)
{
	ks_errlog(code->env->index, code->env->text, pos - code->env->text + 1,
		  err, detail);
	return -EINVAL;
}

static void skip_blanks(struct ks_filter_code *code)
{
	code->pos += strspn(code->pos, BLANKS);
}

size_t ks_filter_word(const char *pos)
{
	size_t len = 0;

	while (isalnum(pos[len]) || pos[len] == '_')
		len++;
	return len;
}

bool ks_filter_is_word(const char *pos, size_t len, const char *word)
{
	return strlen(word) == len && !memcmp(pos, word, len);
}

static bool is_join(const char *pos)
{
	return !strncmp(pos, "&&", 2) || !strncmp(pos, "||", 2);
}

static bool is_text(const struct field *field)
{
	return field->type.base == KS_BASE_STRING ||
	       field->type.base == KS_BASE_USTRING;
}

static int find_arg(struct ks_filter_code *code, const struct ks_arg *arg,
		    struct field *field)
{
	if (arg->nr)
		return ks_filter_refuse(code, code->pos, KS_ERR_IF_ARRAY, NULL);
	field->type = arg->type;
	field->is_late = arg->when != KS_AT_ENTRY;
	if (arg->when == KS_AS_RET) {
		field->load = KS_LOAD_RET;
		field->is_return_only = true;
		return 0;
	}
	field->load = is_text(field) ? KS_LOAD_STRING : KS_LOAD_ARG;
	field->arg = arg - code->env->fetch->arg;
	field->offset = arg->offset;
	if (is_text(field))
		field->limit = arg->size - 1;
	if (arg->when == KS_AT_ENTRY)
		code->needs_values = true;
	return 0;
}

static int parse_field(struct ks_filter_code *code, struct field *field)
{
	const struct ks_filter_env *env = code->env;
	const char *pos = code->pos;
	const struct ks_arg *arg;
	size_t len = ks_filter_word(pos);
	unsigned int i;
	int ret;

	if (isdigit(*pos) || *pos == '"' ||
	    *pos == '\'' || *pos == '-' || *pos == '+')
		return ks_filter_refuse(code, pos, KS_ERR_IF_VALUE_FIRST, NULL);
	if (!len)
		return ks_filter_refuse(code, pos, KS_ERR_IF_NO_FIELD, NULL);

	memset(field, 0, sizeof(*field));
	arg = ks_fetch_find(env->fetch, pos, len);
	if (arg) {
		ret = find_arg(code, arg, field);
		if (ret)
			return ret;
	} else {
		for (i = 0; i < ARRAY_SIZE(fields); i++)
			if (ks_filter_is_word(pos, len, fields[i].name))
				break;
		if (i == ARRAY_SIZE(fields))
			return ks_filter_refuse(code, pos, KS_ERR_IF_FIELD,
						NULL);
		*field = fields[i];
		if (field->load == KS_LOAD_RET)
			field->type = env->fetch->ret;
	}
	if (field->is_return_only && !env->is_return)
		return ks_filter_refuse(code, pos, KS_ERR_IF_ON_HIT, NULL);
	if (field->type.base == KS_BASE_NONE)
		return ks_filter_refuse(code, pos, KS_ERR_IF_VOID, NULL);
	/* A hit is all there is to know. */
	field->is_late &= env->is_return;
	code->pos += len;
	return 0;
}

static int parse_oper(struct ks_filter_code *code, const struct field *field,
		      enum ks_filter_oper *oper)
{
	const char *pos;
	size_t len;

	skip_blanks(code);
	pos = code->pos;
	len = strspn(pos, OPER_CHARS);
	if (!len || is_join(pos))
		return ks_filter_refuse(code, pos, KS_ERR_IF_NO_OPER, NULL);
	for (*oper = 0; *oper < KS_OPER_NR; (*oper)++)
		if (ks_filter_is_word(pos, len, opers[*oper]))
			break;
	switch (*oper) {
	case KS_OPER_NR:
		return ks_filter_refuse(code, pos, KS_ERR_IF_OPER, NULL);
	case KS_OPER_EQ:
	case KS_OPER_NE:
		break;
	case KS_OPER_GLOB:
		if (!is_text(field))
			return ks_filter_refuse(code, pos,
						KS_ERR_IF_OPER_NUMBER, NULL);
		break;
	default:
		if (is_text(field))
			return ks_filter_refuse(code, pos, KS_ERR_IF_OPER_TEXT,
						NULL);
	}
	code->pos += len;
	skip_blanks(code);
	if (!*code->pos || *code->pos == ')' || is_join(code->pos))
		return ks_filter_refuse(code, code->pos, KS_ERR_IF_NO_VALUE,
					NULL);
	return 0;
}

static int parse_text(struct ks_filter_code *code, struct ks_filter_op *op,
		      enum ks_filter_oper oper, struct ks_filter_leaf *leaf)
{
	int ret;

	if (*code->pos != '"' && *code->pos != '\'')
		return ks_filter_refuse(code, code->pos, KS_ERR_IF_NEED_TEXT,
					NULL);
	ret = ks_filter_text(code, op, oper == KS_OPER_GLOB);
	if (ret)
		return ret;
	leaf->is_inverted = oper == KS_OPER_NE;
	leaf->can_be_yes = true;
	/* Not, if it is the pattern "*". */
	leaf->can_be_no = op->match != KS_MATCH_WORDS || op->care[0];
	return 0;
}

int ks_filter_compare(struct ks_filter_code *code, struct ks_filter_leaf *leaf)
{
	struct ks_filter_op *op = &code->op[code->nr];
	enum ks_filter_oper oper;
	struct field field;
	int ret;

	ret = parse_field(code, &field);
	if (ret)
		return ret;
	op->load = field.load;
	op->is_late = field.is_late;
	op->arg = field.arg;
	op->limit = field.limit;
	op->type = field.type;
	op->offset = field.offset;

	ret = parse_oper(code, &field, &oper);
	if (ret)
		return ret;
	ret = is_text(&field) ?
		parse_text(code, op, oper, leaf) :
		ks_filter_number(code, op, oper, field.is_time, leaf);
	if (ret)
		return ret;
	if (leaf->is_inverted)
		swap(leaf->can_be_yes, leaf->can_be_no);
	if (op->is_late) {
		leaf->can_be_yes = false;
		leaf->can_be_no = false;
	}
	code->nr++;
	return 0;
}
