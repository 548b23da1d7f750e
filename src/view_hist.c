// SPDX-License-Identifier: GPL-2.0
/*
 * File hist: histograms of each probe in powers of two.
 *
 * What:	a block per probe that measures latency, and one per key of a
 *		probe that has a hist clause, those with the most calls first
 * Format:	"# kretscope VERSION hist  lat in ns"
 *		"NAME: COUNT calls, min NS, mean NS, max NS"
 *		"[LOW, HIGH)    COUNT |BAR|"	rows without a gap
 *		"NAME KEY=VALUE{ KEY=VALUE}: COUNT calls, min NS, ..."
 *		and its rows; with vals=FIELD "FIELD min ...", and rows
 *		"(fault)" for what could not be read and "[..., 0)"; with
 *		vals=hitcount nothing behind "calls", and no rows. A mean is "-"
 *		where the sum may not fit in 64 bits.
 *		"NAME (no room for key): ..." has the calls beyond size= of
 *		some CPU, perhaps with keys that another one has
 * Stability:	the first two words of a row and its count stay
 */
#include "view.h"

#include <linux/math64.h>
#include <linux/slab.h>

#include <kretscope/hist.h>
#include <kretscope/probe.h>
#include <kretscope/record.h>
#include <kretscope/tally.h>

#define NR_ROWS		(KS_HIST_TOP_BITS + 2)
#define BAR_WIDTH	40

static const char bar[] = "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@";
static_assert(sizeof(bar) == BAR_WIDTH + 1);

/* Row 0 is [0, 1), row N is [2^(N-1), 2^N), the last one is open-ended. */
static unsigned int row_of(unsigned int bucket)
{
	return fls64(ks_hist_low(bucket));
}

static void show_row(struct seq_file *m, const char *range, u64 count, u64 most)
{
	int len = mul_u64_u64_div_u64(count, BAR_WIDTH, most);

	seq_printf(m, "%-32s %10llu |%-*.*s|\n", range, count, BAR_WIDTH, len,
		   bar);
}

static void show_range(struct seq_file *m, unsigned int row, bool is_last,
		       u64 count, u64 most)
{
	u64 low = row ? 1ULL << (row - 1) : 0;
	char range[48];

	if (is_last)
		snprintf(range, sizeof(range), "[%llu, ...)", low);
	else
		snprintf(range, sizeof(range), "[%llu, %llu)", low,
			 1ULL << row);
	show_row(m, range, count, most);
}

/* From the first one with a count to the last one. */
static void show_rows(struct seq_file *m, const u64 *rows, unsigned int nr,
		      u64 most)
{
	unsigned int i, first = nr, last = 0;

	for (i = 0; i < nr; i++) {
		if (!rows[i])
			continue;
		first = min(first, i);
		last = i;
	}
	for (i = first; i <= last; i++)
		show_range(m, i, i == nr - 1, rows[i], most);
}

static u64 find_most(const u64 *rows, unsigned int nr)
{
	unsigned int i;
	u64 most = 0;

	for (i = 0; i < nr; i++)
		most = max(most, rows[i]);
	return most;
}

static void show_buckets(struct seq_file *m, const struct ks_hist *hist)
{
	u64 rows[NR_ROWS] = {};
	unsigned int i;

	for (i = 0; i < KS_HIST_BUCKETS; i++)
		rows[row_of(i)] += hist->bucket[i];
	show_rows(m, rows, NR_ROWS, find_most(rows, NR_ROWS));
}

static int show_latencies(struct seq_file *m, const struct ks_probe *probe)
{
	struct ks_hist *hist;
	u64 count;

	hist = kmalloc(sizeof(*hist), GFP_KERNEL);
	if (!hist)
		return -ENOMEM;
	ks_probe_hist(probe, hist);
	count = ks_hist_count(hist);
	if (count) {
		seq_printf(m, "%s: %llu calls, min %llu, mean %llu, max %llu\n",
			   probe->name, count, hist->min,
			   div64_u64(hist->sum, count), hist->max);
		show_buckets(m, hist);
	} else {
		seq_printf(m, "%s: 0 calls\n", probe->name);
	}
	seq_putc(m, '\n');
	kfree(hist);
	return 0;
}

