/* SPDX-License-Identifier: GPL-2.0 */
/* Text of records and of marks in the stream, made when it is read. */
#ifndef KRETSCOPE_FORMAT_H
#define KRETSCOPE_FORMAT_H

#include <linux/types.h>
#include <kretscope/record.h>

struct ks_fetch;
struct ks_type;

/* No line without arguments is longer, its newline included. */
#define KS_LINE_MAX	288
/*
 * No line at all is longer: 24 arguments that are symbols, and as many array
 * elements as fit in a record, come to 23 KB. ks_clauses_compile() looks.
 */
#define KS_LINE_LONGEST	24576

/**
 * struct ks_label - how the records of a probe are shown
 * @name: its name
 * @name_len: length of @name, at most 2 * 63 + 1 (GRP/NAME)
 * @ret: type of the return value
 * @args: its arguments, or NULL
 */
struct ks_label {
	const char *name;
	size_t name_len;
	const struct ks_type *ret;
	const struct ks_fetch *args;
};

/**
 * ks_format_record() - one record as one line with its newline
 * @buf: at least ks_format_line_max() bytes; not NUL-terminated
 * @rec: the record, with its values behind it
 * @ns: @rec's time in ns of the exported clock
 * @label: of its probe
 *
 * What:	a line of trace and trace_pipe
 * Format:	"%16s-%-7d [%03d] %5u.%09u: NAME: lat=NS ret=VALUE [pid=PID]
 *		{ARG=VALUE}"
 *		tracefs' look; a hit has no lat and no ret, a void function no
 *		ret; pid is there where the thread is not the first of its
 *		process
 * Stability:	new keys only in front of the arguments
 *
 * VALUE: see ks_type_format(). What is known of no type is signed 64-bit
 * decimal, as KS_BASE_ERRNO has it.
 *
 * Bytes of comm that are not printable ASCII show as '?'.
 *
 * Context: any. Return: the length.
 */
size_t ks_format_record(char *buf, const struct ks_record *rec, u64 ns,
			const struct ks_label *label);

/**
 * ks_format_line_max() - no line of a record is longer
 * @args: arguments of its probe, or NULL
 */
size_t ks_format_line_max(const struct ks_fetch *args);

/**
 * ks_format_lost() - the mark for records that this reader has lost
 * @buf: at least KS_LINE_MAX bytes; not NUL-terminated
 * @count: how many
 * @cpu: on which CPU
 *
 * Format:	"# LOST 37 records on CPU 1"
 *
 * Context: any. Return: the length, with the newline.
 */
size_t ks_format_lost(char *buf, u64 count, unsigned int cpu);

/**
 * ks_format_u64() - unsigned decimal
 * @buf: at least 20 bytes; not NUL-terminated
 * @val: the number
 *
 * Context: any. Return: the length.
 */
size_t ks_format_u64(char *buf, u64 val);

/**
 * ks_format_s64() - signed decimal
 * @buf: at least 20 bytes; not NUL-terminated
 * @val: the number
 *
 * Context: any. Return: the length.
 */
size_t ks_format_s64(char *buf, s64 val);

/**
 * ks_format_errno() - name of an error number
 * @err: positive, 1..4095
 *
 * Return: "ENOENT", or NULL where Linux has no name for it.
 */
const char *ks_format_errno(unsigned int err);

#endif
