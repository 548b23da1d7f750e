// SPDX-License-Identifier: GPL-2.0
/* No unloading while calls are inside stubs. */
#include "unload.h"

#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include <compat/kprobes.h>

#include "stub_pool.h"

#define SAID_LEN	256

/**
 * struct entry - a function of the system call
 * @name: its name
 * @offset: where in the caller's registers the name of the module is
 * @mask: bits of it that count
 */
struct entry {
	const char *name;
	unsigned int offset;
	unsigned long mask;
};

static const struct entry entries[] = { KS_DELETE_MODULE };

static struct kretprobe guards[ARRAY_SIZE(entries)];
static unsigned int nr_guards;	/* ks_probe_lock */

/* The function's argument is the registers of who calls the system. */
static bool is_about_us(const struct kretprobe *guard,
			const struct pt_regs *regs)
{
	const void *user = (void *)regs_get_kernel_argument(
		(struct pt_regs *)regs, 0);
	const struct entry *entry = &entries[guard - guards];
	char name[sizeof(KBUILD_MODNAME)];
	unsigned long addr;

	addr = *(const unsigned long *)(user + entry->offset) & entry->mask;
	/* What cannot be read now may be this name. */
	return copy_from_user_nofault(name, (void __user *)addr,
				      sizeof(name)) ||
	       !memcmp(name, KBUILD_MODNAME, sizeof(name));
}

/**
 * struct said - who is inside
 * @sum: how many calls
 * @len: of @text
 * @text: " NAME=CALLS ..."
 */
struct said {
	u64 sum;
	size_t len;
	char text[SAID_LEN];
};

static void say_inside(const char *name, u64 inside, void *arg)
{
	struct said *said = arg;

	if (inside)
		said->len += scnprintf(said->text + said->len,
				       SAID_LEN - said->len, " %s=%llu", name,
				       inside);
	said->sum += inside;
}

/* With preemption off: probes and their counters stay meanwhile. */
static int enter_delete(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct kretprobe *guard = ks_ri_owner(ri);
	struct said said = { };

	if (!guard || !is_about_us(guard, regs))
		return 1;
	ks_stubs_look(say_inside, &said);
	if (!said.sum || !try_module_get(THIS_MODULE))
		return 1;
	pr_info("not unloaded, calls are inside:%s\n", said.text);
	return 0;
}

static int leave_delete(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	module_put(THIS_MODULE);
	return 0;
}

int ks_unload_guard(void)
{
	unsigned int i;
	int ret;

	memset(guards, 0, sizeof(guards));
	for (i = 0; i < ARRAY_SIZE(entries); i++) {
		guards[i].kp.symbol_name = entries[i].name;
		guards[i].entry_handler = enter_delete;
		guards[i].handler = leave_delete;
		ret = register_kretprobe(&guards[i]);
		/* Not every kernel has both. */
		if (ret && (i == 0 || ret != -ENOENT))
			goto out_undo;
		nr_guards = ret ? i : i + 1;
	}
	return 0;

out_undo:
	ks_unload_unguard();
	return ret;
}

void ks_unload_unguard(void)
{
	unsigned int i;

	for (i = 0; i < nr_guards; i++)
		unregister_kretprobe(&guards[i]);
	nr_guards = 0;
}
