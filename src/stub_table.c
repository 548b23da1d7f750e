// SPDX-License-Identifier: GPL-2.0
/* From the body of a function to the stub that its calls came through. */
#include "stub_table.h"

#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/slab.h>

/* What is looked for is found at once, mostly, and there is an empty one. */
#define SLOTS_PER_STUB	8

struct ks_stub ks_stub_none;

static struct {
	struct ks_stub_table table;
	struct ks_stub *slot;
} empty = { .slot = &ks_stub_none };

static_assert(offsetof(typeof(empty), slot) ==
	      offsetof(struct ks_stub_table, slots));

const struct ks_stub_table *ks_stub_table = &empty.table;

static struct ks_stub_table *in_use = &empty.table;	/* ks_probe_lock */
static struct ks_stub_table *old_ones;			/* ks_probe_lock */

struct ks_stub_table *ks_stub_table_create(unsigned int nr)
{
	struct ks_stub_table *table;
	unsigned long slots, i;

	if (!nr)
		return &empty.table;
	slots = roundup_pow_of_two(nr * SLOTS_PER_STUB);
	table = kvmalloc(struct_size(table, slots, slots), GFP_KERNEL);
	if (!table)
		return NULL;
	table->mask = slots - 1;
	for (i = 0; i < slots; i++)
		table->slots[i] = &ks_stub_none;
	return table;
}

void ks_stub_table_add(struct ks_stub_table *table, struct ks_stub *stub)
{
	unsigned long i = ks_stub_hash(stub->body);

	while (table->slots[i & table->mask] != &ks_stub_none)
		i++;
	table->slots[i & table->mask] = stub;
}

void ks_stub_table_use(struct ks_stub_table *table)
{
	lockdep_assert_held(&ks_probe_lock);
	if (in_use != &empty.table) {
		in_use->next = old_ones;
		old_ones = in_use;
	}
	in_use = table;
	/* Filled in first: stubs follow the pointer. */
	smp_store_release(&ks_stub_table, table);
}

struct ks_stub *ks_stub_table_next(unsigned long body, struct ks_stub *stub)
{
	unsigned long i;

	lockdep_assert_held(&ks_probe_lock);
	for (i = ks_stub_hash(body);; i++) {
		struct ks_stub *slot = in_use->slots[i & in_use->mask];

		if (slot == &ks_stub_none)
			return NULL;
		if (slot->body == body && !stub)
			return slot;
		if (slot == stub)
			stub = NULL;
	}
}

bool ks_stub_table_has(unsigned long stub, unsigned long body)
{
	const struct ks_stub_table *table = READ_ONCE(ks_stub_table);
	const struct ks_stub *slot;
	unsigned long i;

	for (i = ks_stub_hash(body);; i++) {
		slot = table->slots[i & table->mask];
		if (slot == &ks_stub_none)
			return false;
		if ((unsigned long)slot == stub)
			return true;
	}
}

struct ks_stub_table *ks_stub_table_take_old(void)
{
	struct ks_stub_table *old = old_ones;

	old_ones = NULL;
	return old;
}

void ks_stub_table_free_old(struct ks_stub_table *old)
{
	struct ks_stub_table *next;

	for (; old; old = next) {
		next = old->next;
		kvfree(old);
	}
}
