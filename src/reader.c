// SPDX-License-Identifier: GPL-2.0
/* Cursors on the rings of all CPUs: merging by time, loss, waiting. */
#include <kretscope/reader.h>

#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/irq_work.h>
#include <linux/kprobes.h>
#include <linux/slab.h>
#include <linux/wait.h>

#include <compat/workqueue.h>
#include <kretscope/buffer.h>
#include <kretscope/exclude.h>

/* After this a writer has seen ks_reader_sleeps, or its record is visible. */
#define RECHECK_DELAY	(HZ / 10)

bool ks_reader_sleeps;

static LIST_HEAD(readers);		/* ks_buffer_sem */
static DECLARE_WAIT_QUEUE_HEAD(reader_waitq);
static DEFINE_PER_CPU(struct irq_work, wake_work);
static DEFINE_PER_CPU(bool, is_waking);	/* it is queued, or about to be */
static u64 armed_end;			/* sum of ring ends when it was armed */

/* In hardirq: a handler must not wake, it may hold the very locks. */
static void wake_readers(struct irq_work *work)
{
	this_cpu_write(is_waking, false);
	WRITE_ONCE(ks_reader_sleeps, false);
	/* That a reader wakes is not to be traced: it would wake it again. */
	this_cpu_write(ks_exclude_cpu, true);
	wake_up_interruptible_poll(&reader_waitq, EPOLLIN | EPOLLRDNORM);
	this_cpu_write(ks_exclude_cpu, false);
}

/*
 * A CPU on its way down has flushed its irq_work: what is queued then stays,
 * and keeps us loaded. Readers are woken when it is down or others record.
 */
void ks_reader_wake(void)
{
	if (unlikely(!cpu_online(raw_smp_processor_id())) ||
	    this_cpu_read(is_waking))
		return;
	/* irq_work_queue() may be probed, and its record wake the reader. */
	this_cpu_write(is_waking, true);
	irq_work_queue(this_cpu_ptr(&wake_work));
}
NOKPROBE_SYMBOL(ks_reader_wake);

static u64 sum_of_ends(void)
{
	unsigned int cpu;
	u64 sum = 0;

	for_each_possible_cpu(cpu)
		sum += ks_ring_end(per_cpu_ptr(&ks_rings, cpu));
	return sum;
}

/*
 * A writer commits, then looks at ks_reader_sleeps, with no barrier between:
 * it would cost every record a full fence. So it may look too early, while its
 * record is not yet visible to a reader that goes to sleep. One look after a
 * time that no store takes to become visible closes the gap.
 */
void ks_readers_recheck(void)
{
	if (READ_ONCE(ks_reader_sleeps) &&
	    sum_of_ends() != READ_ONCE(armed_end)) {
		WRITE_ONCE(ks_reader_sleeps, false);
		wake_up_interruptible_poll(&reader_waitq,
					   EPOLLIN | EPOLLRDNORM);
	}
}

static void recheck(struct work_struct *work)
{
	ks_readers_recheck();
}

static DECLARE_DELAYED_WORK(recheck_work, recheck);

static void arm_wakeup(void)
{
	if (xchg(&ks_reader_sleeps, true))
		return;
	WRITE_ONCE(armed_end, sum_of_ends());
	mod_delayed_work(KS_SYSTEM_WQ, &recheck_work, RECHECK_DELAY);
}

void ks_readers_init(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		init_irq_work(per_cpu_ptr(&wake_work, cpu), wake_readers);
}

void ks_readers_exit(void)
{
	unsigned int cpu;

	cancel_delayed_work_sync(&recheck_work);
	for_each_possible_cpu(cpu)
		irq_work_sync(per_cpu_ptr(&wake_work, cpu));
}

