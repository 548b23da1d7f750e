// SPDX-License-Identifier: GPL-2.0
/* What stubs call: a call enters, is timed, and returns. */
#include "stub.h"

#include <linux/kprobes.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include <kretscope/exclude.h>
#include <kretscope/fetch.h>
#include <kretscope/filter.h>

#include "emit.h"

#define FROM_BP(field) \
	((int)offsetof(struct ks_stub_frame, field) - KS_STUB_FRAME)

static_assert(offsetof(struct ks_stub, pcpu) == KS_STUB_PCPU);
static_assert(offsetof(struct ks_stub, plain_body) == KS_STUB_PLAIN_BODY);
static_assert(sizeof(struct ks_stub) == 1 << KS_STUB_SHIFT);
static_assert(offsetof(struct ks_stub_table, mask) == KS_STUB_MASK);
static_assert(offsetof(struct ks_stub_table, slots) == KS_STUB_SLOTS);
static_assert(offsetof(struct ks_probe_cpu, entries) == KS_STUB_ENTRIES);
static_assert(offsetof(struct ks_stub_frame, bp) == KS_STUB_FRAME);
static_assert(offsetof(struct ks_stub, is_plain) == KS_STUB_IS_PLAIN);
static_assert(offsetof(struct ks_probe_cpu, filtered) == KS_STUB_FILTERED);
static_assert(offsetof(struct ks_probe_cpu, hist.sum) == KS_STUB_SUM);
static_assert(offsetof(struct ks_probe_cpu, hist.min) == KS_STUB_MIN);
static_assert(offsetof(struct ks_probe_cpu, hist.max) == KS_STUB_MAX);
static_assert(offsetof(struct ks_probe_cpu, hist.bucket) == KS_STUB_BUCKET);
static_assert(KS_HIST_SUB_BITS == KS_STUB_SUB_BITS);
static_assert(KS_HIST_BUCKETS - 1 == KS_STUB_LAST_BUCKET);
static_assert(KS_CLOCK_SHIFT == KS_STUB_CLOCK_SHIFT);
static_assert(KS_STUB_VALUES == KS_VALUES_MAX);
static_assert(FROM_BP(ax) == KS_STUB_AX);
static_assert(FROM_BP(dx) == KS_STUB_DX);
static_assert(FROM_BP(stub) == KS_STUB_SELF);
static_assert(FROM_BP(start) == KS_STUB_START);

struct ks_stub ks_stubs[KS_STUBS];
DEFINE_PER_CPU(u64, ks_stub_strays);

/* The list of readers is read under RCU, which does not watch everywhere. */
static nokprobe_inline bool is_excluded(void)
{
	return unlikely(ks_exclude_is_used()) && rcu_is_watching() &&
	       ks_exclude_has_current();
}

/* A filter that may say no at entry: what is open then is so for good. */
static nokprobe_inline bool is_rejected(const struct ks_probe *probe,
					const u64 *values)
{
	struct ks_facts facts KS_UNINITIALIZED;
	enum ks_verdict verdict;

	if (!probe->filters_early)
		return false;
	ks_emit_early_facts(&facts, values);
	verdict = ks_filter_run(probe->filter, &facts);
	return verdict == KS_FILTER_NO ||
	       (verdict == KS_FILTER_OPEN && !probe->filters_late);
}

static nokprobe_inline bool admit(const struct ks_probe *probe,
				  struct ks_stub_frame *frame,
				  struct pt_regs *regs)
{
	u64 *values = ks_stub_values(frame);

	/* Such as a kprobe that injects an error: the body is not to run. */
	if (frame->body != frame->stub->body)
		return false;
	if (is_excluded())
		return false;
	if (probe->fetch)
		ks_fetch_entry(probe->fetch, regs, values);
	return !is_rejected(probe, values);
}

/*
 * What reads the clock, arguments and the like calls functions of the kernel,
 * which may be probed: calls of theirs, from there, are left out. Interrupts
 * are not: each kind of context has a bit.
 */
static DEFINE_PER_CPU(u8, busy);

static nokprobe_inline u8 context_bit(void)
{
	unsigned long count = preempt_count();

	return count & NMI_MASK ? 8 :
	       count & HARDIRQ_MASK ? 4 :
	       count & SOFTIRQ_OFFSET ? 2 : 1;
}

