/* SPDX-License-Identifier: GPL-2.0 */
/* The one clock of all records: raw in handlers, converted when read. */
#ifndef KRETSCOPE_CLOCK_H
#define KRETSCOPE_CLOCK_H

#include <linux/build_bug.h>
#include <linux/jump_label.h>
#include <linux/math64.h>
#include <linux/ktime.h>
#include <linux/types.h>

#include <compat/clock.h>
#include <compat/math.h>

/**
 * enum ks_clock_id - values of the parameter "clock"
 * @KS_CLOCK_AUTO: the cycle counter where it is reliable, else monotonic
 * @KS_CLOCK_MONO: CLOCK_MONOTONIC, by its NMI-safe reader
 * @KS_CLOCK_BOOT: CLOCK_BOOTTIME, by its NMI-safe reader
 * @KS_CLOCK_TSC: the cycle counter, whatever the kernel thinks of it
 */
enum ks_clock_id {
	KS_CLOCK_AUTO,
	KS_CLOCK_MONO,
	KS_CLOCK_BOOT,
	KS_CLOCK_TSC,
};

#define KS_CLOCK_SHIFT	32

DECLARE_STATIC_KEY_FALSE(ks_clock_counter);	/* raw value is a count */
DECLARE_STATIC_KEY_FALSE(ks_clock_boot);	/* raw value is boot time */
extern u64 ks_clock_mult;	/* ns per raw unit << KS_CLOCK_SHIFT */

/**
 * ks_clock_is_counter() - is ks_clock_raw() the same as ks_counter_read()
 *
 * Costs nothing when it is.
 *
 * Context: any.
 */
static __always_inline bool ks_clock_is_counter(void)
{
	return static_branch_likely(&ks_clock_counter);
}

/**
 * ks_clock_raw() - the time now, in the clock's own unit
 *
 * Context: any, NMI included.
 */
static __always_inline u64 ks_clock_raw(void)
{
	if (ks_clock_is_counter())
		return ks_counter_read();
	if (static_branch_unlikely(&ks_clock_boot))
		return ktime_get_boot_fast_ns();
	return ktime_get_mono_fast_ns();
}

/**
 * ks_clock_delta_ns() - length of an interval
 * @delta: difference of two raw values
 *
 * Context: any. Return: ns.
 */
static __always_inline u64 ks_clock_delta_ns(u64 delta)
{
	BUILD_BUG_ON(KS_CLOCK_SHIFT != 32);
	return ks_mul_shr32(delta, ks_clock_mult);
}

/**
 * ks_clock_to_ns() - point in time of a raw value
 * @raw: value of ks_clock_raw() in the past
 *
 * Context: process.
 * Return: ns of CLOCK_MONOTONIC, or of CLOCK_BOOTTIME with clock=boot.
 */
u64 ks_clock_to_ns(u64 raw);

/**
 * ks_clock_by_name() - value of the parameter "clock"
 * @name: its text
 *
 * Return: an enum ks_clock_id or -EINVAL.
 */
int ks_clock_by_name(const char *name);

/**
 * ks_clock_name() - which clock the exported times are of
 *
 * Return: "mono" or "boot".
 */
const char *ks_clock_name(void);

/**
 * ks_clock_source() - what handlers read
 *
 * Return: "tsc", "mono" or "boot".
 */
const char *ks_clock_source(void);

/**
 * ks_clock_init() - choose the clock and start following it
 * @id: which
 *
 * Context: process, may sleep.
 * Return: 0, -EOPNOTSUPP for KS_CLOCK_TSC where there is no counter.
 */
int ks_clock_init(enum ks_clock_id id);

/** ks_clock_exit() - undo ks_clock_init() */
void ks_clock_exit(void);

#endif
