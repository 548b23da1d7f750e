/* SPDX-License-Identifier: GPL-2.0 */
/* Marks of code that must not be probed, on the host: nothing is. */
#ifndef SHIM_LINUX_KPROBES_H
#define SHIM_LINUX_KPROBES_H

#include <linux/types.h>

#define NOKPROBE_SYMBOL(fn)	extern int shim_nokprobe
#define nokprobe_inline		__always_inline

#endif
