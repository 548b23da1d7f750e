/* SPDX-License-Identifier: GPL-2.0 */
/* A compiled filter: what its compiler leaves to those who evaluate it. */
#ifndef KRETSCOPE_FILTER_OP_H
#define KRETSCOPE_FILTER_OP_H

#include <kretscope/filter.h>

/* N comparisons need N - 1 operators to join them. */
#define KS_FILTER_TESTS_MAX	((KS_FILTER_OPS_MAX + 1) / 2)

/* Text of so many bytes is compared as two words. */
#define KS_FILTER_WORDS		16

/**
 * enum ks_filter_match - how text is compared
 * @KS_MATCH_WORDS: two words, of which some bytes count: == and PREFIX*
 * @KS_MATCH_WHOLE: all bytes: == with a long text
 * @KS_MATCH_GLOB: a pattern
 */
enum ks_filter_match {
	KS_MATCH_WORDS,
	KS_MATCH_WHOLE,
	KS_MATCH_GLOB,
};

/*
 * Where to go after a comparison: up to here the place of another one, which
 * is always further on, in words of struct ks_filter; KS_NEXT_END + VERDICT is
 * the end.
 */
#define KS_NEXT_END	0xf0

/**
 * enum ks_filter_way - index into struct ks_filter_op.next
 * @KS_WAY_NO: the comparison itself, not what '!' makes of it, is false
 * @KS_WAY_YES: it is true
 * @KS_WAY_HOPE: not known, and taken as what makes the expression true
 * @KS_WAY_FEAR: not known, and taken as what makes it false
 */
enum ks_filter_way {
	KS_WAY_NO,
	KS_WAY_YES,
	KS_WAY_HOPE,
	KS_WAY_FEAR,
	KS_WAY_NR
};

/**
 * struct ks_filter_op - one comparison
 * @next: where to go: see KS_NEXT_END
 * @load: enum ks_field_load
 * @match: of text: enum ks_filter_match
 * @is_late: its value is known at return only
 * @arg: of arguments in the values: number of the argument
 * @limit: of text: bytes that it may have
 * @type: of KS_LOAD_RET: its type
 * @offset: of KS_LOAD_ARG and KS_LOAD_STRING in the values, of KS_LOAD_U32 and
 *	KS_LOAD_U64 in struct ks_facts
 * @text: of KS_MATCH_WHOLE and KS_MATCH_GLOB: offset of the text, which ends
 *	with a NUL, in the filter
 * @mask: of numbers: bits that count
 * @lo: of numbers: true from here
 * @span: ... up to @lo + @span. This works for signed numbers too: less @lo,
 *	the range is at the bottom of the unsigned ones
 * @care: of KS_MATCH_WORDS: bits that count
 * @want: of KS_MATCH_WORDS: how they must be
 */
struct ks_filter_op {
	u8 next[KS_WAY_NR];
	u8 load;
	u8 match;
	u8 is_late;
	u8 arg;
	u8 limit;
	struct ks_type type;
	u16 offset;
	u16 text;
	union {
		struct {
			u64 mask;
			u64 lo;
			u64 span;
		};
		struct {
			u64 care[2];
			u64 want[2];
		};
	};
};

/**
 * struct ks_filter - a compiled filter
 * @is_early: see ks_filter_is_early()
 * @is_late: see ks_filter_is_late()
 * @needs_values: see ks_filter_needs_values()
 * @op: the comparisons, in the order of the expression; text behind them
 */
struct ks_filter {
	bool is_early;
	bool is_late;
	bool needs_values;
	struct ks_filter_op op[];
};

/* Where the comparison of that number is, as KS_NEXT_END tells. */
#define KS_FILTER_PLACE(nr) \
	((offsetof(struct ks_filter, op) + \
	  (nr) * sizeof(struct ks_filter_op)) / sizeof(u64))

#endif
