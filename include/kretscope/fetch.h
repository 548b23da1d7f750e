/* SPDX-License-Identifier: GPL-2.0 */
/* Fetch arguments: what a probe takes besides time and return value. */
#ifndef KRETSCOPE_FETCH_H
#define KRETSCOPE_FETCH_H

#include <linux/build_bug.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include <kretscope/record.h>
#include <kretscope/type.h>

struct pt_regs;
struct ks_proto;

#define KS_ARG_NAME_LEN		32	/* with the NUL */
#define KS_VALUES_MAX		(KS_RECORD_MAX - sizeof(struct ks_record))
#define KS_STRING_MAX		127	/* bytes shown of one string */
#define KS_ARGS_MAX		24	/* per spec */
#define KS_DEREF_MAX		8	/* nested +OFF(...) of one argument */
/* What is at the end of a chain, the chain, and @SYM or a zero in front. */
#define KS_INSNS_MAX		(KS_ARGS_MAX * (KS_DEREF_MAX + 2))

/*
 * The values of one call are KS_VALUES_MAX bytes at most, behind its record:
 *
 *	u64	bit N: something of argument N could not be read
 *	...	of each argument that is stored, in their order, at its offset:
 *		a scalar: u64, as ks_type_value() gives it
 *		an array: its elements at their own size, padded to 8 bytes
 *		a string: its bytes with a NUL, in @size bytes, a multiple of
 *		8. Where it went on, the last byte is KS_STRING_CUT in place of
 *		a NUL; no text is ever there
 *
 * All strings of a spec get the same size: what all else leaves, at most
 * KS_STRING_MAX + 1 and at least 16. $comm has KS_COMM_LEN bytes.
 *
 * What could not be read is zero.
 */
#define KS_STRING_CUT		0x01

/**
 * enum ks_when - when an argument is read
 * @KS_AT_ENTRY: when the function is entered, or the kprobe is hit
 * @KS_AT_RETURN: when it returns: it follows $retval
 * @KS_AS_RET: it is $retval itself, as a number, whatever its name: every
 *	record has it
 */
enum ks_when {
	KS_AT_ENTRY,
	KS_AT_RETURN,
	KS_AS_RET,
};

/**
 * struct ks_arg - one argument
 * @name: its name
 * @type: its type, or that of its elements
 * @when: enum ks_when
 * @nr: number of elements; 0: it is no array
 * @offset: of its value behind the record; 0 for KS_AS_RET
 * @size: bytes there
 */
struct ks_arg {
	char name[KS_ARG_NAME_LEN];
	struct ks_type type;
	u8 when;
	u8 nr;
	u16 offset;
	u16 size;
};

/**
 * struct ks_insn - one step of reading an argument
 * @op: what it does; see fetch_op.h
 * @arg: number of the argument, for the bit of what cannot be read; that of
 *	the end of a program is no argument's
 * @type: of what is stored
 * @dst: where in the values
 * @size: bytes there
 * @len: bytes of them that are read from memory: an array's, without padding
 * @val: offset, address or number
 * @mask: KS_OP_PLAIN: bits of the register that are the type's
 * @sign: KS_OP_PLAIN: the one of them that is the sign, or 0
 */
struct ks_insn {
	u8 op;
	u8 arg;
	struct ks_type type;
	u16 dst;
	u16 size;
	u16 len;
	u64 val;
	u64 mask;
	u64 sign;
};

/**
 * struct ks_fetch - the compiled arguments of one spec
 * @nr: number of arguments
 * @size: bytes of values behind a record: 0 where nothing is stored
 * @has_entry: there is something to do at entry
 * @has_return: there is something to do at return
 * @faults: counts what could not be read, where somebody wants to know
 * @is_plain: what is stored are registers of the entry, and nothing else
 * @ret: type of the return value: from $retval:TYPE named "ret", or from the
 *	prototype; else KS_BASE_ERRNO, 8 bytes
 * @arg: the arguments, in the order of the spec
 * @insn: the program: what is done at entry up to an end, then what is done at
 *	return up to an end
 * @at_return: index of the first insn of the latter
 */
struct ks_fetch {
	unsigned int nr;
	unsigned int size;
	bool has_entry;
	bool has_return;
	bool is_plain;
	u64 __percpu *faults;
	struct ks_type ret;
	struct ks_arg arg[KS_ARGS_MAX];
	unsigned int at_return;
	struct ks_insn insn[KS_INSNS_MAX + 2];
};

/**
 * struct ks_fetch_env - what arguments are compiled for
 * @index: number of the spec, for errors
 * @text: text of the spec; columns count in it
 * @is_return: it is a return probe
 * @is_entry: the probe sits at its function's first instruction
 * @proto: the function's prototype, or NULL where it is not known
 * @address_of: address of a symbol, for @SYM; 0 and the address, or -errno
 */
