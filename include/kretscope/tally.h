/* SPDX-License-Identifier: GPL-2.0 */
/* Tallies: "hist:keys=K,..." of a spec, a histogram for each key. */
#ifndef KRETSCOPE_TALLY_H
#define KRETSCOPE_TALLY_H

#include <linux/types.h>

#include <kretscope/field.h>

#define KS_TALLY_KEYS		4	/* fields that make a key */
#define KS_TALLY_SIZE		256	/* keys, where size= is not given */
#define KS_TALLY_SIZE_MAX	4096

/*
 * Rows of a histogram: values that could not be read, negative ones, 0, and
 * then from each power of two up to below the next.
 */
#define KS_ROW_FAULT		0
#define KS_ROW_NEGATIVE		1
#define KS_ROW_ZERO		2
#define KS_TALLY_ROWS		(KS_ROW_ZERO + 65)

struct ks_tally;

/**
 * struct ks_tally_sum - what was counted of one key
 * @key: for ks_tally_format_key(); NULL: all calls whose CPU had no room for
 *	their key, whether others had or not
 * @count: calls; the sum of the rows
 * @sum: of values that could be read, modulo 2^64; signed if they are
 * @min: least of them
 * @max: greatest of them
 * @row: how many there are in each row; in a tally that only counts, all are in
 *	KS_ROW_ZERO
 */
struct ks_tally_sum {
	const u64 *key;
	u64 count;
	u64 sum;
	u64 min;
	u64 max;
	u64 row[KS_TALLY_ROWS];
};

/**
 * ks_tally_create() - compile a hist clause
 * @env: what for
 * @pos: its first byte in @env->text, behind "hist:"
 * @end: behind its last
 *
 * Format:	keys=FIELD{,FIELD}[:vals=FIELD|hitcount][:size=N], in any order,
 *		with the other names that ftrace has for them, key, val, values
 *
 * FIELD is as in an if clause, but lat is no key. The value is a number; lat if
 * none is given, of a hit hitcount: calls are counted only.
 *
 * A mistake is reported through ks_errlog() with its column.
 *
 * Context: process, may sleep.
 * Return: the tally, empty, ERR_PTR(-EINVAL), ERR_PTR(-ENOMEM).
 */
struct ks_tally *ks_tally_create(const struct ks_field_env *env,
				 const char *pos, const char *end);

/**
 * ks_tally_destroy() - free it
 * @tally: may be NULL; no handler uses it
 */
void ks_tally_destroy(struct ks_tally *tally);

/**
 * ks_tally_reset() - forget all keys
 * @tally: no writer may be half way, and nobody reads
 *
 * The call of a writer that comes in between, such as an NMI, may be forgotten
 * with the others, or be counted as one without room.
 */
void ks_tally_reset(struct ks_tally *tally);

/**
 * ks_tally_add() - count a call
 * @tally: of its probe
 * @facts: all is known of the call
 *
 * Context: any, NMI included; preemption off, on CPU @facts->cpu.
 */
void ks_tally_add(const struct ks_tally *tally, const struct ks_facts *facts);

/**
 * ks_tally_for_each() - look at all that was counted
 * @tally: may be written meanwhile; not reset
 * @fn: is called for each key, those with the most calls first, and last for
 *	those calls that found no room
 * @arg: for @fn
 *
 * Keys that show the same are one.
 *
 * Context: process, may sleep. Return: 0, -ENOMEM.
 */
int ks_tally_for_each(const struct ks_tally *tally,
		      void (*fn)(const struct ks_tally_sum *sum, void *arg),
		      void *arg);

/**
 * ks_tally_value_name() - name of what its histograms are of
 * @tally: the tally
 *
 * Return: NULL if calls are counted only.
 */
const char *ks_tally_value_name(const struct ks_tally *tally);

/**
 * ks_tally_format_value() - a number that is a value, or a mean, as text
 * @buf: at least KS_VALUE_MAX bytes; not NUL-terminated
 * @tally: its histograms are of values
 * @val: the number
 *
 * Context: process. Return: the length.
 */
size_t ks_tally_format_value(char *buf, const struct ks_tally *tally, u64 val);

/** ks_tally_key_max() - no text that ks_tally_format_key() makes is longer */
size_t ks_tally_key_max(const struct ks_tally *tally);

/**
 * ks_tally_format_key() - a key as text
 * @buf: at least ks_tally_key_max() bytes; not NUL-terminated
 * @tally: the tally
 * @key: of a sum
 *
 * Format:	" NAME=VALUE" for each field, as ks_fetch_format() has it
 *
 * Context: process. Return: the length.
 */
size_t ks_tally_format_key(char *buf, const struct ks_tally *tally,
			   const u64 *key);

/**
 * ks_tally_mean() - mean of the values that could be read
 * @tally: its histograms are of values
 * @sum: of it; some could be read
 * @mean: set to it, as a number of the value's type
 *
 * Return: false if the sum of the values may not fit in 64 bits.
 */
bool ks_tally_mean(const struct ks_tally *tally, const struct ks_tally_sum *sum,
		   u64 *mean);

#endif
