// SPDX-License-Identifier: GPL-2.0
/*
 * victim_kprobe.ko: kprobes that may change where a call goes on. One with a
 * post handler counts as such for ftrace, whether it does or not.
 */
#include <linux/atomic.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/module.h>

#define PROBES_MAX	2
#define ADDED		1000000

static char *symbols[PROBES_MAX];
static unsigned int nr;
module_param_array(symbols, charp, &nr, 0444);
MODULE_PARM_DESC(symbols, "functions that take a long, and give one");

static bool post = true;
module_param(post, bool, 0444);
MODULE_PARM_DESC(post, "they have a post handler");

static bool detour;
module_param(detour, bool, 0444);
MODULE_PARM_DESC(detour, "the last one's calls go elsewhere");

static atomic_t hits;

static int show_hits(char *to, const struct kernel_param *param)
{
	return sprintf(to, "%d\n", atomic_read(&hits));
}

static const struct kernel_param_ops hits_ops = { .get = show_hits };
module_param_cb(hits, &hits_ops, NULL, 0444);
MODULE_PARM_DESC(hits, "how often the last one was hit");

static struct kprobe probes[PROBES_MAX];

static noinline long elsewhere(long arg)
{
	return arg + ADDED;
}

static int before(struct kprobe *p, struct pt_regs *regs)
{
	if (p != &probes[nr - 1])
		return 0;
	atomic_inc(&hits);
	if (!detour)
		return 0;
	instruction_pointer_set(regs, (unsigned long)elsewhere);
	return 1;
}
NOKPROBE_SYMBOL(before);

static void after(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
}
NOKPROBE_SYMBOL(after);

static void remove(unsigned int i)
{
	while (i--)
		unregister_kprobe(&probes[i]);
}

static int __init probes_init(void)
{
	unsigned int i;
	int ret;

	for (i = 0; i < nr; i++) {
		probes[i].symbol_name = symbols[i];
		probes[i].pre_handler = before;
		if (post)
			probes[i].post_handler = after;
		ret = register_kprobe(&probes[i]);
		if (ret) {
			remove(i);
			return ret;
		}
	}
	return 0;
}

static void __exit probes_exit(void)
{
	remove(nr);
}

module_init(probes_init);
module_exit(probes_exit);
MODULE_DESCRIPTION("Kprobes that may change where a call goes on, for tests");
MODULE_LICENSE("GPL");
