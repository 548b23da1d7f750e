/* SPDX-License-Identifier: GPL-2.0 */
/* snprintf() and common macros, on the host. */
#ifndef SHIM_LINUX_KERNEL_H
#define SHIM_LINUX_KERNEL_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/types.h>

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define ALIGN(x, to)	(((x) + (to) - 1) / (to) * (to))
#define round_down(x, to)	((x) / (to) * (to))

/* "%p" and "%pS" only, which the C library does not know as the kernel does. */
int scnprintf(char *buf, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static inline int kstrtoull(const char *s, unsigned int base, u64 *res)
{
	char *end;

	/* The C library takes blanks and a minus, too. */
	if (*s < '0' || *s > '9')
		return -EINVAL;
	errno = 0;
	*res = strtoull(s, &end, base);
	return *end ? -EINVAL : -errno;
}

#endif
