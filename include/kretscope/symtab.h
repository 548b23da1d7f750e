/* SPDX-License-Identifier: GPL-2.0 */
/* The functions that the kernel and its loaded modules consist of. */
#ifndef KRETSCOPE_SYMTAB_H
#define KRETSCOPE_SYMTAB_H

#include <linux/types.h>

/**
 * struct ks_symtab - where the kernel's own text lies
 * @text: first byte of the text
 * @etext: first byte behind it
 * @init: first byte of the text that is freed after boot
 * @einit: first byte behind it
 */
struct ks_symtab {
	unsigned long text;
	unsigned long etext;
	unsigned long init;
	unsigned long einit;
};

/**
 * struct ks_symtab_entry - one symbol
 * @name: its name
 * @mod: module that it is in, or NULL for the kernel itself
 * @addr: its first byte
 * @size: bytes up to the next symbol or, in modules, of the symbol itself
 * @is_function: it is text. The kernel's own data is not walked over.
 *
 * The strings are valid during the callback only.
 */
struct ks_symtab_entry {
	const char *name;
	const char *mod;
	unsigned long addr;
	unsigned long size;
	bool is_function;
};

/**
 * enum ks_module_state - whether a module's functions can be probed
 * @KS_MODULE_ABSENT: no such module
 * @KS_MODULE_BUILTIN: it is a part of the kernel itself
 * @KS_MODULE_BUSY: it is being loaded or unloaded
 * @KS_MODULE_LIVE: it is loaded
 */
enum ks_module_state {
	KS_MODULE_ABSENT,
	KS_MODULE_BUILTIN,
	KS_MODULE_BUSY,
	KS_MODULE_LIVE,
};

/**
 * ks_symtab_init() - find the kernel's text
 * @tab: filled in; needs no exit
 *
 * Context: process, may sleep; takes kprobe_mutex.
 * Return: 0, -ENOENT on a kernel that does not name its sections, -ENOMEM.
 */
int ks_symtab_init(struct ks_symtab *tab);

/**
 * ks_symtab_lookup() - one symbol by name, function or data
 * @tab: where the kernel's text lies
 * @name: the name
 * @entry: filled in; @entry->name is @name
 *
 * Finds what the walks leave out: the kernel's data, its init text,
 * the second name of a function that has two, and this module's own symbols.
 * Knows the first of several of the name. Takes per-CPU variables and the
 * symbols of other modules for absent.
 *
 * Context: process, may sleep; takes kprobe_mutex.
 * Return: 0, -ENOENT, -ENOMEM.
 */
int ks_symtab_lookup(const struct ks_symtab *tab, const char *name,
		     struct ks_symtab_entry *entry);

/**
 * ks_symtab_each_of_kernel() - walk over all functions of the kernel
 * @tab: where the kernel's text lies
 * @fn: called for each, in the order of their addresses; may sleep
 * @arg: passed on to @fn
 *
 * Of a function with two names, gives the first only. Takes some ten
 * milliseconds: the kernel has tens of thousands of functions.
 *
 * Context: process, may sleep.
 * Return: 0, -ENOENT if the walk met an address without a symbol, -ENOMEM.
 */
int ks_symtab_each_of_kernel(const struct ks_symtab *tab,
			     void (*fn)(void *arg,
					const struct ks_symtab_entry *entry),
			     void *arg);

/**
 * ks_symtab_each_of_modules() - walk over all symbols of loaded modules
 * @fn: called for each, in no order; may sleep
 * @arg: passed on to @fn
 *
 * This module itself is left out. No module can be unloaded during its part.
 *
 * Context: process, may sleep.
 * Return: 0, -ENOMEM.
 */
int ks_symtab_each_of_modules(void (*fn)(void *arg,
					 const struct ks_symtab_entry *entry),
			      void *arg);

/**
 * ks_symtab_module() - state of a module
 * @name: its name; '-' and '_' are the same
 *
 * Context: process, may sleep.
 */
enum ks_module_state ks_symtab_module(const char *name);

/**
 * ks_symtab_is_module() - do two names mean the same module?
 * @a: one
 * @b: the other; '-' and '_' are the same
 */
bool ks_symtab_is_module(const char *a, const char *b);

/**
 * ks_symtab_in_text() - is it an address of the kernel's own text?
 * @tab: where that lies
 * @addr: the address
 */
static inline bool ks_symtab_in_text(const struct ks_symtab *tab,
				     unsigned long addr)
{
	return addr >= tab->text && addr < tab->etext;
}

/**
 * ks_symtab_in_init() - is it an address of text that was freed after boot?
 * @tab: where that lies
 * @addr: the address
 */
static inline bool ks_symtab_in_init(const struct ks_symtab *tab,
				     unsigned long addr)
{
	return addr >= tab->init && addr < tab->einit;
}

#endif
