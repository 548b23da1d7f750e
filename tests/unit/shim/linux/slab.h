/* SPDX-License-Identifier: GPL-2.0 */
/* Allocation, on the host. */
#ifndef SHIM_LINUX_SLAB_H
#define SHIM_LINUX_SLAB_H

#include <stdlib.h>

#define GFP_KERNEL	0

#define kmalloc(size, gfp)	malloc(size)
#define kzalloc(size, gfp)	calloc(1, size)
#define kfree(ptr)	free(ptr)
#define kcalloc(n, size, gfp)	calloc(n, size)
#define kvcalloc(n, size, gfp)	calloc(n, size)
#define kvfree(ptr)	free(ptr)

#endif
