/* SPDX-License-Identifier: GPL-2.0 */
/* Where a kprobe handler puts values until it knows where they go. */
#ifndef KRETSCOPE_SCRATCH_H
#define KRETSCOPE_SCRATCH_H

#include <linux/percpu.h>

#include <kretscope/fetch.h>

/*
 * One per CPU is enough: the kernel runs no pre_handler while another one runs
 * on the same CPU, not even in an NMI; it counts such a hit as missed
 * (kprobe_running(), kprobes_inc_nmissed_count()). That does not hold for
 * return handlers.
 */
struct ks_scratch {
	u64 values[KS_VALUES_MAX / sizeof(u64)];
};

DECLARE_PER_CPU(struct ks_scratch, ks_scratch_cpu);

/* Context: pre_handler, preemption off. */
static __always_inline u64 *ks_scratch(void)
{
	return this_cpu_ptr(&ks_scratch_cpu)->values;
}

#endif
