/* SPDX-License-Identifier: GPL-2.0 */
/* Arithmetic that compilers pay more for than processors. */
#ifndef KRETSCOPE_COMPAT_MATH_H
#define KRETSCOPE_COMPAT_MATH_H

#include <linux/math64.h>
#include <linux/types.h>

/**
 * ks_mul_shr32() - (@a * @b) >> 32
 * @a: a number
 * @b: a number; the result fits 64 bits
 *
 * mul_u64_u64_shr() is of a type whose alignment has gcc align the stack anew
 * on x86.
 *
 * Context: any.
 */
static __always_inline u64 ks_mul_shr32(u64 a, u64 b)
{
#if defined(CONFIG_X86_64) && !defined(__CHECKER__)
	u64 high;

	asm("mulq	%[b]\n\t"
	    "shrdq	$32, %[high], %[a]"
	    : [a] "+a" (a), [high] "=&d" (high)
	    : [b] "rm" (b)
	    : "cc");
	return a;
#else
	return mul_u64_u64_shr(a, b, 32);
#endif
}

#endif
