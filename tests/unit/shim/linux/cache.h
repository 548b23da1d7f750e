/* SPDX-License-Identifier: GPL-2.0 */
/* Cache line alignment, on the host. */
#ifndef SHIM_LINUX_CACHE_H
#define SHIM_LINUX_CACHE_H

#define ____cacheline_aligned_in_smp	__attribute__((__aligned__(64)))

#endif
