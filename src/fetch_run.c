// SPDX-License-Identifier: GPL-2.0
/* Reads the arguments of one call: runs in handlers. */
#include <kretscope/fetch.h>

#include <asm/byteorder.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/string.h>

#include <compat/regs.h>
#include <compat/uaccess.h>
#include <kretscope/word.h>

#include "fetch_op.h"

/*
 * Numbers narrower than a word, and what is behind the NUL of a text, are cut
 * out of words that are read from memory.
 */
#ifndef __LITTLE_ENDIAN
#error "the lowest byte of a word must be its first"
#endif
static_assert(sizeof(long) == sizeof(u64));

static nokprobe_inline u64 get_register(const void *regs,
					const struct ks_insn *insn)
{
	return *(const u64 *)(regs + insn->val);
}

/* Readers may look at the same time, and notice. */
static nokprobe_inline void put_word(void *values, unsigned int at, u64 word)
{
	WRITE_ONCE(*(u64 *)(values + at), word);
}

static nokprobe_inline void put_zeros(void *values, unsigned int at,
				      const struct ks_insn *insn)
{
	for (; at < insn->dst + insn->size; at += sizeof(u64))
		put_word(values, at, 0);
}

/*
 * User memory is read to a word on the stack at all times: there the kernel's
 * check of where it is copied to takes no lock. And before "mm: Fix
 * copy_from_user_nofault()" its check of where it is copied from warns in
 * interrupts of debug kernels, unless page faults are off.
 */
static nokprobe_inline bool read_bytes(void *dst, u64 addr, size_t len,
				       bool is_user)
{
	unsigned long src = addr;
	long ret;

	if (!is_user)
		return ks_is_canonical(src) &&
		       !copy_from_kernel_nofault(dst, (const void *)src, len);
	pagefault_disable();
	ret = copy_from_user_nofault(dst, (const void __user *)src, len);
	pagefault_enable();
	return !ret;
}

static nokprobe_inline bool put_array(void *values, const struct ks_insn *insn,
				      u64 addr, bool is_user)
{
	unsigned int i, len;
	u64 word;

	for (i = 0; i < insn->size; i += sizeof(word)) {
		word = 0;
		len = min_t(unsigned int, insn->len - i, sizeof(word));
		if (!read_bytes(&word, addr + i, len, is_user))
			return false;
		put_word(values, insn->dst + i, word);
	}
	return true;
}

/*
 * The next 8 bytes of a text, or those up to a NUL: the page behind one with a
 * NUL may not be there.
 */
static nokprobe_inline bool read_text(u64 *word, u64 addr, bool is_user)
{
	unsigned int first = min_t(unsigned int, sizeof(*word),
				   PAGE_SIZE - (addr & (PAGE_SIZE - 1)));

	/* No NUL where nothing is read. */
	*word = ~0ULL;
	if (!read_bytes(word, addr, first, is_user))
		return false;
	if (likely(first == sizeof(*word)) || ks_word_find_nul(*word))
		return true;
	return read_bytes((char *)word + first, addr + first,
			  sizeof(*word) - first, is_user);
}

static nokprobe_inline bool put_string(void *values, const struct ks_insn *insn,
				       u64 addr, bool is_user)
{
	unsigned int at = insn->dst;
	unsigned int end = at + insn->size;
	u64 word, nul;

	for (; at < end; at += sizeof(word)) {
		if (!read_text(&word, addr, is_user))
			return false;
		addr += sizeof(word);
		nul = ks_word_find_nul(word);
		if (nul) {
			/* The bytes below that of the lowest mark. */
			put_word(values, at, word & ks_word_before(nul));
			put_zeros(values, at + sizeof(word), insn);
			return true;
		}
		put_word(values, at, word);
	}
	put_word(values, end - sizeof(word),
		 (word & ~0ULL >> 8) | (u64)KS_STRING_CUT << 56);
	return true;
}

/* Return: could all be read; @taken is what the next step goes on with. */
static nokprobe_inline bool step(const struct ks_insn *insn, const void *regs,
				 void *values, u64 *taken)
{
	bool is_user = insn->op & KS_OP_USER;
	u64 addr = *taken + insn->val;
	u64 word = 0;

	switch (insn->op & ~KS_OP_USER) {
	case KS_OP_PLAIN:
	case KS_OP_TYPED:
		word = ks_type_value(&insn->type, get_register(regs, insn));
		break;
	case KS_OP_REG:
		*taken = get_register(regs, insn);
		return true;
	case KS_OP_IMM:
		*taken = insn->val;
		return true;
	case KS_OP_STACK:
		addr = ks_regs_stack(regs, insn->val);
		if (!addr)
			return false;
		fallthrough;
	case KS_OP_DEREF:
		if (!read_bytes(&word, addr, sizeof(word), is_user))
			return false;
		*taken = word;
		return true;
	case KS_OP_MEM:
		if (!read_bytes(&word, addr, insn->type.size, is_user))
			return false;
		word = ks_type_value(&insn->type, word);
		break;
	case KS_OP_STORE:
		word = ks_type_value(&insn->type, *taken);
		break;
	case KS_OP_CONST:
		word = insn->val;
		break;
	case KS_OP_ARRAY:
		return put_array(values, insn, addr, is_user);
	case KS_OP_STRING:
		return put_string(values, insn, addr, is_user);
	case KS_OP_COMM:
		ks_word_copy_comm(values + insn->dst, current->comm);
		return true;
	case KS_OP_ZERO:
		put_zeros(values, insn->dst, insn);
		return true;
	}
	put_word(values, insn->dst, word);
	return true;
}

/*
 * The rest of a program. Not inlined: with the address of a local variable
 * taken, a stack protector guards it, and plain registers need not pay that.
 */
static noinline void run(const struct ks_fetch *fetch,
			 const struct ks_insn *insn, const void *regs,
			 void *values)
{
	u64 taken = 0;
	u64 faults;

	for (; insn->op != KS_OP_END; insn++) {
		if (likely(step(insn, regs, values, &taken)))
			continue;
		faults = READ_ONCE(*(u64 *)values);
		put_word(values, 0, faults | 1ULL << insn->arg);
		put_zeros(values, insn->dst, insn);
		if (fetch->faults)
			this_cpu_inc(*fetch->faults);
		/* Each step of an argument knows where its value is. */
		while (insn[1].arg == insn->arg)
			insn++;
	}
}
NOKPROBE_SYMBOL(run);

void ks_fetch_entry(const struct ks_fetch *fetch, struct pt_regs *regs,
		    void *values)
{
	const struct ks_insn *insn;

	put_word(values, 0, 0);
	insn = ks_fetch_plain(fetch->insn, regs, values);
	if (insn->op != KS_OP_END)
		run(fetch, insn, regs, values);
}
NOKPROBE_SYMBOL(ks_fetch_entry);

void ks_fetch_return(const struct ks_fetch *fetch, u64 ret, void *values)
{
	run(fetch, &fetch->insn[fetch->at_return], &ret, values);
}
NOKPROBE_SYMBOL(ks_fetch_return);
