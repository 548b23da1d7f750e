/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel log, on the host: tests look at what it got. */
#ifndef SHIM_LINUX_PRINTK_H
#define SHIM_LINUX_PRINTK_H

#ifndef pr_fmt
#define pr_fmt(fmt)	fmt
#endif

#define pr_err(fmt, ...)	shim_printk(pr_fmt(fmt), ##__VA_ARGS__)

void shim_printk(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
