/* SPDX-License-Identifier: GPL-2.0 */
/* Fields: what a clause of a spec can ask of a call, by name. */
#ifndef KRETSCOPE_FIELD_H
#define KRETSCOPE_FIELD_H

#include <linux/types.h>

#include <kretscope/errors.h>
#include <kretscope/fetch.h>

/**
 * struct ks_facts - what is known of a call
 * @is_return: all of this is known; else, of a return probe, @lat, @ret, @cpu
 *	and arguments read at return are not, and are not looked at
 * @lat: its latency in ns
 * @ret: the return value register
 * @pid: process id
 * @tid: thread id
 * @cpu: CPU
 * @comm: of the task, KS_COMM_LEN bytes, not always terminated
 * @values: of its arguments, see fetch.h, aligned to 8; not looked at if no
 *	field is an argument that is known now
 */
struct ks_facts {
	bool is_return;
	u64 lat;
	u64 ret;
	u32 pid;
	u32 tid;
	u32 cpu;
	const char *comm;
	const void *values;
};

/**
 * enum ks_field_load - where the value of a field is
 * @KS_LOAD_ARG: an argument's number, read at entry or at return
 * @KS_LOAD_U32: in struct ks_facts
 * @KS_LOAD_U64: in struct ks_facts
 * @KS_LOAD_RET: the return value, which is in a register and may be dirty
 * @KS_LOAD_COMM: text: comm
 * @KS_LOAD_STRING: text: an argument
 */
enum ks_field_load {
	KS_LOAD_ARG,
	KS_LOAD_U32,
	KS_LOAD_U64,
	KS_LOAD_RET,
	KS_LOAD_COMM,
	KS_LOAD_STRING,
};

/**
 * struct ks_field - one field
 * @type: its type
 * @load: enum ks_field_load
 * @arg: of arguments in the values: number of the argument
 * @size: of text: bytes that hold it, a multiple of 8
 * @offset: of KS_LOAD_ARG and KS_LOAD_STRING in the values, of KS_LOAD_U32 and
 *	KS_LOAD_U64 in struct ks_facts
 * @is_late: a return probe knows it at return only
 * @is_time: it is a time in ns
 */
struct ks_field {
	struct ks_type type;
	u8 load;
	u8 arg;
	u8 size;
	u16 offset;
	bool is_late;
	bool is_time;
};

/**
 * struct ks_field_env - what a clause is compiled for
 * @index: number of the spec, for errors
 * @text: text of the spec; columns count in it
 * @is_return: it is a return probe, which has lat and ret
 * @fetch: its arguments
 */
struct ks_field_env {
	unsigned int index;
	const char *text;
	bool is_return;
	const struct ks_fetch *fetch;
};

/**
 * ks_field_refuse() - report a mistake
 * @env: what for
 * @pos: where it is in @env->text
 * @err: what it is
 *
 * Return: -EINVAL.
 */
int ks_field_refuse(const struct ks_field_env *env, const char *pos,
		    enum ks_err err);

/**
 * ks_field_word() - length of a name, or of the rest of a number
 * @pos: where it starts
 */
size_t ks_field_word(const char *pos);

/**
 * ks_field_is_word() - are those bytes that word
 * @pos: the bytes
 * @len: their number
 * @word: the word, NUL-terminated
 */
bool ks_field_is_word(const char *pos, size_t len, const char *word);

/**
 * ks_field_find() - look a field up
 * @env: what for
 * @pos: its name in @env->text: lat, ret, pid, tid, comm, cpu or that of an
 *	argument, which hides a field of its name
 * @len: length of the name
 * @field: filled in
 *
 * A mistake is reported through ks_errlog().
 *
 * Return: 0; -EINVAL: there is none, or it is no single value.
 */
int ks_field_find(const struct ks_field_env *env, const char *pos, size_t len,
		  struct ks_field *field);

/* Is it an argument that is stored, and perhaps could not be read? */
static inline bool ks_field_is_arg(const struct ks_field *field)
{
	return field->load == KS_LOAD_ARG || field->load == KS_LOAD_STRING;
}

#endif
