// SPDX-License-Identifier: GPL-2.0
/* Calls a probed function of our own to see whether kprobes are switched on. */
#include <kretscope/canary.h>

#include <linux/atomic.h>
#include <linux/kprobes.h>
#include <linux/string.h>

#include <compat/kprobes.h>

/* Built with -pg, unlike the handlers' files: a kprobe here rests on ftrace. */
static noinline void call_traced(void)
{
	barrier();
}

static noinline notrace void call_untraced(void)
{
	barrier();
}

static atomic_t sung[2];	/* by on_ftrace */

static notrace int sing_untraced(struct kprobe *kp, struct pt_regs *regs)
{
	atomic_inc(&sung[false]);
	return 0;
}
NOKPROBE_SYMBOL(sing_untraced);

static notrace int sing_traced(struct kprobe *kp, struct pt_regs *regs)
{
	atomic_inc(&sung[true]);
	return 0;
}
NOKPROBE_SYMBOL(sing_traced);

static struct kprobe canaries[2];	/* by on_ftrace */

int ks_canaries_init(void)
{
	struct kprobe *kps[] = { &canaries[false], &canaries[true] };

	memset(canaries, 0, sizeof(canaries));
	canaries[false].addr = (kprobe_opcode_t *)call_untraced;
	canaries[false].pre_handler = sing_untraced;
	canaries[true].addr = (kprobe_opcode_t *)call_traced;
	canaries[true].pre_handler = sing_traced;
	return register_kprobes(kps, ARRAY_SIZE(kps));
}

void ks_canaries_exit(void)
{
	struct kprobe *kps[] = { &canaries[false], &canaries[true] };

	unregister_kprobes(kps, ARRAY_SIZE(kps));
}

bool ks_canary_lives(bool on_ftrace)
{
	int before = atomic_read(&sung[on_ftrace]);

	if (on_ftrace)
		call_traced();
	else
		call_untraced();
	return atomic_read(&sung[on_ftrace]) != before;
}
