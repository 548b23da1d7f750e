// SPDX-License-Identifier: GPL-2.0
/* Tests of the ring with one writer at a time. */
#include <linux/string.h>

#include <stdlib.h>

#include "ring_rig.h"
#include "test.h"

static void test_empty(void)
{
	struct cursor cursor = {};

	rig_start(8, false);
	EXPECT(!read_some(&cursor, U64_MAX, 8) && !cursor.pos, "not empty");

	/* No memory: every record is dropped. */
	rig_start(0, false);
	write_many(3);
	EXPECT(dropped == 3 && !recorded, "%llu", dropped);
	EXPECT(!read_some(&cursor, U64_MAX, 8) && !cursor.pos, "not empty");
	expect_settled();
	rig_start(0, true);
	write_many(3);
	EXPECT(dropped == 3 && !recorded, "%llu", dropped);
	expect_settled();
}

static void test_newest(void)
{
	u64 total;

	for (total = 0; total <= 50; total++) {
		struct cursor cursor = {};
		u64 kept = min(total, (u64)8);

		rig_start(8, false);
		write_many(total);
		expect_settled();
		EXPECT(!dropped, "%llu", dropped);
		EXPECT(ks_ring_first(&ring) == total - kept, "%llu",
		       ks_ring_first(&ring));
		EXPECT(read_some(&cursor, U64_MAX, SLOTS_MAX) == kept,
		       "%llu of %llu", cursor.delivered, total);
		EXPECT(cursor.lost == total - kept, "%llu", cursor.lost);
		expect_run(&cursor, total - kept, kept);
		expect_identity(&cursor);
	}
}

static void test_oldest(void)
{
	struct cursor cursor = {};

	rig_start(8, true);
	write_many(30);
	expect_settled();
	EXPECT(recorded == 8 && dropped == 22, "%llu %llu", recorded, dropped);
	EXPECT(read_some(&cursor, U64_MAX, 3) == 3, "%llu", cursor.delivered);
	expect_run(&cursor, 0, 3);
	/* Read is not free: there may be another reader. */
	write_one();
	EXPECT(dropped == 23, "%llu", dropped);
	ks_ring_free(&ring, cursor.pos);
	/* What is free stays free. */
	ks_ring_free(&ring, 1);
	write_many(5);
	EXPECT(recorded == 11 && dropped == 25, "%llu %llu", recorded, dropped);
	EXPECT(read_some(&cursor, U64_MAX, SLOTS_MAX) == 8, "%llu",
	       cursor.delivered);
	expect_run(&cursor, 3, 8);
	EXPECT(!cursor.lost, "%llu", cursor.lost);
	expect_identity(&cursor);
}

static void test_parts(void)
{
	struct cursor cursor = {};
	u64 i;

	rig_start_wide(16, KS_RING_SHIFT_MAX, false);
	write_many(13);
	for (i = 0; i < 13; i++) {
		EXPECT(read_some(&cursor, U64_MAX, 1) == 1, "%llu", i);
		expect_run(&cursor, i, 1);
	}
	EXPECT(!read_some(&cursor, U64_MAX, 1), "one too many");

	/* A snapshot ends where it was told to, also when lapped meanwhile. */
	memset(&cursor, 0, sizeof(cursor));
	EXPECT(read_some(&cursor, 5, SLOTS_MAX) == 5, "%llu", cursor.pos);
	EXPECT(!read_some(&cursor, 5, SLOTS_MAX), "%llu", cursor.pos);
	write_many(100);
	EXPECT(!read_some(&cursor, 10, SLOTS_MAX), "%llu", cursor.pos);
	EXPECT(cursor.pos == 10 && cursor.lost == 5, "%llu %llu", cursor.pos,
	       cursor.lost);
}

