/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ring of one CPU: slots of one size, one record each.
 *
 * A position is the number of records written before, 64 bits wide, and never
 * wraps. Slot and lap follow from it (position % nslots, position / nslots),
 * so a position is index and generation in one: a slot's content is that of
 * position P exactly as long as no writer has reserved P + nslots. Every slot
 * is thus a sub-buffer of its own, and a loss is counted by subtraction.
 *
 * Writers run on the ring's own CPU with preemption off. They reserve with a
 * CPU-local compare-and-exchange and may be interrupted between reserve and
 * commit by writers of softirqs, hardirqs and NMIs, which nest fully. Only
 * the outermost writer publishes, and by then all positions below head are
 * complete. No writer waits, allocates, wakes or locks.
 *
 * Readers run anywhere, with cursors of their own, and never write to the
 * ring (mode oldest: but for ks_ring_free()). They copy slots, then look if
 * head has moved so far that a copy may be torn; those count as lost.
 */
#ifndef KRETSCOPE_RING_H
#define KRETSCOPE_RING_H

#include <linux/cache.h>
#include <linux/compiler.h>
#include <linux/types.h>

#include <compat/atomic.h>
#include <kretscope/record.h>

/* The smallest slot is one for a record without values. */
#define KS_RING_SHIFT_MIN	6
#define KS_RING_SHIFT_MAX	8

static_assert(sizeof(struct ks_record) <= 1 << KS_RING_SHIFT_MIN);
static_assert(KS_RECORD_MAX == 1 << KS_RING_SHIFT_MAX);

/**
 * struct ks_ring_memory - what a ring keeps its records in
 * @slots: the slots, or NULL
 * @nslots: number of slots, a power of two; 0 while there is no memory: every
 *	reserve then fails
 * @mask: @nslots - 1
 * @shift: log2 of the size of a slot in bytes, KS_RING_SHIFT_MIN to
 *	KS_RING_SHIFT_MAX
 */
struct ks_ring_memory {
	char *slots;
	u64 nslots;
	u64 mask;
	unsigned int shift;
};

/**
 * ks_ring_memory_init() - say what a ring is to keep its records in
 * @mem: set
 * @slots: zeroed
 * @nslots: a power of two
 * @shift: log2 of the size of a slot in bytes
 */
static inline void ks_ring_memory_init(struct ks_ring_memory *mem, void *slots,
				       u64 nslots, unsigned int shift)
{
	mem->slots = slots;
	mem->nslots = nslots;
	mem->mask = nslots - 1;
	mem->shift = shift;
}

/**
 * struct ks_ring - the ring of one CPU
 * @head: next position to reserve; own CPU only
 * @commit: all below is complete; own CPU only, released to readers
 * @mem: the slots; changed only while no writer runs
 * @limit: a writer may reserve what is below without a look at @floor; own CPU
 *	only
 * @floor: points to @tail (mode oldest) or @commit (mode newest): a writer
 *	may not be more than all slots ahead of it. In mode newest this keeps
 *	writers that interrupt each other from lapping the one they interrupt
 * @nest: writers between reserve and commit; own CPU only
 * @tag: what the tags of its records have in common: the CPU
 * @tail: mode oldest: all below may be overwritten; written by readers
 * @base: all below is gone with the memory it was in, or was cleared; changed
 *	only while no writer runs
 * @origin: all below was cleared, and counts no more; likewise
 */
struct ks_ring {
	u64 head;
	u64 commit;
	struct ks_ring_memory mem;
	u64 limit;
	const u64 *floor;
	unsigned int nest;
	union ks_record_tag tag;
	u64 tail ____cacheline_aligned_in_smp;
	u64 base;
	u64 origin;
};

static __always_inline void *ks_ring_slot(const struct ks_ring *ring, u64 pos)
{
	return ring->mem.slots + ((pos & ring->mem.mask) << ring->mem.shift);
}

/*
 * Publish what is complete, if this writer interrupts no other.
 * @head: where it was; it may have moved on
 */
static __always_inline void ks_ring_leave(struct ks_ring *ring, u64 head)
{
	if (unlikely(ring->nest != 1)) {
		barrier();	/* compare it in memory, load it only here */
		ring->nest--;
		return;
	}

	/*
	 * A writer that interrupts before nest is 0 leaves publishing to this
	 * one, which therefore looks at head again afterwards. One that
	 * interrupts later publishes by itself.
	 */
	for (;;) {
		/* pairs with the acquire in ks_ring_read() */
		smp_store_release(&ring->commit, head);
		barrier();
		WRITE_ONCE(ring->nest, 0);
		barrier();
		/* An interrupt may move it at any time, which is the point. */
		if (likely(data_race(ring->head) == head))
			return;
		WRITE_ONCE(ring->nest, 1);
		barrier();
		head = READ_ONCE(ring->head);
	}
}

