/* SPDX-License-Identifier: GPL-2.0 */
/* Records for tests of the ring: each word of one tells which one it is. */
#ifndef UNIT_RING_RECORD_H
#define UNIT_RING_RECORD_H

#include <linux/compiler.h>

#include <kretscope/record.h>

/* Word @i of record @seq. No two records share one. */
static inline u64 record_word(u64 seq, unsigned int i)
{
	return (seq << 8 | i) * 0x9e3779b97f4a7c15ULL;
}

#define RECORD_WORDS	(sizeof(struct ks_record) / sizeof(u64))

/* As handlers do: word by word, each with WRITE_ONCE(). */
#define record_fill(slot, seq)						\
	do {								\
		u64 *word_ = (u64 *)(slot);				\
		u64 seq_ = (seq);					\
		unsigned int i_;					\
									\
		for (i_ = 0; i_ < RECORD_WORDS; i_++)			\
			WRITE_ONCE(word_[i_], record_word(seq_, i_));	\
	} while (0)

/* Which record it is; false if its words are not all of the same one. */
static inline bool record_check(const struct ks_record *rec, u64 *seq)
{
	const u64 *word = (const u64 *)rec;
	unsigned int i;

	/* The inverse of the factor above, modulo 2^64. */
	*seq = word[0] * 0xf1de83e19937733dULL >> 8;
	for (i = 0; i < RECORD_WORDS; i++)
		if (word[i] != record_word(*seq, i))
			return false;
	return true;
}

#endif
