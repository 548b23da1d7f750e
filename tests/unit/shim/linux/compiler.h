/* SPDX-License-Identifier: GPL-2.0 */
/* Compiler helpers and memory barriers, on the host. */
#ifndef SHIM_LINUX_COMPILER_H
#define SHIM_LINUX_COMPILER_H

#include <linux/types.h>

#ifndef noinline
#define __aligned(x)	__attribute__((__aligned__(x)))
#define noinline	__attribute__((__noinline__))
#endif

#define fallthrough	__attribute__((__fallthrough__))

#define likely(x)	__builtin_expect(!!(x), 1)
#define unlikely(x)	__builtin_expect(!!(x), 0)

/*
 * A test may have something happen wherever the kernel's code could be
 * interrupted: between any two accesses that are marked as shared.
 */
#ifndef shim_interrupt
#define shim_interrupt()	((void)0)
#endif

/* Relaxed atomics, so that the thread sanitizer knows that they are meant. */
#define data_race(x)	__atomic_load_n(&(x), __ATOMIC_RELAXED)
#define READ_ONCE(x) \
	(shim_interrupt(), __atomic_load_n(&(x), __ATOMIC_RELAXED))
#define WRITE_ONCE(x, val) \
	(shim_interrupt(), __atomic_store_n(&(x), (val), __ATOMIC_RELAXED))

static inline void shim_barrier(void)
{
	__asm__ __volatile__("" : : : "memory");
}

#define OPTIMIZER_HIDE_VAR(var)	__asm__("" : "+r" (var))
#define barrier()	(shim_interrupt(), shim_barrier())

/* In the kernel's terms these order more than the C names say, as on x86. */
#define smp_rmb()	__atomic_thread_fence(__ATOMIC_ACQUIRE)
#define smp_wmb()	__atomic_thread_fence(__ATOMIC_RELEASE)
#define smp_load_acquire(ptr)	__atomic_load_n((ptr), __ATOMIC_ACQUIRE)
#define smp_store_release(ptr, val) \
	(shim_interrupt(), __atomic_store_n((ptr), (val), __ATOMIC_RELEASE))

#endif
