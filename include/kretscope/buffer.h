/* SPDX-License-Identifier: GPL-2.0 */
/* The rings of all CPUs as one buffer: size, mode, clearing, memory. */
#ifndef KRETSCOPE_BUFFER_H
#define KRETSCOPE_BUFFER_H

#include <linux/percpu.h>
#include <linux/rwsem.h>

#include <kretscope/ring.h>

#define KS_BUFFER_KB_MIN	4
#define KS_BUFFER_KB_MAX	(1024 * 1024)

DECLARE_PER_CPU(struct ks_ring, ks_rings);

/**
 * enum ks_mode - what happens when a ring is full
 * @KS_MODE_NEWEST: the oldest records are overwritten
 * @KS_MODE_OLDEST: new records are dropped
 */
enum ks_mode {
	KS_MODE_NEWEST,
	KS_MODE_OLDEST,
};

/*
 * Held for reading by who reads records or the list of readers, for writing by
 * who changes a ring's memory or mode or the list. Handlers do not look at it:
 * they are kept out by stop_machine(), since they run with preemption off.
 */
extern struct rw_semaphore ks_buffer_sem;

/**
 * ks_buffer_init() - allocate the rings of all CPUs that are online
 * @kb: size per CPU in KiB, KS_BUFFER_KB_MIN..KS_BUFFER_KB_MAX; rounded down
 *	to a power of two. Slots are of the smallest size
 * @mode: mode
 *
 * Context: process, may sleep.
 * Return: 0, -ENOMEM, or what cpuhp_setup_state() says.
 */
int ks_buffer_init(unsigned int kb, enum ks_mode mode);

/** ks_buffer_exit() - free the rings; no probe may be armed, no reader open */
void ks_buffer_exit(void);

/**
 * ks_buffer_resize() - change the size; the records in the rings are lost
 * @kb: as for ks_buffer_init()
 *
 * Context: process, may sleep. Return: 0 or -ENOMEM, and then all is as before.
 */
int ks_buffer_resize(unsigned int kb);

/**
 * ks_buffer_fit() - make the slots large enough for records of a size
 * @size: of a record and its values, at most KS_RECORD_MAX bytes
 *
 * The records in the rings are lost if the slots were smaller. A buffer that is
 * as large as before then holds fewer records.
 *
 * Context: process, may sleep. Return: as for ks_buffer_resize().
 */
int ks_buffer_fit(size_t size);

/** ks_buffer_kb() - size per CPU in KiB */
unsigned int ks_buffer_kb(void);

/**
 * ks_buffer_set_mode() - change the mode
 * @mode: the new one; what is in the rings stays
 *
 * Context: process, may sleep.
 */
void ks_buffer_set_mode(enum ks_mode mode);

/** ks_buffer_mode() - the mode */
enum ks_mode ks_buffer_mode(void);

/**
 * ks_buffer_mode_by_name() - mode of a name
 * @name: may end in a newline
 *
 * Return: an enum ks_mode or -EINVAL.
 */
int ks_buffer_mode_by_name(const char *name);

/** ks_buffer_mode_name() - name of the mode */
const char *ks_buffer_mode_name(void);

/**
 * ks_buffer_clear() - forget all records
 * @also: called while no handler runs, to clear what goes with the records
 * @arg: passed to @also
 *
 * Readers start anew: their counts go to zero as well.
 *
 * Context: process, may sleep; @also runs inside stop_machine().
 */
void ks_buffer_clear(void (*also)(void *arg), void *arg);

#endif
