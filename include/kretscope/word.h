/* SPDX-License-Identifier: GPL-2.0 */
/* Text in words: arithmetic on all bytes of one at once. */
#ifndef KRETSCOPE_WORD_H
#define KRETSCOPE_WORD_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/string.h>
#include <linux/types.h>

#include <kretscope/record.h>

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

/**
 * ks_word_copy_comm() - copy the name of a task
 * @to: two words, which others may read
 * @comm: KS_COMM_LEN bytes; may change meanwhile, and then have no NUL
 *
 * What is behind the NUL, where an older name may be, is cleared.
 *
 * Context: as ks_word_find_nul().
 */
static __always_inline void ks_word_copy_comm(u64 *to, const char *comm)
{
	u64 first, second, nul;

	BUILD_BUG_ON(sizeof(first) + sizeof(second) != KS_COMM_LEN);
	memcpy(&first, comm, sizeof(first));
	memcpy(&second, comm + sizeof(first), sizeof(second));
	second &= ~0ULL >> 8;
	nul = ks_word_find_nul(first);
	if (nul) {
		first &= ks_word_before(nul);
		second = 0;
	} else {
		/* The last byte is one. */
		second &= ks_word_before(ks_word_find_nul(second));
	}
	WRITE_ONCE(to[0], first);
	WRITE_ONCE(to[1], second);
}

#endif
