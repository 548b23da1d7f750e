/* SPDX-License-Identifier: GPL-2.0 */
/* Where each architecture keeps its registers, arguments and stack. */
#ifndef KRETSCOPE_COMPAT_REGS_H
#define KRETSCOPE_COMPAT_REGS_H

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <linux/thread_info.h>
#include <linux/types.h>

/* Words that a stack has at most. */
#define KS_STACK_WORDS	(THREAD_SIZE / sizeof(unsigned long))

struct ks_reg {
	const char *name;
	unsigned int offset;
};

#define KS_REG(reg)	{ #reg, offsetof(struct pt_regs, reg) }
#define KS_REG_X(nr)	{ "x" #nr, offsetof(struct pt_regs, regs[nr]) }

#if defined(CONFIG_X86_64)

/* Names as in arch/x86/kernel/ptrace.c. */
#define KS_REGS								\
	KS_REG(r15), KS_REG(r14), KS_REG(r13), KS_REG(r12), KS_REG(bp),	\
	KS_REG(bx), KS_REG(r11), KS_REG(r10), KS_REG(r9), KS_REG(r8),	\
	KS_REG(ax), KS_REG(cx), KS_REG(dx), KS_REG(si), KS_REG(di),	\
	KS_REG(orig_ax), KS_REG(ip), KS_REG(cs), KS_REG(flags),		\
	KS_REG(sp), KS_REG(ss)

#define KS_ARG_REGS							\
	offsetof(struct pt_regs, di), offsetof(struct pt_regs, si),	\
	offsetof(struct pt_regs, dx), offsetof(struct pt_regs, cx),	\
	offsetof(struct pt_regs, r8), offsetof(struct pt_regs, r9)

/* The return address is on the stack, below the arguments. */
#define KS_ARG_STACK_SKIP	1

/* Where a large value is to be returned is told by a first argument. */
#define KS_ARG_TELLS_RETURN	1

#elif defined(CONFIG_ARM64)

/* Names as in arch/arm64/kernel/ptrace.c. */
#define KS_REGS								\
	KS_REG_X(0), KS_REG_X(1), KS_REG_X(2), KS_REG_X(3),		\
	KS_REG_X(4), KS_REG_X(5), KS_REG_X(6), KS_REG_X(7),		\
	KS_REG_X(8), KS_REG_X(9), KS_REG_X(10), KS_REG_X(11),		\
	KS_REG_X(12), KS_REG_X(13), KS_REG_X(14), KS_REG_X(15),		\
	KS_REG_X(16), KS_REG_X(17), KS_REG_X(18), KS_REG_X(19),		\
	KS_REG_X(20), KS_REG_X(21), KS_REG_X(22), KS_REG_X(23),		\
	KS_REG_X(24), KS_REG_X(25), KS_REG_X(26), KS_REG_X(27),		\
	KS_REG_X(28), KS_REG_X(29), KS_REG_X(30), KS_REG(sp),		\
	KS_REG(pc), KS_REG(pstate)

#define KS_ARG_REGS							\
	offsetof(struct pt_regs, regs[0]),				\
	offsetof(struct pt_regs, regs[1]),				\
	offsetof(struct pt_regs, regs[2]),				\
	offsetof(struct pt_regs, regs[3]),				\
	offsetof(struct pt_regs, regs[4]),				\
	offsetof(struct pt_regs, regs[5]),				\
	offsetof(struct pt_regs, regs[6]),				\
	offsetof(struct pt_regs, regs[7])

#define KS_ARG_STACK_SKIP	0

/* x8 tells where a large value is to be returned. */
#define KS_ARG_TELLS_RETURN	0

#else
#error "how this architecture passes arguments is not known here"
#endif

/**
 * ks_regs_offset() - where a register is
 * @name: its name as ftrace has it, not terminated
 * @len: its length
 *
 * The kernel has regs_query_register_offset(), but not for modules.
 *
 * Return: its offset in struct pt_regs, a word is there; or -ENOENT.
 */
static inline int ks_regs_offset(const char *name, size_t len)
{
	static const struct ks_reg regs[] = { KS_REGS };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(regs); i++)
		if (strlen(regs[i].name) == len &&
		    !memcmp(regs[i].name, name, len))
			return regs[i].offset;
	return -ENOENT;
}

/**
 * ks_regs_argument() - where an argument is when a function is entered
 * @nr: number of the argument, from 1; each before it is one word
 * @offset: filled in
 * @is_stack: filled in: @offset counts from the stack pointer; else it is one
 *	in struct pt_regs
 */
static inline void ks_regs_argument(unsigned int nr, unsigned int *offset,
				    bool *is_stack)
{
	static const unsigned int regs[] = { KS_ARG_REGS };
	unsigned int i = nr - 1;

	*is_stack = i >= ARRAY_SIZE(regs);
	if (*is_stack)
		*offset = (i - ARRAY_SIZE(regs) + KS_ARG_STACK_SKIP) *
			  sizeof(unsigned long);
	else
		*offset = regs[i];
}

/**
 * ks_regs_stack() - address of a word of the stack
 * @regs: registers
 * @offset: bytes above the stack pointer
 *
 * What lies behind the end of the stack belongs to others. As the kernel's own
 * regs_within_kernel_stack() has it, stacks are aligned to their size.
 *
 * Context: any, handlers included (it is inlined into them).
 * Return: 0 where that is no longer this stack.
 */
static __always_inline unsigned long ks_regs_stack(const struct pt_regs *regs,
						   unsigned long offset)
{
	unsigned long addr = regs->sp + offset;

	return (addr ^ regs->sp) & ~(THREAD_SIZE - 1) ? 0 : addr;
}

#endif
