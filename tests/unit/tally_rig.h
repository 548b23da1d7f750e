/* SPDX-License-Identifier: GPL-2.0 */
/* Compiles hist clauses for tests of them, and makes calls to be counted. */
#ifndef TALLY_RIG_H
#define TALLY_RIG_H

#include <kretscope/errors.h>
#include <kretscope/tally.h>

/* What stands before a clause; columns count from its first byte. */
#define TALLY_HEAD	"r vfs_read hist:"

/* What the compiler reported last. */
extern struct tally_report {
	unsigned int nr;
	unsigned int index;
	const char *text;
	unsigned int col;
	enum ks_err err;
} tally_report;

/* The spec that was compiled last. */
extern char tally_text[512];

/* Name of a code. */
const char *tally_code(enum ks_err err);

/* Compile a clause, for a return probe or for hits; one that must be right. */
struct ks_tally *tally_compile(const char *clause, bool is_return);
struct ks_tally *tally_make(const char *clause);

/* A call of thread @tid on CPU 0, which took @lat. */
struct ks_facts tally_facts(u32 tid, u64 lat);

/* Count one, here and in the reference. */
void tally_call(struct ks_tally *tally, u32 tid, u64 lat);

#endif
