// SPDX-License-Identifier: GPL-2.0
/*
 * File inflight: calls that have entered and not returned.
 *
 * What:	the calls inside when the file was opened, longest first
 * Format:	"# kretscope VERSION inflight  age in ns"
 *		"NAME age=NS tid=TID comm=COMM"
 * Stability:	keys stay; new keys only at the end of a line
 */
#include "view.h"

#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include <kretscope/exclude.h>
#include <kretscope/probe.h>
#include <kretscope/record.h>

/**
 * struct snapshot - the calls inside at one moment
 * @ex: keeps the reading process out of the records
 * @nr: calls found
 * @max: room in @calls
 * @calls: the calls
 */
struct snapshot {
	struct ks_exclude *ex;
	size_t nr;
	size_t max;
	struct ks_call *calls;
};

static void add_call(const struct ks_call *call, void *arg)
{
	struct snapshot *s = arg;

	if (s->nr < s->max)
		s->calls[s->nr] = *call;
	s->nr++;
}

static void walk_all(struct snapshot *s)
{
	struct ks_probe *probe;

	s->nr = 0;
	list_for_each_entry(probe, &ks_probes, node)
		if (probe->ops->for_each_call)
			probe->ops->for_each_call(probe, add_call, s);
}

/* Count, make room for somewhat more, and take them; again if too short. */
static int take_calls(struct snapshot *s)
{
	lockdep_assert_held(&ks_probe_lock);
	for (;;) {
		walk_all(s);
		if (s->nr <= s->max)
			return 0;
		kvfree(s->calls);
		s->max = s->nr + s->nr / 8 + 16;
		s->calls = kvmalloc_array(s->max, sizeof(*s->calls),
					  GFP_KERNEL);
		if (!s->calls) {
			s->max = 0;
			return -ENOMEM;
		}
	}
}

static int compare_age(const void *a, const void *b)
{
	const struct ks_call *x = a, *y = b;

	return x->age_ns < y->age_ns ? 1 : x->age_ns > y->age_ns ? -1 : 0;
}

static void *calls_start(struct seq_file *m, loff_t *pos)
{
	const struct snapshot *s = m->private;

	ks_exclude_touch(s->ex);
	if (*pos == 0)
		return SEQ_START_TOKEN;
	return *pos <= s->nr ? &s->calls[*pos - 1] : NULL;
}

static void *calls_next(struct seq_file *m, void *v, loff_t *pos)
{
	const struct snapshot *s = m->private;

	++*pos;
	return *pos <= s->nr ? &s->calls[*pos - 1] : NULL;
}

static void calls_stop(struct seq_file *m, void *v)
{
}

static int calls_show(struct seq_file *m, void *v)
{
	const struct ks_call *call = v;

	if (v == SEQ_START_TOKEN) {
		seq_printf(m, "# kretscope %d inflight  age in ns\n",
			   KS_FORMAT_VERSION);
		return 0;
	}
	seq_printf(m, "%s age=%llu tid=%d comm=", call->probe->name,
		   call->age_ns, call->tid);
	seq_escape(m, call->comm, " \t\n\\");
	seq_putc(m, '\n');
	return 0;
}

static const struct seq_operations inflight_ops = {
	.start = calls_start,
	.next = calls_next,
	.stop = calls_stop,
	.show = calls_show,
};

static void free_snapshot(struct snapshot *s)
{
	ks_exclude_destroy(s->ex);
	kvfree(s->calls);
}

static int inflight_open(struct inode *inode, struct file *file)
{
	struct snapshot *s;
	int ret;

	s = __seq_open_private(file, &inflight_ops, sizeof(*s));
	if (!s)
		return -ENOMEM;
	s->ex = ks_exclude_create();
	ret = s->ex ? 0 : -ENOMEM;
	if (!ret) {
		mutex_lock(&ks_probe_lock);
		ret = take_calls(s);
		mutex_unlock(&ks_probe_lock);
	}
	if (ret) {
		free_snapshot(s);
		seq_release_private(inode, file);
		return ret;
	}
	sort(s->calls, s->nr, sizeof(*s->calls), compare_age, NULL);
	return 0;
}

static int inflight_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;

	free_snapshot(m->private);
	return seq_release_private(inode, file);
}

const struct file_operations ks_view_inflight = {
	.owner = THIS_MODULE,
	.open = inflight_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = inflight_release,
};
