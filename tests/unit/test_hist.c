// SPDX-License-Identifier: GPL-2.0
/* Tests of the latency histogram. */
#include <kretscope/hist.h>

#include <linux/kernel.h>
#include <linux/limits.h>

#include <stdlib.h>

#include "test.h"

#define TOP	(KS_HIST_BUCKETS - 1)

static const unsigned int shares[] = { 1, 10, 500, 900, 990, 999, 1000 };

static void add(struct ks_hist *hist, u64 val)
{
	hist->sum += val;
	if (val < hist->min)
		hist->min = val;
	if (val > hist->max)
		hist->max = val;
	hist->bucket[ks_hist_index(val)]++;
}

static void test_edges(void)
{
	unsigned int i;

	EXPECT(ks_hist_low(0) == 0, "%llu", ks_hist_low(0));
	for (i = 0; i < KS_HIST_BUCKETS; i++) {
		u64 low = ks_hist_low(i), high = ks_hist_high(i);

		EXPECT(low <= high, "%u", i);
		EXPECT(ks_hist_index(low) == i, "%u: %lu", i,
		       ks_hist_index(low));
		EXPECT(ks_hist_index(high) == i, "%u: %lu", i,
		       ks_hist_index(high));
		EXPECT(ks_hist_index(low + (high - low) / 2) == i, "%u", i);
		/* No value is left out, and none is in two. */
		if (i < TOP)
			EXPECT(ks_hist_low(i + 1) == high + 1, "%u", i);
	}
	EXPECT(ks_hist_high(TOP) == U64_MAX, "%llu", ks_hist_high(TOP));
	EXPECT(ks_hist_low(TOP) == 1ULL << KS_HIST_TOP_BITS, "%llu",
	       ks_hist_low(TOP));
}

static void test_width(void)
{
	unsigned int i;

	for (i = 0; i < TOP; i++) {
		u64 low = ks_hist_low(i), width = ks_hist_high(i) - low;

		if (i < KS_HIST_SUB)
			EXPECT(low == i && !width, "%u", i);
		/* Even the greatest value is at most 1/16 above the least. */
		EXPECT(width * 16 <= low, "%u: %llu", i, width);
	}
}

static void test_monotone(void)
{
	unsigned int last = 0, i, bit;
	u64 val;

	for (val = 0; val < 1 << 16; val++) {
		i = ks_hist_index(val);
		EXPECT(i == last || i == last + 1, "%llu", val);
		last = i;
	}
	for (bit = 16; bit < 64; bit++) {
		val = 1ULL << bit;
		EXPECT(ks_hist_index(val - 1) <= ks_hist_index(val), "%u", bit);
		EXPECT(ks_hist_index(val) <= ks_hist_index(val + 1), "%u", bit);
		EXPECT(ks_hist_index(val + 1) < KS_HIST_BUCKETS, "%u", bit);
	}
	EXPECT(ks_hist_index(U64_MAX) == TOP, "%lu", ks_hist_index(U64_MAX));
	EXPECT(ks_hist_index(ks_hist_low(TOP) - 1) == TOP - 1, "%lu",
	       ks_hist_index(ks_hist_low(TOP) - 1));
}

static void test_size(void)
{
	EXPECT(sizeof(struct ks_hist) <= 8192, "%zu", sizeof(struct ks_hist));
}

