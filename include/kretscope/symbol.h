/* SPDX-License-Identifier: GPL-2.0 */
/* From a name or a pattern to the functions it means, or the cause why not. */
#ifndef KRETSCOPE_SYMBOL_H
#define KRETSCOPE_SYMBOL_H

#include <linux/types.h>
#include <kretscope/spec.h>

/**
 * struct ks_symbol - where a spec's target lies
 * @addr: address of the function's first byte
 * @size: its size in bytes
 * @site: where it calls ftrace, once it was tried out; 0: it does not
 * @mod: module that it is in; "": the kernel itself
 */
struct ks_symbol {
	unsigned long addr;
	unsigned long size;
	unsigned long site;
	char mod[KS_MOD_LEN];
};

/**
 * ks_symbols_resolve() - find the targets of all specs, or refuse
 * @specs: the parsed specs; a pattern is replaced by one spec for each function
 *	that can be probed, in the order of names. Needs ks_expansions_destroy()
 *	in any case
 * @syms: set to an array of specs->nr for kvfree()
 *
 * A symbol without a module means the only function of that name, be it the
 * kernel's or a module's; the module "vmlinux" means the kernel itself. SYM@N
 * is the Nth of several, those of the kernel first, then those of modules,
 * each by address. So are they told apart where a pattern matches several.
 *
 * Refuses, through ks_errlog() at the right column, a target that is absent
 * (and offers near names), that several functions share (with their count),
 * that is in a module which is not loaded or lacks it, that is data or freed
 * init text, that the kernel's kprobe blacklist holds or, unless it is forced,
 * the module's own deny list, an offset outside the function or inside an
 * instruction, and an offset on a return probe. Of a pattern's functions such
 * are left out, see ks_expansion_leave(). Registers nothing that outlives the
 * call.
 *
 * Context: process, may sleep; takes kprobe_mutex.
 * Return: 0, -ENOENT (absent, module not loaded), -EINVAL (not probeable),
 * -EILSEQ (inside an instruction), -ERANGE (offset outside the function, fewer
 * than N of the name), -EEXIST (several), -E2BIG (a pattern matches too many),
 * -ENOMEM.
 */
int ks_symbols_resolve(struct ks_specs *specs, struct ks_symbol **syms);

/**
 * ks_symbol_address() - address of a symbol, function or data
 * @sym: its name
 * @addr: set to its address
 *
 * Context: process, may sleep; takes kprobe_mutex.
 * Return: 0, -ENOENT, -ENOMEM. See ks_symtab_lookup() for what it cannot find.
 */
int ks_symbol_address(const char *sym, unsigned long *addr);

#endif
