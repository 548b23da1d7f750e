// SPDX-License-Identifier: GPL-2.0
/* Opening and iterating of the files that show one probe after another. */
#include "view.h"

#include <kretscope/exclude.h>
#include <kretscope/probe.h>

int ks_view_list_open(struct file *file, const struct seq_operations *ops)
{
	struct ks_exclude *ex = ks_exclude_create();
	int ret;

	if (!ex)
		return -ENOMEM;
	ret = seq_open(file, ops);
	if (ret) {
		ks_exclude_destroy(ex);
		return ret;
	}
	((struct seq_file *)file->private_data)->private = ex;
	return 0;
}

int ks_view_list_release(struct inode *inode, struct file *file)
{
	ks_exclude_destroy(((struct seq_file *)file->private_data)->private);
	return seq_release(inode, file);
}

void *ks_view_list_start(struct seq_file *m, loff_t *pos)
{
	ks_exclude_touch(m->private);
	mutex_lock(&ks_probe_lock);
	return seq_list_start_head(&ks_probes, *pos);
}

void *ks_view_list_next(struct seq_file *m, void *v, loff_t *pos)
{
	return seq_list_next(v, &ks_probes, pos);
}

void ks_view_list_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&ks_probe_lock);
}

bool ks_view_is_header(const void *v)
{
	return v == &ks_probes;
}
