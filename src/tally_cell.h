/* SPDX-License-Identifier: GPL-2.0 */
/* How a tally lies in memory: what its writers and readers share. */
#ifndef KRETSCOPE_TALLY_CELL_H
#define KRETSCOPE_TALLY_CELL_H

#include <asm/local64.h>

#include <kretscope/tally.h>

/* All arguments, comm, a number each, and which of them could not be read. */
#define KS_TALLY_WORDS \
	(KS_VALUES_MAX / 8 + KS_COMM_LEN / 8 + KS_TALLY_KEYS + 1)

/**
 * struct ks_tally_cell - what one CPU has counted of one key
 * @sum: of its values
 * @min: least of them, with the sign bit turned if they have one: such numbers
 *	compare as unsigned ones
 * @max: greatest of them, likewise
 * @row: counts; behind them are the words of the key
 *
 * Written by its own CPU only, with preemption off; nested writers (interrupts,
 * NMI) are allowed. As long as there is no count, there is no key.
 */
struct ks_tally_cell {
	local64_t sum;
	u64 min;
	u64 max;
	local64_t row[];
};

/**
 * struct ks_tally_cpu - what one CPU has counted
 * @nr: cells in use; a nested writer may leave one without a key
 * @cell: the cells, each of @cell_size bytes; number 0 is for all calls that
 *	found no room for their key
 * @index: hash table of cell numbers, in which 0 is none
 */
struct ks_tally_cpu {
	u32 nr;
	void *cell;
	u32 index[];
};

/**
 * struct ks_tally - a compiled hist clause, and what was counted
 * @nr_keys: fields in a key
 * @has_args: a key begins with a word in which bit N is set if its argument N
 *	could not be read
 * @key_words: length of a key
 * @nr_rows: KS_TALLY_ROWS, or KS_ROW_ZERO + 1 where calls are counted only
 * @has_value: they are not
 * @is_signed: values are
 * @size: how many keys a CPU has room for
 * @mask: slots of the hash table, less 1
 * @shift: leaves so many bits of a hash as make a slot
 * @cell_size: bytes
 * @faults: bits of the arguments in a key
 * @key: the fields
 * @value: what is put in the histograms
 * @name: names of the fields
 * @value_name: name of the value
 * @cpu: of each possible CPU
 */
struct ks_tally {
	unsigned int nr_keys;
	bool has_args;
	unsigned int key_words;
	unsigned int nr_rows;
	bool has_value;
	bool is_signed;
	unsigned int size;
	unsigned int mask;
	unsigned int shift;
	unsigned int cell_size;
	u64 faults;
	struct ks_field key[KS_TALLY_KEYS];
	struct ks_field value;
	char name[KS_TALLY_KEYS][KS_ARG_NAME_LEN];
	char value_name[KS_ARG_NAME_LEN];
	struct ks_tally_cpu *cpu[];
};

static __always_inline struct ks_tally_cell *
ks_tally_cell(const struct ks_tally *tally, const struct ks_tally_cpu *table,
	      unsigned int nr)
{
	return table->cell + nr * tally->cell_size;
}

static __always_inline u64 *ks_tally_key(const struct ks_tally *tally,
					 struct ks_tally_cell *cell)
{
	return (u64 *)(cell->row + tally->nr_rows);
}

/* Turns the sign bit of values that have one, there and back. */
static __always_inline u64 ks_tally_order(const struct ks_tally *tally, u64 val)
{
	return val ^ (u64)tally->is_signed << 63;
}

#endif
