/* SPDX-License-Identifier: GPL-2.0 */
/* Compile-time checks, on the host. */
#ifndef SHIM_LINUX_BUILD_BUG_H
#define SHIM_LINUX_BUILD_BUG_H

#define static_assert(expr, ...)	_Static_assert(expr, #expr)
#define BUILD_BUG_ON(expr)	_Static_assert(!(expr), #expr)

#endif
