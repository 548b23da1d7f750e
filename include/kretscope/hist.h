/* SPDX-License-Identifier: GPL-2.0 */
/* Log-linear latency histogram: each power of two is cut in 16. */
#ifndef KRETSCOPE_HIST_H
#define KRETSCOPE_HIST_H

#include <linux/bitops.h>
#include <linux/compiler.h>
#include <linux/limits.h>
#include <linux/types.h>

#define KS_HIST_SUB_BITS	4
#define KS_HIST_SUB		(1 << KS_HIST_SUB_BITS)
/* From 2^44 ns (nearly 5 h) on all values share the last, open-ended bucket. */
#define KS_HIST_TOP_BITS	44
#define KS_HIST_BUCKETS \
	((KS_HIST_TOP_BITS - KS_HIST_SUB_BITS + 1) * KS_HIST_SUB + 1)

/**
 * struct ks_hist - histogram of one probe on one CPU, or a sum of such
 * @sum: sum of all values, ns
 * @min: least value; U64_MAX while empty
 * @max: greatest value
 * @bucket: counts; values below 16 have a bucket each
 *
 * Written by its own CPU only, with preemption off; nested writers
 * (interrupts, NMI) are allowed. Readers see each word whole. A writer updates
 * the bucket last, so that @min and @max hold for all values that count.
 */
struct ks_hist {
	u64 sum;
	u64 min;
	u64 max;
	u64 bucket[KS_HIST_BUCKETS];
};

/**
 * ks_hist_index() - bucket of a value
 * @val: any
 *
 * Context: any. Return: 0 .. KS_HIST_BUCKETS - 1.
 */
static __always_inline unsigned long ks_hist_index(u64 val)
{
	unsigned long exp = __fls(val | KS_HIST_SUB) - KS_HIST_SUB_BITS;
	unsigned long idx = (val >> exp) + (exp << KS_HIST_SUB_BITS);

	if (unlikely(idx >= KS_HIST_BUCKETS)) {
		idx = KS_HIST_BUCKETS - 1;
		/* A jump: a conditional move costs more. */
		OPTIMIZER_HIDE_VAR(idx);
	}
	return idx;
}

/**
 * ks_hist_low() - least value of a bucket
 * @idx: 0 .. KS_HIST_BUCKETS - 1
 */
u64 ks_hist_low(unsigned int idx);

/**
 * ks_hist_high() - greatest value of a bucket
 * @idx: 0 .. KS_HIST_BUCKETS - 1
 *
 * Return: U64_MAX for the last bucket.
 */
u64 ks_hist_high(unsigned int idx);

/**
 * ks_hist_reset() - make it empty
 * @hist: no writer may be active
 */
void ks_hist_reset(struct ks_hist *hist);

/**
 * ks_hist_merge() - add one histogram to another
 * @dst: private to the caller
 * @src: may be written meanwhile
 *
 * A sum that does not fit stays at U64_MAX (585 years of latency).
 */
void ks_hist_merge(struct ks_hist *dst, const struct ks_hist *src);

/**
 * ks_hist_mend() - make up for extremes that a reset has taken
 * @hist: merged
 *
 * A writer that may be preempted, as direct probes are, can be between its
 * steps when the histogram is reset: then a bucket counts a value that is in no
 * extreme.
 */
void ks_hist_mend(struct ks_hist *hist);

/**
 * ks_hist_count() - number of values
 * @hist: private to the caller
 */
u64 ks_hist_count(const struct ks_hist *hist);

/**
 * ks_hist_percentile() - value that a share of all values does not exceed
 * @hist: private to the caller, not empty
 * @permille: the share, 1..1000
 *
 * Nearest rank. Return: the greatest value of the bucket that the rank falls
 * in, cut to @hist->min .. @hist->max: never below the true value, and at
 * most 1/16 above it; in the last, open-ended bucket, @hist->max.
 */
u64 ks_hist_percentile(const struct ks_hist *hist, unsigned int permille);

#endif
