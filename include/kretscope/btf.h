/* SPDX-License-Identifier: GPL-2.0 */
/* Prototypes of functions, from the kernel's own type information (BTF). */
#ifndef KRETSCOPE_BTF_H
#define KRETSCOPE_BTF_H

#include <linux/types.h>

#include <kretscope/fetch.h>

#define KS_PROTO_MAX	12	/* arguments that are told of */

/**
 * struct ks_param - one argument of a function
 * @name: its name, cut to what fits; "" where it has none, or none that is of
 *	letters, digits and '_'
 * @type: its type; what does not travel in one register has KS_BASE_NONE
 */
struct ks_param {
	char name[KS_ARG_NAME_LEN];
	struct ks_type type;
};

/**
 * struct ks_proto - a function's prototype
 * @nr: number of arguments, of which @param has at most KS_PROTO_MAX; without
 *	the "..."
 * @is_variadic: more may follow
 * @is_in_registers: each argument is one that travels in one register: an
 *	integer, enum, bool or pointer of at most 8 bytes
 * @ret: type of what it returns; void: KS_BASE_NONE with size 0; an int or long
 *	with a sign: KS_BASE_ERRNO with @is_signed; an aggregate or a float:
 *	KS_BASE_HEX with size 8, what is in the register
 * @param: its arguments
 */
struct ks_proto {
	unsigned int nr;
	bool is_variadic;
	bool is_in_registers;
	struct ks_type ret;
	struct ks_param param[KS_PROTO_MAX];
};

/**
 * struct ks_btf - type information in memory
 * @data: as in /sys/kernel/btf/NAME, aligned to 4 bytes; not trusted
 * @size: bytes of it
 *
 * All else is ks_btf_init()'s: where the sections are, where each type is, and
 * a hash of the functions by name. Zeroed, it holds no functions.
 */
struct ks_btf {
	const void *data;
	size_t size;

	const void *types;
	u32 types_len;
	const char *strs;
	u32 strs_len;
	const struct ks_btf_layout *layouts;
	u32 nr_layouts;
	bool has_enum_sign;

	u32 first;
	u32 nr;
	u32 *offs;
	u32 nr_funcs;
	struct ks_btf_func *funcs;
	u32 nr_heads;
	u32 *heads;
};

/**
 * ks_btf_init() - make type information ready for ks_btf_find()
 * @btf: its @data and @size are set, all else is zero
 * @base: what @btf continues, ready itself: a module's is split from the
 *	kernel's; NULL where it stands alone
 *
 * Reads all of it once, so that a list of specs costs no more than one.
 *
 * Context: process, may sleep (calls cond_resched()).
 * Return: 0; -EBADMSG: this is no type information that we understand;
 * -ENOMEM. After an error there is nothing to free.
 */
int ks_btf_init(struct ks_btf *btf, const struct ks_btf *base);

/**
 * ks_btf_exit() - free what ks_btf_init() has made, but not the data
 * @btf: may be zeroed, or refused by ks_btf_init()
 */
void ks_btf_exit(struct ks_btf *btf);

/**
 * ks_btf_find() - prototype of a function
 * @btf: where to look; what it continues is not searched
 * @base: as for ks_btf_init()
 * @name: name of the function
 * @proto: filled in; undefined after an error
 *
 * A return value of type int or long, by whatever name, has KS_BASE_ERRNO.
 *
 * All offsets and counts are checked, and every chain of types ends: whatever
 * the data is, nothing outside of it is read.
 *
 * Context: process, may sleep (calls cond_resched()).
 * Return: 0; -ENOENT: no such function; -ENOTUNIQ: several of that name with
 * prototypes that differ; -EBADMSG: this is no type information that we
 * understand.
 */
int ks_btf_find(const struct ks_btf *btf, const struct ks_btf *base,
		const char *name, struct ks_proto *proto);

struct ks_btf_blob;

/**
 * struct ks_btf_set - type information of the kernel and of modules
 * @blobs: what has been read so far
 *
 * For the time of one list of specs: it takes megabytes.
 */
struct ks_btf_set {
	struct ks_btf_blob *blobs;
};

/**
 * ks_btf_set_init() - start with nothing read
 * @set: the set
 */
static inline void ks_btf_set_init(struct ks_btf_set *set)
{
	set->blobs = NULL;
}

/**
 * ks_btf_set_exit() - free all that was read
 * @set: the set
 */
void ks_btf_set_exit(struct ks_btf_set *set);

/**
 * ks_btf_set_find() - prototype of a function of the kernel or of a module
 * @set: reads /sys/kernel/btf/NAME when it is needed for the first time, and
 *	keeps it, or why it could not
 * @module: the module that the function is in; "" or NULL: the kernel itself
 * @sym: its symbol
 * @proto: filled in; undefined after an error
 *
 * A symbol with a '.' has no prototype: what the compiler has made of a
 * function (.isra.0, .constprop.0, .part.0, .cold) does not take the arguments
 * that the source says.
 *
 * Context: process, may sleep.
 * Return: as ks_btf_find(); -ENOENT also where the kernel has no type
 * information at all, as many have not; -ENOMEM; -EFBIG; what else opening and
 * reading the file fails with.
 */
int ks_btf_set_find(struct ks_btf_set *set, const char *module,
		    const char *sym, struct ks_proto *proto);

#endif
