/* SPDX-License-Identifier: GPL-2.0 */
/* Readers: independent cursors on the rings of all CPUs, merged by time. */
#ifndef KRETSCOPE_READER_H
#define KRETSCOPE_READER_H

#include <linux/list.h>
#include <linux/poll.h>
#include <linux/sched.h>

#include <kretscope/record.h>

/* A reader sleeps: whoever commits next calls ks_reader_wake(). */
extern bool ks_reader_sleeps;

/**
 * ks_reader_wake() - have the readers that sleep woken, soon
 *
 * Context: any, NMI included: only queues an irq_work.
 */
void ks_reader_wake(void);

/**
 * struct ks_reader_cpu - a reader's place in one CPU's ring
 * @pos: the next record to copy from the ring
 * @end: copy nothing from here on
 * @lost: lost before @batch, not told yet
 * @batch: copies of slots, a page
 * @shift: log2 of the size of these
 * @next: index of the first in @batch that was not delivered
 * @nr: index behind the last in @batch
 */
struct ks_reader_cpu {
	u64 pos;
	u64 end;
	u64 lost;
	void *batch;
	unsigned int shift;
	unsigned int next;
	unsigned int nr;
};

/**
 * struct ks_reader - one open trace or trace_pipe
 * @node: in the list of readers; ks_buffer_sem
 * @file: name of the file
 * @tid: who opened it
 * @comm: who opened it
 * @is_snapshot: ends where the rings ended at open
 * @delivered: records given out
 * @lost: records lost, told or not
 * @nr_active: how many of @active are in use
 * @active: CPUs that have something to deliver
 * @cpu: one for each possible CPU
 *
 * Its own user, one at a time, writes it with ks_buffer_sem held for reading;
 * others look at it with ks_buffer_sem held for writing.
 */
struct ks_reader {
	struct list_head node;
	const char *file;
	pid_t tid;
	char comm[TASK_COMM_LEN];
	bool is_snapshot;
	u64 delivered;
	u64 lost;
	unsigned int nr_active;
	u16 *active;
	struct ks_reader_cpu cpu[];
};

/**
 * struct ks_event - what a reader sees next
 * @rec: a record with its values behind it, or NULL for a loss
 * @lost: how many records were lost
 * @cpu: on which CPU
 */
struct ks_event {
	const struct ks_record *rec;
	u64 lost;
	unsigned int cpu;
};

/** ks_readers_init() - before the first reader */
void ks_readers_init(void);

/** ks_readers_exit() - no probe may be armed, no reader open */
void ks_readers_exit(void);

/**
 * ks_reader_create() - a new cursor on the oldest record
 * @file: name of the file, kept by reference
 * @is_snapshot: end where the rings end now
 *
 * Context: process, may sleep. Return: the reader or ERR_PTR(-ENOMEM).
 */
struct ks_reader *ks_reader_create(const char *file, bool is_snapshot);

/**
 * ks_reader_destroy() - undo ks_reader_create()
 * @reader: nobody may use it
 */
void ks_reader_destroy(struct ks_reader *reader);

/**
 * ks_reader_rewind() - start anew with the oldest record
 * @reader: callers are serialised; a snapshot's end stays
 *
 * Context: process, may sleep.
 */
void ks_reader_rewind(struct ks_reader *reader);

/**
 * ks_reader_begin() - start to take events
 * @reader: callers are serialised
 *
 * Context: process, may sleep; holds ks_buffer_sem until ks_reader_end().
 */
void ks_reader_begin(struct ks_reader *reader);

/**
 * ks_reader_next() - the oldest event that was not delivered
 * @reader: between ks_reader_begin() and ks_reader_end()
 * @event: filled in; valid until the next call
 *
 * A record counts as delivered from here on.
 *
 * Return: is there one.
 */
bool ks_reader_next(struct ks_reader *reader, struct ks_event *event);

/**
 * ks_reader_end() - done taking events
 * @reader: as for ks_reader_begin()
 */
void ks_reader_end(struct ks_reader *reader);

/**
 * ks_reader_wait() - sleep until there may be an event
 * @reader: the reader
 *
 * Context: process, may sleep. Return: 0 or -ERESTARTSYS.
 */
int ks_reader_wait(struct ks_reader *reader);

/**
 * ks_reader_poll() - poll()
 * @reader: the reader
 * @file: its file
 * @table: as given to the file operation
 *
 * Return: is there an event.
 */
bool ks_reader_poll(struct ks_reader *reader, struct file *file,
		    poll_table *table);

/**
 * ks_readers_restart() - all rings were cleared: start anew there
 *
 * Context: ks_buffer_sem held for writing.
 */
void ks_readers_restart(void);

/**
 * ks_readers_free_copied() - mode oldest: let writers have what all have read
 *
 * Context: process, ks_buffer_sem held for writing.
 */
void ks_readers_free_copied(void);

/**
 * ks_readers_recheck() - wake those that sleep although there are records
 *
 * Context: any but handlers.
 */
void ks_readers_recheck(void);

/**
 * ks_readers_for_each() - look at every reader and at what it has not read
 * @fn: called with the reader and its number of unread records
 * @arg: passed on
 *
 * Context: process, may sleep; @fn runs with ks_buffer_sem held for writing.
 */
void ks_readers_for_each(void (*fn)(const struct ks_reader *reader, u64 unread,
				    void *arg), void *arg);

#endif
