/* SPDX-License-Identifier: GPL-2.0 */
/* String functions, on the host. */
#ifndef SHIM_LINUX_STRING_H
#define SHIM_LINUX_STRING_H

#include <string.h>

/* The kernel's takes flags for its allocation. */
#define kstrdup(s, gfp)		strdup(s)
#define kstrndup(s, len, gfp)	strndup(s, len)

#endif
