// SPDX-License-Identifier: GPL-2.0
/*
 * Files trace and trace_pipe: the records as text.
 *
 * What:	trace: the records in the rings when it was opened, oldest
 *		first; reading does not consume. trace_pipe: the same, then
 *		whatever comes; each open file has a cursor of its own
 * Format:	see ks_format_record() and ks_format_lost(); first line
 *		"# kretscope VERSION  clock=NAME  lat in ns"
 * Stability:	lines and keys stay; new keys only at the end of a line
 */
#include "view.h"

#include <linux/mutex.h>
#include <linux/poll.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include <kretscope/clock.h>
#include <kretscope/exclude.h>
#include <kretscope/format.h>
#include <kretscope/probe.h>
#include <kretscope/reader.h>

/* Behind a page of lines there is room for the longest of all. */
#define TEXT_SIZE	(PAGE_SIZE + KS_LINE_LONGEST)

/**
 * struct stream - an open trace or trace_pipe
 * @lock: protects the rest; not held while a read() waits
 * @reader: the cursor
 * @ex: keeps the reading process out of the records
 * @is_started: the first line was made
 * @pos: of @off in the file
 * @off: start in @text of what was not copied out yet
 * @len: its end
 * @text: whole lines
 */
struct stream {
	struct mutex lock;
	struct ks_reader *reader;
	struct ks_exclude *ex;
	bool is_started;
	loff_t pos;
	size_t off;
	size_t len;
	char *text;
};

static size_t format_event(char *buf, const struct ks_event *event)
{
	const struct ks_probe *probe;

	if (!event->rec)
		return ks_format_lost(buf, event->lost, event->cpu);
	probe = ks_probe_by_id(event->rec->tag.probe);
	return ks_format_record(buf, event->rec,
				ks_clock_to_ns(event->rec->ts), &probe->label);
}

/* Make as many whole lines as surely fit in @max, but at least one. */
static void fill(struct stream *s, size_t max)
{
	size_t line_max = ks_probes_line_max();
	struct ks_event event;

	s->off = 0;
	s->len = 0;
	if (!s->is_started) {
		s->len = scnprintf(s->text, KS_LINE_MAX,
				   "# kretscope %d  clock=%s  lat in ns\n",
				   KS_FORMAT_VERSION, ks_clock_name());
		s->is_started = true;
		return;
	}
	ks_reader_begin(s->reader);
	do {
		if (!ks_reader_next(s->reader, &event))
			break;
		s->len += format_event(s->text + s->len, &event);
	} while (s->len + line_max <= max);
	ks_reader_end(s->reader);
}

static bool is_empty(const struct stream *s)
{
	return s->off == s->len;
}

/*
 * Wait until there is text, without the lock, so that others who have the file
 * open can poll and read. Returns 1, 0 at the end, or an error.
 */
static int wait_for_text(struct stream *s, size_t max, bool nonblock)
{
	int ret;

	for (;;) {
		if (is_empty(s))
			fill(s, max);
		if (!is_empty(s))
			return 1;
		if (s->reader->is_snapshot)
			return 0;
		if (nonblock)
			return -EAGAIN;
		mutex_unlock(&s->lock);
		ret = ks_reader_wait(s->reader);
		mutex_lock(&s->lock);
		if (ret)
			return ret;
	}
}

static void take(struct stream *s, size_t n)
{
	s->off += n;
	s->pos += n;
}

/*
 * Of a stream, a buffer that holds a line gets whole lines, and a smaller one
 * the next part of a line; of a snapshot it is filled, as of a regular file.
 * No read returns more than asked for, or waits with something in hand.
 */
static ssize_t read_text(struct stream *s, char __user *buf, size_t count,
			 bool nonblock)
{
	size_t done = 0;

	while (done < count) {
		size_t max = min_t(size_t, count - done, PAGE_SIZE), n;
		int ret;

		if (done && is_empty(s) && max < ks_probes_line_max() &&
		    !s->reader->is_snapshot)
			break;
		/* Records may come in as fast as they are read. */
		if (done && signal_pending(current))
			break;
		ret = wait_for_text(s, max, nonblock || done);
		if (ret <= 0)
			return done ?: ret;
		n = min(count - done, s->len - s->off);
		if (copy_to_user(buf + done, s->text + s->off, n))
			return done ?: -EFAULT;
		take(s, n);
		done += n;
	}
	return done;
}

