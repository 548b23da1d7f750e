// SPDX-License-Identifier: GPL-2.0
/*
 * A string parameter without the kernel's limit of 1024 characters, so that
 * one load can take as many specs as the sweep wants to arm at once. Built
 * into the sweep's copy of the module, where it stands in for
 * param_ops_charp.
 */
#include <linux/moduleparam.h>
#include <linux/slab.h>
#include <linux/string.h>

extern const struct kernel_param_ops sweep_param_ops;

static char *copied;

static int set(const char *val, const struct kernel_param *kp)
{
	char *copy = kstrdup(val, GFP_KERNEL);

	if (!copy)
		return -ENOMEM;
	copied = copy;
	*(char **)kp->arg = copy;
	return 0;
}

/* Called for each parameter, also for those that have their default. */
static void release(void *arg)
{
	if (*(char **)arg == copied)
		kfree(copied);
}

const struct kernel_param_ops sweep_param_ops = {
	.set = set,
	.free = release,
};