static int compare(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

/* A random value of up to @bits bits, small ones as likely as great ones. */
static u64 random_value(unsigned int bits)
{
	return test_random() >> (64 - 1 - test_random() % bits);
}

static void check_percentiles(unsigned int nr, unsigned int bits)
{
	static u64 vals[5000];
	struct ks_hist hist;
	unsigned int i;
	u64 got, want, rank;

	ks_hist_reset(&hist);
	for (i = 0; i < nr; i++) {
		vals[i] = random_value(bits);
		add(&hist, vals[i]);
	}
	qsort(vals, nr, sizeof(*vals), compare);
	EXPECT(ks_hist_count(&hist) == nr, "%llu", ks_hist_count(&hist));
	for (i = 0; i < ARRAY_SIZE(shares); i++) {
		rank = ((u64)nr * shares[i] + 999) / 1000;
		want = vals[rank - 1];
		got = ks_hist_percentile(&hist, shares[i]);
		EXPECT(got >= want, "%u of %u: %llu < %llu", shares[i], nr,
		       got, want);
		if (want < ks_hist_low(TOP))
			EXPECT(got - want <= want / 16,
			       "%u of %u: %llu, not %llu", shares[i], nr, got,
			       want);
		else
			EXPECT(got == vals[nr - 1], "%u of %u: %llu",
			       shares[i], nr, got);
	}
}

static void test_percentiles(void)
{
	unsigned int i;

	for (i = 1; i <= 50; i++)
		check_percentiles(i, 30);
	for (i = 0; i < 300; i++)
		check_percentiles(1 + test_random() % 5000,
				  1 + test_random() % 63);
}

static void test_exact(void)
{
	struct ks_hist hist;
	unsigned int i;

	/* One value: it is every percentile, whatever its bucket's edges. */
	ks_hist_reset(&hist);
	add(&hist, 1000003);
	for (i = 0; i < ARRAY_SIZE(shares); i++)
		EXPECT(ks_hist_percentile(&hist, shares[i]) == 1000003, "%u",
		       shares[i]);

	/* Values below 16 have a bucket each: 1..10 once each. */
	ks_hist_reset(&hist);
	for (i = 1; i <= 10; i++)
		add(&hist, i);
	EXPECT(ks_hist_percentile(&hist, 500) == 5, "p50");
	EXPECT(ks_hist_percentile(&hist, 501) == 6, "p50.1");
	EXPECT(ks_hist_percentile(&hist, 900) == 9, "p90");
	EXPECT(ks_hist_percentile(&hist, 999) == 10, "p99.9");
	EXPECT(ks_hist_percentile(&hist, 1) == 1, "p0.1");

	/* Zero counts as a value. */
	ks_hist_reset(&hist);
	add(&hist, 0);
	add(&hist, 0);
	add(&hist, 7);
	EXPECT(ks_hist_percentile(&hist, 500) == 0, "p50 of 0 0 7");
	EXPECT(ks_hist_percentile(&hist, 1000) == 7, "p100 of 0 0 7");

	/* The top bucket is open-ended: its values show as the greatest. */
	ks_hist_reset(&hist);
	add(&hist, 5);
	add(&hist, 1ULL << 50);
	add(&hist, 3ULL << 60);
	EXPECT(ks_hist_percentile(&hist, 500) == 3ULL << 60, "p50 in top");
	EXPECT(ks_hist_percentile(&hist, 300) == 5, "p30 below top");
}

static void test_huge_counts(void)
{
	struct ks_hist hist;

	/* A rank by count * 1000 would not fit in 64 bits. */
	ks_hist_reset(&hist);
	hist.min = 1;
	hist.max = 3;
	hist.bucket[1] = 9ULL << 59;
	hist.bucket[2] = 9ULL << 55;
	hist.bucket[3] = 1;
	EXPECT(ks_hist_percentile(&hist, 900) == 1, "p90");
	EXPECT(ks_hist_percentile(&hist, 990) == 2, "p99");
	EXPECT(ks_hist_percentile(&hist, 1000) == 3, "p100");
}

static void test_reset(void)
{
	struct ks_hist hist;

	ks_hist_reset(&hist);
	EXPECT(!ks_hist_count(&hist) && !hist.sum && !hist.max, "not empty");
	EXPECT(hist.min == U64_MAX, "%llu", hist.min);
}

static void test_merge(void)
{
	static struct ks_hist part[3], sum, all;
	unsigned int i;
	u64 val;

	ks_hist_reset(&sum);
	ks_hist_reset(&all);
	for (i = 0; i < ARRAY_SIZE(part); i++)
		ks_hist_reset(&part[i]);
	/* The last part stays empty. */
	for (i = 0; i < 2000; i++) {
		val = random_value(50);
		add(&part[i % 2], val);
		add(&all, val);
	}
	for (i = 0; i < ARRAY_SIZE(part); i++)
		ks_hist_merge(&sum, &part[i]);
	EXPECT(sum.sum == all.sum && sum.min == all.min && sum.max == all.max,
	       "%llu %llu %llu", sum.sum, sum.min, sum.max);
	for (i = 0; i < KS_HIST_BUCKETS; i++)
		EXPECT(sum.bucket[i] == all.bucket[i], "%u", i);
}

static void test_sum_overflow(void)
{
	static struct ks_hist a, b;

	ks_hist_reset(&a);
	ks_hist_reset(&b);
	a.sum = U64_MAX - 10;
	b.sum = 10;
	ks_hist_merge(&a, &b);
	EXPECT(a.sum == U64_MAX, "%llu", a.sum);
	b.sum = 1;
	ks_hist_merge(&a, &b);
	EXPECT(a.sum == U64_MAX, "%llu", a.sum);
	b.sum = U64_MAX;
	ks_hist_merge(&a, &b);
	EXPECT(a.sum == U64_MAX, "%llu", a.sum);
}

/* What a reader may see of a value that is just being added. */
static void test_half_written(void)
{
	struct ks_hist hist;

	ks_hist_reset(&hist);
	hist.bucket[9] = 1;
	EXPECT(ks_hist_percentile(&hist, 500) != U64_MAX, "min while empty");
}

/* A value that was being added when all was reset. */
static void test_mended(void)
{
	struct ks_hist hist;

	ks_hist_reset(&hist);
	ks_hist_mend(&hist);
	EXPECT(hist.min == U64_MAX && !hist.max, "empty");
	hist.bucket[ks_hist_index(100)] = 1;
	hist.bucket[ks_hist_index(1000)] = 1;
	ks_hist_mend(&hist);
	EXPECT(hist.min == ks_hist_low(ks_hist_index(100)), "%llu", hist.min);
	EXPECT(hist.max == ks_hist_low(ks_hist_index(1000)), "%llu", hist.max);
	hist.min = 7;
	hist.max = 9;
	ks_hist_mend(&hist);
	EXPECT(hist.min == 7 && hist.max == 9, "whole");
}

static const struct test tests[] = {
	{ "extremes lost at a reset are made up for", test_mended },
	{ "buckets cover all values once", test_edges },
	{ "a bucket is at most 1/16 wide", test_width },
	{ "index grows with the value", test_monotone },
	{ "at most 8 KB", test_size },
	{ "percentiles of random data, against sorting", test_percentiles },
	{ "percentiles where they are exact", test_exact },
	{ "percentiles of counts near 2^63", test_huge_counts },
	{ "reset", test_reset },
	{ "merge", test_merge },
	{ "a sum that does not fit stays at its greatest", test_sum_overflow },
	{ "a half-written value gives no absurd number", test_half_written },
	{}
};

int main(void)
{
	return test_run("hist", tests);
}
