/* SPDX-License-Identifier: GPL-2.0 */
/* Bits and masks, on the host. */
#ifndef SHIM_LINUX_BITS_H
#define SHIM_LINUX_BITS_H

#define BIT_ULL(nr)		(1ULL << (nr))
#define GENMASK_ULL(high, low)	(~0ULL >> (63 - (high)) & ~0ULL << (low))

#endif
