// SPDX-License-Identifier: GPL-2.0
/* Counts calls by key, in handlers. */
#include "tally_cell.h"

#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/compiler.h>
#include <linux/kprobes.h>

#include <compat/compiler.h>
#include <kretscope/word.h>

/* 2^64 divided by the golden ratio, to spread the bits of a hash. */
#define SPREAD	0x61c8864680b583ebULL

static __always_inline bool is_unread(const struct ks_field *field,
				      const struct ks_facts *facts)
{
	return field->load == KS_LOAD_ARG &&
	       *(const u64 *)facts->values >> field->arg & 1;
}

static __always_inline u64 number_of(const struct ks_field *field,
				     const struct ks_facts *facts)
{
	const void *fact = (const void *)facts + field->offset;

	switch (field->load) {
	case KS_LOAD_ARG:
		return *(const u64 *)(facts->values + field->offset);
	case KS_LOAD_RET:
		return ks_type_value(&field->type, facts->ret);
	case KS_LOAD_U32:
		return *(const u32 *)fact;
	}
	return *(const u64 *)fact;
}

static __always_inline void put_text(u64 *to, const u64 *text,
				     unsigned int size)
{
	unsigned int i;

	for (i = 0; i < size / sizeof(*to); i++)
		to[i] = READ_ONCE(text[i]);
}

static __always_inline void make_key(const struct ks_tally *tally,
				     const struct ks_facts *facts, u64 *to)
{
	const struct ks_field *field = tally->key;
	const struct ks_field *end = field + tally->nr_keys;

	if (tally->has_args)
		*to++ = *(const u64 *)facts->values & tally->faults;
	for (; field < end; field++) {
		switch (field->load) {
		case KS_LOAD_COMM:
			ks_word_copy_comm(to, facts->comm);
			break;
		case KS_LOAD_STRING:
			put_text(to, facts->values + field->offset,
				 field->size);
			break;
		default:
			*to++ = number_of(field, facts);
			continue;
		}
		to += field->size / sizeof(*to);
	}
}

static __always_inline u64 hash_of(const u64 *key, unsigned int words)
{
	u64 hash = 0;
	unsigned int i;

	for (i = 0; i < words; i++)
		hash = (rol64(hash, 29) ^ key[i]) * SPREAD;
	return hash;
}

static __always_inline bool is_same(const u64 *a, const u64 *b,
				    unsigned int words)
{
	unsigned int i;

	for (i = 0; i < words; i++)
		if (a[i] != b[i])
			return false;
	return true;
}

/*
 * A new cell for a key, in a slot that was empty. Where a nested writer comes
 * first to the slot, the cell is lost, which is rare.
 *
 * Return: the number that is in the slot now; 0: no cell is left.
 */
static noinline u32 take(const struct ks_tally *tally,
			 struct ks_tally_cpu *table, const u64 *key, u32 *slot)
{
	struct ks_tally_cell *cell;
	unsigned int i;
	u32 nr, there;
	u64 *to;

	do {
		nr = READ_ONCE(table->nr);
		if (nr > tally->size)
			return 0;
	} while (cmpxchg_local(&table->nr, nr, nr + 1) != nr);

	cell = ks_tally_cell(tally, table, nr);
	to = ks_tally_key(tally, cell);
	for (i = 0; i < tally->key_words; i++)
		WRITE_ONCE(to[i], key[i]);
	there = cmpxchg_local(slot, 0, nr);
	return there ?: nr;
}
NOKPROBE_SYMBOL(take);

static __always_inline struct ks_tally_cell *
find(const struct ks_tally *tally, struct ks_tally_cpu *table, const u64 *key)
{
	u32 at = hash_of(key, tally->key_words) >> tally->shift;
	struct ks_tally_cell *cell;
	unsigned int i;
	u32 nr;

	/* There are more slots than cells, so one of them is empty. */
	for (i = 0; i <= tally->mask; i++, at = (at + 1) & tally->mask) {
		nr = READ_ONCE(table->index[at]);
		if (!nr)
			nr = take(tally, table, key, &table->index[at]);
		cell = ks_tally_cell(tally, table, nr);
		if (!nr || is_same(ks_tally_key(tally, cell), key,
				   tally->key_words))
			return cell;
	}
	return ks_tally_cell(tally, table, 0);
}

static __always_inline void widen(u64 *least, u64 *greatest, u64 val)
{
	u64 old;

	while (unlikely(val < (old = READ_ONCE(*least))))
		if (cmpxchg_local(least, old, val) == old)
			break;
	while (unlikely(val > (old = READ_ONCE(*greatest))))
		if (cmpxchg_local(greatest, old, val) == old)
			break;
}

static __always_inline unsigned int count_value(const struct ks_tally *tally,
						const struct ks_facts *facts,
						struct ks_tally_cell *cell)
{
	u64 val;

	if (!tally->has_value)
		return KS_ROW_ZERO;
	if (is_unread(&tally->value, facts))
		return KS_ROW_FAULT;
	val = number_of(&tally->value, facts);
	local64_add(val, &cell->sum);
	widen(&cell->min, &cell->max, ks_tally_order(tally, val));
	if (tally->is_signed && (s64)val < 0)
		return KS_ROW_NEGATIVE;
	return KS_ROW_ZERO + fls64(val);
}

void ks_tally_add(const struct ks_tally *tally, const struct ks_facts *facts)
{
	struct ks_tally_cpu *table = tally->cpu[facts->cpu];
	struct ks_tally_cell *cell;
	u64 key[KS_TALLY_WORDS] KS_UNINITIALIZED;
	unsigned int row;

	make_key(tally, facts, key);
	cell = find(tally, table, key);
	row = count_value(tally, facts, cell);
	/* Last: what a reader counts has its key, and is in the rest. */
	smp_wmb();
	local64_inc(&cell->row[row]);
}
NOKPROBE_SYMBOL(ks_tally_add);
