/* SPDX-License-Identifier: GPL-2.0 */
/* One argument as it is written, before it is compiled. */
#ifndef KRETSCOPE_FETCH_PARSE_H
#define KRETSCOPE_FETCH_PARSE_H

#include <linux/types.h>

#include <kretscope/errors.h>
#include <kretscope/fetch.h>

/**
 * enum ks_source - what stands innermost in an argument
 * @KS_FROM_REG: a register
 * @KS_FROM_STACK: a word of the stack
 * @KS_FROM_RET: the return value register
 * @KS_FROM_IMM: a number, or the address of a symbol
 * @KS_FROM_COMM: the name of the task
 * @KS_FROM_ARGS: all arguments of the function
 */
enum ks_source {
	KS_FROM_REG,
	KS_FROM_STACK,
	KS_FROM_RET,
	KS_FROM_IMM,
	KS_FROM_COMM,
	KS_FROM_ARGS,
};

/**
 * struct ks_deref - one access to memory
 * @offset: added to the address
 * @is_user: it is user memory
 */
struct ks_deref {
	u64 offset;
	bool is_user;
};

/**
 * struct ks_parsed - one argument
 * @name: its NAME, or NULL
 * @name_len: length of @name
 * @fetch: its FETCH
 * @source: enum ks_source
 * @val: offset of the register, or above the stack pointer; or the number
 * @nr_param: the N of $argN, else 0
 * @deref: accesses to memory, the outermost first
 * @nr_deref: how many; @SYM is one more than there are parentheses
 * @type_at: its TYPE, or NULL
 * @type: that type
 * @array_at: the "[N]" of it, or NULL
 * @nr: that N, or 0
 */
struct ks_parsed {
	const char *name;
	size_t name_len;
	const char *fetch;
	u8 source;
	u64 val;
	unsigned int nr_param;
	struct ks_deref deref[KS_DEREF_MAX + 1];
	unsigned int nr_deref;
	const char *type_at;
	struct ks_type type;
	const char *array_at;
	unsigned int nr;
};

/**
 * ks_fetch_refuse() - report a mistake in an argument
 * @env: what it is compiled for
 * @pos: the mistake in @env->text
 * @err: what is wrong
 * @detail: more about it, or NULL
 *
 * Return: -EINVAL.
 */
int ks_fetch_refuse(const struct ks_fetch_env *env, const char *pos,
		    enum ks_err err, const char *detail);

/**
 * ks_fetch_parse() - parse one argument
 * @parsed: filled in
 * @env: what for
 * @pos: the argument in @env->text
 * @end: behind it
 *
 * Return: 0, or -errno for a mistake, which is reported.
 */
int ks_fetch_parse(struct ks_parsed *parsed, const struct ks_fetch_env *env,
		   const char *pos, const char *end);

#endif
