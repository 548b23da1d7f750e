// SPDX-License-Identifier: GPL-2.0
/*
 * /proc/victim: commands that call the functions, and how often each was
 * called.
 *
 * Write "NAME [ARG] [N]", with single blanks: call the function N times (once if not given), with
 * ARG if it takes one (0 if not given), in the writing task. Any number of
 * tasks may write at once. A signal ends it with EINTR. "reset" sets all
 * counts to zero.
 * Read: one line per function, "NAME calls=N", then "last=N", what the last
 * finished command's function gave.
 */
#include "victim.h"

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/sched/signal.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#define LINE_LEN	64

atomic64_t victim_calls[VICTIM_NR];

static long last;

static const char *const names[] = {
#define VICTIM_NAME(name) #name,
	VICTIM_COUNTED(VICTIM_NAME)
};

static const struct victim_op *const ops[] = {
	victim_call_ops,
	victim_args_ops,
	victim_abi_ops,
	victim_context_ops,
	victim_twin_ops,
};

static const struct victim_op *find_op(const char *name)
{
	const struct victim_op *op;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(ops); i++) {
		for (op = ops[i]; op->name; op++) {
			if (!strcmp(op->name, name))
				return op;
		}
	}
	return NULL;
}

static int run(const struct victim_op *op, long arg, unsigned long nr)
{
	unsigned long i;

	for (i = 0; i < nr; i++) {
		long ret = op->call(arg);

		WRITE_ONCE(last, ret);
		if (signal_pending(current))
			return -EINTR;
		cond_resched();
	}
	return 0;
}

static void reset(void)
{
	unsigned int i;

	for (i = 0; i < VICTIM_NR; i++)
		atomic64_set(&victim_calls[i], 0);
}

static int run_line(char *line)
{
	const struct victim_op *op;
	unsigned long nr = 1;
	char *word[3] = { };
	long arg = 0;
	char *num;
	int i, ret;

	for (i = 0; i < ARRAY_SIZE(word) && line; i++)
		word[i] = strsep(&line, " ");
	if (line)
		return -EINVAL;
	if (!strcmp(word[0], "reset")) {
		reset();
		return 0;
	}
	op = find_op(word[0]);
	if (!op)
		return -ENOENT;
	if (op->arg && word[1]) {
		ret = kstrtol(word[1], 0, &arg);
		if (ret)
			return ret;
	}
	num = word[op->arg ? 2 : 1];
	if (num) {
		ret = kstrtoul(num, 0, &nr);
		if (ret)
			return ret;
	}
	return run(op, arg, nr);
}

static ssize_t victim_write(struct file *file, const char __user *from,
			    size_t count, loff_t *pos)
{
	char line[LINE_LEN];
	int ret;

	if (count >= sizeof(line))
		return -EINVAL;
	if (copy_from_user(line, from, count))
		return -EFAULT;
	line[count] = '\0';
	ret = run_line(strim(line));
	return ret ? ret : count;
}

static int victim_show(struct seq_file *m, void *v)
{
	unsigned int i;

	for (i = 0; i < VICTIM_NR; i++)
		seq_printf(m, "%s calls=%lld\n", names[i],
			   (long long)atomic64_read(&victim_calls[i]));
	seq_printf(m, "last=%ld\n", READ_ONCE(last));
	return 0;
}

static int victim_open(struct inode *inode, struct file *file)
{
	return single_open(file, victim_show, NULL);
}

static const struct proc_ops victim_proc_ops = {
	.proc_open = victim_open,
	.proc_read = seq_read,
	.proc_write = victim_write,
	.proc_lseek = seq_lseek,
	.proc_release = single_release,
};

/* Is freed once the module is loaded. */
static noinline int __init v_init(void)
{
	return proc_create("victim", 0600, NULL, &victim_proc_ops) ? 0 :
								   -ENOMEM;
}

static int __init victim_init(void)
{
	int ret;

	ret = victim_args_init();
	if (ret)
		return ret;
	ret = victim_context_init();
	if (ret)
		goto out_args;
	ret = v_init();
	if (ret)
		goto out_context;
	return 0;

out_context:
	victim_context_exit();
out_args:
	victim_args_exit();
	return ret;
}

static void __exit victim_exit(void)
{
	remove_proc_entry("victim", NULL);
	victim_context_exit();
	victim_args_exit();
}

module_init(victim_init);
module_exit(victim_exit);
MODULE_DESCRIPTION("Functions with known results, to be traced by tests");
MODULE_LICENSE("GPL");
