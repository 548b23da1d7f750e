/* SPDX-License-Identifier: GPL-2.0 */
/* Compare-and-exchange, on the host. */
#ifndef SHIM_LINUX_ATOMIC_H
#define SHIM_LINUX_ATOMIC_H

#include <linux/compiler.h>

static inline u64 shim_cmpxchg(u64 *ptr, u64 old, u64 new)
{
	__atomic_compare_exchange_n(ptr, &old, new, false, __ATOMIC_RELAXED,
				    __ATOMIC_RELAXED);
	return old;
}

#define cmpxchg_local(ptr, old, new) \
	(shim_interrupt(), shim_cmpxchg(ptr, old, new))

#endif
