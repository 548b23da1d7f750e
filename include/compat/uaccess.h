/* SPDX-License-Identifier: GPL-2.0 */
/* What reading kernel memory that may not be there leaves to the caller. */
#ifndef KRETSCOPE_COMPAT_UACCESS_H
#define KRETSCOPE_COMPAT_UACCESS_H

#include <linux/uaccess.h>

/**
 * ks_is_canonical() - does an address have the bits that the paging in use asks
 * @addr: the address
 *
 * copy_from_kernel_nofault() asks that of the CPU instead: where that can do
 * five levels of page tables (x86_virt_bits is 57), but the kernel is built
 * without them or was told not to use them, it reads on, and the general
 * protection fault makes it warn. Seen on 5.10.
 *
 * Context: any, handlers included (it is inlined into them).
 */
static __always_inline bool ks_is_canonical(unsigned long addr)
{
#ifdef __VIRTUAL_MASK_SHIFT
	unsigned int unused = BITS_PER_LONG - 1 - __VIRTUAL_MASK_SHIFT;

	return (long)(addr << unused) >> unused == (long)addr;
#else
	return true;
#endif
}

#endif
