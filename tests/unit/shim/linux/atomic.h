/* SPDX-License-Identifier: GPL-2.0 */
/* Compare-and-exchange, on the host. */
#ifndef SHIM_LINUX_ATOMIC_H
#define SHIM_LINUX_ATOMIC_H

#include <linux/compiler.h>

#define cmpxchg_local(ptr, old, new)					\
	({								\
		__typeof__(*(ptr)) shim_old = (old);			\
									\
		shim_interrupt();					\
		__atomic_compare_exchange_n(ptr, &shim_old, new, false,	\
					    __ATOMIC_RELAXED,		\
					    __ATOMIC_RELAXED);		\
		shim_old;						\
	})

#define try_cmpxchg_local(ptr, old, new)				\
	(shim_interrupt(),						\
	 __atomic_compare_exchange_n(ptr, old, new, false,		\
				     __ATOMIC_RELAXED, __ATOMIC_RELAXED))

/* Only where no other CPU is concerned. */
#define xchg(ptr, new)							\
	(shim_interrupt(), __atomic_exchange_n(ptr, new, __ATOMIC_RELAXED))

#endif
