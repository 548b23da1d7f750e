// SPDX-License-Identifier: GPL-2.0
/* Functions that are called in the context of whoever writes the command. */
#include "victim.h"

#include <linux/delay.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/sched.h>

#define REC_MAX		100		/* the stack holds that many */
#define SLEEP_MAX	600000		/* ms */
#define SPIN_MAX	1000000000L	/* ns */

static long v_data;

static victim_fn void v_empty(void)
{
	victim_count(v_empty);
}

static victim_fn void v_void(long arg)
{
	victim_count(v_void);
	WRITE_ONCE(v_data, arg);
}

/*
 * Stands for a function that is declared as int: its callers use the lower
 * half of the result. That the upper half holds something else is what such
 * functions are allowed to do, and what a long makes sure of.
 */
static victim_fn long v_int(long arg)
{
	victim_count(v_int);
	return arg;
}

/* The register is 00000000fffffff5. */
static victim_fn int v_err(void)
{
	victim_count(v_err);
	return -EAGAIN;
}

static victim_fn long v_long(long arg)
{
	victim_count(v_long);
	return arg;
}

static victim_fn bool v_bool(long arg)
{
	victim_count(v_bool);
	return arg;
}

static victim_fn u8 v_u8(long arg)
{
	victim_count(v_u8);
	return arg;
}

static victim_fn void *v_errptr(long arg)
{
	victim_count(v_errptr);
	return ERR_PTR(arg);
}

static victim_fn void *v_ptr(void)
{
	victim_count(v_ptr);
	return &v_data;
}

/* Calls itself @arg times, so it is called @arg + 1 times; gives @arg. */
static victim_fn long v_rec(long arg)
{
	long ret;

	victim_count(v_rec);
	if (arg <= 0)
		return 0;
	ret = v_rec(arg - 1);
	/* Keeps the compiler from making a loop of it. */
	asm volatile("" : "+r" (ret));
	return ret + 1;
}

/* Gives the ms that were left when a signal came; 0 after all of them. */
static victim_fn long v_sleep(long ms)
{
	victim_count(v_sleep);
	return msleep_interruptible(ms);
}

/* Gives the ns that it really took: @ns or more. */
static victim_fn long v_spin(long ns)
{
	u64 start = ktime_get_mono_fast_ns();
	u64 now;

	victim_count(v_spin);
	do {
		cpu_relax();
		now = ktime_get_mono_fast_ns();
	} while (now - start < ns);
	return now - start;
}

/* Gives the time now, in ns of CLOCK_MONOTONIC. */
static victim_fn long v_now(void)
{
	victim_count(v_now);
	return ktime_get_ns();
}

static victim_fn long v_inner(long arg)
{
	victim_count(v_inner);
	return arg + 1;
}

/* Calls v_inner() once; gives @arg + 2. */
static victim_fn long v_outer(long arg)
{
	victim_count(v_outer);
	return v_inner(arg) + 1;
}

static noinline __cold long cold_path(long arg)
{
	return -arg;
}

/* The compiler moves its unlikely part away, to v_cold.cold. */
static victim_fn long v_cold(long arg)
{
	victim_count(v_cold);
	if (unlikely(arg < 0))
		arg = cold_path(arg) * 2;
	return arg;
}

/* victim_twin.c has another function of this name. */
static victim_fn long v_twin(long arg)
{
	victim_count(v_twin);
	return arg;
}

long victim_twin_first(long arg)
{
	return v_twin(arg);
}

static long call_empty(long arg)
{
	v_empty();
	return 0;
}

static long call_void(long arg)
{
	v_void(arg);
	return 0;
}

static long call_int(long arg)
{
	return (int)v_int(arg);
}

static long call_err(long arg)
{
	return v_err();
}

static long call_bool(long arg)
{
	return v_bool(arg);
}

static long call_u8(long arg)
{
	return v_u8(arg);
}

static long call_errptr(long arg)
{
	return (long)v_errptr(arg);
}

static long call_ptr(long arg)
{
	return v_ptr() == &v_data;
}

static long call_rec(long arg)
{
	return v_rec(clamp(arg, 0L, (long)REC_MAX));
}

static long call_sleep(long arg)
{
	return v_sleep(clamp(arg, 0L, (long)SLEEP_MAX));
}

static long call_spin(long arg)
{
	return v_spin(clamp(arg, 0L, SPIN_MAX));
}

static long call_now(long arg)
{
	return v_now();
}

const struct victim_op victim_call_ops[] = {
	{ "v_empty", false, call_empty },
	{ "v_void", true, call_void },
	{ "v_int", true, call_int },
	{ "v_err", false, call_err },
	{ "v_long", true, v_long },
	{ "v_bool", true, call_bool },
	{ "v_u8", true, call_u8 },
	{ "v_errptr", true, call_errptr },
	{ "v_ptr", false, call_ptr },
	{ "v_rec", true, call_rec },
	{ "v_sleep", true, call_sleep },
	{ "v_spin", true, call_spin },
	{ "v_now", false, call_now },
	{ "v_outer", true, v_outer },
	{ "v_cold", true, v_cold },
	{ }
};