static void rewind(struct ks_reader *reader)
{
	unsigned int cpu;

	reader->delivered = 0;
	reader->lost = 0;
	reader->nr_active = 0;
	for_each_possible_cpu(cpu) {
		const struct ks_ring *ring = per_cpu_ptr(&ks_rings, cpu);
		struct ks_reader_cpu *c = &reader->cpu[cpu];

		/* What a new reader cannot have any more it has lost. */
		c->pos = ring->origin;
		c->lost = 0;
		c->next = 0;
		c->nr = 0;
	}
}

void ks_reader_rewind(struct ks_reader *reader)
{
	down_read(&ks_buffer_sem);
	rewind(reader);
	up_read(&ks_buffer_sem);
}

static void restart(struct ks_reader *reader)
{
	unsigned int cpu;

	rewind(reader);
	for_each_possible_cpu(cpu)
		reader->cpu[cpu].end = reader->is_snapshot ?
			ks_ring_end(per_cpu_ptr(&ks_rings, cpu)) : U64_MAX;
}

static void free_reader(struct ks_reader *reader)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		kfree(reader->cpu[cpu].batch);
	kfree(reader->active);
	kvfree(reader);
}

struct ks_reader *ks_reader_create(const char *file, bool is_snapshot)
{
	struct ks_reader *reader;
	unsigned int cpu;

	reader = kvzalloc(struct_size(reader, cpu, nr_cpu_ids), GFP_KERNEL);
	if (!reader)
		return ERR_PTR(-ENOMEM);
	reader->active = kcalloc(nr_cpu_ids, sizeof(*reader->active),
				 GFP_KERNEL);
	if (!reader->active)
		goto out_free;
	for_each_possible_cpu(cpu) {
		reader->cpu[cpu].batch = kmalloc(PAGE_SIZE, GFP_KERNEL);
		if (!reader->cpu[cpu].batch)
			goto out_free;
	}
	reader->file = file;
	reader->is_snapshot = is_snapshot;
	reader->tid = current->pid;
	get_task_comm(reader->comm, current);

	down_write(&ks_buffer_sem);
	restart(reader);
	list_add_tail(&reader->node, &readers);
	up_write(&ks_buffer_sem);
	return reader;

out_free:
	free_reader(reader);
	return ERR_PTR(-ENOMEM);
}

/* Mode oldest: what every stream has copied may be overwritten. */
static void free_copied(unsigned int cpu)
{
	static DEFINE_SPINLOCK(lock);
	const struct ks_reader *reader;
	u64 pos = U64_MAX;

	spin_lock(&lock);
	list_for_each_entry(reader, &readers, node)
		if (!reader->is_snapshot)
			pos = min(pos, READ_ONCE(reader->cpu[cpu].pos));
	if (pos != U64_MAX)
		ks_ring_free(per_cpu_ptr(&ks_rings, cpu), pos);
	spin_unlock(&lock);
}

void ks_readers_free_copied(void)
{
	unsigned int cpu;

	lockdep_assert_held_write(&ks_buffer_sem);
	if (ks_buffer_mode() == KS_MODE_OLDEST)
		for_each_possible_cpu(cpu)
			free_copied(cpu);
}

void ks_reader_destroy(struct ks_reader *reader)
{
	down_write(&ks_buffer_sem);
	list_del(&reader->node);
	/* It may be the one that the others' room waited for. */
	ks_readers_free_copied();
	up_write(&ks_buffer_sem);
	free_reader(reader);
}

/* Copy the next records of a CPU whose batch is used up. Is there anything. */
static bool refill(struct ks_reader *reader, unsigned int cpu)
{
	struct ks_ring *ring = per_cpu_ptr(&ks_rings, cpu);
	struct ks_reader_cpu *c = &reader->cpu[cpu];
	u64 pos = c->pos, lost;
	size_t from, nr;

	nr = ks_ring_read(ring, &pos, c->end, c->batch,
			  PAGE_SIZE >> ring->mem.shift, &from, &lost);
	if (pos == c->pos)
		return false;
	WRITE_ONCE(c->pos, pos);
	c->shift = ring->mem.shift;
	c->next = from;
	c->nr = from + nr;
	c->lost += lost;
	reader->lost += lost;
	if (ks_buffer_mode() == KS_MODE_OLDEST && !reader->is_snapshot)
		free_copied(cpu);
	return true;
}

