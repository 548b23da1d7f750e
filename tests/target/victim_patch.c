// SPDX-License-Identifier: GPL-2.0
/* victim_patch.ko: a livepatch of one function, which ends otherwise then. */
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/livepatch.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#define ADDED	1000000

static char *func = "v_int";
module_param(func, charp, 0444);
MODULE_PARM_DESC(func, "what to patch: v_int, victim_write or version_proc_show");

static noinline long patched_int(long arg)
{
	return arg + ADDED;
}

static noinline ssize_t patched_write(struct file *file,
				      const char __user *from, size_t count,
				      loff_t *pos)
{
	return -ENOSPC;
}

static noinline int patched_version_show(struct seq_file *m, void *v)
{
	seq_puts(m, "patched\n");
	return 0;
}

/**
 * struct choice - a function that can be patched
 * @name: its name
 * @module: whose it is; NULL: the kernel's own
 * @to: what is called instead
 */
struct choice {
	const char *name;
	const char *module;
	void *to;
};

static const struct choice choices[] = {
	{ "v_int", "victim", patched_int },
	{ "victim_write", "victim", patched_write },
	{ "version_proc_show", NULL, patched_version_show },
};

/* Each list ends in an empty one. */
static struct klp_func funcs[2];
static struct klp_object objs[2] = { { .funcs = funcs } };
static struct klp_patch patch = { .mod = THIS_MODULE, .objs = objs };

static int __init patch_init(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(choices); i++) {
		if (strcmp(func, choices[i].name))
			continue;
		funcs[0].old_name = choices[i].name;
		funcs[0].new_func = choices[i].to;
		objs[0].name = choices[i].module;
		return klp_enable_patch(&patch);
	}
	return -ENOENT;
}

/* Is called only after the patch has been disabled. */
static void __exit patch_exit(void)
{
}

module_init(patch_init);
module_exit(patch_exit);
MODULE_DESCRIPTION("A livepatch for tests of what is traced");
MODULE_LICENSE("GPL");
MODULE_INFO(livepatch, "Y");
