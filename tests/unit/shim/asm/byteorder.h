/* SPDX-License-Identifier: GPL-2.0 */
/* Byte order, on the host. */
#ifndef SHIM_ASM_BYTEORDER_H
#define SHIM_ASM_BYTEORDER_H

#include <endian.h>

#define le64_to_cpu(val)	le64toh(val)

#endif
