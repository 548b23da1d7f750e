// SPDX-License-Identifier: GPL-2.0
/*
 * The control files: what can be seen and changed while probes run.
 *
 * What:	enabled, records: 0 or 1. min_ns: 0..2^63-1. buffer_kb, per CPU:
 *		4..1048576. mode: newest or oldest. clear: whatever is written
 *		forgets all records and counts. clock, maxactive, attach: as
 *		loaded
 * Format:	one value and a newline
 * Stability:	names and values stay
 */
#include "view.h"

#include <linux/string.h>
#include <linux/uaccess.h>

#include <kretscope/buffer.h>
#include <kretscope/choice.h>
#include <kretscope/clock.h>
#include <kretscope/probe.h>

/**
 * struct ks_control - a control that is a number
 * @get: current value
 * @set: change it, or say why not; NULL: constant
 */
struct ks_control {
	int (*get)(void *data, u64 *val);
	int (*set)(void *data, u64 val);
};

static int enabled_get(void *data, u64 *val)
{
	*val = ks_probes_are_armed();
	return 0;
}

static int enabled_set(void *data, u64 val)
{
	return val > 1 ? -ERANGE : ks_probes_set_armed(val);
}

const struct ks_control ks_control_enabled = { enabled_get, enabled_set };

static int records_get(void *data, u64 *val)
{
	*val = READ_ONCE(ks_record_hits);
	return 0;
}

static int records_set(void *data, u64 val)
{
	if (val > 1)
		return -ERANGE;
	ks_probes_set_records(val);
	return 0;
}

const struct ks_control ks_control_records = { records_get, records_set };

static int min_ns_get(void *data, u64 *val)
{
	*val = ks_probes_min_ns();
	return 0;
}

static int min_ns_set(void *data, u64 val)
{
	if (val > S64_MAX)
		return -ERANGE;
	ks_probes_set_min_ns(val);
	return 0;
}

const struct ks_control ks_control_min_ns = { min_ns_get, min_ns_set };

static int buffer_kb_get(void *data, u64 *val)
{
	*val = ks_buffer_kb();
	return 0;
}

static int buffer_kb_set(void *data, u64 val)
{
	if (val < KS_BUFFER_KB_MIN || val > KS_BUFFER_KB_MAX)
		return -ERANGE;
	return ks_buffer_resize(val);
}

const struct ks_control ks_control_buffer_kb = { buffer_kb_get, buffer_kb_set };

static int maxactive_get(void *data, u64 *val)
{
	*val = ks_maxactive;
	return 0;
}

const struct ks_control ks_control_maxactive = { maxactive_get, NULL };

static int number_open(struct inode *inode, struct file *file)
{
	const struct ks_control *control = inode->i_private;

	return simple_attr_open(inode, file, control->get, control->set,
				"%llu\n");
}

const struct file_operations ks_view_number = {
	.owner = THIS_MODULE,
	.open = number_open,
	.read = simple_attr_read,
	.write = simple_attr_write,
	.llseek = generic_file_llseek,
	.release = simple_attr_release,
};

static ssize_t read_word(char __user *buf, size_t count, loff_t *ppos,
			 const char *word)
{
	char line[16];
	int len = scnprintf(line, sizeof(line), "%s\n", word);

	return simple_read_from_buffer(buf, count, ppos, line, len);
}

static ssize_t mode_read(struct file *file, char __user *buf, size_t count,
			 loff_t *ppos)
{
	return read_word(buf, count, ppos, ks_buffer_mode_name());
}

static ssize_t mode_write(struct file *file, const char __user *buf,
			  size_t count, loff_t *ppos)
{
	char word[16] = {};
	int mode;

	if (count >= sizeof(word))
		return -EINVAL;
	if (copy_from_user(word, buf, count))
		return -EFAULT;
	mode = ks_buffer_mode_by_name(word);
	if (mode < 0)
		return mode;
	ks_buffer_set_mode(mode);
	return count;
}

const struct file_operations ks_view_mode = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = mode_read,
	.write = mode_write,
	.llseek = generic_file_llseek,
};

static ssize_t clock_read(struct file *file, char __user *buf, size_t count,
			  loff_t *ppos)
{
	return read_word(buf, count, ppos, ks_clock_source());
}

static ssize_t attach_read(struct file *file, char __user *buf, size_t count,
			   loff_t *ppos)
{
	return read_word(buf, count, ppos, ks_attach_name());
}

const struct file_operations ks_view_clock = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = clock_read,
	.llseek = generic_file_llseek,
};

const struct file_operations ks_view_attach = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = attach_read,
	.llseek = generic_file_llseek,
};

static ssize_t clear_write(struct file *file, const char __user *buf,
			   size_t count, loff_t *ppos)
{
	ks_probes_clear();
	return count;
}

const struct file_operations ks_view_clear = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = clear_write,
	.llseek = noop_llseek,
};
