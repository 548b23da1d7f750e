/* SPDX-License-Identifier: GPL-2.0 */
/* Size of a page, on the host; older kernels have kvcalloc() here, too. */
#ifndef SHIM_LINUX_MM_H
#define SHIM_LINUX_MM_H

#include <linux/slab.h>

#define PAGE_SIZE	4096UL

#endif
