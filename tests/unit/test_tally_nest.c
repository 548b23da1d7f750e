// SPDX-License-Identifier: GPL-2.0
/* Tests of tallies with something at every point of writing and reading. */
#include <kretscope/tally.h>

#include <linux/kernel.h>
#include <linux/string.h>

#include "filter_rig.h"
#include "interrupt.h"
#include "tally_ref.h"
#include "tally_rig.h"
#include "test.h"

/* What is to happen wherever something else can be interrupted. */
static void (*on_point)(void);
static unsigned int points;

/*
 * A writer that is interrupted at each of its points by another, which is
 * interrupted in turn: nothing is lost, whatever the keys.
 */
#define POINTS	24
#define LEVELS	3

static struct ks_tally *nested;
static unsigned int plan[LEVELS];
static u32 tids[LEVELS + 1];
static unsigned int point[LEVELS];
static unsigned int level;
static bool is_nesting;
static unsigned int deepest;

void test_interrupt(void)
{
	unsigned int at = level;
	void (*fn)(void) = on_point;

	points++;
	on_point = NULL;
	if (fn)
		fn();
	if (!on_point)
		on_point = fn;
	if (!is_nesting || at >= LEVELS || point[at]++ != plan[at])
		return;
	level++;
	deepest = max(deepest, level);
	if (level < LEVELS)
		point[level] = 0;
	tally_call(nested, tids[level], 100 * level);
	level--;
}

static void nest_once(unsigned int size)
{
	char text[64];

	snprintf(text, sizeof(text), "keys=tid:size=%u", size);
	nested = tally_make(text);
	ref_start("keys=tid");
	/* Which of them finds room is not said, but that all are counted is. */
	ref_limit(size < LEVELS + 1 ? 0 : size);
	point[0] = 0;
	is_nesting = true;
	tally_call(nested, tids[0], 7);
	is_nesting = false;
	if (size < LEVELS + 1)
		ref_expect_sum(nested);
	else
		ref_expect_same(nested);
	ks_tally_destroy(nested);
}

static void test_nesting(void)
{
	static const u32 choices[][LEVELS + 1] = {
		{ 1, 1, 1, 1 }, { 1, 2, 3, 4 }, { 1, 2, 1, 2 }, { 1, 1, 2, 1 },
	};
	unsigned int i, k, m, c;

	for (c = 0; c < ARRAY_SIZE(choices); c++)
		for (i = 0; i < POINTS; i++)
			for (k = 0; k < POINTS; k++)
				for (m = 0; m < POINTS; m++) {
					memcpy(tids, choices[c], sizeof(tids));
					plan[0] = i;
					plan[1] = k;
					plan[2] = m;
					nest_once(2);
					nest_once(8);
				}
	EXPECT(deepest == LEVELS, "%u", deepest);
	EXPECT(point[0] < POINTS, "%u points, not all were tried", point[0]);
}

static struct ks_tally *disturbed;
static unsigned int disturb_at;
static u32 new_tid;

static unsigned int more_calls;

/* New keys, and calls of an old one, once, at one point. */
static void disturb(void)
{
	struct ks_facts facts;
	unsigned int i;

	if (points != disturb_at)
		return;
	for (i = 0; i < 10; i++) {
		facts = tally_facts(new_tid++, 1);
		ks_tally_add(disturbed, &facts);
	}
	facts = tally_facts(1, 50);
	for (i = 0; i < more_calls; i++)
		ks_tally_add(disturbed, &facts);
}

static u64 count_of[4];

static void note_count(const struct ks_tally_sum *sum, void *arg)
{
	u64 tid = sum->key ? *sum->key : 0;

	if (tid < ARRAY_SIZE(count_of))
		count_of[tid] = sum->count;
	/* As many rows as calls, and no value without its call. */
	EXPECT(!ks_tally_mean(arg, sum, &tid) || tid <= sum->max,
	       "mean %llu, max %llu", tid, sum->max);
}

