/* SPDX-License-Identifier: GPL-2.0 */
/* Made-up memory, registers, symbols and prototypes for tests of arguments. */
#ifndef FETCH_RIG_H
#define FETCH_RIG_H

#include <kretscope/btf.h>
#include <kretscope/errors.h>
#include <kretscope/fetch.h>

#include <linux/ptrace.h>

/* Columns of a mistake count from behind this. */
#define RIG_HEAD	"r:ev sym "

/* The register of the Nth argument, and one that is none. */
#ifdef CONFIG_X86_64
#define RIG_REG_1	"%di"
#define RIG_REG_2	"%si"
#define RIG_NR_REGS	6
#define RIG_STACK_SKIP	1
#else
#define RIG_REG_1	"%x0"
#define RIG_REG_2	"%x1"
#define RIG_NR_REGS	8
#define RIG_STACK_SKIP	0
#endif

/**
 * struct rig_report - what was reported last
 * @nr: how many reports there were
 * @index: number of the spec
 * @text: the spec
 * @col: column behind RIG_HEAD
 * @err: what is wrong
 * @detail: the detail, or ""
 */
struct rig_report {
	unsigned int nr;
	unsigned int index;
	const char *text;
	unsigned int col;
	enum ks_err err;
	char detail[256];
};

/**
 * struct rig_memory - memory with an unreadable page behind
 * @start: its first byte
 * @end: behind its last
 */
struct rig_memory {
	char *start;
	char *end;
};

extern struct rig_report rig_report;
/* rig_kernel starts with a stack, which rig_regs.sp points into. */
extern struct rig_memory rig_kernel;
extern struct rig_memory rig_user;
extern struct pt_regs rig_regs;

/* How many reads there were, and how many of them went from page to page. */
extern unsigned int rig_reads;
extern unsigned int rig_crossings;

/* Made-up prototypes. */
extern const struct ks_proto rig_proto_read;	/* ssize_t (file, buf, count) */
extern const struct ks_proto rig_proto_void;	/* void (void) */
extern const struct ks_proto rig_proto_variadic;	/* int (fmt, ...) */
extern const struct ks_proto rig_proto_wide;	/* int (a, struct b, c) */
extern const struct ks_proto rig_proto_long;	/* 20 arguments, no structs */
extern const struct ks_proto rig_proto_names;	/* names that cannot be taken */
extern struct ks_proto rig_proto_regs;	/* as many as there are registers */

void rig_init(void);

/* Name of a code. */
const char *rig_code(enum ks_err err);

/* What stands for a prototype that is not known and an entry of a function. */
extern const struct ks_fetch_env rig_env;

/* Compile @args for an environment, of which index and text are not used. */
int rig_compile(struct ks_fetch *fetch, const struct ks_fetch_env *env,
		const char *args);

/* Set the register of the Nth argument. */
void rig_set_argument(unsigned int nr, u64 val);

#endif
