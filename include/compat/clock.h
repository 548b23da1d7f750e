/* SPDX-License-Identifier: GPL-2.0 */
/* The raw cycle counter of each architecture, and whether it can be trusted. */
#ifndef KRETSCOPE_COMPAT_CLOCK_H
#define KRETSCOPE_COMPAT_CLOCK_H

#include <linux/types.h>

#ifdef CONFIG_X86_TSC
#include <asm/cpufeature.h>
#include <asm/msr.h>
#include <asm/tsc.h>
#include <linux/timekeeping.h>

#define KS_COUNTER_NAME	"tsc"

/*
 * Not ordered against the instructions around it: the handlers run hundreds
 * of instructions away from the traced function's own, so a fence would cost
 * more than it could make right.
 */
static __always_inline u64 ks_counter_read(void)
{
	return rdtsc();
}

/* Counts per ms, 0 where the kernel has not measured it. */
static inline unsigned int ks_counter_khz(void)
{
	return tsc_khz;
}

/* Has the kernel found it to go wrong; may become true at any time. */
static inline bool ks_counter_is_unstable(void)
{
	return check_tsc_unstable();
}

/* Is it what the kernel keeps its own time by. */
static inline bool ks_counter_is_clocksource(void)
{
	struct system_time_snapshot snap;
	u64 before = rdtsc_ordered();

#if KS_HAVE_KTIME_GET_SNAPSHOT_ID
	/* in place of ktime_get_snapshot(), which is gone */
	ktime_get_snapshot_id(CLOCK_MONOTONIC, &snap);
#else
	ktime_get_snapshot(&snap);
#endif
	return snap.cycles - before <= rdtsc_ordered() - before;
}

/*
 * Same rate in every power state and the same value on every CPU: by the
 * CPU's word, by a hypervisor's (TSC_RELIABLE), or since the kernel's watchdog
 * has found it good enough to keep the time.
 */
static inline bool ks_counter_is_reliable(void)
{
	if (ks_counter_is_unstable())
		return false;
	return boot_cpu_has(X86_FEATURE_TSC_RELIABLE) ||
	       (boot_cpu_has(X86_FEATURE_CONSTANT_TSC) &&
		boot_cpu_has(X86_FEATURE_NONSTOP_TSC)) ||
	       ks_counter_is_clocksource();
}

#else

#define KS_COUNTER_NAME	"none"

static __always_inline u64 ks_counter_read(void)
{
	return 0;
}

static inline unsigned int ks_counter_khz(void)
{
	return 0;
}

static inline bool ks_counter_is_unstable(void)
{
	return true;
}

static inline bool ks_counter_is_reliable(void)
{
	return false;
}

#endif

#endif
