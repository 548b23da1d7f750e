// SPDX-License-Identifier: GPL-2.0
/*
 * File probes: the probes as specs.
 *
 * What:	one spec per line, which can be given to probes= as it is. A
 *		list of specs can be written: "-:NAME" removes the probe of
 *		that name, others add one. A write() is done as a whole or not
 *		at all. Opening with O_TRUNC removes all probes
 * Format:	"KIND[MAXACTIVE]:[GRP/]NAME [!][MOD:]SYM[@N][+OFF] CLAUSES", which are
 *		"[ARGS] [hist:...] [if EXPR]" as they were given
 * Stability:	the grammar of specs
 */
#include "view.h"

#include <linux/slab.h>
#include <linux/string.h>

#include <kretscope/errlog.h>
#include <kretscope/probe.h>

#define WRITE_MAX	(1024 * 1024)
#define CHUNK		4096

static int show(struct seq_file *m, void *v)
{
	const struct ks_probe *probe = list_entry(v, struct ks_probe, node);
	static char text[KS_SPEC_MAX];	/* ks_probe_lock */

	if (ks_view_is_header(v))
		return 0;
	ks_spec_format(text, &probe->spec);
	seq_printf(m, "%s\n", text);
	return 0;
}

static const struct seq_operations probes_ops = {
	.start = ks_view_list_start,
	.next = ks_view_list_next,
	.stop = ks_view_list_stop,
	.show = show,
};

static int probes_open(struct inode *inode, struct file *file)
{
	if ((file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC))
		ks_probes_remove_all();
	return ks_view_list_open(file, &probes_ops);
}

/*
 * Programs that copy a file write it in pieces of some pages, which end
 * anywhere: of such a piece the last line is left to the next one.
 */
static size_t whole_lines(const char *text, size_t count)
{
	const char *end = strrchr(text, '\n');

	if (count % CHUNK || !end)
		return count;
	return end + 1 - text;
}

static ssize_t probes_write(struct file *file, const char __user *buf,
			    size_t count, loff_t *ppos)
{
	char *text;
	int ret;

	if (count > WRITE_MAX)
		return -E2BIG;
	text = memdup_user_nul(buf, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	if (strlen(text) != count) {
		ks_errlog(1, text, strlen(text) + 1, KS_ERR_BAD_BYTE, NULL);
		kfree(text);
		return -EINVAL;
	}
	count = whole_lines(text, count);
	text[count] = '\0';
	ret = ks_probes_change(text);
	kfree(text);
	return ret ?: count;
}

const struct file_operations ks_view_probes = {
	.owner = THIS_MODULE,
	.open = probes_open,
	.read = seq_read,
	.write = probes_write,
	.llseek = seq_lseek,
	.release = ks_view_list_release,
};
