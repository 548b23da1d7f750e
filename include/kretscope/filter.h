/* SPDX-License-Identifier: GPL-2.0 */
/* Filters: "if EXPR" of a spec, compiled, and evaluated in handlers. */
#ifndef KRETSCOPE_FILTER_H
#define KRETSCOPE_FILTER_H

#include <linux/types.h>

#include <kretscope/field.h>

#define KS_FILTER_OPS_MAX	64	/* comparisons, and && || ! of them */
#define KS_FILTER_DEPTH_MAX	16	/* nested parentheses and '!' */
#define KS_PATTERN_LEN		64	/* text compared with, with the NUL */

/**
 * enum ks_verdict - what a filter says
 * @KS_FILTER_NO: the call is not wanted
 * @KS_FILTER_YES: it is
 * @KS_FILTER_OPEN: that cannot be said: at entry it may depend on what is known
 *	at return only; else on an argument that could not be read
 */
enum ks_verdict {
	KS_FILTER_NO,
	KS_FILTER_YES,
	KS_FILTER_OPEN,
};

struct ks_filter;

/**
 * ks_filter_create() - compile an expression
 * @env: what for
 * @pos: the first byte behind "if" in @env->text; the expression goes to the
 *	end of the text
 *
 * Format:	comparisons FIELD OP VALUE joined by && || ! ( ), with blanks
 *		anywhere between them. '!' binds stronger than &&, that stronger
 *		than ||; a comparison is one whole, so '!' may stand before it
 *
 * FIELD is lat, ret, pid, tid, comm, cpu or the name of an argument, which
 * hides a field of its name. OP is == != < <= > >= or & (one of the bits is
 * set); text takes ==, != and ~ (pattern) only.
 *
 * A number is decimal, 0x hexadecimal or 0 octal, and may have a sign; behind
 * lat only, ns, us, ms or s may follow it. A bool is also compared with true
 * and false. A number that the field's type cannot hold is refused, since that
 * is never meant; but not if the type has 64 bits.
 *
 * Text stands in double or single quotes, in which a '\' stands before that
 * quote or another '\'. In a
 * pattern, '*' stands for any text, '?' for any character, [ab] [a-z] for one
 * of these, [!ab] for any other one. A string of which only the beginning was
 * read compares as that.
 *
 * A mistake is reported through ks_errlog() with its column.
 *
 * Context: process, may sleep.
 * Return: the filter, ERR_PTR(-EINVAL), ERR_PTR(-E2BIG) for more than the
 * limits above, ERR_PTR(-ENOMEM).
 */
struct ks_filter *ks_filter_create(const struct ks_field_env *env,
				   const char *pos);

/**
 * ks_filter_destroy() - free it
 * @filter: may be NULL; no handler uses it
 */
void ks_filter_destroy(struct ks_filter *filter);

/**
 * ks_filter_is_early() - can it say no at entry
 * @filter: the filter
 *
 * Some combination of values known at entry makes the whole expression false,
 * if its comparisons had nothing to do with each other. If not, ks_filter_run()
 * never says KS_FILTER_NO at entry.
 */
bool ks_filter_is_early(const struct ks_filter *filter);

/**
 * ks_filter_is_late() - does it depend on what is known at return only
 * @filter: the filter
 *
 * If it does not, nothing can change after entry: a call need not be looked at
 * again. KS_FILTER_OPEN is the last word then, too: something was not readable.
 */
bool ks_filter_is_late(const struct ks_filter *filter);

/**
 * ks_filter_needs_values() - does it look at arguments read at entry
 * @filter: the filter
 */
bool ks_filter_needs_values(const struct ks_filter *filter);

/**
 * ks_filter_run() - evaluate
 * @filter: the filter
 * @call: the call
 *
 * Values compare as the numbers that they show as: s32 -1 is less than 0, and
 * less than any u64. A comparison with an argument that could not be read is
 * neither true nor false, and so is what depends on it.
 *
 * Context: any, NMI included; does not read the memory of others.
 */
enum ks_verdict ks_filter_run(const struct ks_filter *filter,
			      const struct ks_facts *call);

#endif
