// SPDX-License-Identifier: GPL-2.0
/* Reads tallies: sums over CPUs, in the order of their counts, and as text. */
#include "tally_cell.h"

#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

/* How often to read again while calls come in, hoping for a quiet moment. */
#define SUM_TRIES	4

/**
 * struct found - a cell that has counted something
 * @tally: of which tally
 * @cell: the cell
 * @count: how much; of the first of some that are one key, of all of them
 * @nr: how many are one, from this one on
 * @hidden: bit N: word N of the key shows the same as others that differ
 */
struct found {
	const struct ks_tally *tally;
	struct ks_tally_cell *cell;
	u64 count;
	unsigned int nr;
	u32 hidden;
};

static_assert(KS_TALLY_WORDS <= 32);

/**
 * struct harvest - what there is of a tally
 * @cells: how many cells each CPU had in use at first; later ones are left out
 * @nr: cells of all CPUs that have counted something
 * @found: these
 * @nr_firsts: keys
 * @firsts: the first cell of each
 */
struct harvest {
	u32 *cells;
	size_t nr;
	struct found *found;
	size_t nr_firsts;
	struct found **firsts;
};

static u64 count_cell(const struct ks_tally *tally,
		      const struct ks_tally_cell *cell)
{
	unsigned int i;
	u64 count = 0;

	for (i = 0; i < tally->nr_rows; i++)
		count += local64_read(&cell->row[i]);
	return count;
}

static u32 find_hidden(const struct ks_tally *tally, const u64 *key)
{
	const struct ks_field *field = tally->key;
	unsigned int word = tally->has_args, i;
	u32 hidden = 0;

	for (i = 0; i < tally->nr_keys; i++, field++) {
		if (ks_type_is_text(&field->type)) {
			word += field->size / sizeof(*key);
			continue;
		}
		if (ks_type_hides(&field->type, key[word]))
			hidden |= 1U << word;
		word++;
	}
	return hidden;
}

static void find_cells(const struct ks_tally *tally, unsigned int cpu,
		       struct harvest *harvest)
{
	struct found *found;
	u32 i;

	for (i = 1; i < harvest->cells[cpu]; i++) {
		found = &harvest->found[harvest->nr];
		found->tally = tally;
		found->cell = ks_tally_cell(tally, tally->cpu[cpu], i);
		found->count = count_cell(tally, found->cell);
		if (!found->count)
			continue;
		/* pairs with that in ks_tally_add() */
		smp_rmb();
		found->hidden = find_hidden(tally, ks_tally_key(tally,
								found->cell));
		harvest->nr++;
	}
}

static int by_key(const void *a, const void *b)
{
	const struct found *x = a, *y = b;
	const u64 *x_key = ks_tally_key(x->tally, x->cell);
	const u64 *y_key = ks_tally_key(y->tally, y->cell);
	unsigned int i;

	if (x->hidden != y->hidden)
		return x->hidden < y->hidden ? -1 : 1;
	for (i = 0; i < x->tally->key_words; i++)
		if (x_key[i] != y_key[i] && !(x->hidden >> i & 1))
			return x_key[i] < y_key[i] ? -1 : 1;
	return 0;
}

static int by_count(const void *a, const void *b)
{
	const struct found *x = *(struct found *const *)a;
	const struct found *y = *(struct found *const *)b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return by_key(x, y);
}

static void join_same(struct harvest *harvest)
{
	struct found *first = NULL, *found;
	size_t i;

	for (i = 0; i < harvest->nr; i++) {
		found = &harvest->found[i];
		if (first && !by_key(first, found)) {
			first->count += found->count;
			first->nr++;
			continue;
		}
		first = found;
		first->nr = 1;
		harvest->firsts[harvest->nr_firsts++] = first;
	}
}

/* Values of calls that come in between must not be without the calls. */
static void add_cell(const struct ks_tally *tally, struct ks_tally_sum *sum,
		     const struct ks_tally_cell *cell)
{
	u64 row[KS_TALLY_ROWS], count, total;
	int tries = SUM_TRIES;
	unsigned int i;

	do {
		for (i = 0, count = 0; i < tally->nr_rows; i++) {
			row[i] = local64_read(&cell->row[i]);
			count += row[i];
		}
		/* pairs with that in ks_tally_add() */
		smp_rmb();
		total = local64_read(&cell->sum);
		sum->min = min(sum->min, READ_ONCE(cell->min));
		sum->max = max(sum->max, READ_ONCE(cell->max));
		smp_rmb();	/* rows again after the total */
	} while (count_cell(tally, cell) != count && --tries);

	for (i = 0; i < tally->nr_rows; i++)
		sum->row[i] += row[i];
	sum->count += count;
	sum->sum += total;
}

static void begin_sum(struct ks_tally_sum *sum)
{
	memset(sum, 0, sizeof(*sum));
	sum->min = U64_MAX;
}

static void end_sum(const struct ks_tally *tally, struct ks_tally_sum *sum)
{
	sum->min = ks_tally_order(tally, sum->min);
	sum->max = ks_tally_order(tally, sum->max);
}

