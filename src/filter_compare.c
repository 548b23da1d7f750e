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

static bool is_join(const char *pos)
{
	return !strncmp(pos, "&&", 2) || !strncmp(pos, "||", 2);
}

static bool is_text(const struct ks_field *field)
{
	return ks_type_is_text(&field->type);
}

static int parse_field(struct ks_filter_code *code, struct ks_field *field)
{
	const char *pos = code->pos;
	size_t len = ks_field_word(pos);
	int ret;

	if (isdigit(*pos) || *pos == '"' ||
	    *pos == '\'' || *pos == '-' || *pos == '+')
		return ks_filter_refuse(code, pos, KS_ERR_IF_VALUE_FIRST, NULL);
	if (!len)
		return ks_filter_refuse(code, pos, KS_ERR_IF_NO_FIELD, NULL);
	ret = ks_field_find(code->env, pos, len, field);
	if (ret)
		return ret;
	if (ks_field_is_arg(field) && !field->is_late)
		code->needs_values = true;
	code->pos += len;
	return 0;
}

static int parse_oper(struct ks_filter_code *code, const struct ks_field *field,
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
		if (ks_field_is_word(pos, len, opers[*oper]))
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
	struct ks_field field;
	int ret;

	ret = parse_field(code, &field);
	if (ret)
		return ret;
	op->load = field.load;
	op->is_late = field.is_late;
	op->arg = field.arg;
	op->limit = field.size;
	if (field.load == KS_LOAD_STRING)
		op->limit--;
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
