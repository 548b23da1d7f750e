// SPDX-License-Identifier: GPL-2.0
/* Numbers that a filter compares with: how they are written, and compared. */
#include "filter_code.h"

#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/overflow.h>

#include <kretscope/number.h>

#define SIGN_BIT	(1ULL << 63)

static const struct {
	const char *name;
	u32 ns;
} units[] = {
	{ "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 },
};

/**
 * struct number - a number as it is written
 * @is_negative: it is below 0
 * @val: the number; two's complement where it is negative
 */
struct number {
	bool is_negative;
	u64 val;
};

static bool is_signed(const struct ks_type *type)
{
	return type->is_signed || type->base == KS_BASE_ERRNO;
}

static int parse_digits(struct ks_filter_code *code, u64 *val)
{
	int ret = ks_number_parse(&code->pos, val);

	if (ret == -EINVAL)
		return ks_filter_refuse(code, code->pos, KS_ERR_NUMBER_BAD,
					NULL);
	return ret;
}

/* ns, us, ms or s behind a number, and nothing else that may be a part of it */
static int parse_unit(struct ks_filter_code *code, bool is_time, u64 *val)
{
	const char *pos = code->pos;
	size_t len = ks_field_word(pos);
	unsigned int i;

	if (*pos == '.' || isdigit(*pos))
		return ks_filter_refuse(code, pos, KS_ERR_NUMBER_BAD, NULL);
	if (!len)
		return 0;
	for (i = 0; i < ARRAY_SIZE(units); i++)
		if (ks_field_is_word(pos, len, units[i].name))
			break;
	if (i == ARRAY_SIZE(units))
		return ks_filter_refuse(code, pos, is_time ? KS_ERR_IF_UNIT :
							     KS_ERR_NUMBER_BAD,
					NULL);
	if (!is_time)
		return ks_filter_refuse(code, pos, KS_ERR_IF_NO_TIME, NULL);
	code->pos += len;
	return check_mul_overflow(*val, (u64)units[i].ns, val) ? -ERANGE : 0;
}

static int parse_bool(struct ks_filter_code *code, const struct ks_type *type,
		      struct number *num)
{
	size_t len = ks_field_word(code->pos);

	num->is_negative = false;
	num->val = ks_field_is_word(code->pos, len, "true");
	if (!num->val && !ks_field_is_word(code->pos, len, "false"))
		return ks_filter_refuse(code, code->pos, KS_ERR_IF_NEED_NUMBER,
					NULL);
	if (type->base != KS_BASE_BOOL)
		return ks_filter_refuse(code, code->pos, KS_ERR_IF_NO_BOOL,
					NULL);
	code->pos += len;
	return 0;
}

static int parse_number(struct ks_filter_code *code,
			const struct ks_type *type, bool is_time,
			struct number *num)
{
	const char *start = code->pos;
	int ret, err;

	if (isalpha(*start) || *start == '_')
		return parse_bool(code, type, num);
	if (!isdigit(*start) && *start != '-' && *start != '+')
		return ks_filter_refuse(code, start, KS_ERR_IF_NEED_NUMBER,
					NULL);
	num->is_negative = *start == '-';
	code->pos += !isdigit(*start);
	ret = parse_digits(code, &num->val);
	if (ret && ret != -ERANGE)
		return ret;
	err = parse_unit(code, is_time, &num->val);
	if (err && err != -ERANGE)
		return err;
	if (ret || err || (num->is_negative && num->val > SIGN_BIT))
		return ks_filter_refuse(code, start, KS_ERR_NUMBER_BIG,
					NULL);
	if (num->is_negative)
		num->val = -num->val;
	num->is_negative &= num->val != 0;
	return 0;
}

/* The least and the greatest number of a type, and its bits. */
static void type_range(const struct ks_type *type, u64 *min, u64 *max,
		       u64 *bits)
{
	unsigned int size = type->size;

	*bits = ~0ULL >> (64 - 8 * size);
	*max = is_signed(type) ? *bits >> 1 : *bits;
	if (type->base == KS_BASE_BOOL)
		*max = *bits = 1;
	*min = is_signed(type) ? ~*max : 0;
}

/* Is the number below (-1), in (0), or above (1) the range? */
static int side_of(const struct number *num, u64 min, u64 max)
{
	if (num->is_negative)
		return !min || (s64)num->val < (s64)min ? -1 : 0;
	return num->val > max;
}

static int refuse_range(const struct ks_filter_code *code, const char *pos,
			const struct ks_type *type, u64 min, u64 max)
{
	char detail[48];

	if (is_signed(type))
		snprintf(detail, sizeof(detail), "%lld to %lld", (s64)min,
			 (s64)max);
	else
		snprintf(detail, sizeof(detail), "%llu to %llu", min, max);
	return ks_filter_refuse(code, pos, KS_ERR_IF_RANGE, detail);
}

static void set_span(struct ks_filter_op *op, u64 lo, u64 hi)
{
	op->mask = ~0ULL;
	op->lo = lo;
	op->span = hi - lo;
}

/* The same for all values: with no bit of them, 0 is 0, and is not 1. */
static void set_constant(struct ks_filter_op *op, bool is_true)
{
	op->mask = 0;
	op->lo = !is_true;
	op->span = 0;
}

int ks_filter_number(struct ks_filter_code *code, struct ks_filter_op *op,
		     enum ks_filter_oper oper, bool is_time,
		     struct ks_filter_leaf *leaf)
{
	const char *start = code->pos;
	u64 min, max, bits;
	struct number num;
	int ret, side;

	ret = parse_number(code, &op->type, is_time, &num);
	if (ret)
		return ret;
	type_range(&op->type, &min, &max, &bits);
	side = side_of(&num, min, max);
	if (oper == KS_OPER_BITS && side > 0 && num.val <= bits)
		side = 0;
	/* The sign of what has 64 bits is often not what it is declared as. */
	if (side && ~bits)
		return refuse_range(code, start, &op->type, min, max);
	if (oper == KS_OPER_BITS) {
		if (!num.val)
			return ks_filter_refuse(code, start, KS_ERR_IF_NO_BITS,
						NULL);
		/* Bits have no sign. */
		side = 0;
	}

	leaf->can_be_yes = true;
	leaf->can_be_no = true;
	leaf->is_inverted = oper == KS_OPER_NE || oper == KS_OPER_LT ||
			    oper == KS_OPER_GT;
	switch (oper) {
	case KS_OPER_EQ:
	case KS_OPER_NE:
		set_span(op, num.val, num.val);
		leaf->can_be_yes = !side;
		break;
	case KS_OPER_LE:
	case KS_OPER_GT:
		set_span(op, min, num.val);
		leaf->can_be_yes = side >= 0;
		leaf->can_be_no = side < 0 || (!side && num.val != max);
		break;
	case KS_OPER_GE:
	case KS_OPER_LT:
		set_span(op, num.val, max);
		leaf->can_be_yes = side <= 0;
		leaf->can_be_no = side > 0 || (!side && num.val != min);
		break;
	default:
		/* Any but 0. */
		set_span(op, 1, ~0ULL);
		op->mask = num.val;
	}
	if (side)
		set_constant(op, leaf->can_be_yes);
	return 0;
}