static void test_clear(void)
{
	struct cursor cursor = {};
	bool is_oldest;

	for (is_oldest = false;; is_oldest = true) {
		rig_start(8, is_oldest);
		write_many(6);
		ks_ring_clear(&ring);
		EXPECT(ks_ring_first(&ring) == 6, "%llu", ks_ring_first(&ring));
		cursor.pos = ks_ring_first(&ring);
		EXPECT(!read_some(&cursor, U64_MAX, SLOTS_MAX), "not cleared");
		write_many(8);
		EXPECT(!dropped, "%llu", dropped);
		EXPECT(read_some(&cursor, U64_MAX, SLOTS_MAX) == 8, "%llu",
		       cursor.pos);
		expect_run(&cursor, 6, 8);
		/* Who had not read them has lost the cleared ones. */
		memset(&cursor, 0, sizeof(cursor));
		read_some(&cursor, U64_MAX, SLOTS_MAX);
		EXPECT(cursor.lost == 6 && cursor.delivered == 8, "%llu %llu",
		       cursor.lost, cursor.delivered);
		expect_identity(&cursor);
		if (is_oldest)
			break;
	}
}

static void test_resize(void)
{
	char *other = malloc(4 << KS_RING_SHIFT_MAX);
	struct ks_ring_memory mem;
	struct cursor cursor = {};

	ks_ring_memory_init(&mem, other, 4, KS_RING_SHIFT_MAX);
	rig_start(8, false);
	write_many(11);
	ks_ring_set_memory(&ring, &mem);
	EXPECT(mem.slots == ring_slots && mem.nslots == 8 &&
	       mem.shift == KS_RING_SHIFT_MIN, "wrong memory");
	write_many(6);
	expect_settled();
	read_all(&cursor);
	EXPECT(cursor.delivered == 4 && cursor.lost == 13, "%llu %llu",
	       cursor.delivered, cursor.lost);
	expect_identity(&cursor);
	mem.nslots = 64;
	ks_ring_set_memory(&ring, &mem);
	EXPECT(mem.slots == other && mem.nslots == 4 &&
	       mem.shift == KS_RING_SHIFT_MAX, "wrong memory");
	free(other);
	write_many(60);
	read_all(&cursor);
	EXPECT(cursor.delivered == 64 && cursor.lost == 13, "%llu %llu",
	       cursor.delivered, cursor.lost);
	expect_identity(&cursor);
}

/* What a writer knew of the room it had goes with the memory. */
static void test_resize_oldest(void)
{
	struct ks_ring_memory mem;

	rig_start(8, true);
	write_many(2);
	ks_ring_memory_init(&mem, calloc(4, 1 << KS_RING_SHIFT_MIN), 4,
			    KS_RING_SHIFT_MIN);
	ks_ring_set_memory(&ring, &mem);
	write_many(8);
	EXPECT(recorded == 6 && dropped == 4, "%llu %llu", recorded, dropped);
	ks_ring_set_memory(&ring, &mem);
	free(mem.slots);
}

static void test_mode(void)
{
	struct cursor cursor = {};

	/* What is in the ring when it becomes oldest stays. */
	rig_start(8, false);
	write_many(20);
	ks_ring_set_oldest(&ring, true);
	write_many(5);
	EXPECT(dropped == 5, "%llu", dropped);
	EXPECT(read_some(&cursor, U64_MAX, SLOTS_MAX) == 8, "%llu",
	       cursor.pos);
	expect_run(&cursor, 12, 8);
	/* As newest again it goes on at once. */
	ks_ring_set_oldest(&ring, false);
	write_many(5);
	EXPECT(dropped == 5 && recorded == 25, "%llu", recorded);
	EXPECT(read_some(&cursor, U64_MAX, SLOTS_MAX) == 5, "%llu",
	       cursor.pos);
	expect_run(&cursor, 20, 5);
	expect_identity(&cursor);

	/* One that was not full takes what fits. */
	rig_start(8, false);
	write_many(3);
	ks_ring_set_oldest(&ring, true);
	write_many(8);
	EXPECT(recorded == 8 && dropped == 3, "%llu %llu", recorded, dropped);
}

static const struct test tests[] = {
	{ "empty, and without memory", test_empty },
	{ "newest: the last records stay, the loss is exact", test_newest },
	{ "oldest: the first records stay, the rest is dropped", test_oldest },
	{ "reading in parts, and up to an end", test_parts },
	{ "clear", test_clear },
	{ "resize", test_resize },
	{ "resize in mode oldest", test_resize_oldest },
	{ "change of mode", test_mode },
	{}
};

int main(void)
{
	return test_run("ring", tests);
}
