/* SPDX-License-Identifier: GPL-2.0 */
/* Limits of the kernel's integer types, on the host. */
#ifndef SHIM_LINUX_LIMITS_H
#define SHIM_LINUX_LIMITS_H

/* The C library's <limits.h> comes here, too. */
#include_next <linux/limits.h>

#define U32_MAX	((u32)~0U)
#define U64_MAX	((u64)~0ULL)
#define S64_MAX	((s64)(U64_MAX >> 1))
#define S64_MIN	((s64)(-S64_MAX - 1))

#endif
