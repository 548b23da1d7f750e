/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's integer types, on the host. */
#ifndef SHIM_LINUX_TYPES_H
#define SHIM_LINUX_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed int s32;
typedef signed long long s64;

typedef u8 __u8;
typedef u16 __u16;
typedef u32 __u32;
typedef s32 __s32;
typedef u64 __u64;
typedef u64 __le64;

#ifndef __always_inline
#define __always_inline	inline __attribute__((__always_inline__))
#endif

#endif
