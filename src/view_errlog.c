// SPDX-License-Identifier: GPL-2.0
/*
 * File error_log: the last refused specs.
 *
 * What:	each refusal with a caret under the column, oldest first
 * Format:	as in the kernel log, see ks_errlog()
 * Stability:	for people, not for programs
 */
#include "view.h"

#include <kretscope/errlog.h>

static void emit(void *arg, const char *line)
{
	struct seq_file *m = arg;

	seq_puts(m, line);
	seq_putc(m, '\n');
}

static int show(struct seq_file *m, void *v)
{
	ks_errlog_show(emit, m);
	return 0;
}

static int error_log_open(struct inode *inode, struct file *file)
{
	return single_open(file, show, NULL);
}

const struct file_operations ks_view_error_log = {
	.owner = THIS_MODULE,
	.open = error_log_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
};
