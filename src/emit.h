/* SPDX-License-Identifier: GPL-2.0 */
/* The one hot path from a handler to histogram, counters and ring. */
#ifndef KRETSCOPE_EMIT_H
#define KRETSCOPE_EMIT_H

#include <linux/sched.h>

#include <compat/compiler.h>
#include <compat/percpu.h>
#include <kretscope/buffer.h>
#include <kretscope/clock.h>
#include <kretscope/probe.h>
#include <kretscope/reader.h>

/*
 * All of it runs in handlers: any context, NMI included, preemption off. It
 * is inlined into them, so it needs no NOKPROBE_SYMBOL of its own.
 */

/* Another writer of this CPU may nest between look and change. */
static __always_inline void ks_emit_extremes(struct ks_probe_cpu __percpu *pcpu,
					     u64 lat)
{
	u64 old;

	if (unlikely(lat < ks_this_cpu_peek(pcpu->hist.min)))
		while (lat < (old = this_cpu_read(pcpu->hist.min)))
			if (this_cpu_cmpxchg(pcpu->hist.min, old, lat) == old)
				break;
	if (unlikely(lat > ks_this_cpu_peek(pcpu->hist.max)))
		while (lat > (old = this_cpu_read(pcpu->hist.max)))
			if (this_cpu_cmpxchg(pcpu->hist.max, old, lat) == old)
				break;
}

static __always_inline void ks_emit_latency(struct ks_probe_cpu __percpu *pcpu,
					    u64 lat)
{
	this_cpu_add(pcpu->hist.sum, lat);
	ks_emit_extremes(pcpu, lat);
	/* Last: what a reader counts is in the rest. See ks_hist_merge(). */
	this_cpu_inc(pcpu->hist.bucket[ks_hist_index(lat)]);
}

/* Two words, not an array: that would have a stack protector guard it. */
static __always_inline void ks_emit_comm(char *dst, const char *comm)
{
	u64 first, second;

	BUILD_BUG_ON(KS_COMM_LEN != TASK_COMM_LEN);
	BUILD_BUG_ON(sizeof(first) + sizeof(second) != KS_COMM_LEN);
	memcpy(&first, comm, sizeof(first));
	memcpy(&second, comm + sizeof(first), sizeof(second));
	WRITE_ONCE(((u64 *)dst)[0], first);
	WRITE_ONCE(((u64 *)dst)[1], second);
}

/*
 * As words; @size is a multiple of 8, and not 0. One count up to zero for both
 * sides and the end: four instructions a word.
 */
static __always_inline void ks_emit_values(struct ks_record *rec,
					   const u64 *values, long size)
{
	const char *from = (const char *)values + size;
	char *to = (char *)(rec + 1) + size;
	long at = -size;

	do {
		WRITE_ONCE(*(u64 *)(to + at), *(const u64 *)(from + at));
		at += sizeof(u64);
	} while (at);
}

/* Both ids as one word, where they are neighbours. */
static __always_inline void ks_emit_task(struct ks_record *rec,
					 const struct task_struct *task)
{
	size_t tid = offsetof(struct task_struct, pid);
	size_t pid = offsetof(struct task_struct, tgid);

	if (pid == tid + sizeof(rec->tid) && !(tid % sizeof(rec->task))) {
		WRITE_ONCE(rec->task, *(const u64 *)((const char *)task + tid));
		return;
	}
	WRITE_ONCE(rec->tid, task->pid);
	WRITE_ONCE(rec->pid, task->tgid);
}

/*
 * @pcpu and @tag: the probe's; the tag's value would hold a register for long
 * @fetch: the probe's, and @values: of its arguments, if @has_values: a flag of
 * its own, since the compiler knows of no pointer that it is not NULL.
 */
