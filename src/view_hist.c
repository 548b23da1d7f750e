// SPDX-License-Identifier: GPL-2.0
/*
 * File hist: latency histogram of each probe in powers of two.
 *
 * What:	a block per probe that measures latency and has seen a call
 * Format:	"# kretscope VERSION hist  lat in ns"
 *		"NAME: COUNT calls, min NS, mean NS, max NS"
 *		"[LOW, HIGH)    COUNT |BAR|"	rows without a gap
 * Stability:	the first two words of a row and its count stay
 */
#include "view.h"

#include <linux/math64.h>
#include <linux/slab.h>

#include <kretscope/hist.h>
#include <kretscope/probe.h>
#include <kretscope/record.h>

#define NR_ROWS		(KS_HIST_TOP_BITS + 2)
#define BAR_WIDTH	40

static const char bar[] = "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@";
static_assert(sizeof(bar) == BAR_WIDTH + 1);

/* Row 0 is [0, 1), row N is [2^(N-1), 2^N), the last one is open-ended. */
static unsigned int row_of(unsigned int bucket)
{
	return fls64(ks_hist_low(bucket));
}

static void show_row(struct seq_file *m, unsigned int row, u64 count, u64 most)
{
	u64 low = row ? 1ULL << (row - 1) : 0;
	char range[48];
	int len;

	if (row == NR_ROWS - 1)
		snprintf(range, sizeof(range), "[%llu, ...)", low);
	else
		snprintf(range, sizeof(range), "[%llu, %llu)", low, 1ULL << row);
	len = mul_u64_u64_div_u64(count, BAR_WIDTH, most);
	seq_printf(m, "%-32s %10llu |%-*.*s|\n", range, count, BAR_WIDTH, len,
		   bar);
}

static void show_rows(struct seq_file *m, const struct ks_hist *hist)
{
	u64 rows[NR_ROWS] = {}, most = 0;
	unsigned int i, first = NR_ROWS, last = 0;

	for (i = 0; i < KS_HIST_BUCKETS; i++)
		rows[row_of(i)] += hist->bucket[i];
	for (i = 0; i < NR_ROWS; i++) {
		if (!rows[i])
			continue;
		first = min(first, i);
		last = i;
		most = max(most, rows[i]);
	}
	for (i = first; i <= last; i++)
		show_row(m, i, rows[i], most);
}

static int show(struct seq_file *m, void *v)
{
	const struct ks_probe *probe = list_entry(v, struct ks_probe, node);
	struct ks_hist *hist;
	u64 count;

	if (ks_view_is_header(v)) {
		seq_printf(m, "# kretscope %d hist  lat in ns\n",
			   KS_FORMAT_VERSION);
		return 0;
	}
	if (!probe->ops->has_latency)
		return 0;
	hist = kmalloc(sizeof(*hist), GFP_KERNEL);
	if (!hist)
		return -ENOMEM;
	ks_probe_hist(probe, hist);
	count = ks_hist_count(hist);
	if (count) {
		seq_printf(m, "%s: %llu calls, min %llu, mean %llu, max %llu\n",
			   probe->name, count, hist->min,
			   div64_u64(hist->sum, count), hist->max);
		show_rows(m, hist);
	} else {
		seq_printf(m, "%s: 0 calls\n", probe->name);
	}
	seq_putc(m, '\n');
	kfree(hist);
	return 0;
}

static const struct seq_operations hist_ops = {
	.start = ks_view_list_start,
	.next = ks_view_list_next,
	.stop = ks_view_list_stop,
	.show = show,
};

static int hist_open(struct inode *inode, struct file *file)
{
	return ks_view_list_open(file, &hist_ops);
}

const struct file_operations ks_view_hist = {
	.owner = THIS_MODULE,
	.open = hist_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = ks_view_list_release,
};
