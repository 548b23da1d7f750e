/* SPDX-License-Identifier: GPL-2.0 */
/* Counters of one CPU, on the host. */
#ifndef SHIM_ASM_LOCAL64_H
#define SHIM_ASM_LOCAL64_H

#include <linux/compiler.h>

typedef struct {
	u64 val;
} local64_t;

#define local64_read(l)		((s64)READ_ONCE((l)->val))
#define local64_add(i, l) \
	(shim_interrupt(), (void)__atomic_fetch_add(&(l)->val, i, \
						    __ATOMIC_RELAXED))
#define local64_inc(l)		local64_add(1, l)

#endif
