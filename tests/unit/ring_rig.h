/* SPDX-License-Identifier: GPL-2.0 */
/* A ring with a writer that can be interrupted, and checked readers. */
#ifndef UNIT_RING_RIG_H
#define UNIT_RING_RIG_H

#include <linux/kernel.h>

#include <kretscope/ring.h>

#define SLOTS_MAX	64
#define SEQ_MAX		1000000

extern struct ks_ring ring;
extern char ring_slots[SLOTS_MAX << KS_RING_SHIFT_MAX];

/* Record @i of what the last ks_ring_read() gave. */
const struct ks_record *ring_out(size_t i);

/* Of writers so far; and how many of them are in each other now. */
extern u64 recorded, dropped;
extern unsigned int depth;

/* What happens at each point that can be interrupted; NULL: nothing. */
extern void (*on_point)(void);

/**
 * struct cursor - one reader
 * @pos: as ks_ring_read() has it
 * @delivered: good records
 * @lost: lost records
 * @seen: if set, the records that were delivered
 */
struct cursor {
	u64 pos;
	u64 delivered;
	u64 lost;
	bool *seen;
};

/* @shift: log2 of a slot's size in bytes */
void rig_start_wide(u64 nslots, unsigned int shift, bool is_oldest);
void rig_start(u64 nslots, bool is_oldest);

void write_one(void);
void write_many(u64 nr);

/* Read up to @max records below @end. Return: how many were good. */
size_t read_some(struct cursor *cursor, u64 end, size_t max);
void read_all(struct cursor *cursor);

/* No writer is under way: all that was written can be read. */
void expect_settled(void);

/* recorded = delivered + lost + unread */
void expect_identity(const struct cursor *cursor);

/* Without interrupts records come in the order they were written. */
void expect_run(const struct cursor *cursor, u64 first, size_t nr);

#endif
