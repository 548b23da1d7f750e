/* SPDX-License-Identifier: GPL-2.0 */
/* Text in words: arithmetic on all bytes of one at once. */
#ifndef KRETSCOPE_WORD_H
#define KRETSCOPE_WORD_H

#include <linux/types.h>

/* All bytes of a word with the same value. */
#define KS_BYTES(x)	((x) * 0x0101010101010101ULL)

/**
 * ks_word_find_nul() - mark the first NUL
 * @word: its lowest byte is the first
 *
 * Context: any, handlers included (it is inlined into them).
 * Return: the high bit of that byte is the lowest bit; 0: there is no NUL.
 */
static __always_inline u64 ks_word_find_nul(u64 word)
{
	return (word - KS_BYTES(1)) & ~word & KS_BYTES(0x80);
}

/**
 * ks_word_before() - all bits of the bytes before a mark
 * @marks: high bits of bytes, not 0; the lowest one counts
 *
 * Context: as ks_word_find_nul().
 */
static __always_inline u64 ks_word_before(u64 marks)
{
	return (marks ^ (marks - 1)) >> 8;
}

#endif
