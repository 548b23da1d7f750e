// SPDX-License-Identifier: GPL-2.0
/* What a tally must have counted, found by the simplest means. */
#include "tally_ref.h"

#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/string.h>

#include "filter_rig.h"
#include "test.h"

#define KEYS_MAX	8192
#define KEY_LEN		1024

struct entry {
	char key[KEY_LEN];
	u64 count;
	u64 sum;
	u64 min;
	u64 max;
	u64 row[KS_TALLY_ROWS];
	bool is_seen;
};

static struct entry entries[KEYS_MAX];
static unsigned int nr_entries;
static unsigned int limit;
static struct entry others;
static char names[KS_TALLY_KEYS][KS_ARG_NAME_LEN];
static unsigned int nr_names;
static char value[KS_ARG_NAME_LEN];
static bool has_value;

void ref_start(const char *clause)
{
	char text[256], *keys = text + strlen("keys="), *vals, *name;

	snprintf(text, sizeof(text), "%s", clause);
	snprintf(value, sizeof(value), "lat");
	vals = strchr(text, ':');
	if (vals) {
		*vals++ = '\0';
		snprintf(value, sizeof(value), "%s", vals + strlen("vals="));
	}
	has_value = strcmp(value, "hitcount");
	nr_names = 0;
	for (name = strtok(keys, ","); name; name = strtok(NULL, ","))
		snprintf(names[nr_names++], KS_ARG_NAME_LEN, "%s", name);
	memset(entries, 0, nr_entries * sizeof(*entries));
	nr_entries = 0;
	limit = KEYS_MAX;
	memset(&others, 0, sizeof(others));
	others.min = U64_MAX;
}

void ref_limit(unsigned int keys)
{
	limit = keys;
}

void ref_clean(struct ks_facts *facts)
{
	const struct ks_arg *arg;
	unsigned int i, len;
	char *text;

	for (i = 0; i < rig_fetch.nr; i++) {
		arg = &rig_fetch.arg[i];
		if (arg->when == KS_AS_RET)
			continue;
		text = (char *)facts->values + arg->offset;
		len = ks_type_is_text(&arg->type) ? strnlen(text, arg->size) :
						    arg->size;
		if (*(const u64 *)facts->values >> i & 1)
			len = 0;
		memset(text + len, 0, arg->size - len);
	}
}

/* Its number, type, and whether it could be read; false: it is a text. */
static bool get_number(const struct ks_facts *facts, const char *name,
		       u64 *val, struct ks_type *type, bool *is_fault)
{
	const struct ks_arg *arg = ks_fetch_find(&rig_fetch, name,
						 strlen(name));

	*is_fault = false;
	*type = (struct ks_type){ KS_BASE_DEC, 8 };
	if (arg) {
		*type = arg->type;
		if (arg->when == KS_AS_RET) {
			*val = ks_type_value(type, facts->ret);
			return true;
		}
		*is_fault = *(const u64 *)facts->values >>
			    (arg - rig_fetch.arg) & 1;
		if (ks_type_is_text(type))
			return false;
		memcpy(val, facts->values + arg->offset, sizeof(*val));
		return true;
	}
	*val = facts->lat;
	if (!strcmp(name, "pid"))
		*val = facts->pid;
	if (!strcmp(name, "tid"))
		*val = facts->tid;
	if (!strcmp(name, "cpu"))
		*val = facts->cpu;
	if (!strcmp(name, "ret")) {
		*type = rig_fetch.ret;
		*val = ks_type_value(type, facts->ret);
	}
	return strcmp(name, "comm");
}

static size_t put_text(char *buf, const struct ks_facts *facts,
		       const char *name)
{
	const struct ks_arg *arg = ks_fetch_find(&rig_fetch, name,
						 strlen(name));
	char comm[KS_COMM_LEN] = {};

	if (arg)
		return ks_fetch_format_text(buf, facts->values + arg->offset,
					    arg->size);
	memcpy(comm, facts->comm, strnlen(facts->comm, KS_COMM_LEN - 1));
	return ks_fetch_format_text(buf, comm, sizeof(comm));
}

/* As a key shows, with what could not be read in the value's place. */
static void put_key(char *buf, const struct ks_facts *facts)
{
	struct ks_type type;
	unsigned int i;
	bool is_number, is_fault;
	char *p = buf;
	u64 val;

	for (i = 0; i < nr_names; i++) {
		p += sprintf(p, " %s=", names[i]);
		is_number = get_number(facts, names[i], &val, &type, &is_fault);
		if (is_fault)
			p += sprintf(p, "(fault)");
		else if (is_number)
			p += ks_type_format(p, &type, val);
		else
			p += put_text(p, facts, names[i]);
	}
	*p = '\0';
}

static struct entry *find(const char *key)
{
	unsigned int i;

	for (i = 0; i < nr_entries; i++)
		if (!strcmp(entries[i].key, key))
			return &entries[i];
	return NULL;
}

static struct entry *find_or_add(const char *key)
{
	struct entry *entry = find(key);

