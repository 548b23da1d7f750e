/* SPDX-License-Identifier: GPL-2.0 */
/* Where kernel memory lies in the address space. */
#ifndef KRETSCOPE_COMPAT_MM_H
#define KRETSCOPE_COMPAT_MM_H

#include <linux/mm.h>

/**
 * ks_is_kernel_addr() - may a number be an address of kernel memory
 * @val: the number
 *
 * True for the linear map of real memory, for vmalloc space and for the area
 * of the kernel image and its modules; all lie above PAGE_OFFSET.
 *
 * Context: any.
 */
static inline bool ks_is_kernel_addr(u64 val)
{
	const void *addr = (const void *)(unsigned long)val;

	if (val < PAGE_OFFSET)
		return false;
#ifdef __START_KERNEL_map
	if (val >= __START_KERNEL_map && val < MODULES_END)
		return true;
#endif
	return virt_addr_valid(addr) || is_vmalloc_addr(addr);
}

#endif
