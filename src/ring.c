// SPDX-License-Identifier: GPL-2.0
/* The cold side of a CPU's ring: set-up, clearing and reading. */
#include <kretscope/ring.h>

#include <linux/minmax.h>

void ks_ring_init(struct ks_ring *ring, const struct ks_ring_memory *mem,
		  bool is_oldest)
{
	ring->mem = *mem;
	ring->floor = is_oldest ? &ring->tail : &ring->commit;
}

static void drop_records(struct ks_ring *ring)
{
	ring->base = ring->commit;
	ring->tail = ring->commit;
}

void ks_ring_set_memory(struct ks_ring *ring, struct ks_ring_memory *mem)
{
	struct ks_ring_memory old = ring->mem;

	/* An NMI's writer in between finds it full, never half changed. */
	WRITE_ONCE(ring->mem.nslots, 0);
	barrier();
	WRITE_ONCE(ring->limit, 0);
	barrier();
	drop_records(ring);
	WRITE_ONCE(ring->mem.slots, mem->slots);
	WRITE_ONCE(ring->mem.shift, mem->shift);
	WRITE_ONCE(ring->mem.mask, mem->mask);
	barrier();
	WRITE_ONCE(ring->mem.nslots, mem->nslots);
	*mem = old;
}

void ks_ring_set_oldest(struct ks_ring *ring, bool is_oldest)
{
	ring->tail = max(ring->tail, ks_ring_first(ring));
	WRITE_ONCE(ring->floor, is_oldest ? &ring->tail : &ring->commit);
	/* An NMI's writer in between may have it from the old floor. */
	barrier();
	WRITE_ONCE(ring->limit, 0);
}

void ks_ring_clear(struct ks_ring *ring)
{
	drop_records(ring);
	ring->origin = ring->commit;
}

u64 ks_ring_first(const struct ks_ring *ring)
{
	u64 head = READ_ONCE(ring->head);
	u64 base = READ_ONCE(ring->base);

	return head - base > ring->mem.nslots ? head - ring->mem.nslots : base;
}

u64 ks_ring_end(const struct ks_ring *ring)
{
	/* pairs with the release in ks_ring_leave() */
	return smp_load_acquire(&ring->commit);
}

static void copy_slot(void *dst, const void *slot, size_t size)
{
	const u64 *from = slot;
	u64 *to = dst;
	size_t i;

	/* A slot may be overwritten meanwhile: whole words, then the check. */
	for (i = 0; i < size / sizeof(*to); i++)
		to[i] = READ_ONCE(from[i]);
}

size_t ks_ring_read(const struct ks_ring *ring, u64 *pos, u64 end,
		    void *out, size_t max, size_t *from, u64 *lost)
{
	unsigned int shift = ring->mem.shift;
	u64 start = *pos, first;
	size_t n, i;

	*from = 0;
	*lost = 0;
	end = min(end, ks_ring_end(ring));
	if (start >= end)
		return 0;

	first = min(ks_ring_first(ring), end);
	if (start < first) {
		*lost = first - start;
		start = first;
	}

	n = min_t(u64, max, end - start);
	for (i = 0; i < n; i++)
		copy_slot(out + (i << shift), ks_ring_slot(ring, start + i),
			  1UL << shift);

	/* content before head; pairs with smp_wmb() in ks_ring_reserve() */
	smp_rmb();
	first = ks_ring_first(ring);
	if (first > start) {
		*from = min_t(u64, first - start, n);
		*lost += *from;
	}
	*pos = start + n;
	return n - *from;
}

void ks_ring_free(struct ks_ring *ring, u64 pos)
{
	if (pos <= ring->tail)
		return;
	/* The copies are done before a writer sees the space as free. */
	smp_store_release(&ring->tail, pos);
}
