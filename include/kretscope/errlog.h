/* SPDX-License-Identifier: GPL-2.0 */
/* The log of refused specs: what was wrong, and in which column. */
#ifndef KRETSCOPE_ERRLOG_H
#define KRETSCOPE_ERRLOG_H

#include <linux/types.h>

#include <kretscope/errors.h>

#define KS_ERRLOG_MAX	8
/* No line is longer, its NUL included. */
#define KS_ERRLOG_LINE	256

/**
 * struct ks_catch - mistakes in one spec that are kept instead of reported
 * @next: another one
 * @text: the spec's text: itself, not one that is equal
 * @nr: how many there were
 * @last: what the last one was
 * @err: what the first one was
 * @col: its column
 * @detail: its detail, or "" for none
 */
struct ks_catch {
	struct ks_catch *next;
	const char *text;
	unsigned int nr;
	enum ks_err last;
	enum ks_err err;
	unsigned int col;
	char detail[KS_ERRLOG_LINE];
};

/**
 * ks_errlog_catch() - keep what is wrong with a spec to oneself
 * @catch: zeroed but for @catch->text; filled in by each ks_errlog() with that
 *	very text, which neither prints nor keeps it then
 *
 * Specs that others parse meanwhile have texts of their own, so that these are
 * reported as always.
 *
 * Context: process, may sleep.
 */
void ks_errlog_catch(struct ks_catch *catch);

/**
 * ks_errlog_release() - report it again
 * @catch: as given to ks_errlog_catch(); nothing happens the second time
 *
 * Context: process, may sleep.
 */
void ks_errlog_release(struct ks_catch *catch);

/**
 * ks_errlog() - report a mistake in a spec
 * @index: number of the spec in its list, from 1
 * @text: the spec, NUL-terminated
 * @col: 1-based column of the mistake in @text; strlen + 1 for "at the end"
 * @err: what is wrong
 * @detail: more about it (a count, near names), or NULL
 *
 * Prints it to the kernel log with a caret under the column, and keeps it
 * among the last KS_ERRLOG_MAX refusals. Never warns: the mistake is the
 * user's.
 *
 * Format:	"spec INDEX, column COL: CAUSE[: DETAIL]", then the spec, then a
 *		'^', the last two indented by two blanks
 *
 * A tab shows as a blank, other bytes that are not printable ASCII as '?'. Of
 * a long spec only what is around the column shows, with "..." for the rest;
 * COL counts from its true start all the same.
 *
 * Context: process, may sleep.
 */
void ks_errlog(unsigned int index, const char *text, unsigned int col,
	       enum ks_err err, const char *detail);

/**
 * ks_errlog_text() - cause of a refusal
 * @err: which
 */
const char *ks_errlog_text(enum ks_err err);

/**
 * ks_errlog_show() - the last refusals, oldest first, as text
 * @emit: called once per line, which has no newline; must not call
 *	ks_errlog()
 * @arg: passed on to @emit
 *
 * Context: process, may sleep.
 */
void ks_errlog_show(void (*emit)(void *arg, const char *line), void *arg);

#endif
