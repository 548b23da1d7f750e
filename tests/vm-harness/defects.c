// SPDX-License-Identifier: GPL-2.0
/* A stand-in for the module, with the defect that its parameter names. */
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/timer.h>

static char *probes = "";
module_param(probes, charp, 0400);

static DEFINE_SPINLOCK(spin);
static DEFINE_MUTEX(first);
static DEFINE_MUTEX(second);
static int __rcu *pointer;
static unsigned int shared;
static int shift = 40;

static void use_after_free(void)
{
	int *p = kmalloc(64, GFP_KERNEL);

	kfree(p);
	OPTIMIZER_HIDE_VAR(p);
	WRITE_ONCE(*p, 1);
}

static void sleep_in_atomic(void)
{
	spin_lock(&spin);
	mutex_lock(&first);
	mutex_unlock(&first);
	spin_unlock(&spin);
}

static void lock_circle(void)
{
	mutex_lock(&first);
	mutex_lock(&second);
	mutex_unlock(&second);
	mutex_unlock(&first);
	mutex_lock(&second);
	mutex_lock(&first);
	mutex_unlock(&first);
	mutex_unlock(&second);
}

static void rcu_unlocked(void)
{
	pr_info("kretscope: %p\n", rcu_dereference(pointer));
}

static void cpu_preemptible(void)
{
	pr_info("kretscope: on CPU %d\n", smp_processor_id());
}

static void on_timer(struct timer_list *timer)
{
}

static void free_active(void)
{
	struct timer_list *timer = kmalloc(sizeof(*timer), GFP_KERNEL);

	if (!timer)
		return;
	timer_setup(timer, on_timer, 0);
	mod_timer(timer, jiffies + 1000 * HZ);
	kfree(timer);
}

static void shift_out(void)
{
	WRITE_ONCE(shift, 1 << READ_ONCE(shift));
}

static void leak(void)
{
	void *p = kmalloc(100, GFP_KERNEL);

	OPTIMIZER_HIDE_VAR(p);
}

static int increment(void *unused)
{
	unsigned long end = jiffies + 3 * HZ;

	while (time_before(jiffies, end)) {
		shared++;
		cond_resched();
	}
	while (!kthread_should_stop())
		msleep(20);
	return 0;
}

static void race(void)
{
	struct task_struct *a = kthread_run(increment, NULL, "increment/a");
	struct task_struct *b = kthread_run(increment, NULL, "increment/b");

	msleep(4000);
	if (!IS_ERR(a))
		kthread_stop(a);
	if (!IS_ERR(b))
		kthread_stop(b);
}

static const struct {
	const char *name;
	void (*function)(void);
} defects[] = {
	{ "use_after_free", use_after_free },
	{ "sleep_in_atomic", sleep_in_atomic },
	{ "lock_circle", lock_circle },
	{ "rcu_unlocked", rcu_unlocked },
	{ "cpu_preemptible", cpu_preemptible },
	{ "free_active", free_active },
	{ "shift_out", shift_out },
	{ "leak", leak },
	{ "race", race },
};

static int __init stand_in_init(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(defects); i++)
		if (!strcmp(probes, defects[i].name))
			defects[i].function();
	pr_info("kretscope: loaded, 0 probes armed\n");
	return 0;
}

static void __exit stand_in_exit(void)
{
}

module_init(stand_in_init);
module_exit(stand_in_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("stand-in with defects, for tests of kernels that check");
