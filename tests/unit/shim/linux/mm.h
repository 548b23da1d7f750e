/* SPDX-License-Identifier: GPL-2.0 */
/* Older kernels have kvcalloc() here. */
#ifndef SHIM_LINUX_MM_H
#define SHIM_LINUX_MM_H

#include <linux/slab.h>

#endif
