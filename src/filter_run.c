// SPDX-License-Identifier: GPL-2.0
/* Evaluates compiled filters, in handlers. */
#include <kretscope/filter.h>

#include <linux/compiler.h>
#include <linux/kprobes.h>
#include <linux/string.h>

#include <kretscope/glob.h>

#include "filter_op.h"

/*
 * A filter has no operators: each comparison knows which one is next, or that
 * the verdict is found, if it is true and if it is false. What is not known is
 * first taken as what makes the expression true: if it is false even then, the
 * verdict is NO. Else, if something was not known, that is taken as what makes
 * it false: if it is true even then, the verdict is YES. This is the same as
 * to calculate with three values, since && and || are minimum and maximum, and
 * needs no stack.
 *
 * Jumps go forward only, so there are at most 2 * KS_FILTER_TESTS_MAX steps.
 */

static __always_inline bool is_unread(const struct ks_filter_op *op,
				      const struct ks_facts *call)
{
	return unlikely(*(const u64 *)call->values >> op->arg & 1);
}

/* Is @str the text, which has at most @op->limit bytes? */
static __always_inline bool is_whole(const struct ks_filter_op *op,
				     const char *text, const char *str)
{
	unsigned int i;

	for (i = 0; i < op->limit; i++) {
		if (str[i] != text[i])
			return false;
		if (!text[i])
			break;
	}
	return true;
}

static __always_inline bool is_text(const struct ks_filter *filter,
				    const struct ks_filter_op *op,
				    const char *str)
{
	const char *text = (const char *)filter + op->text;
	u64 first, second;

	if (likely(op->match == KS_MATCH_WORDS)) {
		memcpy(&first, str, sizeof(first));
		memcpy(&second, str + sizeof(first), sizeof(second));
		return !(((first & op->care[0]) ^ op->want[0]) |
			 ((second & op->care[1]) ^ op->want[1]));
	}
	if (op->match == KS_MATCH_WHOLE)
		return is_whole(op, text, str);
	return ks_glob_match(text, str, op->limit);
}

static __always_inline bool is_number(const struct ks_filter_op *op, u64 val)
{
	return (val & op->mask) - op->lo <= op->span;
}

/* One comparison: KS_WAY_NO, KS_WAY_YES, or @open if it cannot be made. */
static __always_inline unsigned int judge(const struct ks_filter *filter,
					  const struct ks_filter_op *op,
					  const struct ks_facts *call,
					  unsigned int open)
{
	const void *val;

	if (op->is_late && !call->is_return)
		return open;
	if (op->load == KS_LOAD_ARG) {
		if (is_unread(op, call))
			return open;
		val = call->values + op->offset;
		return is_number(op, *(const u64 *)val);
	}
	val = (const void *)call + op->offset;
	if (op->load == KS_LOAD_U32)
		return is_number(op, *(const u32 *)val);
	if (op->load == KS_LOAD_COMM)
		return is_text(filter, op, call->comm);
	if (op->load == KS_LOAD_U64)
		return is_number(op, *(const u64 *)val);
	if (op->load == KS_LOAD_RET)
		return is_number(op, ks_type_value(&op->type, call->ret));
	if (is_unread(op, call))
		return open;
	return is_text(filter, op, call->values + op->offset);
}

static __always_inline const struct ks_filter_op *
op_at(const struct ks_filter *filter, unsigned int place)
{
	return (const void *)((const u64 *)filter + place);
}

/*
 * The expression is true if what is not known makes it so, and @op is the
 * first comparison of that kind. Up to there nothing changes if what is not
 * known makes it false.
 */
static noinline enum ks_verdict doubt(const struct ks_filter *filter,
				      const struct ks_filter_op *op,
				      const struct ks_facts *call)
{
	unsigned int next = op->next[KS_WAY_FEAR];

	while (next < KS_NEXT_END) {
		op = op_at(filter, next);
		next = op->next[judge(filter, op, call, KS_WAY_FEAR)];
	}
	return next == KS_NEXT_END + KS_FILTER_YES ? KS_FILTER_YES :
						     KS_FILTER_OPEN;
}
NOKPROBE_SYMBOL(doubt);

enum ks_verdict ks_filter_run(const struct ks_filter *filter,
			      const struct ks_facts *call)
{
	const struct ks_filter_op *op = filter->op;
	const struct ks_filter_op *open = NULL;
	unsigned int way, next;

	for (;;) {
		way = judge(filter, op, call, KS_WAY_HOPE);
		if (way == KS_WAY_HOPE && !open)
			open = op;
		next = op->next[way];
		if (next >= KS_NEXT_END)
			break;
		op = op_at(filter, next);
	}
	if (!open || next == KS_NEXT_END + KS_FILTER_NO)
		return next - KS_NEXT_END;
	return doubt(filter, open, call);
}
NOKPROBE_SYMBOL(ks_filter_run);
