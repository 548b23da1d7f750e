/* SPDX-License-Identifier: GPL-2.0 */
/* Sorting, on the host. */
#ifndef SHIM_LINUX_SORT_H
#define SHIM_LINUX_SORT_H

#include <stdlib.h>

#define sort(base, nr, size, cmp, swap) \
	((void)(swap), qsort(base, nr, size, cmp))

#endif
