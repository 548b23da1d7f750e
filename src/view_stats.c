// SPDX-License-Identifier: GPL-2.0
/*
 * File stats: state, counters and latency of each probe.
 *
 * What:	first line: state of the module; then one line per probe, then
 *		one for those that were removed, if any, with their sums
 *		since the last clear; then one per open trace and trace_pipe
 * Format:	"# kretscope VERSION stats  KEY=VALUE..."
 *		"NAME KEY=VALUE..."	latencies in ns; "-" where there is none;
 *		floor_ns: minimum and median of an empty function's
 *		"# removed probes=N KEY=VALUE..."
 *		"# reader KEY=VALUE..."
 * Stability:	keys stay; new keys only at the end of a line
 */
#include "view.h"

#include <linux/cpumask.h>
#include <linux/math64.h>
#include <linux/slab.h>

#include <kretscope/buffer.h>
#include <kretscope/clock.h>
#include <kretscope/floor.h>
#include <kretscope/probe.h>
#include <kretscope/reader.h>

static const char *const state_text[] = {
	[KS_PROBE_DISABLED] = "disabled",
	[KS_PROBE_ARMED] = "armed",
	[KS_PROBE_GONE] = "gone",
	[KS_PROBE_NO_KPROBES] = "inactive reason=kprobes-off",
	[KS_PROBE_NO_FTRACE] = "inactive reason=ftrace-off",
};

static void show_header(struct seq_file *m)
{
	const struct list_head *pos;
	unsigned int nr = 0;

	list_for_each(pos, &ks_probes)
		nr++;
	seq_printf(m, "# kretscope %d stats  state=%s probes=%u clock=%s",
		   KS_FORMAT_VERSION,
		   ks_probes_are_armed() ? "armed" : "disabled", nr,
		   ks_clock_name());
	seq_printf(m, " source=%s mode=%s buffer_kb=%u cpus=%u strays=%llu",
		   ks_clock_source(), ks_buffer_mode_name(), ks_buffer_kb(),
		   num_online_cpus(), ks_probes_strays());
	seq_puts(m, " lat in ns\n");
}

static void show_maxactive(struct seq_file *m, const struct ks_probe *probe)
{
	unsigned int nr;
	bool is_auto;

	if (!probe->ops->maxactive) {
		seq_puts(m, " maxactive=-");
		return;
	}
	nr = probe->ops->maxactive(probe, &is_auto);
	seq_printf(m, " maxactive=%u%s", nr, is_auto ? "(auto)" : "");
}

static void show_counts(struct seq_file *m, const struct ks_counts *c)
{
	seq_printf(m, " calls=%llu entries=%llu returns=%llu inflight=%llu",
		   c->calls, c->entries, c->returns, c->inflight);
	seq_printf(m, " abandoned=%llu rejected=%llu", c->abandoned,
		   c->rejected);
	seq_printf(m, " missed_maxactive=%llu missed_reentry=%llu",
		   c->missed_maxactive, c->missed_reentry);
	seq_printf(m, " recorded=%llu filtered=%llu dropped=%llu backward=%llu",
		   c->recorded, c->filtered, c->dropped, c->backward);
}

static int show_latency(struct seq_file *m, const struct ks_probe *probe)
{
	struct ks_hist *hist;
	u64 count = 0;

	hist = kmalloc(sizeof(*hist), GFP_KERNEL);
	if (!hist)
		return -ENOMEM;
	if (probe->ops->has_latency) {
		ks_probe_hist(probe, hist);
		count = ks_hist_count(hist);
	}
	if (count) {
		seq_printf(m, " min=%llu mean=%llu max=%llu", hist->min,
			   div64_u64(hist->sum, count), hist->max);
		seq_printf(m, " p50=%llu p90=%llu p99=%llu p99.9=%llu",
			   ks_hist_percentile(hist, 500),
			   ks_hist_percentile(hist, 900),
			   ks_hist_percentile(hist, 990),
			   ks_hist_percentile(hist, 999));
	} else {
		seq_puts(m, " min=- mean=- max=- p50=- p90=- p99=- p99.9=-");
	}
	kfree(hist);
	return 0;
}

/* What an empty function shows as. */
static void show_floor(struct seq_file *m, const struct ks_floor *floor)
{
	if (floor)
		seq_printf(m, " floor_ns=%llu,%llu", floor->min, floor->median);
	else
		seq_puts(m, " floor_ns=-");
}

static int show_probe(struct seq_file *m, const struct ks_probe *probe)
{
	struct ks_counts counts;
	int ret;

	seq_printf(m, "%s kind=%c state=%s", probe->name, probe->ops->kind,
		   state_text[ks_probe_get_state(probe)]);
	show_maxactive(m, probe);
	ks_probe_count(probe, &counts);
	show_counts(m, &counts);
	ret = show_latency(m, probe);
	seq_printf(m, " faults=%llu why=%s", counts.faults, probe->why);
	show_floor(m, ks_floor_of(probe->ops));
	seq_putc(m, '\n');
	return ret;
}

static void show_removed(struct seq_file *m)
{
	struct ks_counts counts;
	unsigned int nr = ks_probes_removed(&counts);

	if (!nr)
		return;
	seq_printf(m, "# removed probes=%u", nr);
	show_counts(m, &counts);
	seq_printf(m, " faults=%llu\n", counts.faults);
}

static void show_reader(const struct ks_reader *reader, u64 unread, void *arg)
{
	struct seq_file *m = arg;

	seq_printf(m, "# reader tid=%d comm=", reader->tid);
	seq_escape(m, reader->comm, " \t\n\\");
	seq_printf(m, " file=%s delivered=%llu lost=%llu unread=%llu\n",
		   reader->file, reader->delivered, reader->lost, unread);
}

static int show(struct seq_file *m, void *v)
{
	int ret;

	if (ks_view_is_header(v)) {
		show_header(m);
	} else {
		ret = show_probe(m, list_entry(v, struct ks_probe, node));
		if (ret)
			return ret;
	}
	/* The rest comes behind the last probe. */
	if (list_is_last(v, &ks_probes) || list_empty(&ks_probes)) {
		show_removed(m);
		ks_readers_for_each(show_reader, m);
	}
	return 0;
}

static const struct seq_operations stats_ops = {
	.start = ks_view_list_start,
	.next = ks_view_list_next,
	.stop = ks_view_list_stop,
	.show = show,
};

static int stats_open(struct inode *inode, struct file *file)
{
	return ks_view_list_open(file, &stats_ops);
}

const struct file_operations ks_view_stats = {
	.owner = THIS_MODULE,
	.open = stats_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = ks_view_list_release,
};
