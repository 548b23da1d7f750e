/* SPDX-License-Identifier: GPL-2.0 */
/* What the debugfs files share. */
#ifndef KRETSCOPE_VIEW_H
#define KRETSCOPE_VIEW_H

#include <linux/fs.h>
#include <linux/seq_file.h>

extern const struct file_operations ks_view_trace;
extern const struct file_operations ks_view_trace_pipe;
extern const struct file_operations ks_view_probes;
extern const struct file_operations ks_view_stats;
extern const struct file_operations ks_view_hist;
extern const struct file_operations ks_view_inflight;
extern const struct file_operations ks_view_error_log;
extern const struct file_operations ks_view_readme;
extern const struct file_operations ks_view_number;	/* data: a control */
extern const struct file_operations ks_view_mode;
extern const struct file_operations ks_view_clear;
extern const struct file_operations ks_view_clock;
extern const struct file_operations ks_view_attach;

extern const struct ks_control ks_control_enabled;
extern const struct ks_control ks_control_records;
extern const struct ks_control ks_control_min_ns;
extern const struct ks_control ks_control_buffer_kb;
extern const struct ks_control ks_control_maxactive;

/**
 * ks_view_list_open() - open a data file that shows one probe after another
 * @file: the file
 * @ops: start, next and stop are ks_view_list_start(), _next() and _stop()
 *
 * The reading process is left out of the records until ks_view_list_release().
 *
 * Return: 0 or -ENOMEM.
 */
int ks_view_list_open(struct file *file, const struct seq_operations *ops);
int ks_view_list_release(struct inode *inode, struct file *file);

/*
 * Iterate over ks_probes with ks_probe_lock held. The first item, to which the
 * header belongs, is the list's head itself: see ks_view_is_header().
 */
void *ks_view_list_start(struct seq_file *m, loff_t *pos);
void *ks_view_list_next(struct seq_file *m, void *v, loff_t *pos);
void ks_view_list_stop(struct seq_file *m, void *v);
bool ks_view_is_header(const void *v);

#endif
