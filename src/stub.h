/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stubs: what a function's call site goes to while a direct probe is armed.
 *
 * One stands between the function's caller and its body: it takes the time,
 * calls the body, takes the time again, and returns to the caller. All that a
 * call needs is in the stub's own frame on the task's stack.
 */
#ifndef KRETSCOPE_STUB_H
#define KRETSCOPE_STUB_H

#include <compat/stub.h>

/*
 * How many there are, without and with room for arguments. stubs-*.S count in
 * hexadecimal digits: multiples of 16, up to 256 together.
 */
#define KS_STUBS_PLAIN	48
#define KS_STUBS_WIDE	32
#define KS_STUBS	(KS_STUBS_PLAIN + KS_STUBS_WIDE)

/* Bytes for arguments in a wide stub's frame: as many as a record holds. */
#define KS_STUB_VALUES	200

/*
 * The one that many probes share, in ks_stub_places behind the others: for
 * plain calls, and then for those that it finds to have arguments or such.
 */
#define KS_STUB_SHARED	KS_STUBS
#define KS_STUB_PLACES	(KS_STUBS + 2)

/* For stubs-*.S; checked in stub.c. */
#define KS_STUB_SHIFT	6
#define KS_STUB_PCPU	8
#define KS_STUB_PLAIN_BODY	16
#define KS_STUB_IS_PLAIN	33
#define KS_STUB_MASK	8
#define KS_STUB_SLOTS	16
#define KS_STUB_HASH_SHIFT	4
#define KS_STUB_ENTRIES	8
#define KS_STUB_FILTERED	48
#define KS_STUB_SUM	80
#define KS_STUB_MIN	88
#define KS_STUB_MAX	96
#define KS_STUB_BUCKET	104
#define KS_STUB_SUB_BITS	4
#define KS_STUB_LAST_BUCKET	656
#define KS_STUB_CLOCK_SHIFT	32

#ifndef __ASSEMBLY__

#include <linux/ptrace.h>

#include <kretscope/probe.h>

/**
 * struct ks_lease - a stub is in use, see stub_pool.c
 * @node: in the list of those that are not of the pool; ks_probe_lock, read
 *	with preemption off
 * @stub: the stub
 * @orphans: calls that left it since its probe is gone
 * @inside: calls that were inside when the probe went; 0 before
 */
struct ks_lease {
	struct list_head node;
	struct ks_stub *stub;
	u64 __percpu *orphans;
	u64 inside;
};

/**
 * struct ks_stub - what a probe's calls find in their stub, constant while one
 * may enter but for @plain_body and @is_open
 * @probe: whose calls go through it; NULL: the probe is gone, calls may still
 *	be inside
 * @pcpu: its counters
 * @plain_body: a call that is to go on there is counted and timed without a
 *	question, for others ks_stub_enter() decides; 0: for all
 * @body: where calls go on, unless another user of ftrace sends them elsewhere
 * @is_open: the probe is armed; else calls just pass
 * @is_plain: nothing but time and value is taken at the return
 * @tag: of its records
 * @lease: NULL: not in use
 *
 * The code is either its own, or shared by many: these are told from each other
 * by @body, see struct ks_stub_table.
 */
struct ks_stub {
	const struct ks_probe *probe;
	struct ks_probe_cpu __percpu *pcpu;
	unsigned long plain_body;
	unsigned long body;
	bool is_open;
	bool is_plain;
	union ks_record_tag tag;
	struct ks_lease *lease;
} __aligned(1 << KS_STUB_SHIFT);

/**
 * struct ks_stub_table - stubs whose code is shared, by the body
 * @next: of those that are to be freed
 * @mask: number of slots, a power of 2, less 1
 * @slots: from hash to hash + n, up to an empty one: that is ks_stub_none
 *
 * Of several of a body at most one is open. At most every eighth slot is in
 * use, so that the first one mostly is what is looked for.
 */
struct ks_stub_table {
	struct ks_stub_table *next;
	unsigned long mask;
	struct ks_stub *slots[];
};

extern struct ks_stub ks_stub_none;
extern const struct ks_stub_table *ks_stub_table;	/* ks_stubs_wait() */
/* Calls through shared code of which nothing told whose they were. */
DECLARE_PER_CPU(u64, ks_stub_strays);

/* Functions are 16 bytes apart, or nearly so. */
static __always_inline unsigned long ks_stub_hash(unsigned long body)
{
	return body >> KS_STUB_HASH_SHIFT;
}

/* What the probe's arguments were at the call's entry; of wide stubs. */
static __always_inline u64 *ks_stub_values(struct ks_stub_frame *frame)
{
	return (void *)frame - KS_STUB_VALUES;
}

/**
 * struct ks_stub_place - where the code of a stub is, from ks_stubs_begin
 * @entry: what the call site calls
 * @back: where the body returns to
 */
struct ks_stub_place {
	u32 entry;
	u32 back;
};

extern struct ks_stub ks_stubs[KS_STUBS];
extern const struct ks_stub_place ks_stub_places[KS_STUB_PLACES];
extern const char ks_stubs_begin[];

/* Only stubs-*.S calls these. */
int ks_stub_enter(struct ks_stub_frame *frame, struct pt_regs *regs);
void ks_stub_record(const struct ks_stub *stub, u64 now, u64 lat, u64 ret);
void ks_stub_leave(struct ks_stub_frame *frame, u64 now);

/*
 * A function without a body that calls what ks_way_to_rehearse() says, as a
 * call site does, and that site.
 */
void ks_rehearsal(void);
extern const char ks_rehearsal_site[];

/*
 * The way from a stub to its body, and from ks_rehearsal() to a stub, where the
 * code itself has to be told.
 */
void ks_way_to_body(unsigned int nr, unsigned long body);
void ks_way_to_rehearse(unsigned long entry);

#endif
#endif
