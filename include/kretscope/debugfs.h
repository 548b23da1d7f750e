/* SPDX-License-Identifier: GPL-2.0 */
/* The directory /sys/kernel/debug/kretscope. */
#ifndef KRETSCOPE_DEBUGFS_H
#define KRETSCOPE_DEBUGFS_H

/**
 * ks_debugfs_init() - create the directory and its files
 *
 * Context: process, may sleep.
 * Return: 0, -EEXIST, -EPERM where debugfs is switched off, or what debugfs
 * says.
 */
int ks_debugfs_init(void);

/** ks_debugfs_exit() - remove them; no file is open, since each pins us */
void ks_debugfs_exit(void);

#endif