/**
 * struct shown - while a tally is shown
 * @m: where to
 * @probe: whose it is
 * @text: room for a key
 * @is_empty: nothing was shown yet
 */
struct shown {
	struct seq_file *m;
	const struct ks_probe *probe;
	char *text;
	bool is_empty;
};

static void show_number(struct shown *s, const char *what, u64 val)
{
	char text[KS_VALUE_MAX];
	size_t len = ks_tally_format_value(text, s->probe->tally, val);

	seq_printf(s->m, " %s %.*s", what, (int)len, text);
}

static void show_values(struct shown *s, const struct ks_tally_sum *sum)
{
	const char *name = ks_tally_value_name(s->probe->tally);
	u64 mean;

	seq_putc(s->m, ',');
	/* As in the block of all calls. */
	if (strcmp(name, "lat"))
		seq_printf(s->m, " %s", name);
	show_number(s, "min", sum->min);
	seq_putc(s->m, ',');
	if (ks_tally_mean(s->probe->tally, sum, &mean))
		show_number(s, "mean", mean);
	else
		seq_puts(s->m, " mean -");
	seq_putc(s->m, ',');
	show_number(s, "max", sum->max);
}

static void show_sum_rows(struct seq_file *m, const struct ks_tally_sum *sum)
{
	u64 most = find_most(sum->row, KS_TALLY_ROWS);

	if (sum->row[KS_ROW_FAULT])
		show_row(m, "(fault)", sum->row[KS_ROW_FAULT], most);
	if (sum->row[KS_ROW_NEGATIVE])
		show_row(m, "[..., 0)", sum->row[KS_ROW_NEGATIVE], most);
	show_rows(m, sum->row + KS_ROW_ZERO, KS_TALLY_ROWS - KS_ROW_ZERO, most);
	seq_putc(m, '\n');
}

static void show_sum(const struct ks_tally_sum *sum, void *arg)
{
	struct shown *s = arg;
	const struct ks_tally *tally = s->probe->tally;
	size_t len;

	s->is_empty = false;
	seq_puts(s->m, s->probe->name);
	if (sum->key) {
		len = ks_tally_format_key(s->text, tally, sum->key);
		seq_write(s->m, s->text, len);
	} else {
		seq_puts(s->m, " (no room for key)");
	}
	seq_printf(s->m, ": %llu calls", sum->count);
	if (ks_tally_value_name(tally) && sum->count > sum->row[KS_ROW_FAULT])
		show_values(s, sum);
	seq_putc(s->m, '\n');
	if (ks_tally_value_name(tally))
		show_sum_rows(s->m, sum);
}

static int show_tally(struct seq_file *m, const struct ks_probe *probe)
{
	struct shown s = { .m = m, .probe = probe, .is_empty = true };
	int ret;

	s.text = kmalloc(ks_tally_key_max(probe->tally), GFP_KERNEL);
	if (!s.text)
		return -ENOMEM;
	ret = ks_tally_for_each(probe->tally, show_sum, &s);
	kfree(s.text);
	if (!ks_tally_value_name(probe->tally) && !s.is_empty)
		seq_putc(m, '\n');
	return ret;
}

static int show(struct seq_file *m, void *v)
{
	const struct ks_probe *probe = list_entry(v, struct ks_probe, node);
	int ret = 0;

	if (ks_view_is_header(v)) {
		seq_printf(m, "# kretscope %d hist  lat in ns\n",
			   KS_FORMAT_VERSION);
		return 0;
	}
	if (probe->ops->has_latency)
		ret = show_latencies(m, probe);
	if (!ret && probe->tally)
		ret = show_tally(m, probe);
	return ret;
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
