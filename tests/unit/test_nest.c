// SPDX-License-Identifier: GPL-2.0
/* Tests of the ring with interrupts at every point of writing and reading. */
#include <linux/string.h>

#include <stdlib.h>

#include "ring_rig.h"
#include "test.h"

#define DEPTH_MAX	4	/* task, softirq, hardirq, NMI */

/*
 * Nesting, exhaustively: the writer at depth d is interrupted by another at
 * its point number plan[d], for all plans.
 */
#define POINTS		32
#define LEVELS		3

static unsigned int plan[LEVELS];
static unsigned int point[LEVELS];
static unsigned int deepest;

/* All that a reader can see from within an interrupt. */
static void look(void)
{
	struct cursor cursor = {};

	read_some(&cursor, U64_MAX, SLOTS_MAX);
	EXPECT(cursor.lost + cursor.delivered == ks_ring_end(&ring),
	       "%llu %llu", cursor.lost, cursor.delivered);
}

static void nest_by_plan(void)
{
	unsigned int level = depth - 1;

	if (level >= LEVELS || point[level]++ != plan[level])
		return;
	deepest = max(deepest, depth);
	if (depth < LEVELS)
		point[depth] = 0;
	on_point = NULL;
	look();
	on_point = nest_by_plan;
	write_one();
}

static void nest_all(u64 nslots, bool is_oldest)
{
	struct cursor cursor = {};
	unsigned int i, nr;

	/* Some are there already, and one reader has lost none of them. */
	rig_start(nslots, is_oldest);
	write_many(nslots - 1);
	read_all(&cursor);
	ks_ring_free(&ring, cursor.pos / 2);
	nr = recorded + dropped;

	for (i = 0; i < 2; i++) {
		point[0] = 0;
		on_point = nest_by_plan;
		write_one();
		on_point = NULL;
		expect_settled();
		read_all(&cursor);
		expect_identity(&cursor);
	}
	EXPECT(recorded + dropped - nr <= 2 * (LEVELS + 1), "%llu", recorded);
	if (is_oldest)
		EXPECT(!cursor.lost, "%llu", cursor.lost);
}

static void test_nesting(void)
{
	unsigned int i, k, m, mode;

	deepest = 0;
	for (i = 0; i < POINTS; i++)
		for (k = 0; k < POINTS; k++)
			for (m = 0; m < POINTS; m++)
				for (mode = 0; mode < 4; mode++) {
					plan[0] = i;
					plan[1] = k;
					plan[2] = m;
					nest_all(mode < 2 ? 2 : 8, mode & 1);
				}
	EXPECT(deepest == LEVELS, "%u", deepest);
	EXPECT(point[0] < POINTS, "%u points, not all were tried", point[0]);
}

/*
 * A reader that is overtaken while it copies: at point number overtake_at the
 * writer adds overtake_by records.
 */
static unsigned int overtake_at, overtake_by, overtake_point;

static void overtake(void)
{
	if (overtake_point++ != overtake_at)
		return;
	on_point = NULL;
	write_many(overtake_by);
}

static void test_overtaking(void)
{
	unsigned int before, torn = 0;

	for (before = 0; before <= 10; before++)
		for (overtake_by = 1; overtake_by <= 10; overtake_by++)
			for (overtake_at = 0; overtake_at < 48; overtake_at++) {
				struct cursor cursor = {};

				rig_start(4, false);
				write_many(before);
				overtake_point = 0;
				on_point = overtake;
				read_some(&cursor, U64_MAX, SLOTS_MAX);
				expect_identity(&cursor);
				torn += cursor.lost > 0 && before <= 4;
				on_point = NULL;
				read_all(&cursor);
				expect_identity(&cursor);
				EXPECT(cursor.delivered >= min(recorded,
							       (u64)4),
				       "%llu", cursor.delivered);
			}
	EXPECT(torn > 100, "%u: hardly a reader was overtaken", torn);
}

/* Any number of interrupts at random points, and readers in them. */
static struct cursor cursors[3];
static bool is_reading;

static void nest_at_random(void)
{
	unsigned long long dice = test_random();
	struct cursor *cursor;

	if (depth < DEPTH_MAX && dice % 16 == 0)
		write_one();
	if (is_reading || dice >> 8 & 31)
		return;
	/* The first is fast, the last is slow. */
	cursor = &cursors[(dice >> 16) % ARRAY_SIZE(cursors)];
	if (cursor == &cursors[2] && dice >> 24 & 63)
		return;
	is_reading = true;
	read_some(cursor, U64_MAX, 1 + (dice >> 32) % SLOTS_MAX);
	is_reading = false;
}

static void nest_randomly(u64 nslots, bool is_oldest)
{
	unsigned int i, n;
	u64 done, k;

	rig_start(nslots, is_oldest);
	for (i = 0; i < ARRAY_SIZE(cursors); i++) {
		memset(&cursors[i], 0, sizeof(cursors[i]));
		cursors[i].seen = calloc(SEQ_MAX, sizeof(bool));
	}
	for (n = 0; n < 20000; n++) {
		on_point = nest_at_random;
		write_one();
		on_point = NULL;
		expect_settled();
		done = min(cursors[0].pos, min(cursors[1].pos, cursors[2].pos));
		if (is_oldest)
			ks_ring_free(&ring, done);
		for (i = 0; i < ARRAY_SIZE(cursors); i++)
			expect_identity(&cursors[i]);
	}

	EXPECT(recorded + dropped > n && recorded < SEQ_MAX, "%llu %llu",
	       recorded, dropped);
	EXPECT(recorded > 4 * nslots, "%llu", recorded);
	/* A large one is never full of unfinished records. */
	if (is_oldest || nslots < 16)
		EXPECT(dropped, "no writer met a full ring");
	for (i = 0; i < ARRAY_SIZE(cursors); i++) {
		read_all(&cursors[i]);
		expect_identity(&cursors[i]);
		if (is_oldest)
			EXPECT(!cursors[i].lost, "%llu", cursors[i].lost);
		for (k = 0, done = 0; k < recorded; k++)
			done += cursors[i].seen[k];
		EXPECT(done == cursors[i].delivered, "%llu %llu", done,
		       cursors[i].delivered);
		free(cursors[i].seen);
	}
	if (!is_oldest)
		EXPECT(cursors[2].lost, "the slow reader was never lapped");
}

static void test_random_nesting(void)
{
	nest_randomly(8, false);
	nest_randomly(64, false);
	nest_randomly(8, true);
	nest_randomly(64, true);
}

static const struct test tests[] = {
	{ "writers nested 4 deep at every point", test_nesting },
	{ "readers overtaken at every point", test_overtaking },
	{ "writers and readers nested at random", test_random_nesting },
	{}
};

int main(void)
{
	return test_run("nest", tests);
}
