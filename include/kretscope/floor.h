/* SPDX-License-Identifier: GPL-2.0 */
/* What a probe sees of a function that does nothing: the least latency. */
#ifndef KRETSCOPE_FLOOR_H
#define KRETSCOPE_FLOOR_H

#include <linux/types.h>

struct ks_probe_ops;

/**
 * struct ks_floor - latencies of an empty function, in ns
 * @min: the least
 * @median: at most 6.25 % above the true one
 */
struct ks_floor {
	u64 min;
	u64 median;
};

/**
 * ks_floors_measure() - call an empty function through a probe of each kind
 *
 * What a latency holds of the probe's own time depends on the kind, the clock
 * and the machine, so it is measured at load. Where that is not possible, as
 * while kprobes are switched off, it stays unknown.
 *
 * Context: process, may sleep; clock and canaries are there, no probe yet, and
 * ks_record_min keeps records away.
 */
void ks_floors_measure(void);

/**
 * ks_floor_of() - what was measured for a kind of probes
 * @ops: the kind
 *
 * Context: any. Return: NULL: it is not known, or the kind has no latency.
 */
const struct ks_floor *ks_floor_of(const struct ks_probe_ops *ops);

#endif
