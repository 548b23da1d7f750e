/* SPDX-License-Identifier: GPL-2.0 */
/* Makes type information by hand, whole or broken. */
#ifndef UNIT_BTF_BLOB_H
#define UNIT_BTF_BLOB_H

#include <kretscope/btf.h>

#include <compat/btf.h>

#define BLOB_MAX	65536

/**
 * struct blob - type information in the making
 * @header: its header; blob_pack() fills in what is still zero
 * @types: the types
 * @types_len: bytes of them
 * @strs: the strings
 * @strs_len: bytes of them
 * @layouts: the layout section, of which the header tells if @nr_layouts
 * @nr_layouts: number of kinds in it
 * @first_str: offset of the first string, behind those of the base
 * @next_id: of the next type
 */
struct blob {
	struct ks_btf_header header;
	u32 types[BLOB_MAX / sizeof(u32)];
	u32 types_len;
	char strs[BLOB_MAX];
	u32 strs_len;
	struct ks_btf_layout layouts[128];
	u32 nr_layouts;
	u32 first_str;
	u32 next_id;
};

/**
 * struct blob_param - a parameter
 * @name: its name
 * @type: id of its type
 */
struct blob_param {
	const char *name;
	u32 type;
};

/* Start one; @base is what it continues, or NULL. */
void blob_init(struct blob *b, const struct blob *base);

/* Add a string, and tell its offset; "" is at 0. */
u32 blob_string(struct blob *b, const char *str);

/* Add a word to the type that was added last. */
void blob_word(struct blob *b, u32 word);

/* Add a type, and tell its id; @size is what its kind has there. */
u32 blob_type(struct blob *b, const char *name, u32 kind, u32 vlen, u32 size);

/* Set the kind flag of the type that was added last, without more words. */
void blob_set_kflag(struct blob *b);

/* Add an int. */
u32 blob_int(struct blob *b, const char *name, u32 size, u32 encoding);

/* Add a prototype; the last of @params has a type of -1. */
u32 blob_proto(struct blob *b, u32 ret, const struct blob_param *params);

/* Add a function and its prototype. */
u32 blob_func(struct blob *b, const char *name, u32 ret,
	      const struct blob_param *params);

/* Add all kinds, some of them several times, and the function "f". */
void blob_sample(struct blob *b);

/* The data, in memory of just its size: the caller frees it. */
void *blob_pack(const struct blob *b, size_t *size);

/* Pack it, and make it ready; what ks_btf_init() returns. */
int blob_open(struct ks_btf *btf, const struct blob *b,
	      const struct ks_btf *base);

/* Free it, after an error, too. */
void blob_close(struct ks_btf *btf);

#endif