static ssize_t stream_read(struct file *file, char __user *buf, size_t count,
			   loff_t *ppos)
{
	struct stream *s = file->private_data;
	ssize_t ret;

	ret = mutex_lock_interruptible(&s->lock);
	if (ret)
		return ret;
	ks_exclude_touch(s->ex);
	ret = read_text(s, buf, count, file->f_flags & O_NONBLOCK);
	if (ppos)
		*ppos = s->pos;
	mutex_unlock(&s->lock);
	return ret;
}

/* Back to the start if @to lies before the text at hand; then read on to it. */
static int move_to(struct stream *s, loff_t to)
{
	int ret = 0;

	if (to >= s->pos - (loff_t)s->off && to < s->pos) {
		s->off -= s->pos - to;
		s->pos = to;
	} else if (to < s->pos) {
		ks_reader_rewind(s->reader);
		s->is_started = false;
		s->pos = 0;
		s->off = 0;
		s->len = 0;
	}
	while (s->pos < to) {
		if (signal_pending(current))
			return -EINTR;
		ret = wait_for_text(s, PAGE_SIZE, true);
		if (ret <= 0)
			break;
		take(s, min_t(u64, to - s->pos, s->len - s->off));
	}
	return min(ret, 0);
}

/*
 * The tools that read regular files expect them to be seekable. A snapshot is:
 * what was read is made again, so it is the same as long as the rings are.
 */
static loff_t trace_llseek(struct file *file, loff_t off, int whence)
{
	struct stream *s = file->private_data;
	loff_t ret;

	ret = mutex_lock_interruptible(&s->lock);
	if (ret)
		return ret;
	if (whence == SEEK_END)
		ret = move_to(s, LLONG_MAX);
	if (whence != SEEK_SET)
		off += s->pos;
	if (!ret)
		ret = whence > SEEK_END || off < 0 ? -EINVAL : move_to(s, off);
	if (!ret)
		ret = s->pos;
	file->f_pos = s->pos;
	mutex_unlock(&s->lock);
	return ret;
}

static __poll_t stream_poll(struct file *file, poll_table *table)
{
	struct stream *s = file->private_data;
	bool ready;

	mutex_lock(&s->lock);
	ready = ks_reader_poll(s->reader, file, table) || !is_empty(s) ||
		!s->is_started;
	mutex_unlock(&s->lock);
	return ready ? EPOLLIN | EPOLLRDNORM : 0;
}

static void destroy_stream(struct stream *s)
{
	ks_exclude_destroy(s->ex);
	kvfree(s->text);
	kfree(s);
}

static int open_stream(struct inode *inode, struct file *file,
		       const char *name, bool is_snapshot)
{
	struct ks_reader *reader;
	struct stream *s;

	s = kzalloc(sizeof(*s), GFP_KERNEL);
	if (!s)
		return -ENOMEM;
	mutex_init(&s->lock);
	s->text = kvmalloc(TEXT_SIZE, GFP_KERNEL);
	s->ex = ks_exclude_create();
	if (!s->text || !s->ex) {
		destroy_stream(s);
		return -ENOMEM;
	}
	reader = ks_reader_create(name, is_snapshot);
	if (IS_ERR(reader)) {
		destroy_stream(s);
		return PTR_ERR(reader);
	}
	s->reader = reader;
	file->private_data = s;
	return 0;
}

static int trace_open(struct inode *inode, struct file *file)
{
	int ret = open_stream(inode, file, "trace", true);

	/* One position, under our own lock. */
	file->f_mode &= ~(FMODE_PREAD | FMODE_PWRITE | FMODE_ATOMIC_POS);
	return ret;
}

static int trace_pipe_open(struct inode *inode, struct file *file)
{
	int ret = open_stream(inode, file, "trace_pipe", false);

	return ret ?: stream_open(inode, file);
}

static int stream_release(struct inode *inode, struct file *file)
{
	struct stream *s = file->private_data;

	ks_reader_destroy(s->reader);
	destroy_stream(s);
	return 0;
}

const struct file_operations ks_view_trace = {
	.owner = THIS_MODULE,
	.open = trace_open,
	.read = stream_read,
	.llseek = trace_llseek,
	.release = stream_release,
};

const struct file_operations ks_view_trace_pipe = {
	.owner = THIS_MODULE,
	.open = trace_pipe_open,
	.read = stream_read,
	.poll = stream_poll,
	.release = stream_release,
};
