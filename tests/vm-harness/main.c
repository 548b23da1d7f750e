// SPDX-License-Identifier: GPL-2.0
/* A stand-in for the module, that fails as its parameter says. */
#include <linux/module.h>

static char *probes = "";
module_param(probes, charp, 0400);

static int __init stand_in_init(void)
{
	if (!strcmp(probes, "refuse")) {
		pr_err("kretscope: refused as asked\n");
		return -EINVAL;
	}
	if (!strcmp(probes, "pin"))
		__module_get(THIS_MODULE);
	WARN_ON(!strcmp(probes, "warn"));
	if (!strcmp(probes, "oops"))
		WRITE_ONCE(*(int *)NULL, 1);
	pr_info("kretscope: loaded, 0 probes armed\n");
	return 0;
}

static void __exit stand_in_exit(void)
{
}

module_init(stand_in_init);
module_exit(stand_in_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("stand-in for the VM harness's tests");