	if (entry)
		return entry;
	if (nr_entries >= limit)
		return &others;
	entry = &entries[nr_entries++];
	snprintf(entry->key, sizeof(entry->key), "%s", key);
	entry->min = U64_MAX;
	return entry;
}

static bool is_signed(const struct ks_type *type)
{
	return type->is_signed || type->base == KS_BASE_ERRNO;
}

static bool is_less(const struct ks_type *type, u64 a, u64 b)
{
	return is_signed(type) ? (s64)a < (s64)b : a < b;
}

static void add_to(struct entry *entry, const struct ks_facts *facts)
{
	struct ks_type type;
	bool is_fault, is_first;
	unsigned int row;
	u64 val;

	is_first = entry->count == entry->row[KS_ROW_FAULT];
	entry->count++;
	if (!has_value) {
		entry->row[KS_ROW_ZERO]++;
		return;
	}
	get_number(facts, value, &val, &type, &is_fault);
	if (is_fault) {
		entry->row[KS_ROW_FAULT]++;
		return;
	}
	entry->sum += val;
	if (is_first || is_less(&type, val, entry->min))
		entry->min = val;
	if (is_first || is_less(&type, entry->max, val))
		entry->max = val;
	if (is_signed(&type) && (s64)val < 0) {
		entry->row[KS_ROW_NEGATIVE]++;
		return;
	}
	for (row = KS_ROW_ZERO; val; val >>= 1)
		row++;
	entry->row[row]++;
}

void ref_add(const struct ks_facts *facts)
{
	char key[KEY_LEN];

	put_key(key, facts);
	add_to(find_or_add(key), facts);
}

void ref_add_other(const struct ks_facts *facts)
{
	add_to(&others, facts);
}

/* What for_each has come to. */
static struct walk {
	const struct ks_tally *tally;
	unsigned int nr;
	u64 last;
	u64 count;
	u64 sum;
	bool has_others;
} walk;

static void expect_entry(struct entry *entry, const struct ks_tally_sum *sum)
{
	const char *key = entry->key;
	unsigned int i;

	EXPECT(!entry->is_seen, "%s comes twice", key);
	entry->is_seen = true;
	EXPECT(sum->count == entry->count, "%s: %llu, not %llu", key,
	       sum->count, entry->count);
	for (i = 0; i < KS_TALLY_ROWS; i++)
		EXPECT(sum->row[i] == entry->row[i], "%s: row %u", key, i);
	if (!has_value || entry->count == entry->row[KS_ROW_FAULT])
		return;
	EXPECT(sum->sum == entry->sum, "%s: %llu, not %llu", key, sum->sum,
	       entry->sum);
	EXPECT(sum->min == entry->min, "%s: %llu, not %llu", key, sum->min,
	       entry->min);
	EXPECT(sum->max == entry->max, "%s: %llu, not %llu", key, sum->max,
	       entry->max);
}

static void look(const struct ks_tally_sum *sum, void *arg)
{
	struct entry *entry = &others;
	char key[KEY_LEN];
	size_t len;

	EXPECT(arg == &walk, "%p", arg);
	EXPECT(!walk.has_others, "%s", "the others are not last");
	walk.has_others = !sum->key;
	if (sum->key) {
		len = ks_tally_format_key(key, walk.tally, sum->key);
		EXPECT(len < sizeof(key) && len <=
		       ks_tally_key_max(walk.tally), "%zu", len);
		key[len] = '\0';
		entry = find(key);
		EXPECT(entry, "%s", key);
		EXPECT(!walk.nr || sum->count <= walk.last,
		       "%llu behind %llu", sum->count, walk.last);
		walk.last = sum->count;
		walk.nr++;
	}
	if (entry)
		expect_entry(entry, sum);
}

static void look_at_sum(const struct ks_tally_sum *sum, void *arg)
{
	struct walk *w = arg;

	w->count += sum->count;
	w->sum += sum->sum;
}

static void walk_all(const struct ks_tally *tally,
		     void (*fn)(const struct ks_tally_sum *sum, void *arg))
{
	int ret;

	memset(&walk, 0, sizeof(walk));
	walk.tally = tally;
	ret = ks_tally_for_each(tally, fn, &walk);
	EXPECT(!ret, "%d", ret);
}

void ref_expect_same(const struct ks_tally *tally)
{
	unsigned int i;

	others.is_seen = false;
	for (i = 0; i < nr_entries; i++)
		entries[i].is_seen = false;
	walk_all(tally, look);
	EXPECT(walk.nr == nr_entries, "%u keys, not %u", walk.nr, nr_entries);
	EXPECT(walk.has_others == !!others.count, "%llu others", others.count);
}

void ref_expect_sum(const struct ks_tally *tally)
{
	walk_all(tally, look_at_sum);
	EXPECT(walk.count == others.count, "%llu, not %llu", walk.count,
	       others.count);
	EXPECT(walk.sum == others.sum, "%llu, not %llu", walk.sum, others.sum);
}
