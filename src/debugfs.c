// SPDX-License-Identifier: GPL-2.0
/* The debugfs directory: which file is which view. */
#include <kretscope/debugfs.h>

#include <linux/debugfs.h>
#include <linux/err.h>

#include "view.h"

/*
 * Data files have no write, ioctl or mmap and no mode bit but for reading, so
 * they stay readable under lockdown; what changes state is a file of its own.
 */
static const struct {
	const char *name;
	umode_t mode;
	const struct file_operations *fops;
	const struct ks_control *control;
} views[] = {
	{ "trace", 0400, &ks_view_trace },
	{ "trace_pipe", 0400, &ks_view_trace_pipe },
	/* A mode with a w would hide it under lockdown; root may write. */
	{ "probes", 0400, &ks_view_probes },
	{ "stats", 0400, &ks_view_stats },
	{ "hist", 0400, &ks_view_hist },
	{ "inflight", 0400, &ks_view_inflight },
	{ "error_log", 0400, &ks_view_error_log },
	{ "README", 0400, &ks_view_readme },
	{ "enabled", 0600, &ks_view_number, &ks_control_enabled },
	{ "records", 0600, &ks_view_number, &ks_control_records },
	{ "min_ns", 0600, &ks_view_number, &ks_control_min_ns },
	{ "buffer_kb", 0600, &ks_view_number, &ks_control_buffer_kb },
	{ "mode", 0600, &ks_view_mode },
	{ "clear", 0200, &ks_view_clear },
	{ "clock", 0400, &ks_view_clock },
	{ "attach", 0400, &ks_view_attach },
	{ "maxactive", 0400, &ks_view_number, &ks_control_maxactive },
};

static struct dentry *dir;

int ks_debugfs_init(void)
{
	struct dentry *file;
	unsigned int i;

	dir = debugfs_create_dir("kretscope", NULL);
	if (IS_ERR(dir))
		return PTR_ERR(dir);
	/* debugfs makes every directory 0755. */
	inode_lock(d_inode(dir));
	d_inode(dir)->i_mode = S_IFDIR | 0700;
	inode_unlock(d_inode(dir));

	for (i = 0; i < ARRAY_SIZE(views); i++) {
		file = debugfs_create_file(views[i].name, views[i].mode, dir,
					   (void *)views[i].control,
					   views[i].fops);
		if (IS_ERR(file)) {
			ks_debugfs_exit();
			return PTR_ERR(file);
		}
	}
	return 0;
}

void ks_debugfs_exit(void)
{
	debugfs_remove(dir);
}
