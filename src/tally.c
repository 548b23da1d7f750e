// SPDX-License-Identifier: GPL-2.0
/* Hist clauses of specs: their grammar, and memory for what is counted. */
#include "tally_cell.h"

#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <kretscope/memory.h>
#include <kretscope/number.h>

#define HITCOUNT	"hitcount"
#define LAT		"lat"

/**
 * struct parser - state while a clause is compiled
 * @env: what for
 * @pos: the next byte of its text
 * @end: behind its last
 * @tally: filled in
 */
struct parser {
	const struct ks_field_env *env;
	const char *pos;
	const char *end;
	struct ks_tally *tally;
};

static int refuse(const struct parser *p, const char *pos, enum ks_err err)
{
	return ks_field_refuse(p->env, pos, err);
}

/* A field, and its name for who reads. */
static int parse_field(struct parser *p, struct ks_field *field, char *name)
{
	size_t len = ks_field_word(p->pos);
	int ret;

	if (!len)
		return refuse(p, p->pos, KS_ERR_HIST_NO_FIELD);
	ret = ks_field_find(p->env, p->pos, len, field);
	if (ret)
		return ret;
	/* Longer than this is no name of any field. */
	memcpy(name, p->pos, len);
	p->pos += len;
	return 0;
}

static int parse_key(struct parser *p)
{
	struct ks_tally *tally = p->tally;
	struct ks_field *field = &tally->key[tally->nr_keys];
	char *name = tally->name[tally->nr_keys];
	const char *start = p->pos;
	unsigned int i;
	int ret;

	if (tally->nr_keys == KS_TALLY_KEYS)
		return refuse(p, start, KS_ERR_HIST_KEYS_MANY);
	ret = parse_field(p, field, name);
	if (ret)
		return ret;
	if (field->is_time)
		return refuse(p, start, KS_ERR_HIST_KEY_LAT);
	for (i = 0; i < tally->nr_keys; i++)
		if (!strcmp(tally->name[i], name))
			return refuse(p, start, KS_ERR_HIST_TWICE);
	if (ks_field_is_arg(field))
		tally->faults |= 1ULL << field->arg;
	tally->key_words += ks_type_is_text(&field->type) ?
			    field->size / sizeof(u64) : 1;
	tally->nr_keys++;
	return 0;
}

static int parse_keys(struct parser *p)
{
	int ret;

	for (;;) {
		ret = parse_key(p);
		if (ret || *p->pos != ',')
			return ret;
		p->pos++;
	}
}

static int parse_vals(struct parser *p)
{
	struct ks_tally *tally = p->tally;
	const char *start = p->pos;
	size_t len = ks_field_word(start);
	int ret;

	tally->has_value = true;
	if (ks_field_is_word(start, len, HITCOUNT) &&
	    !ks_fetch_find(p->env->fetch, start, len)) {
		tally->has_value = false;
		memcpy(tally->value_name, HITCOUNT, sizeof(HITCOUNT));
		p->pos += len;
	} else {
		ret = parse_field(p, &tally->value, tally->value_name);
		if (ret)
			return ret;
		if (!ks_type_is_number(&tally->value.type))
			return refuse(p, start, KS_ERR_HIST_VALS_BAD);
	}
	if (*p->pos == ',')
		return refuse(p, p->pos, KS_ERR_HIST_VALS_MANY);
	return 0;
}

static int parse_size(struct parser *p)
{
	const char *start = p->pos;
	u64 size;

	if (ks_number_parse(&p->pos, &size) || !size ||
	    size > KS_TALLY_SIZE_MAX)
		return refuse(p, start, KS_ERR_HIST_SIZE);
	p->tally->size = size;
	return 0;
}

/* Parts of a clause by their names, all those that ftrace has. */
static const struct part {
	const char *name;
	int (*parse)(struct parser *p);
} parts[] = {
	{ "keys", parse_keys },
	{ "key", parse_keys },
	{ "vals", parse_vals },
	{ "val", parse_vals },
	{ "values", parse_vals },
	{ "size", parse_size },
};

static int parse_part(struct parser *p)
{
	const char *start = p->pos;
	size_t len = ks_field_word(start);
	const struct ks_tally *tally = p->tally;
	const struct part *part;
	bool is_there;

	for (part = parts; part < parts + ARRAY_SIZE(parts); part++)
		if (ks_field_is_word(start, len, part->name))
			break;
	if (part == parts + ARRAY_SIZE(parts) || start[len] != '=')
		return refuse(p, start, KS_ERR_HIST_PART);
	is_there = part->parse == parse_keys ? tally->nr_keys :
		   part->parse == parse_vals ? *tally->value_name :
					       tally->size;
	if (is_there)
		return refuse(p, start, KS_ERR_HIST_TWICE);
	p->pos += len + 1;
	return part->parse(p);
}