/* A reader misses no key that was there, whatever comes in between. */
static void test_read_disturbed(void)
{
	struct ks_facts facts;
	unsigned int i;
	bool is_over = false;

	more_calls = 100;
	for (disturb_at = 1; !is_over; disturb_at++) {
		disturbed = tally_make("keys=tid");
		for (i = 0; i < 30; i++) {
			facts = tally_facts(1 + i % 3, i);
			facts.cpu = i % 2;
			ks_tally_add(disturbed, &facts);
		}
		memset(count_of, 0, sizeof(count_of));
		new_tid = 100;
		points = 0;
		on_point = disturb;
		EXPECT(!ks_tally_for_each(disturbed, note_count, disturbed),
		       "%u", disturb_at);
		on_point = NULL;
		is_over = points < disturb_at;
		for (i = 1; i < 4; i++)
			EXPECT(count_of[i] == 10 ||
			       (i == 1 && count_of[i] == 110),
			       "%u: %llu calls at %u", i, count_of[i],
			       disturb_at);
		ks_tally_destroy(disturbed);
	}
	EXPECT(disturb_at > 1000, "%u points", disturb_at);
	more_calls = 0;
}

static u64 all_calls, most_calls;

static void note_all(const struct ks_tally_sum *sum, void *arg)
{
	u64 *all = arg;

	*all += sum->count;
	if (sum->key)
		most_calls = max(most_calls, sum->count);
}

/*
 * A table that is cleared while handlers come in between is as new: their calls
 * are there as a whole or not at all, and all later ones are.
 */
static void reset_disturbed(unsigned int size, u32 tid)
{
	unsigned int nr = size + 3, i;
	bool is_over = false;
	struct ks_facts facts;
	char text[64];

	snprintf(text, sizeof(text), "keys=tid:size=%u", size);
	for (disturb_at = 1; !is_over; disturb_at++) {
		disturbed = tally_make(text);
		for (i = 0; i < size; i++) {
			facts = tally_facts(i, 5);
			ks_tally_add(disturbed, &facts);
		}
		new_tid = tid;
		points = 0;
		on_point = disturb;
		ks_tally_reset(disturbed);
		on_point = NULL;
		is_over = points < disturb_at;
		for (i = 0; i < nr; i++) {
			facts = tally_facts(1000 + i, 7);
			ks_tally_add(disturbed, &facts);
		}
		all_calls = 0;
		most_calls = 0;
		ks_tally_for_each(disturbed, note_all, &all_calls);
		EXPECT(all_calls >= nr && all_calls <= nr + 10,
		       "%llu calls at %u", all_calls, disturb_at);
		EXPECT(most_calls == 1, "%llu calls of a key at %u",
		       most_calls, disturb_at);
		ks_tally_destroy(disturbed);
	}
	EXPECT(disturb_at > 10, "%u points", disturb_at);
}

static void test_reset_disturbed(void)
{
	reset_disturbed(1, 0);
	reset_disturbed(2, 1);
	reset_disturbed(8, 50);
	reset_disturbed(64, 0);
}

/* Keys that differ in any one of their bytes find room at once. */
static void test_spread(void)
{
	struct ks_tally *tally;
	unsigned int shift, round, i;

	for (shift = 0; shift <= 56; shift += 8) {
		tally = tally_make("keys=s64:vals=hitcount");
		points = 0;
		for (round = 0; round < 2; round++)
			for (i = 0; i < 256; i++) {
				u64 values[32] = {};
				struct ks_facts facts = tally_facts(1, 0);

				values[ks_fetch_find(&rig_fetch, "s64", 3)
				       ->offset / 8] = (u64)i << shift;
				facts.values = values;
				ks_tally_add(tally, &facts);
			}
		EXPECT(points < 512 * 20, "%u points by 1 << %u", points,
		       shift);
		ks_tally_destroy(tally);
	}
}

static const struct test tests[] = {
	{ "nested writers at every point lose nothing", test_nesting },
	{ "a reader misses no key, whatever comes in between",
	  test_read_disturbed },
	{ "cleared with handlers in between", test_reset_disturbed },
	{ "keys are spread by each of their bytes", test_spread },
	{}
};

int main(void)
{
	rig_init();
	return test_run("tally_nest", tests);
}
