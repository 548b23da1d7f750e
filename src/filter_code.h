/* SPDX-License-Identifier: GPL-2.0 */
/* What the parts of the filters' compiler share. */
#ifndef KRETSCOPE_FILTER_CODE_H
#define KRETSCOPE_FILTER_CODE_H

#include <kretscope/errors.h>

#include "filter_op.h"

/**
 * struct ks_filter_code - state while an expression is compiled
 * @env: what for
 * @pos: the next byte of its text
 * @nr: number of comparisons in @op
 * @text_len: bytes in @text
 * @needs_values: see ks_filter_needs_values()
 * @op: comparisons; their texts counts from the start of @text below
 * @text: what they compare with
 */
struct ks_filter_code {
	const struct ks_field_env *env;
	const char *pos;
	unsigned int nr;
	unsigned int text_len;
	bool needs_values;
	struct ks_filter_op op[KS_FILTER_TESTS_MAX];
	char text[KS_FILTER_TESTS_MAX * KS_PATTERN_LEN];
};

enum ks_filter_oper {
	KS_OPER_EQ,
	KS_OPER_NE,
	KS_OPER_LT,
	KS_OPER_LE,
	KS_OPER_GT,
	KS_OPER_GE,
	KS_OPER_BITS,
	KS_OPER_GLOB,
	KS_OPER_NR
};

/**
 * struct ks_filter_leaf - what else there is to say of a comparison
 * @is_inverted: it holds where struct ks_filter_op says that it does not
 * @can_be_no: for some value that is known at entry it is false
 * @can_be_yes: for some value that is known at entry it is true
 */
struct ks_filter_leaf {
	bool is_inverted;
	bool can_be_no;
	bool can_be_yes;
};

/**
 * ks_filter_refuse() - report a mistake
 * @code: state
 * @pos: where it is, in the spec's text
 * @err: what it is
 * @detail: more about it, or NULL
 *
 * Return: -EINVAL.
 */
int ks_filter_refuse(const struct ks_filter_code *code, const char *pos,
		     enum ks_err err, const char *detail);

/**
 * ks_filter_compare() - compile one comparison, FIELD OP VALUE
 * @code: @code->pos is at its first byte, and is left behind its last
 * @leaf: filled in
 *
 * Return: 0, -EINVAL, -E2BIG; a mistake has been reported.
 */
int ks_filter_compare(struct ks_filter_code *code, struct ks_filter_leaf *leaf);

/**
 * ks_filter_number() - compile the number that a comparison is made with
 * @code: @code->pos is at its first byte, and is left behind its last
 * @op: @op->type is known
 * @oper: how it is compared
 * @is_time: it may have a unit of time
 * @leaf: filled in, as if the value were known at entry
 *
 * Return: 0, -EINVAL; a mistake has been reported.
 */
int ks_filter_number(struct ks_filter_code *code, struct ks_filter_op *op,
		     enum ks_filter_oper oper, bool is_time,
		     struct ks_filter_leaf *leaf);

/**
 * ks_filter_text() - compile the text that a comparison is made with
 * @code: @code->pos is at its first quote, and is left behind its last
 * @op: @op->limit is known
 * @is_pattern: it is one
 *
 * Return: 0, -EINVAL, -E2BIG; a mistake has been reported.
 */
int ks_filter_text(struct ks_filter_code *code, struct ks_filter_op *op,
		   bool is_pattern);

#endif
