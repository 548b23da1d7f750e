// SPDX-License-Identifier: GPL-2.0
/* The rivals that need a module: a kprobe or kretprobe with empty handlers. */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/string.h>

static char *kind = "kretprobe";
module_param(kind, charp, 0400);
static char *symbol = "vfs_read";
module_param(symbol, charp, 0400);

static int hit(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}
NOKPROBE_SYMBOL(hit);

static int pass(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return 0;
}
NOKPROBE_SYMBOL(pass);

static struct kprobe kp = { .pre_handler = hit };
static struct kretprobe rp = {
	.entry_handler = pass,
	.handler = pass,
	.maxactive = 64,
};

static bool is_return(void)
{
	return !strcmp(kind, "kretprobe");
}

static int __init empty_init(void)
{
	kp.symbol_name = symbol;
	rp.kp.symbol_name = symbol;
	return is_return() ? register_kretprobe(&rp) : register_kprobe(&kp);
}

static void __exit empty_exit(void)
{
	if (is_return())
		unregister_kretprobe(&rp);
	else
		unregister_kprobe(&kp);
}

module_init(empty_init);
module_exit(empty_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A kprobe or kretprobe that does nothing");
