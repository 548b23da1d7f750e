/* SPDX-License-Identifier: GPL-2.0 */
/* A made-up place for kernel memory, for tests on the host. */
#ifndef SHIM_COMPAT_MM_H
#define SHIM_COMPAT_MM_H

#include <linux/types.h>

#define SHIM_KADDR_FIRST	0xffff888000000000ULL
#define SHIM_KADDR_LAST		0xffffffffbfffffffULL

static inline bool ks_is_kernel_addr(u64 val)
{
	return val >= SHIM_KADDR_FIRST && val <= SHIM_KADDR_LAST;
}

#endif
