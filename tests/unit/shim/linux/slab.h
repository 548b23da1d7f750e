/* SPDX-License-Identifier: GPL-2.0 */
/* Allocation, on the host. */
#ifndef SHIM_LINUX_SLAB_H
#define SHIM_LINUX_SLAB_H

#include <stdlib.h>

#define GFP_KERNEL	0

#define kfree(ptr)	free(ptr)
#define kvcalloc(n, size, gfp)	calloc(n, size)
#define kvfree(ptr)	free(ptr)

#endif
