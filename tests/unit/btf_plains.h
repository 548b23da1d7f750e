/* SPDX-License-Identifier: GPL-2.0 */
/* Types of values, as the kernel describes them and as they are taken. */
#ifndef UNIT_BTF_PLAINS_H
#define UNIT_BTF_PLAINS_H

#include <kretscope/type.h>

#include <compat/btf.h>

/**
 * struct plain - a type, and what it becomes
 * @what: its name
 * @kind: its kind
 * @size: its size, or type
 * @word: each word that follows
 * @words: number of these
 * @kflag: its kind flag
 * @param: type as a parameter
 * @ret: as a return value
 */
struct plain {
	const char *what;
	u32 kind;
	u32 size;
	u32 word;
	u32 words;
	bool kflag;
	struct ks_type param;
	struct ks_type ret;
};

#define INT(name, size, encoding, p, r) \
	{ name, BTF_KIND_INT, size, (encoding) << 24 | ((size) * 8 & 0xff), 1, \
	  false, p, r }
#define TYPE(...)	((struct ks_type){ __VA_ARGS__ })
#define NONE	TYPE(KS_BASE_NONE, 0, false)
#define RAW	TYPE(KS_BASE_HEX, 8, false)
#define DEC(size, is_signed)	TYPE(KS_BASE_DEC, size, is_signed)
#define SAME(name, size, encoding, t)	INT(name, size, encoding, t, t)

static const struct plain plains[] = {
	SAME("u8", 1, 0, DEC(1, false)),
	SAME("u16", 2, 0, DEC(2, false)),
	SAME("u32", 4, 0, DEC(4, false)),
	SAME("u64", 8, 0, DEC(8, false)),
	SAME("s8", 1, BTF_INT_SIGNED, DEC(1, true)),
	SAME("s16", 2, BTF_INT_SIGNED, DEC(2, true)),
	INT("int", 4, BTF_INT_SIGNED, DEC(4, true),
	    TYPE(KS_BASE_ERRNO, 4, true)),
	INT("long", 8, BTF_INT_SIGNED, DEC(8, true),
	    TYPE(KS_BASE_ERRNO, 8, true)),
	SAME("bool", 1, BTF_INT_BOOL, TYPE(KS_BASE_BOOL, 1, false)),
	SAME("sbool", 4, BTF_INT_BOOL | BTF_INT_SIGNED,
	     TYPE(KS_BASE_BOOL, 4, true)),
	SAME("char", 1, BTF_INT_CHAR, TYPE(KS_BASE_CHAR, 1, false)),
	SAME("schar", 1, BTF_INT_CHAR | BTF_INT_SIGNED,
	     TYPE(KS_BASE_CHAR, 1, true)),
	SAME("wchar", 2, BTF_INT_CHAR, DEC(2, false)),
	INT("int128", 16, BTF_INT_SIGNED, NONE, RAW),
	INT("int24", 3, BTF_INT_SIGNED, NONE, RAW),
	INT("int0", 0, BTF_INT_SIGNED, NONE, RAW),
	INT("u2080", 0x104, 0, NONE, RAW),
	INT("wrapped", 0x20000004U, 0, NONE, RAW),
	{ "bits", BTF_KIND_INT, 4, 3, 1, false, NONE, RAW },
	{ "shift", BTF_KIND_INT, 4, 1 << 16 | 32, 1, false, NONE, RAW },
	{ "ptr", BTF_KIND_PTR, 0, 0, 0, false, TYPE(KS_BASE_PTR, 8, false),
	  TYPE(KS_BASE_PTR, 8, false) },
	{ "array", BTF_KIND_ARRAY, 0, 1, 3, false, NONE, RAW },
	{ "struct", BTF_KIND_STRUCT, 8, 0, 0, false, NONE, RAW },
	{ "union", BTF_KIND_UNION, 4, 0, 0, false, NONE, RAW },
	{ "fwd", BTF_KIND_FWD, 0, 0, 0, false, NONE, RAW },
	{ "float", KS_BTF_KIND_FLOAT, 8, 0, 0, false, NONE, RAW },
	{ "enum", BTF_KIND_ENUM, 4, 0, 0, false, DEC(4, false), DEC(4, false) },
	{ "senum", BTF_KIND_ENUM, 4, 0, 0, true, DEC(4, true), DEC(4, true) },
	{ "enum1", BTF_KIND_ENUM, 1, 0, 0, false, DEC(1, false),
	  DEC(1, false) },
	{ "enum3", BTF_KIND_ENUM, 3, 0, 0, false, NONE, RAW },
	{ "enum64", KS_BTF_KIND_ENUM64, 8, 0, 0, false, DEC(8, false),
	  DEC(8, false) },
	{ "senum64", KS_BTF_KIND_ENUM64, 8, 0, 0, true, DEC(8, true),
	  DEC(8, true) },
};

#endif