static __always_inline void ks_emit_to_ring(struct ks_probe_cpu __percpu *pcpu,
					    const union ks_record_tag *tag,
					    u64 ts, u64 lat, u64 ret,
					    const struct ks_fetch *fetch,
					    const u64 *values, bool has_values)
{
	struct ks_ring *ring = this_cpu_ptr(&ks_rings);
	struct ks_record *rec;
	u64 pos;

	if (unlikely(!ks_ring_reserve(ring, &pos))) {
		this_cpu_inc(pcpu->dropped);
		return;
	}
	rec = ks_ring_slot(ring, pos);
	WRITE_ONCE(rec->ts, ts);
	WRITE_ONCE(rec->lat, lat);
	WRITE_ONCE(rec->ret, ret);
	ks_emit_task(rec, current);
	WRITE_ONCE(rec->tag.word, tag->word | ring->tag.word);
	ks_emit_comm(rec->comm, current->comm);
	if (has_values)
		ks_emit_values(rec, values, fetch->size);
	ks_ring_commit(ring, pos);
	this_cpu_inc(pcpu->recorded);

	/* It may change at any time; a volatile access costs an instruction. */
	if (unlikely(data_race(ks_reader_sleeps)))
		ks_reader_wake();
}

/*
 * What is known of a call of a return probe at its entry; @values count only
 * where the filter needs them.
 */
static __always_inline void ks_emit_early_facts(struct ks_facts *facts,
						const u64 *values)
{
	facts->is_return = false;
	facts->pid = current->tgid;
	facts->tid = current->pid;
	facts->comm = current->comm;
	facts->values = values;
}

/* All that is known of a call when it is over, or of a hit. */
static __always_inline struct ks_facts ks_emit_facts(u64 lat, u64 ret,
						     const u64 *values)
{
	return (struct ks_facts) {
		.is_return = true,
		.lat = lat,
		.ret = ret,
		.pid = current->tgid,
		.tid = current->pid,
		.cpu = raw_smp_processor_id(),
		.comm = current->comm,
		.values = values,
	};
}

/* What does the filter say when all is known. */
static __always_inline bool ks_emit_is_wanted(const struct ks_probe *probe,
					      u64 lat, u64 ret,
					      const u64 *values)
{
	const struct ks_facts facts = ks_emit_facts(lat, ret, values);

	return ks_filter_run(probe->filter, &facts) == KS_FILTER_YES;
}

/* For probes that may have a tally. */
static __always_inline void ks_emit_tally(const struct ks_probe *probe,
					  u64 lat, u64 ret, const u64 *values)
{
	if (unlikely(probe->tally)) {
		const struct ks_facts facts = ks_emit_facts(lat, ret, values);

		ks_tally_add(probe->tally, &facts);
	}
}

/* A kprobe was hit. */
static __always_inline void ks_emit_hit(const struct ks_probe *probe,
					const u64 *values)
{
	if (!READ_ONCE(ks_record_hits)) {
		this_cpu_inc(probe->pcpu->filtered);
		return;
	}
	ks_emit_to_ring(probe->pcpu, &probe->tag, ks_clock_raw(), 0, 0,
			probe->fetch, values, values);
}

/* Latency in ns of a call whose raw times are @delta apart. */
static __always_inline u64 ks_emit_delta(const struct ks_probe *probe,
					 s64 delta)
{
	if (unlikely(delta < 0)) {
		this_cpu_inc(probe->pcpu->backward);
		delta = 0;
	}
	return ks_clock_delta_ns(delta);
}

/* A call returned at the raw time @now, after @lat ns. */
static __always_inline void ks_emit_return(const struct ks_probe *probe,
					   u64 lat, u64 now, u64 ret,
					   const u64 *values, bool has_values)
{
	struct ks_probe_cpu __percpu *pcpu = probe->pcpu;

	ks_emit_latency(pcpu, lat);
	/* As with ks_reader_sleeps. */
	if (unlikely(lat < data_race(ks_record_min))) {
		this_cpu_inc(pcpu->filtered);
		return;
	}
	ks_emit_to_ring(pcpu, &probe->tag, now, lat, ret, probe->fetch, values,
			has_values);
}

#endif
