/* SPDX-License-Identifier: GPL-2.0 */
/* Functions with known results and known numbers of calls, to be traced. */
#ifndef VICTIM_H
#define VICTIM_H

#include <linux/atomic.h>
#include <linux/types.h>

/*
 * A function that is called as often as the source says: never inlined,
 * cloned, merged with an equal one, or left out because its result is known.
 */
#if __has_attribute(__noipa__)
#define victim_fn	__attribute__((__noipa__))
#else
#define victim_fn	noinline
#endif

/* Every function that counts its calls. */
#define VICTIM_COUNTED(X)						\
	X(v_empty) X(v_void) X(v_int) X(v_err) X(v_long) X(v_bool) X(v_u8) \
	X(v_errptr) X(v_ptr) X(v_rec) X(v_sleep) X(v_spin) X(v_now)	\
	X(v_outer) X(v_inner) X(v_cold) X(v_exit) X(v_irq) X(v_softirq)	\
	X(v_nmi) X(v_twin) X(loadavg_proc_show)				\
	X(v_many) X(v_node) X(v_text) X(v_address)			\
	X(v_abi0) X(v_abi1) X(v_abi2) X(v_abi3) X(v_abi4) X(v_abi5)	\
	X(v_abi6) X(v_abi_pair) X(v_abi_wide) X(v_abi_two)		\
	X(v_abi_large) X(v_abi12) X(v_abi_by_value) X(v_abi_sum)

enum victim_id {
#define VICTIM_ENUM(name) VICTIM_##name,
	VICTIM_COUNTED(VICTIM_ENUM)
#undef VICTIM_ENUM
	VICTIM_NR
};

extern atomic64_t victim_calls[VICTIM_NR];

/* Count one call of the function; safe in every context. */
#define victim_count(name)	atomic64_inc(&victim_calls[VICTIM_##name])

/**
 * struct victim_op - a function as a command
 * @name: the command
 * @arg: it takes an argument
 * @call: calls the function; gives what it returned, or a negative errno
 *	that kept it from being called
 */
struct victim_op {
	const char *name;
	bool arg;
	long (*call)(long arg);
};

/* victim_calls.c: in the caller's own context */
extern const struct victim_op victim_call_ops[];
long victim_twin_first(long arg);

/* victim_args.c: arguments of all kinds */
extern const struct victim_op victim_args_ops[];
int victim_args_init(void);
void victim_args_exit(void);

/* victim_abi.c: arguments and results wherever they travel */
extern const struct victim_op victim_abi_ops[];

/* victim_context.c: in other contexts */
extern const struct victim_op victim_context_ops[];
int victim_context_init(void);
void victim_context_exit(void);

/* victim_twin.c: functions whose names others have too */
extern const struct victim_op victim_twin_ops[];

#endif
