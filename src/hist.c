// SPDX-License-Identifier: GPL-2.0
/* Reads log-linear histograms: bucket edges, sums and percentiles. */
#include <kretscope/hist.h>

#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>

u64 ks_hist_low(unsigned int idx)
{
	unsigned int exp = idx >> KS_HIST_SUB_BITS;

	if (!exp)
		return idx;
	return (u64)(KS_HIST_SUB + (idx & (KS_HIST_SUB - 1))) << (exp - 1);
}

u64 ks_hist_high(unsigned int idx)
{
	if (idx >= KS_HIST_BUCKETS - 1)
		return U64_MAX;
	return ks_hist_low(idx + 1) - 1;
}

void ks_hist_reset(struct ks_hist *hist)
{
	u64 *word = (u64 *)hist;
	size_t i;

	/* Not memset(): when a histogram is cleared, that may be probed. */
	for (i = 0; i < sizeof(*hist) / sizeof(*word); i++)
		WRITE_ONCE(word[i], 0);
	hist->min = U64_MAX;
}

void ks_hist_merge(struct ks_hist *dst, const struct ks_hist *src)
{
	unsigned int i;
	u64 sum;

	for (i = 0; i < KS_HIST_BUCKETS; i++)
		dst->bucket[i] += READ_ONCE(src->bucket[i]);

	/*
	 * Writers update the bucket last: what was counted above has its part
	 * in what is read below.
	 */
	smp_rmb();
	sum = READ_ONCE(src->sum);
	dst->sum = dst->sum + sum < sum ? U64_MAX : dst->sum + sum;
	dst->min = min(dst->min, READ_ONCE(src->min));
	dst->max = max(dst->max, READ_ONCE(src->max));
}

void ks_hist_mend(struct ks_hist *hist)
{
	unsigned int i;

	if (hist->min <= hist->max)
		return;
	for (i = 0; i < KS_HIST_BUCKETS; i++) {
		if (!hist->bucket[i])
			continue;
		hist->min = min(hist->min, ks_hist_low(i));
		hist->max = ks_hist_low(i);
	}
}

u64 ks_hist_count(const struct ks_hist *hist)
{
	u64 count = 0;
	unsigned int i;

	for (i = 0; i < KS_HIST_BUCKETS; i++)
		count += hist->bucket[i];
	return count;
}

/* The share of @count, rounded up, without overflow. */
static u64 rank_of(u64 count, unsigned int permille)
{
	u32 rest;
	u64 thousands = div_u64_rem(count, 1000, &rest);

	return thousands * permille + (rest * permille + 999) / 1000;
}

u64 ks_hist_percentile(const struct ks_hist *hist, unsigned int permille)
{
	u64 rank = rank_of(ks_hist_count(hist), permille);
	unsigned int i;
	u64 seen = 0;

	for (i = 0; i < KS_HIST_BUCKETS - 1; i++) {
		seen += hist->bucket[i];
		if (seen >= rank)
			break;
	}
	return min(max(ks_hist_high(i), hist->min), hist->max);
}
