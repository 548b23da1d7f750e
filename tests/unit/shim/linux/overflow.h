/* SPDX-License-Identifier: GPL-2.0 */
/* Arithmetic that tells when it overflows, on the host. */
#ifndef SHIM_LINUX_OVERFLOW_H
#define SHIM_LINUX_OVERFLOW_H

#define check_add_overflow(a, b, res)	__builtin_add_overflow(a, b, res)
#define check_mul_overflow(a, b, res)	__builtin_mul_overflow(a, b, res)

/* Bytes of a struct with so many elements at its end. */
#define struct_size(ptr, member, n) \
	(sizeof(*(ptr)) + (n) * sizeof((ptr)->member[0]))

#endif