static int parse(struct parser *p)
{
	const char *start = p->pos;
	int ret;

	for (;;) {
		ret = parse_part(p);
		if (ret)
			return ret;
		if (p->pos == p->end)
			break;
		if (*p->pos != ':')
			return refuse(p, p->pos, KS_ERR_HIST_TRAILING);
		p->pos++;
	}
	if (!p->tally->nr_keys)
		return refuse(p, start, KS_ERR_HIST_NO_KEYS);
	return 0;
}

/* What is not said, and what follows from what is. */
static void set_defaults(struct ks_tally *tally, const struct ks_field_env *env)
{
	const struct ks_type *type = &tally->value.type;

	if (!*tally->value_name && env->is_return) {
		ks_field_find(env, LAT, strlen(LAT), &tally->value);
		memcpy(tally->value_name, LAT, sizeof(LAT));
		tally->has_value = true;
	} else if (!*tally->value_name) {
		memcpy(tally->value_name, HITCOUNT, sizeof(HITCOUNT));
	}
	if (!tally->size)
		tally->size = KS_TALLY_SIZE;
	tally->has_args = tally->faults;
	tally->key_words += tally->has_args;
	tally->nr_rows = tally->has_value ? KS_TALLY_ROWS : KS_ROW_ZERO + 1;
	tally->is_signed = type->is_signed || type->base == KS_BASE_ERRNO;
	tally->mask = roundup_pow_of_two(2 * tally->size) - 1;
	tally->shift = 64 - ilog2(tally->mask + 1);
	tally->cell_size = sizeof(struct ks_tally_cell) +
			   (tally->nr_rows + tally->key_words) * sizeof(u64);
}

static int alloc_tables(struct ks_tally *tally)
{
	size_t index = (tally->mask + 1) * sizeof(u32);
	size_t cells = (tally->size + 1) * tally->cell_size;
	struct ks_tally_cpu *table;
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		table = ks_memory_alloc(sizeof(*table) + index + cells, cpu);
		if (!table)
			return -ENOMEM;
		table->cell = (void *)table->index + index;
		tally->cpu[cpu] = table;
	}
	return 0;
}

struct ks_tally *ks_tally_create(const struct ks_field_env *env,
				 const char *pos, const char *end)
{
	struct parser p = { .env = env, .pos = pos, .end = end };
	struct ks_tally *tally;
	int ret;

	tally = kzalloc(struct_size(tally, cpu, nr_cpu_ids), GFP_KERNEL);
	if (!tally)
		return ERR_PTR(-ENOMEM);
	p.tally = tally;
	ret = parse(&p);
	if (!ret) {
		set_defaults(tally, env);
		ret = alloc_tables(tally);
	}
	if (ret) {
		ks_tally_destroy(tally);
		return ERR_PTR(ret);
	}
	ks_tally_reset(tally);
	return tally;
}

void ks_tally_destroy(struct ks_tally *tally)
{
	unsigned int cpu;

	if (!tally)
		return;
	for_each_possible_cpu(cpu)
		kvfree(tally->cpu[cpu]);
	kfree(tally);
}

/*
 * First the table gets full, so that an NMI in between takes no cell: its call
 * is forgotten with the others. Not memset(): when probes are cleared, that may
 * be probed.
 */
static void reset_table(struct ks_tally *tally, struct ks_tally_cpu *table)
{
	u32 used = xchg(&table->nr, tally->size + 1), i;
	u64 *word = table->cell;
	size_t words;

	words = min(used, tally->size + 1) * (tally->cell_size / sizeof(*word));
	for (i = 0; i <= tally->mask; i++)
		WRITE_ONCE(table->index[i], 0);
	for (i = 0; i < words; i++)
		WRITE_ONCE(word[i], 0);
	for (i = 0; i <= tally->size; i++)
		WRITE_ONCE(ks_tally_cell(tally, table, i)->min, U64_MAX);
	smp_wmb();	/* who sees the new number sees no old cell */
	WRITE_ONCE(table->nr, 1);
}

void ks_tally_reset(struct ks_tally *tally)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		reset_table(tally, tally->cpu[cpu]);
}