void ks_reader_begin(struct ks_reader *reader)
{
	unsigned int cpu;

	down_read(&ks_buffer_sem);
	reader->nr_active = 0;
	for_each_possible_cpu(cpu) {
		struct ks_reader_cpu *c = &reader->cpu[cpu];

		if (c->lost || c->next < c->nr || refill(reader, cpu))
			reader->active[reader->nr_active++] = cpu;
	}
}

static const struct ks_record *next_record(const struct ks_reader_cpu *c)
{
	return c->batch + ((size_t)c->next << c->shift);
}

bool ks_reader_next(struct ks_reader *reader, struct ks_event *event)
{
	unsigned int i = 0, best = 0;
	struct ks_reader_cpu *c;
	u64 least = U64_MAX;

	while (i < reader->nr_active) {
		unsigned int cpu = reader->active[i];

		c = &reader->cpu[cpu];
		if (c->next == c->nr && !c->lost && !refill(reader, cpu)) {
			reader->active[i] =
				reader->active[--reader->nr_active];
			continue;
		}
		/* A loss behind which nothing was left comes first. */
		if (c->next == c->nr) {
			best = i;
			break;
		}
		if (next_record(c)->ts < least) {
			least = next_record(c)->ts;
			best = i;
		}
		i++;
	}
	if (!reader->nr_active)
		return false;

	event->cpu = reader->active[best];
	c = &reader->cpu[event->cpu];
	if (c->lost) {
		event->rec = NULL;
		event->lost = c->lost;
		c->lost = 0;
		return true;
	}
	event->rec = next_record(c);
	c->next++;
	reader->delivered++;
	return true;
}

void ks_reader_end(struct ks_reader *reader)
{
	up_read(&ks_buffer_sem);
}

/* Needs no lock: looks at positions only, not at a ring's memory. */
static bool has_event(const struct ks_reader *reader)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		const struct ks_ring *ring = per_cpu_ptr(&ks_rings, cpu);
		const struct ks_reader_cpu *c = &reader->cpu[cpu];

		if (c->lost || c->next < c->nr ||
		    READ_ONCE(c->pos) < min(ks_ring_end(ring), c->end))
			return true;
	}
	return false;
}

static bool has_event_or_arm(const struct ks_reader *reader)
{
	if (has_event(reader))
		return true;
	arm_wakeup();
	return has_event(reader);
}

int ks_reader_wait(struct ks_reader *reader)
{
	return wait_event_interruptible(reader_waitq, has_event_or_arm(reader));
}

bool ks_reader_poll(struct ks_reader *reader, struct file *file,
		    poll_table *table)
{
	poll_wait(file, &reader_waitq, table);
	return has_event_or_arm(reader);
}

void ks_readers_restart(void)
{
	struct ks_reader *reader;

	lockdep_assert_held_write(&ks_buffer_sem);
	list_for_each_entry(reader, &readers, node)
		restart(reader);
}

void ks_readers_for_each(void (*fn)(const struct ks_reader *reader, u64 unread,
				    void *arg), void *arg)
{
	const struct ks_reader *reader;

	down_write(&ks_buffer_sem);
	list_for_each_entry(reader, &readers, node) {
		unsigned int cpu;
		u64 unread = 0;

		for_each_possible_cpu(cpu) {
			const struct ks_ring *ring =
				per_cpu_ptr(&ks_rings, cpu);
			const struct ks_reader_cpu *c = &reader->cpu[cpu];

			unread += ks_ring_end(ring) - c->pos;
			unread += c->nr - c->next;
		}
		fn(reader, unread, arg);
	}
	up_write(&ks_buffer_sem);
}
