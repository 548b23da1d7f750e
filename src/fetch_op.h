/* SPDX-License-Identifier: GPL-2.0 */
/* Steps of reading an argument: what the compiler makes and handlers run. */
#ifndef KRETSCOPE_FETCH_OP_H
#define KRETSCOPE_FETCH_OP_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/types.h>

#include <kretscope/fetch.h>

/**
 * enum ks_op - one step; an argument is one that stores, or some that lead to a
 *	last one that does
 * @KS_OP_END: end of the program
 * @KS_OP_PLAIN: store the register at @val, cut to an integer type
 * @KS_OP_TYPED: the same of any type
 * @KS_OP_CONST: store @val
 * @KS_OP_ZERO: store zero: it is read at return
 * @KS_OP_COMM: store the name of the task
 * @KS_OP_REG: take the register at @val
 * @KS_OP_STACK: take the word that is @val bytes above the stack pointer
 * @KS_OP_IMM: take @val
 * @KS_OP_DEREF: take the word that is @val bytes behind the one taken
 * @KS_OP_STORE: store what was taken
 * @KS_OP_MEM: store a number that is @val bytes behind what was taken
 * @KS_OP_ARRAY: store an array that is there
 * @KS_OP_STRING: store the text that is there
 * @KS_OP_USER: added to the last three and to @KS_OP_DEREF: in user memory
 *
 * At entry "the register at" counts in struct pt_regs, at return the one
 * register there is has 0.
 */
enum ks_op {
	KS_OP_END,
	KS_OP_PLAIN,
	KS_OP_TYPED,
	KS_OP_CONST,
	KS_OP_ZERO,
	KS_OP_COMM,
	KS_OP_REG,
	KS_OP_STACK,
	KS_OP_IMM,
	KS_OP_DEREF,
	KS_OP_STORE,
	KS_OP_MEM,
	KS_OP_ARRAY,
	KS_OP_STRING,
	KS_OP_USER = 0x80,
};

/* The number of no argument. */
#define KS_ARG_NONE	0xff

/* Return: the first step that is none of these. */
static __always_inline const struct ks_insn *
ks_fetch_plain(const struct ks_insn *insn, const void *regs, void *values)
{
	u64 word;

	for (; insn->op == KS_OP_PLAIN; insn++) {
		word = *(const u64 *)(regs + insn->val) & insn->mask;
		/* Readers may look at the same time, and notice. */
		WRITE_ONCE(*(u64 *)(values + insn->dst),
			   (word ^ insn->sign) - insn->sign);
	}
	return insn;
}

static_assert(KS_ARGS_MAX < 64 && KS_ARGS_MAX < KS_ARG_NONE);

#endif
