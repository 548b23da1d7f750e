/* SPDX-License-Identifier: GPL-2.0 */
/* Where kernel memory lies in the address space. */
#ifndef KRETSCOPE_COMPAT_MM_H
#define KRETSCOPE_COMPAT_MM_H

#include <linux/kallsyms.h>
#include <linux/mm.h>
#ifdef CONFIG_KASAN
#include <asm/kasan.h>
#endif

#ifdef __START_KERNEL_map
/* Some number in the 2 GB where the image and modules lie, or an address. */
static noinline bool ks_has_symbol(u64 val)
{
	char buf[KSYM_SYMBOL_LEN];

	sprint_symbol(buf, val);
	/* "name+0x0/0x20"; where there is no symbol, "0x123" */
	return buf[0] != '0';
}
#endif

/**
 * ks_is_kernel_addr() - may a number be an address of kernel memory
 * @val: the number
 *
 * True for the linear map of real memory, for vmalloc space, for what the
 * kernel image and its modules cover, and for KASAN's shadow of these; all lie
 * above PAGE_OFFSET.
 *
 * Context: process.
 */
static inline bool ks_is_kernel_addr(u64 val)
{
	const void *addr = (const void *)(unsigned long)val;

	if (val < PAGE_OFFSET)
		return false;
#ifdef KASAN_SHADOW_START
	if (val >= KASAN_SHADOW_START && val < KASAN_SHADOW_END)
		return true;
#endif
#ifdef __START_KERNEL_map
	if (val >= __START_KERNEL_map)
		return ks_has_symbol(val);
#endif
	return virt_addr_valid(addr) || is_vmalloc_addr(addr);
}

#endif
