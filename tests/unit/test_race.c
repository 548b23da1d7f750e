// SPDX-License-Identifier: GPL-2.0
/* Tests of the ring with a writer, signals in it, and readers in threads. */
#include <kretscope/ring.h>

#include <linux/kernel.h>
#include <linux/string.h>

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "ring_record.h"
#include "test.h"

#define NSLOTS		64
#define RECORDS_MIN	200000
#define RECORDS_MAX	1000000
#define READERS		3
/*
 * Enough to believe that a torn copy would have shown. Whether it comes to
 * that is up to the scheduler, so it is no condition: test_nest.c overtakes
 * readers at every point.
 */
#define OVERTAKEN_MIN	50

static struct ks_ring ring;
static char slots[NSLOTS << KS_RING_SHIFT_MIN] __aligned(8);
static u64 recorded, dropped, nested;
static unsigned int overtaken;
static bool is_done;

#define ADD(var, val)	__atomic_fetch_add(&(var), (val), __ATOMIC_RELAXED)

/**
 * struct reader - one reader thread
 * @pos: its cursor, which others look at
 * @lag: reads only when this many records wait
 * @max: how many it takes at a time
 * @delivered: good records
 * @lost: lost records
 * @torn: records that are none
 * @twice: records that came before
 * @seen: a byte for each record that came
 */
struct reader {
	pthread_t thread;
	u64 pos;
	u64 lag;
	size_t max;
	u64 delivered;
	u64 lost;
	u64 torn;
	u64 twice;
	bool *seen;
};

static struct reader readers[READERS];

static void write_one(void)
{
	u64 pos;

	if (!ks_ring_reserve(&ring, &pos)) {
		ADD(dropped, 1);
		return;
	}
	record_fill(ks_ring_slot(&ring, pos), ADD(recorded, 1));
	ks_ring_commit(&ring, pos);
}

/* An interrupt: it may come between any two instructions of the writer. */
static void handle_signal(int sig)
{
	(void)sig;
	write_one();
	ADD(nested, 1);
}

static void *run_writer(void *arg)
{
	u64 nr;

	(void)arg;
	do {
		write_one();
		nr = READ_ONCE(recorded);
		if (nr % 4096 == 0)
			sched_yield();
	} while (nr < RECORDS_MIN || (READ_ONCE(overtaken) < OVERTAKEN_MIN &&
				      nr < RECORDS_MAX));
	return NULL;
}

static void read_some(struct reader *reader)
{
	char out[NSLOTS << KS_RING_SHIFT_MIN] __aligned(8);
	u64 pos = reader->pos, lost, seq;
	size_t from, nr, i;

	nr = ks_ring_read(&ring, &pos, U64_MAX, out, reader->max, &from, &lost);
	if (from)
		ADD(overtaken, 1);
	for (i = 0; i < nr; i++) {
		if (!record_check((void *)&out[(from + i) <<
					       KS_RING_SHIFT_MIN], &seq) ||
		    seq >= RECORDS_MAX + NSLOTS) {
			reader->torn++;
			continue;
		}
		if (reader->seen[seq])
			reader->twice++;
		reader->seen[seq] = true;
	}
	reader->delivered += nr;
	reader->lost += lost;
	/* The copies are made before the writer may have the slots. */
	smp_store_release(&reader->pos, pos);
}

static void *run_reader(void *arg)
{
	struct reader *reader = arg;

	while (!__atomic_load_n(&is_done, __ATOMIC_ACQUIRE)) {
		if (ks_ring_end(&ring) - reader->pos >= reader->lag)
			read_some(reader);
		else
			sched_yield();
	}
	while (reader->pos < ks_ring_end(&ring))
		read_some(reader);
	return NULL;
}

/* Interrupts the writer; mode oldest: frees what all readers have. */
static void supervise(pthread_t writer, bool is_oldest)
{
	u64 done;
	unsigned int i;

	while (pthread_tryjoin_np(writer, NULL)) {
		pthread_kill(writer, SIGUSR1);
		for (done = U64_MAX, i = 0; i < READERS; i++)
			done = min(done, smp_load_acquire(&readers[i].pos));
		if (is_oldest)
			ks_ring_free(&ring, done);
		usleep(20);
	}
	__atomic_store_n(&is_done, true, __ATOMIC_RELEASE);
}

static void run(bool is_oldest)
{
	struct ks_ring_memory mem;
	struct sigaction action = { .sa_handler = handle_signal };
	struct reader *reader;
	pthread_t writer;

	memset(&ring, 0, sizeof(ring));
	ks_ring_memory_init(&mem, slots, NSLOTS, KS_RING_SHIFT_MIN);
	ks_ring_init(&ring, &mem, is_oldest);
	memset(readers, 0, sizeof(readers));
	recorded = 0;
	dropped = 0;
	nested = 0;
	overtaken = is_oldest ? OVERTAKEN_MIN : 0;
	is_done = false;
	sigaction(SIGUSR1, &action, NULL);

	for (reader = readers; reader < readers + READERS; reader++) {
		/* A greedy one, one that takes all, and one that sleeps. */
		reader->max = reader == readers ? 1 : NSLOTS;
		reader->lag = reader != readers + 2 ? 1 :
			      is_oldest ? NSLOTS / 2 : 4 * NSLOTS;
		reader->seen = calloc(RECORDS_MAX + NSLOTS, sizeof(bool));
		pthread_create(&reader->thread, NULL, run_reader, reader);
	}
	pthread_create(&writer, NULL, run_writer, NULL);
	supervise(writer, is_oldest);

	EXPECT(!ring.nest, "%u", ring.nest);
	EXPECT(ring.head == recorded && ring.commit == recorded, "%llu %llu",
	       ring.head, recorded);
	EXPECT(nested, "the writer was never interrupted");
	for (reader = readers; reader < readers + READERS; reader++) {
		pthread_join(reader->thread, NULL);
		EXPECT(!reader->torn, "%llu torn", reader->torn);
		EXPECT(!reader->twice, "%llu came twice", reader->twice);
		EXPECT(recorded == reader->delivered + reader->lost,
		       "%llu, not %llu + %llu", recorded, reader->delivered,
		       reader->lost);
		EXPECT(reader->delivered, "reader %td read nothing",
		       reader - readers);
		free(reader->seen);
	}
}

static void test_newest(void)
{
	run(false);
	EXPECT(readers[2].lost, "the slow reader was never lapped");
}

static void test_oldest(void)
{
	unsigned int i;

	run(true);
	for (i = 0; i < READERS; i++)
		EXPECT(!readers[i].lost, "%llu", readers[i].lost);
	EXPECT(dropped, "the ring was never full");
}

static const struct test tests[] = {
	{ "newest: threads and signals, loss exact, nothing torn",
	  test_newest },
	{ "oldest: threads and signals, nothing lost", test_oldest },
	{}
};

/* It is built once for each sanitizer. */
#ifndef UNIT
#define UNIT	race
#endif
#define STRING(x)	#x
#define NAME(x)		STRING(x)

int main(void)
{
	return test_run(NAME(UNIT), tests);
}
