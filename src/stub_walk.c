// SPDX-License-Identifier: GPL-2.0
/*
 * Calls inside stubs, found on the tasks' stacks.
 *
 * A call in its function's body has the return address into its stub on the
 * stack, below the stub's frame or in it, which says itself which stub it is
 * of. What calls have left behind lies below the stack pointer, or is
 * overwritten.
 */
#include "stub_walk.h"

#include <linux/err.h>
#include <linux/sched/signal.h>
#include <linux/sched/task_stack.h>
#include <linux/stop_machine.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include <kretscope/clock.h>

#include "stub_table.h"

typedef void (*frame_fn)(const struct ks_stub_frame *frame,
			 struct task_struct *task, void *arg);

/* Other functions' frames are none of KASAN's business here. */
static unsigned long word_at(const void *addr)
{
	return READ_ONCE_NOCHECK(*(const unsigned long *)addr);
}

/* Of code that is shared: what seems to be its stub may be anything. */
static bool is_of_place(unsigned int place, const struct ks_stub_frame *frame)
{
	unsigned long stub = word_at(&frame->stub);

	if (place < KS_STUBS)
		return stub == (unsigned long)&ks_stubs[place];
	return ks_stub_table_has(stub, word_at(&frame->body));
}

/* The frame that belongs to a return address into a stub, if it is one. */
static const struct ks_stub_frame *frame_at(unsigned long sp)
{
	unsigned long back = word_at((void *)sp) -
			     (unsigned long)ks_stubs_begin;
	const struct ks_stub_frame *frame;
	unsigned int place;
	bool is_plain;

	if (back > ks_stub_places[KS_STUB_PLACES - 1].back)
		return NULL;
	for (place = 0; ks_stub_places[place].back < back; place++)
		;
	if (ks_stub_places[place].back != back)
		return NULL;
	is_plain = place < KS_STUBS_PLAIN || place == KS_STUB_SHARED;
	frame = ks_stub_frame_at(sp, is_plain ? 0 : KS_STUB_VALUES);
	return frame && is_of_place(place, frame) ? frame : NULL;
}

/* All frames from @sp up to the top of the stack of @task. */
static void walk_stack(struct task_struct *task, unsigned long sp, frame_fn fn,
		       void *arg)
{
	unsigned long base = (unsigned long)task_stack_page(task);
	unsigned long top = base + THREAD_SIZE - KS_STUB_VALUES -
			    sizeof(struct ks_stub_frame);
	const struct ks_stub_frame *frame;

	if (!base || sp < base)
		return;
	for (; sp < top; sp += sizeof(sp)) {
		frame = frame_at(sp);
		if (frame)
			fn(frame, task, arg);
	}
}

struct walk {
	const struct ks_stub *stub;
	void (*fn)(const struct ks_call *call, void *arg);
	void *arg;
	u64 now;
};

static void show_frame(const struct ks_stub_frame *frame,
		       struct task_struct *task, void *arg)
{
	const struct walk *walk = arg;
	s64 age = walk->now - word_at(&frame->start);
	struct ks_call call = {
		.probe = walk->stub->probe,
		.age_ns = ks_clock_delta_ns(max_t(s64, age, 0)),
		.tid = task->pid,
	};

	if (word_at(&frame->stub) != (unsigned long)walk->stub)
		return;
	memcpy(call.comm, task->comm, sizeof(call.comm));
	walk->fn(&call, walk->arg);
}

/* No task runs but this one, which is none of those that are looked for. */
static int walk_tasks(void *arg)
{
	struct task_struct *process, *task;
	struct walk *walk = arg;

	walk->now = ks_clock_raw();
	rcu_read_lock();
	for_each_process_thread(process, task)
		if (task != current)
			walk_stack(task, ks_task_sp(task), show_frame, walk);
	rcu_read_unlock();
	return 0;
}

void ks_stub_walk(const struct ks_stub *stub,
		  void (*fn)(const struct ks_call *call, void *arg), void *arg)
{
	struct walk walk = { .stub = stub, .fn = fn, .arg = arg };

	stop_machine(walk_tasks, &walk, NULL);
}

static struct tracepoint *exit_tp;

static void abandon_frame(const struct ks_stub_frame *frame,
			  struct task_struct *task, void *arg)
{
	const struct ks_stub *stub = (void *)word_at(&frame->stub);
	const struct ks_probe *probe = READ_ONCE(stub->probe);

	if (probe)
		this_cpu_inc(probe->pcpu->abandoned);
	else
		this_cpu_inc(*stub->lease->orphans);
}

/* The current task will return to none of the functions it is in. */
static void task_exits(void *data, struct task_struct *task)
{
	preempt_disable_notrace();
	walk_stack(current, (unsigned long)__builtin_frame_address(0),
		   abandon_frame, NULL);
	preempt_enable_notrace();
}

static void find_exit_tp(struct tracepoint *tp, void *data)
{
	if (!strcmp(tp->name, "sched_process_exit"))
		exit_tp = tp;
}

int ks_stub_watch_exits(void)
{
	if (!exit_tp)
		for_each_kernel_tracepoint(find_exit_tp, NULL);
	return exit_tp ? tracepoint_probe_register(exit_tp, task_exits, NULL) :
			 -ENOENT;
}

void ks_stub_unwatch_exits(void)
{
	tracepoint_probe_unregister(exit_tp, task_exits, NULL);
	tracepoint_synchronize_unregister();
}
