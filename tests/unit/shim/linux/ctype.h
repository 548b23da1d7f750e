/* SPDX-License-Identifier: GPL-2.0 */
/* Character classes, on the host. */
#ifndef SHIM_LINUX_CTYPE_H
#define SHIM_LINUX_CTYPE_H

#include <ctype.h>

#endif