static void read_all(const struct ks_tally *tally, struct harvest *harvest,
		     struct ks_tally_sum *sum,
		     void (*fn)(const struct ks_tally_sum *sum, void *arg),
		     void *arg)
{
	struct found *first;
	unsigned int k, cpu;
	size_t i;

	for_each_possible_cpu(cpu) {
		find_cells(tally, cpu, harvest);
		cond_resched();
	}
	sort(harvest->found, harvest->nr, sizeof(*harvest->found), by_key,
	     NULL);
	join_same(harvest);
	sort(harvest->firsts, harvest->nr_firsts, sizeof(*harvest->firsts),
	     by_count, NULL);
	for (i = 0; i < harvest->nr_firsts; i++) {
		first = harvest->firsts[i];
		begin_sum(sum);
		sum->key = ks_tally_key(tally, first->cell);
		for (k = 0; k < first->nr; k++)
			add_cell(tally, sum, first[k].cell);
		end_sum(tally, sum);
		fn(sum, arg);
		cond_resched();
	}

	begin_sum(sum);
	for_each_possible_cpu(cpu)
		add_cell(tally, sum, ks_tally_cell(tally, tally->cpu[cpu], 0));
	end_sum(tally, sum);
	if (sum->count)
		fn(sum, arg);
}

int ks_tally_for_each(const struct ks_tally *tally,
		      void (*fn)(const struct ks_tally_sum *sum, void *arg),
		      void *arg)
{
	struct harvest harvest = {};
	struct ks_tally_sum *sum;
	size_t max = 0;
	unsigned int cpu;
	int ret = -ENOMEM;

	sum = kmalloc(sizeof(*sum), GFP_KERNEL);
	harvest.cells = kcalloc(nr_cpu_ids, sizeof(*harvest.cells), GFP_KERNEL);
	if (!sum || !harvest.cells)
		goto out_small;
	for_each_possible_cpu(cpu) {
		harvest.cells[cpu] = READ_ONCE(tally->cpu[cpu]->nr);
		max += harvest.cells[cpu];
	}
	harvest.found = kvcalloc(max, sizeof(*harvest.found), GFP_KERNEL);
	harvest.firsts = kvcalloc(max, sizeof(*harvest.firsts), GFP_KERNEL);
	if (harvest.found && harvest.firsts) {
		read_all(tally, &harvest, sum, fn, arg);
		ret = 0;
	}
	kvfree(harvest.firsts);
	kvfree(harvest.found);
out_small:
	kfree(harvest.cells);
	kfree(sum);
	return ret;
}

const char *ks_tally_value_name(const struct ks_tally *tally)
{
	return tally->has_value ? tally->value_name : NULL;
}

size_t ks_tally_format_value(char *buf, const struct ks_tally *tally, u64 val)
{
	struct ks_type type = tally->value.type;

	/* A mean of errors is none. */
	if (type.base == KS_BASE_ERRNO)
		type = (struct ks_type){ KS_BASE_DEC, type.size, true };
	return ks_type_format(buf, &type, val);
}

size_t ks_tally_key_max(const struct ks_tally *tally)
{
	/* ks_type_format() wants so much, however short its text will be. */
	size_t max = KS_VALUE_MAX;
	unsigned int i;

	for (i = 0; i < tally->nr_keys; i++) {
		max += strlen(" =") + strlen(tally->name[i]);
		max += ks_type_is_text(&tally->key[i].type) ?
		       ks_fetch_text_max(tally->key[i].size) : KS_VALUE_MAX;
	}
	return max;
}

size_t ks_tally_format_key(char *buf, const struct ks_tally *tally,
			   const u64 *key)
{
	u64 faults = tally->has_args ? *key++ : 0;
	const struct ks_field *field;
	unsigned int i;
	char *p = buf;

	for (i = 0; i < tally->nr_keys; i++) {
		field = &tally->key[i];
		p += ks_fetch_format_name(p, tally->name[i]);
		if (ks_field_is_arg(field) && faults >> field->arg & 1)
			p += ks_fetch_format_fault(p);
		else if (ks_type_is_text(&field->type))
			p += ks_fetch_format_text(p, key, field->size);
		else
			p += ks_type_format(p, &field->type, *key);
		key += max_t(unsigned int, field->size / sizeof(*key), 1);
	}
	return p - buf;
}

static u64 magnitude(u64 val)
{
	return (s64)val < 0 ? -val : val;
}

static bool add_product(u64 *sum, u64 count, u64 val)
{
	u64 product;

	return !check_mul_overflow(count, val, &product) &&
	       !check_add_overflow(*sum, product, sum);
}

/* Does the sum fit even if all values are the largest ones of their rows? */
static bool fits(const struct ks_tally *tally, const struct ks_tally_sum *sum)
{
	u64 limit = tally->is_signed ? S64_MAX : U64_MAX;
	u64 most = 0, largest;
	unsigned int i;

	if (!add_product(&most, sum->row[KS_ROW_NEGATIVE],
			 magnitude(sum->min)))
		return false;
	for (i = KS_ROW_ZERO + 1; i < KS_TALLY_ROWS; i++) {
		if (!sum->row[i])
			continue;
		largest = U64_MAX >> (KS_TALLY_ROWS - 1 - i);
		if (!add_product(&most, sum->row[i], min(largest, sum->max)))
			return false;
	}
	return most <= limit;
}

bool ks_tally_mean(const struct ks_tally *tally, const struct ks_tally_sum *sum,
		   u64 *mean)
{
	u64 count = sum->count - sum->row[KS_ROW_FAULT];
	const struct ks_type *type = &tally->value.type;

	/* From a mean and its count an address could be told. */
	if (ks_type_hides(type, sum->min) || ks_type_hides(type, sum->max))
		return false;
	*mean = tally->is_signed ? div64_s64(sum->sum, count) :
				   div64_u64(sum->sum, count);
	return fits(tally, sum);
}
