/* SPDX-License-Identifier: GPL-2.0 */
/* Bit searches, on the host. */
#ifndef SHIM_LINUX_BITOPS_H
#define SHIM_LINUX_BITOPS_H

#define __fls(word)	((unsigned int)(63 - __builtin_clzll(word)))
#define fls64(word)	((word) ? 64 - __builtin_clzll(word) : 0)
#define rol64(word, by)	((word) << (by) | (word) >> (64 - (by)))
#define __ffs64(word)	((unsigned int)__builtin_ctzll(word))

#endif
