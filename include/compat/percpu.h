/* SPDX-License-Identifier: GPL-2.0 */
/* A look at a variable of this CPU that costs no instruction of its own. */
#ifndef KRETSCOPE_COMPAT_PERCPU_H
#define KRETSCOPE_COMPAT_PERCPU_H

#include <linux/percpu.h>
#include <linux/types.h>

/**
 * ks_this_cpu_peek() - value of a u64 of this CPU
 * @var: the variable
 *
 * Until "x86/percpu: Use compiler segment prefix qualifier" even
 * raw_cpu_read() is an instruction that loads it; the compiler can compare it
 * in place. Sanitizers would look for it where it is not: "x86/percpu: Disable
 * named address spaces for KASAN".
 *
 * Context: any, preemption off.
 */
#if defined(CONFIG_X86_64) && defined(CONFIG_SMP) && \
	defined(__SEG_GS) && !defined(__CHECKER__) && \
	!defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define ks_this_cpu_peek(var) \
	(*(const u64 __seg_gs *)(unsigned long)&(var))
#else
#define ks_this_cpu_peek(var)	raw_cpu_read(var)
#endif

#endif
