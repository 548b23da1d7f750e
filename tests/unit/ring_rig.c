// SPDX-License-Identifier: GPL-2.0
/* A ring with a writer that can be interrupted, and checked readers. */
#include "ring_rig.h"

#include <linux/string.h>

#include "ring_record.h"
#include "test.h"

struct ks_ring ring;
char ring_slots[SLOTS_MAX << KS_RING_SHIFT_MAX] __aligned(8);
static char out[SLOTS_MAX << KS_RING_SHIFT_MAX] __aligned(8);
u64 recorded, dropped;
unsigned int depth;
void (*on_point)(void);

static u64 last_commit;

void test_interrupt(void)
{
	void (*fn)(void) = on_point;

	/* What a reader has seen as complete stays so. */
	EXPECT(ring.commit >= last_commit, "%llu, was %llu", ring.commit,
	       last_commit);
	last_commit = ring.commit;
	if (fn)
		fn();
}

void write_one(void)
{
	u64 pos, seq;

	depth++;
	if (ks_ring_reserve(&ring, &pos)) {
		seq = recorded++;
		record_fill(ks_ring_slot(&ring, pos), seq);
		ks_ring_commit(&ring, pos);
	} else {
		dropped++;
	}
	depth--;
}

void write_many(u64 nr)
{
	while (nr--)
		write_one();
}

const struct ks_record *ring_out(size_t i)
{
	return (const struct ks_record *)(out + (i << ring.mem.shift));
}

void rig_start_wide(u64 nslots, unsigned int shift, bool is_oldest)
{
	struct ks_ring_memory mem;

	ks_ring_memory_init(&mem, ring_slots, nslots, shift);
	memset(&ring, 0, sizeof(ring));
	memset(ring_slots, 0, sizeof(ring_slots));
	ks_ring_init(&ring, &mem, is_oldest);
	last_commit = 0;
	recorded = 0;
	dropped = 0;
	on_point = NULL;
}

void rig_start(u64 nslots, bool is_oldest)
{
	rig_start_wide(nslots, KS_RING_SHIFT_MIN, is_oldest);
}

size_t read_some(struct cursor *cursor, u64 end, size_t max)
{
	void (*fn)(void) = on_point;
	const struct ks_record *rec;
	u64 before = cursor->pos, lost, seq;
	size_t from, nr, i;

	nr = ks_ring_read(&ring, &cursor->pos, end, out, max, &from,
			  &lost);
	on_point = NULL;
	EXPECT(cursor->pos - before == lost + nr, "%llu %llu %zu",
	       cursor->pos - before, lost, nr);
	EXPECT(from + nr <= max, "%zu %zu", from, nr);
	for (i = 0; i < nr; i++) {
		rec = ring_out(from + i);
		EXPECT(record_check(rec, &seq), "torn at %llu",
		       cursor->pos - nr + i);
		EXPECT(seq < recorded, "%llu of %llu", seq, recorded);
		if (!cursor->seen || seq >= SEQ_MAX)
			continue;
		EXPECT(!cursor->seen[seq], "%llu came twice", seq);
		cursor->seen[seq] = true;
	}
	cursor->delivered += nr;
	cursor->lost += lost;
	on_point = fn;
	return nr;
}

void read_all(struct cursor *cursor)
{
	u64 end = ks_ring_end(&ring);

	while (cursor->pos < end)
		read_some(cursor, U64_MAX, SLOTS_MAX);
}

void expect_settled(void)
{
	EXPECT(ring.nest == 0, "%u", ring.nest);
	EXPECT(ring.head == ring.commit, "%llu %llu", ring.head, ring.commit);
	EXPECT(ring.head == recorded, "%llu %llu", ring.head, recorded);
}

void expect_identity(const struct cursor *cursor)
{
	u64 unread = ks_ring_end(&ring) - cursor->pos;

	EXPECT(recorded == cursor->delivered + cursor->lost + unread,
	       "%llu, not %llu + %llu + %llu", recorded, cursor->delivered,
	       cursor->lost, unread);
}

void expect_run(const struct cursor *cursor, u64 first, size_t nr)
{
	u64 seq;
	size_t i;

	EXPECT(cursor->pos == first + nr, "%llu", cursor->pos);
	for (i = 0; i < nr; i++) {
		record_check(ring_out(i), &seq);
		EXPECT(seq == first + i, "%llu, not %llu", seq, first + i);
	}
}