/* Count a call and note its start, unless it is left out. */
static nokprobe_inline bool enter(const struct ks_probe *probe,
				  struct ks_stub_frame *frame,
				  struct pt_regs *regs)
{
	u8 bit = context_bit();
	bool is_admitted;

	if (this_cpu_read(busy) & bit) {
		this_cpu_inc(probe->pcpu->reentry);
		return false;
	}
	this_cpu_or(busy, bit);
	is_admitted = admit(probe, frame, regs);
	if (is_admitted)
		this_cpu_inc(probe->pcpu->entries);
	else
		this_cpu_inc(probe->pcpu->rejected);
	/* Last, so that a call is not charged for its arguments. */
	frame->start = ks_clock_raw();
	this_cpu_and(busy, ~bit);
	return is_admitted;
}

/*
 * The one whose calls go on at @body, if possible one that is open; NULL:
 * another of ftrace's users sends them there.
 */
static nokprobe_inline const struct ks_stub *find(unsigned long body)
{
	const struct ks_stub_table *table = READ_ONCE(ks_stub_table);
	const struct ks_stub *stub, *closed = NULL;
	unsigned long i;

	for (i = ks_stub_hash(body);; i++) {
		stub = table->slots[i & table->mask];
		if (stub == &ks_stub_none)
			return closed;
		if (stub->body != body)
			continue;
		if (READ_ONCE(stub->is_open))
			return stub;
		closed = stub;
	}
}

/*
 * Returns 0 when the call is to be timed. Calls can come anywhere, also where
 * this one is: all state is on the stack, or changed by one instruction.
 */
int ks_stub_enter(struct ks_stub_frame *frame, struct pt_regs *regs)
{
	const struct ks_stub *stub;
	const struct ks_probe *probe;
	bool is_timed = false;

	preempt_disable_notrace();
	if (!frame->stub)
		frame->stub = find(frame->body);
	stub = frame->stub;
	probe = stub ? READ_ONCE(stub->probe) : NULL;
	if (probe && READ_ONCE(stub->is_open))
		is_timed = enter(probe, frame, regs);
	else if (!stub)
		this_cpu_inc(ks_stub_strays);
	preempt_enable_notrace();
	return !is_timed;
}
NOKPROBE_SYMBOL(ks_stub_enter);

/* With arguments, a tally, or a filter that looks at what is known now. */
static nokprobe_inline void leave_full(const struct ks_probe *probe,
				       struct ks_stub_frame *frame, u64 now)
{
	u64 lat = ks_emit_delta(probe, now - frame->start);
	u64 *values = ks_stub_values(frame);

	if (probe->fetch && probe->fetch->has_return)
		ks_fetch_return(probe->fetch, frame->ax, values);
	if (probe->filters_late &&
	    !ks_emit_is_wanted(probe, lat, frame->ax, values)) {
		this_cpu_inc(probe->pcpu->filtered);
		return;
	}
	ks_emit_tally(probe, lat, frame->ax, values);
	if (probe->fetch)
		ks_emit_return(probe, lat, now, frame->ax, values, true);
	else
		ks_emit_return(probe, lat, now, frame->ax, NULL, false);
}

/*
 * A call of a plain probe has returned @ret at the raw time @now, after @lat
 * ns, and was counted. The probe is there: ks_stubs_put() waits for who has
 * seen it to be plain.
 */
void ks_stub_record(const struct ks_stub *stub, u64 now, u64 lat, u64 ret)
{
	preempt_disable_notrace();
	ks_emit_to_ring(stub->pcpu, &stub->tag, now, lat, ret, NULL, NULL,
			false);
	preempt_enable_notrace();
}
NOKPROBE_SYMBOL(ks_stub_record);

/* A call has returned, at the raw time @now if that is not 0. */
void ks_stub_leave(struct ks_stub_frame *frame, u64 now)
{
	const struct ks_stub *stub = frame->stub;
	const struct ks_probe *probe;
	u8 bit;

	preempt_disable_notrace();
	probe = READ_ONCE(stub->probe);
	if (probe) {
		bit = context_bit();
		this_cpu_or(busy, bit);
		leave_full(probe, frame, now ?: ks_clock_raw());
		this_cpu_and(busy, ~bit);
	} else {
		this_cpu_inc(*stub->lease->orphans);
	}
	preempt_enable_notrace();
}
NOKPROBE_SYMBOL(ks_stub_leave);
