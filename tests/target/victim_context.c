// SPDX-License-Identifier: GPL-2.0
/* Functions that are called from interrupts, and one that never returns. */
#include "victim.h"

#include <linux/completion.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/smp.h>
#ifdef CONFIG_X86_LOCAL_APIC
#include <asm/apic.h>
#include <asm/nmi.h>
#endif

/* before "exit: Rename module_put_and_exit to module_put_and_kthread_exit" */
#ifndef module_put_and_kthread_exit
#define module_put_and_kthread_exit(code)	module_put_and_exit(code)
#endif

static victim_fn long v_irq(long arg)
{
	victim_count(v_irq);
	return arg;
}

static victim_fn long v_softirq(long arg)
{
	victim_count(v_softirq);
	return arg;
}

/* Uncalled where there is no NMI, and still to be found. */
static __used victim_fn long v_nmi(long arg)
{
	victim_count(v_nmi);
	return arg;
}

/*
 * Ends its thread instead of returning. That it could return keeps objtool
 * from taking it for a function that nothing may stand behind a call of.
 */
static victim_fn void v_exit(long code)
{
	victim_count(v_exit);
	if (code >= 0)
		module_put_and_kthread_exit(code);
}

/**
 * struct deferred - one call made elsewhere
 * @work: for a hardirq
 * @tasklet: for a softirq
 * @arg: the argument
 * @ret: what the function gave
 */
struct deferred {
	struct irq_work work;
	struct tasklet_struct tasklet;
	long arg;
	long ret;
};

/* before "irq_work: Cleanup" */
#ifdef IRQ_WORK_INIT_HARD
static void init_irq_work_hard(struct irq_work *work,
			       void (*func)(struct irq_work *work))
{
	*work = IRQ_WORK_INIT_HARD(func);
}
#else
static void init_irq_work_hard(struct irq_work *work,
			       void (*func)(struct irq_work *work))
{
	init_irq_work(work, func);
	atomic_set(&work->flags, IRQ_WORK_HARD_IRQ);
}
#endif

static void run_irq(struct irq_work *work)
{
	struct deferred *d = container_of(work, struct deferred, work);

	d->ret = v_irq(d->arg);
}

static long call_irq(long arg)
{
	struct deferred *d = kzalloc(sizeof(*d), GFP_KERNEL);
	long ret;

	if (!d)
		return -ENOMEM;
	init_irq_work_hard(&d->work, run_irq);
	d->arg = arg;
	irq_work_queue(&d->work);
	irq_work_sync(&d->work);
	ret = d->ret;
	kfree(d);
	return ret;
}

static void run_softirq(struct tasklet_struct *tasklet)
{
	struct deferred *d = container_of(tasklet, struct deferred, tasklet);

	d->ret = v_softirq(d->arg);
}

static long call_softirq(long arg)
{
	struct deferred *d = kzalloc(sizeof(*d), GFP_KERNEL);
	long ret;

	if (!d)
		return -ENOMEM;
	tasklet_setup(&d->tasklet, run_softirq);
	d->arg = arg;
	tasklet_schedule(&d->tasklet);
	/* Waits until it has run. */
	tasklet_kill(&d->tasklet);
	ret = d->ret;
	kfree(d);
	return ret;
}

/* An NMI that was sent and not taken yet, per CPU. */
static DEFINE_PER_CPU(bool, nmi_sent);
static DEFINE_PER_CPU(long, nmi_value);
static bool has_nmi;

#ifdef CONFIG_X86_LOCAL_APIC
static int run_nmi(unsigned int type, struct pt_regs *regs)
{
	if (!__this_cpu_read(nmi_sent))
		return NMI_DONE;
	__this_cpu_write(nmi_value, v_nmi(__this_cpu_read(nmi_value)));
	__this_cpu_write(nmi_sent, false);
	return NMI_HANDLED;
}

static void send_nmi(void)
{
	apic->send_IPI(smp_processor_id(), NMI_VECTOR);
}

static int victim_nmi_init(void)
{
	return register_nmi_handler(NMI_LOCAL, run_nmi, 0, "victim");
}

static void victim_nmi_exit(void)
{
	unregister_nmi_handler(NMI_LOCAL, "victim");
}
#else
static void send_nmi(void)
{
}

static int victim_nmi_init(void)
{
	return -EOPNOTSUPP;
}

static void victim_nmi_exit(void)
{
}
#endif

static long call_nmi(long arg)
{
	unsigned int patience;
	long ret = -ETIMEDOUT;

	if (!has_nmi)
		return -EOPNOTSUPP;
	preempt_disable();
	this_cpu_write(nmi_value, arg);
	this_cpu_write(nmi_sent, true);
	barrier();
	send_nmi();
	for (patience = 10000000; patience; patience--) {
		if (!this_cpu_read(nmi_sent)) {
			ret = this_cpu_read(nmi_value);
			break;
		}
		cpu_relax();
	}
	this_cpu_write(nmi_sent, false);
	preempt_enable();
	return ret;
}

static int run_exit(void *begun)
{
	__module_get(THIS_MODULE);
	complete(begun);
	v_exit(0);
	return 0;
}

/* Gives 0 when the thread that has called v_exit() is no more. */
static long call_exit(long arg)
{
	DECLARE_COMPLETION_ONSTACK(begun);
	struct task_struct *task;

	task = kthread_create(run_exit, &begun, "victim_exit");
	if (IS_ERR(task))
		return PTR_ERR(task);
	get_task_struct(task);
	wake_up_process(task);
	/* A thread that is stopped before it runs would never call. */
	wait_for_completion(&begun);
	kthread_stop(task);
	put_task_struct(task);
	return 0;
}

int victim_context_init(void)
{
	int ret = victim_nmi_init();

	has_nmi = !ret;
	return ret == -EOPNOTSUPP ? 0 : ret;
}

void victim_context_exit(void)
{
	if (has_nmi)
		victim_nmi_exit();
}

const struct victim_op victim_context_ops[] = {
	{ "v_irq", true, call_irq },
	{ "v_softirq", true, call_softirq },
	{ "v_nmi", true, call_nmi },
	{ "v_exit", false, call_exit },
	{ }
};