struct ks_fetch_env {
	unsigned int index;
	const char *text;
	bool is_return;
	bool is_entry;
	const struct ks_proto *proto;
	int (*address_of)(const char *sym, unsigned long *addr);
};

/**
 * ks_fetch_compile() - compile the arguments of a spec
 * @fetch: filled in
 * @env: what for
 * @pos: the first argument in @env->text
 * @end: behind the last
 *
 * ARG := [NAME=]FETCH[:TYPE], separated by blanks, or $args: all arguments of
 * the prototype.
 * FETCH := $argN | %REG | $retval | $comm | $stackN | @SYM[+OFF] | \IMM |
 *	+|-[u]OFF(FETCH)
 * TYPE := what ks_type_by_name() knows, or TYPE[N] of memory
 *
 * Text lies where +OFF(FETCH) and @SYM would read, else where the value points
 * to; u makes it user memory, and so does ustring.
 *
 * Without a TYPE it is the prototype's for $argN and $retval, a string for
 * $comm, the type of @ret for $retval named ret, and else x64. Without a NAME
 * it is "ret" for a $retval that is a number, the parameter's for $argN where
 * the prototype has one that is no key of the record, and else "arg" and the
 * number of the argument in the spec.
 *
 * A mistake is reported through ks_errlog() with its column.
 *
 * Context: process, may sleep.
 * Return: 0, -EINVAL; -E2BIG for too many arguments or too large a record;
 * what @env->address_of returns. @fetch is of no use after an error.
 */
int ks_fetch_compile(struct ks_fetch *fetch, const struct ks_fetch_env *env,
		     const char *pos, const char *end);

/**
 * ks_fetch_sizeof() - how much of it is used
 * @fetch: compiled arguments
 *
 * Return: bytes from its start on that have to be kept.
 */
size_t ks_fetch_sizeof(const struct ks_fetch *fetch);

/**
 * ks_fetch_find() - argument of a name
 * @fetch: compiled arguments
 * @name: the name, not terminated
 * @len: its length
 *
 * Return: NULL if there is none.
 */
const struct ks_arg *ks_fetch_find(const struct ks_fetch *fetch,
				   const char *name, size_t len);

/**
 * ks_fetch_entry() - read the arguments at entry
 * @fetch: compiled arguments that have something to do there
 * @regs: registers at entry
 * @values: @fetch->size bytes, aligned to 8; all of them are written
 *
 * Context: any, NMI included; no fault is taken.
 */
void ks_fetch_entry(const struct ks_fetch *fetch, struct pt_regs *regs,
		    void *values);

/**
 * ks_fetch_return() - read the arguments at return
 * @fetch: compiled arguments that have something to do there
 * @ret: the return value register
 * @values: as ks_fetch_entry() has left them, or zeroed where there was nothing
 *	to do at entry
 *
 * Context: as for ks_fetch_entry().
 */
void ks_fetch_return(const struct ks_fetch *fetch, u64 ret, void *values);

/**
 * ks_fetch_line_max() - no text that ks_fetch_format() makes is longer
 * @fetch: compiled arguments
 */
size_t ks_fetch_line_max(const struct ks_fetch *fetch);

/**
 * ks_fetch_text_max() - no text that ks_fetch_format_text() makes is longer
 * @size: bytes that hold it
 */
size_t ks_fetch_text_max(size_t size);

/**
 * ks_fetch_format_name() - the beginning of a value, " NAME="
 * ks_fetch_format_text() - a string, as ks_fetch_format() has it
 * ks_fetch_format_fault() - in place of what could not be read
 * @buf: has room for it; not NUL-terminated
 * @name: the name
 * @text: the string
 * @size: bytes that hold it
 *
 * Context: process. Return: the length.
 */
size_t ks_fetch_format_name(char *buf, const char *name);
size_t ks_fetch_format_text(char *buf, const void *text, size_t size);
size_t ks_fetch_format_fault(char *buf);

/**
 * ks_fetch_format() - values as text
 * @buf: at least ks_fetch_line_max() bytes; not NUL-terminated
 * @fetch: compiled arguments
 * @values: of a record
 * @ret: the record's return value register
 *
 * Format:	" NAME=VALUE" for each argument but the return value named ret.
 *		An array shows as "{1,2}", a string as "\"text\"", with \", \\
 *		and \xHH for what is not printable, and "..." behind the second
 *		quote where it was cut; what could not be read as "(fault)"
 *
 * Context: process. Return: the length.
 */
size_t ks_fetch_format(char *buf, const struct ks_fetch *fetch,
		       const void *values, u64 ret);

#endif