/*
 * Where the limit is by now. It only rises, but for changes that no writer
 * sees: one that interrupts in between may raise it further, and loses that.
 */
static __always_inline bool ks_ring_may_take(struct ks_ring *ring, u64 pos)
{
	/* A reader may write it: a whole word. */
	u64 limit = data_race(*ring->floor) + READ_ONCE(ring->mem.nslots);

	WRITE_ONCE(ring->limit, limit);
	return pos < limit;
}

/**
 * ks_ring_reserve() - get a slot to write
 * @ring: ring of this CPU
 * @pos: set to its position, see ks_ring_slot(); to be filled with WRITE_ONCE()
 *
 * Context: any, NMI included; preemption off until ks_ring_commit(), which has
 * to follow on success.
 * Return: false when the ring is full.
 */
static __always_inline bool ks_ring_reserve(struct ks_ring *ring, u64 *pos)
{
	ring->nest++;
	barrier();

	*pos = READ_ONCE(ring->head);
	do {
		/* An interrupt may set it: a volatile access costs a load. */
		if (unlikely(*pos >= data_race(ring->limit)) &&
		    !ks_ring_may_take(ring, *pos)) {
			ks_ring_leave(ring, *pos);
			return false;
		}
	} while (unlikely(!ks_try_cmpxchg_local(&ring->head, pos, *pos + 1)));
	/* head before content; pairs with smp_rmb() in ks_ring_read() */
	smp_wmb();
	return true;
}

/**
 * ks_ring_commit() - the slot is filled
 * @ring: as for ks_ring_reserve()
 * @pos: the slot's position
 *
 * Context: as for ks_ring_reserve().
 */
static __always_inline void ks_ring_commit(struct ks_ring *ring, u64 pos)
{
	barrier();
	ks_ring_leave(ring, pos + 1);
}

/**
 * ks_ring_init() - set up a ring
 * @ring: all zero
 * @mem: its memory, owned by the caller
 * @is_oldest: stop at full instead of overwriting
 */
void ks_ring_init(struct ks_ring *ring, const struct ks_ring_memory *mem,
		  bool is_oldest);

/**
 * ks_ring_set_memory() - give a ring other memory; its records are gone
 * @ring: of this CPU, or of one that is offline; no reader may be active, and
 *	no writer but one of an NMI that comes in between
 * @mem: in: its new memory; out: the memory it had
 */
void ks_ring_set_memory(struct ks_ring *ring, struct ks_ring_memory *mem);

/**
 * ks_ring_set_oldest() - change the mode
 * @ring: of this CPU, or of one that is offline; no writer may be active but
 *	one of an NMI that comes in between
 * @is_oldest: stop at full instead of overwriting; what is in the ring counts
 */
void ks_ring_set_oldest(struct ks_ring *ring, bool is_oldest);

/**
 * ks_ring_clear() - forget all records
 * @ring: no writer may be active
 */
void ks_ring_clear(struct ks_ring *ring);

/**
 * ks_ring_first() - position of the oldest record that can still be read
 * @ring: may be written meanwhile
 */
u64 ks_ring_first(const struct ks_ring *ring);

/**
 * ks_ring_end() - position behind the newest complete record
 * @ring: may be written meanwhile
 */
u64 ks_ring_end(const struct ks_ring *ring);

/**
 * ks_ring_read() - copy records out
 * @ring: may be written meanwhile; its memory must not be changed
 * @pos: the cursor; moved behind the last copied or lost record
 * @end: copy nothing at or behind this position
 * @out: room for @max slots; aligned to 8
 * @max: how many at most
 * @from: set to the index in @out, in slots, of the first good record
 * @lost: set to the number of records lost before it
 *
 * Context: any that may be preempted. Return: how many good records there
 * are, behind the first *@from slots of @out.
 */
size_t ks_ring_read(const struct ks_ring *ring, u64 *pos, u64 end,
		    void *out, size_t max, size_t *from, u64 *lost);

/**
 * ks_ring_free() - mode oldest: let writers have what readers are done with
 * @ring: may be written meanwhile
 * @pos: every reader's cursor is here or behind
 *
 * Context: callers are serialised.
 */
void ks_ring_free(struct ks_ring *ring, u64 pos);

#endif
