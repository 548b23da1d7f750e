/* SPDX-License-Identifier: GPL-2.0 */
/* What compilers have, and older kernels no name for. */
#ifndef KRETSCOPE_COMPAT_COMPILER_H
#define KRETSCOPE_COMPAT_COMPILER_H

#include <linux/compiler.h>

/*
 * A variable that CONFIG_INIT_STACK_ALL_ZERO is to leave alone: zeroing would
 * cost each call, and on some architectures is a call of memset(), which may be
 * probed.
 */
#if __has_attribute(uninitialized)
#define KS_UNINITIALIZED	__attribute__((uninitialized))
#else
#define KS_UNINITIALIZED
#endif

#endif
