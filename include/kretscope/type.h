/* SPDX-License-Identifier: GPL-2.0 */
/* Types of values: how many bits count, their sign, and how they are shown. */
#ifndef KRETSCOPE_TYPE_H
#define KRETSCOPE_TYPE_H

#include <linux/limits.h>
#include <linux/types.h>

/**
 * enum ks_base - how a value is shown
 * @KS_BASE_NONE: not at all: the return value of a void function
 * @KS_BASE_DEC: decimal, with a sign where the type has one
 * @KS_BASE_HEX: "0x" and hexadecimal
 * @KS_BASE_BOOL: "true" or "false"; of a bool the low byte counts
 * @KS_BASE_CHAR: a character in quotes, "'a'", or "'\x07'"
 * @KS_BASE_ERRNO: decimal, with the name of an errno in parentheses. With
 *	@is_signed an int or a long, as its size says; without, of 8 bytes, the
 *	type of a return value of which nothing is known: see ks_type_value()
 * @KS_BASE_PTR: a pointer, without giving away where kernel memory is
 * @KS_BASE_SYMBOL: "SYM+0xOFF" of an address
 * @KS_BASE_STRING: text in kernel memory
 * @KS_BASE_USTRING: text in user memory
 */
enum ks_base {
	KS_BASE_NONE,
	KS_BASE_DEC,
	KS_BASE_HEX,
	KS_BASE_BOOL,
	KS_BASE_CHAR,
	KS_BASE_ERRNO,
	KS_BASE_PTR,
	KS_BASE_SYMBOL,
	KS_BASE_STRING,
	KS_BASE_USTRING,
};

/**
 * struct ks_type - type of a value, or of the elements of an array
 * @base: enum ks_base
 * @size: bytes that count: 1, 2, 4 or 8; 0 for text and void
 * @is_signed: the highest of them is a sign
 */
struct ks_type {
	u8 base;
	u8 size;
	bool is_signed;
};

/**
 * ks_type_by_name() - look a type's name up
 * @name: the name, not terminated, without "[N]"
 * @len: its length
 * @type: filled in
 *
 * u8 u16 u32 u64, s8 ... s64, x8 ... x64, bool, char, string, ustring, symbol,
 * errno, ptr.
 *
 * Return: is there one.
 */
bool ks_type_by_name(const char *name, size_t len, struct ks_type *type);

/**
 * ks_type_name() - the name that ks_type_by_name() knows
 * @type: any but KS_BASE_NONE, which gives "void"
 */
const char *ks_type_name(const struct ks_type *type);

/* Is a value of this type a text, not a number? */
static inline bool ks_type_is_text(const struct ks_type *type)
{
	return type->base == KS_BASE_STRING || type->base == KS_BASE_USTRING;
}

/* Is it a number that one can calculate with? */
static inline bool ks_type_is_number(const struct ks_type *type)
{
	return type->base == KS_BASE_DEC || type->base == KS_BASE_HEX ||
	       type->base == KS_BASE_ERRNO;
}

/**
 * ks_type_value() - the value that is in a register
 * @type: a type that is not text
 * @raw: the register; bits above the type's size may be anything
 *
 * Sign-extended where the type has a sign, else zero-extended; a bool is 0 or
 * 1. KS_BASE_ERRNO without a sign: -4095..-1 are that; so is a value whose
 * upper half is zero and whose lower half is -4095..-1 as s32, since functions
 * that return int leave the upper half undefined; all else is as in the
 * register.
 *
 * Context: any, handlers included (it is inlined into them).
 */
static __always_inline u64 ks_type_value(const struct ks_type *type, u64 raw)
{
	unsigned int shift = 64 - 8 * type->size;

	if (type->base == KS_BASE_ERRNO && !type->is_signed)
		return raw <= U32_MAX && raw >= -(u32)4095 ?
			(u64)(s64)(s32)raw : raw;
	if (type->base == KS_BASE_BOOL)
		return (u8)raw != 0;
	if (type->is_signed)
		return (u64)((s64)(raw << shift) >> shift);
	return raw << shift >> shift;
}

/**
 * ks_type_hides() - does a value show the same as others that differ
 * @type: a type that is not text
 * @val: from ks_type_value()
 *
 * It is an address of kernel memory, and shows as "(kaddr)".
 *
 * Context: process.
 */
bool ks_type_hides(const struct ks_type *type, u64 val);

/*
 * No text that ks_type_format() makes of one value is longer; nor is it, but
 * for KS_BASE_SYMBOL, than the second.
 */
#define KS_VALUE_MAX	(32 + 512)
#define KS_NUMBER_MAX	40

/**
 * ks_type_format() - one value as text
 * @buf: at least KS_VALUE_MAX bytes; not NUL-terminated
 * @type: a type that is not text
 * @val: from ks_type_value()
 *
 * Addresses of kernel memory show as "(kaddr)", whatever the type of 8 bytes,
 * but for KS_BASE_PTR (as "%p" does, hashed) and KS_BASE_SYMBOL, where there is
 * a symbol (as "%pS" does; else hexadecimal). Of the latter two 0 shows as "0",
 * and -4095..-1 as KS_BASE_ERRNO does.
 *
 * Context: process. Return: the length.
 */
size_t ks_type_format(char *buf, const struct ks_type *type, u64 val);

#endif
