/* SPDX-License-Identifier: GPL-2.0 */
/* Size of a kernel stack, on the host. */
#ifndef SHIM_LINUX_THREAD_INFO_H
#define SHIM_LINUX_THREAD_INFO_H

#define THREAD_SIZE	16384UL

#endif
