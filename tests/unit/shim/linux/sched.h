/* SPDX-License-Identifier: GPL-2.0 */
/* The current task, on the host: tests say who that is. */
#ifndef SHIM_LINUX_SCHED_H
#define SHIM_LINUX_SCHED_H

#define TASK_COMM_LEN	16

struct task_struct {
	char comm[TASK_COMM_LEN];
};

extern struct task_struct shim_task;

#define current		(&shim_task)

#define cond_resched()	((void)0)

#endif
