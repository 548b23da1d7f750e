/* SPDX-License-Identifier: GPL-2.0 */
/* Compare-and-exchange of this CPU that says by itself whether it did. */
#ifndef KRETSCOPE_COMPAT_ATOMIC_H
#define KRETSCOPE_COMPAT_ATOMIC_H

#include <linux/atomic.h>

/**
 * ks_try_cmpxchg_local() - exchange, unless another was faster
 * @ptr: changed by this CPU only, nested handlers included
 * @old: points to what it should be; on failure set to what it is
 * @new: what it becomes
 *
 * Context: any, preemption off.
 * Return: has it been exchanged.
 */
#if defined(try_cmpxchg_local)
#define ks_try_cmpxchg_local(ptr, old, new) try_cmpxchg_local(ptr, old, new)
#elif defined(__raw_try_cmpxchg)
/* before "locking/atomic: Add generic try_cmpxchg{,64}_local() support" */
#define ks_try_cmpxchg_local(ptr, old, new) \
	__raw_try_cmpxchg(ptr, old, new, sizeof(*(ptr)), "")
#else
#define ks_try_cmpxchg_local(ptr, old, new)				\
	({								\
		typeof(*(ptr)) ks_old = *(old);				\
									\
		*(old) = cmpxchg_local(ptr, ks_old, new);		\
		*(old) == ks_old;					\
	})
#endif

#endif
