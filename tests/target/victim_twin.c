// SPDX-License-Identifier: GPL-2.0
/* Functions whose names other functions have too. */
#include "victim.h"

/* The second of this name in this module: the first is in victim_calls.c. */
static victim_fn long v_twin(long arg)
{
	victim_count(v_twin);
	return arg + 1;
}

/* The kernel itself has a function of this name too, exactly one. */
static victim_fn long loadavg_proc_show(long arg)
{
	victim_count(loadavg_proc_show);
	return arg;
}

/* Both twins, so it counts as two calls. */
static long call_twin(long arg)
{
	return victim_twin_first(arg) + v_twin(arg);
}

const struct victim_op victim_twin_ops[] = {
	{ "v_twin", true, call_twin },
	{ "v_clash", true, loadavg_proc_show },
	{ }
};
