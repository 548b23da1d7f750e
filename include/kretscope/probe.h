/* SPDX-License-Identifier: GPL-2.0 */
/* Probes: the list of them, their life cycle and their counters. */
#ifndef KRETSCOPE_PROBE_H
#define KRETSCOPE_PROBE_H

#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/percpu.h>

#include <kretscope/fetch.h>
#include <kretscope/filter.h>
#include <kretscope/format.h>
#include <kretscope/hist.h>
#include <kretscope/spec.h>
#include <kretscope/symbol.h>
#include <kretscope/tally.h>

/**
 * struct ks_probe_cpu - counters of one probe on one CPU
 * @hits: calls that reached the handler, before any decision
 * @entries: calls that are tracked to their return
 * @rejected: calls left out at entry
 * @reentry: calls left out since they came from a handler (direct probes)
 * @abandoned: tracked calls whose task ended inside
 * @recorded: returns written to the ring
 * @filtered: returns not meant for the ring
 * @dropped: returns for which the ring had no room
 * @backward: returns whose time was before their entry's
 * @faults: arguments that could not be read
 * @hist: latencies; not allocated for kinds without
 *
 * Written by its own CPU, one instruction each, so that handlers may nest.
 */
struct ks_probe_cpu {
	u64 hits;
	u64 entries;
	u64 rejected;
	u64 reentry;
	u64 abandoned;
	u64 recorded;
	u64 filtered;
	u64 dropped;
	u64 backward;
	u64 faults;
	struct ks_hist hist;
};

/**
 * struct ks_counts - counters of one probe, summed
 *
 * calls = entries + missed_maxactive + missed_reentry,
 * entries = returns + inflight + abandoned + rejected,
 * returns = recorded + filtered + dropped.
 */
struct ks_counts {
	u64 calls;
	u64 entries;
	u64 returns;
	u64 inflight;
	u64 abandoned;
	u64 rejected;
	u64 missed_maxactive;
	u64 missed_reentry;
	u64 recorded;
	u64 filtered;
	u64 dropped;
	u64 backward;
	u64 faults;
};

struct ks_probe;

/**
 * struct ks_call - a call that has entered and not returned
 * @probe: of which probe
 * @age_ns: since its entry
 * @tid: of the task inside, in the initial pid namespace
 * @comm: of the task inside, now
 */
struct ks_call {
	const struct ks_probe *probe;
	u64 age_ns;
	pid_t tid;
	char comm[TASK_COMM_LEN];
};

/**
 * struct ks_probe_ops - what a kind of probes does
 * @kind: its letter in a spec
 * @has_latency: its records have a latency
 * @is_exclusive: a function has one that is armed at a time
 * @create: register the probe, not armed yet
 * @destroy: unregister probes, in one batch, and free what @create made;
 *	some may have been created only partly
 * @arm: start tracing
 * @start: @arm has succeeded for all probes of a list: trace. NULL: @arm did
 * @disarm: stop it; calls inside may still return
 * @settle: probes were disarmed: wait for calls that are about to be counted.
 *	NULL: synchronize_rcu() does
 * @stop: all probes are disarmed: end what works in the background. NULL: none
 * @drain: all probes were destroyed: wait for calls that have to return through
 *	the module, without ks_probe_lock. NULL: there are none
 * @rehearse: call an empty function so many times through a probe of which
 *	nothing is registered, see ks_floors_measure(). NULL: it is to be
 *	registered, and the function called
 * @kprobe: the registered kprobe, to look at its flags; NULL: there is none
 * @is_live: without a kprobe: does the function call what was armed
 * @maxactive: calls tracked at the same time, and who chose that. NULL: none
 * @strays: calls, of whatever probe, that were left out since nothing told
 *	whose they were. NULL: it always is known
 * @missed_reentry: calls the kernel skipped since a handler was running
 * @missed_maxactive: has any call found no instance
 * @for_each_call: look at the calls inside whose task lives; returns how many
 *	calls were abandoned and are not in the counters. NULL: no calls inside
 * @clear: in stop_machine(): forget what was missed, return the number of calls
 *	inside
 *
 * All but @clear: process context, ks_probe_lock held, may sleep.
 */
struct ks_probe_ops {
	char kind;
	bool has_latency;
	bool is_exclusive;
	int (*create)(struct ks_probe *probe);
	void (*destroy)(struct ks_probe **probes, unsigned int nr);
	int (*arm)(struct ks_probe *probe);
	void (*start)(struct ks_probe *probe);
	void (*disarm)(struct ks_probe *probe);
	void (*settle)(void);
	void (*stop)(void);
	void (*drain)(void);
	int (*rehearse)(const struct ks_probe *probe, unsigned int nr);
	const struct kprobe *(*kprobe)(const struct ks_probe *probe);
	bool (*is_live)(const struct ks_probe *probe);
	unsigned int (*maxactive)(const struct ks_probe *probe, bool *is_auto);
	u64 (*strays)(void);
	u64 (*missed_reentry)(const struct ks_probe *probe);
	bool (*missed_maxactive)(const struct ks_probe *probe);
	u64 (*for_each_call)(const struct ks_probe *probe,
			     void (*fn)(const struct ks_call *call, void *arg),
			     void *arg);
	u64 (*clear)(struct ks_probe *probe);
};

/**
 * enum ks_probe_state - does a probe see its function's calls
 * @KS_PROBE_DISABLED: not armed, as asked
 * @KS_PROBE_ARMED: it does
 * @KS_PROBE_GONE: the function was unloaded with its module
 * @KS_PROBE_NO_KPROBES: the kernel's kprobes are switched off
 * @KS_PROBE_NO_FTRACE: ftrace, which this probe rests on, is switched off
 */
enum ks_probe_state {
	KS_PROBE_DISABLED,
	KS_PROBE_ARMED,
	KS_PROBE_GONE,
	KS_PROBE_NO_KPROBES,
	KS_PROBE_NO_FTRACE,
};

/**
 * struct ks_probe - one probe
 * @pcpu: its counters
 * @tag: of its records, but for the CPU; its id is a number from 0
 * @ops: its kind
 * @node: in ks_probes; ks_probe_lock
 * @by_name: for who looks for its name; ks_probe_lock
 * @leaves: it is about to be removed; ks_probe_lock
 * @is_gone: the function's module is about to be freed; ks_probe_lock
 * @is_of_many: it came with others of its kind: what can be done for all in one
 *	go is
 * @priv: the kind's own
 * @why: why it is of that kind: a word for stats; ks_probe_lock
 * @fetch: its arguments; NULL: it has none that are stored
 * @tally: histograms by key, or NULL
 * @filter: its filter, or NULL
 * @filters_early: the filter may say no at entry
 * @filters_late: the filter looks at what is known at return only
 * @reads_early: the filter looks at arguments at entry
 * @args: its arguments, stored or not; NULL: it has none
 * @ret: type of the return value
 * @spec: what it was made from; of its text, the clauses are kept
 * @sym: where it sits
 * @name: its name in the output, GRP/NAME or NAME
 * @label: how its records are shown
 *
 * Constant once it is armed, but for lists and what @priv points to.
 */
struct ks_probe {
	struct ks_probe_cpu __percpu *pcpu;
	union ks_record_tag tag;
	const struct ks_probe_ops *ops;
	struct list_head node;
	struct hlist_node by_name;
	bool leaves;
	bool is_gone;
	bool is_of_many;
	void *priv;
	const char *why;
	const struct ks_fetch *fetch;
	struct ks_tally *tally;
	struct ks_filter *filter;
	bool filters_early;
	bool filters_late;
	bool reads_early;
	struct ks_fetch *args;
	struct ks_type ret;
	struct ks_spec spec;
	struct ks_symbol sym;
	char name[2 * KS_NAME_LEN];
	struct ks_label label;
};

extern struct mutex ks_probe_lock;
extern struct list_head ks_probes;		/* ks_probe_lock */
extern const struct ks_probe_ops *const *ks_probe_kinds; /* ended by NULL */
extern unsigned int ks_maxactive;		/* parameter; set before use */

/* What handlers ask before they record; written with WRITE_ONCE. */
extern u64 ks_record_min;		/* least latency in ns; U64_MAX: none */
extern bool ks_record_hits;

/**
 * ks_probes_init() - before the first probe
 * @kinds: the kinds there are, ended by NULL
 * @armed: probes are armed as they come
 *
 * Context: process, may sleep. Return: 0 or -errno.
 */
int ks_probes_init(const struct ks_probe_ops *const *kinds, bool armed);

/**
 * ks_probes_change() - add and remove probes: all as asked, or nothing
 * @text: list of specs, of which "-:[GRP/]NAME" removes the probe of that name
 *
 * A pattern asks for every function that can be probed: those that cannot are
 * reported, and fail the list only where none is left.
 *
 * A name that is removed may be given to a new probe at once. The new probes
 * are armed if ks_probes_are_armed(). Mistakes are reported through
 * ks_errlog().
 *
 * Context: process, may sleep.
 * Return: 0; -ENOENT: no probe of that name; -EEXIST: there is one; or what the
 * parser, the symbol lookup or the kernel says.
 */
int ks_probes_change(const char *text);

/**
 * ks_probes_remove_all() - remove all probes
 *
 * Their records stay.
 *
 * Context: process, may sleep.
 */
void ks_probes_remove_all(void);

/**
 * ks_probe_alloc_counters() - make a new probe's counters, all of them 0
 * @probe: its kind and arguments are known
 *
 * Context: process, may sleep. Return: 0 or -ENOMEM.
 */
int ks_probe_alloc_counters(struct ks_probe *probe);

/**
 * ks_probe_free_counters() - free them, and what is counted by key
 * @probe: no handler uses them, and nobody reads
 */
void ks_probe_free_counters(struct ks_probe *probe);

/**
 * ks_probes_arm() - arm the probes of a list: all of them or none
 * @probes: the list
 * @failed: set to the one that cannot be armed, on an error
 *
 * Context: process, ks_probe_lock held, may sleep.
 * Return: 0, or the first error, and then those before are disarmed.
 */
int ks_probes_arm(struct list_head *probes, struct ks_probe **failed);

/**
 * ks_probe_arm_again() - arm a probe that was armed a moment ago
 * @probe: it may be so still; that it cannot be any more is told
 *
 * Context: process, ks_probe_lock held, may sleep.
 */
void ks_probe_arm_again(struct ks_probe *probe);

/**
 * ks_probe_keep_entries() - keep the entry side of the counts of a probe
 * @probe: it is to be removed; no handler of an entry runs any more
 *
 * Context: process, ks_probe_lock held, may sleep.
 */
void ks_probe_keep_entries(const struct ks_probe *probe);

/**
 * ks_probe_keep_returns() - keep the other side, and with it all of them
 * @probe: after ks_probe_keep_entries(); no handler runs any more
 *
 * Calls that were inside stay so for good.
 *
 * Context: process, ks_probe_lock held, may sleep.
 */
void ks_probe_keep_returns(const struct ks_probe *probe);

/**
 * ks_probes_removed() - sums of what was kept since ks_probes_clear()
 * @counts: is filled in
 *
 * Context: process, ks_probe_lock held.
 * Return: how many probes were removed.
 */
unsigned int ks_probes_removed(struct ks_counts *counts);

/**
 * ks_probes_bury() - forget the probes that are gone, but had records
 *
 * Context: process, ks_probe_lock held; there are no records of them.
 */
void ks_probes_bury(void);

/**
 * ks_probes_stop() - disarm all probes and end their background work
 *
 * Context: process, may sleep. Afterwards no call enters, but calls that are
 * inside may still return through the handlers.
 */
void ks_probes_stop(void);

/**
 * ks_probes_destroy() - unregister and free all probes
 *
 * Context: process, may sleep; after ks_probes_stop(), and nobody reads. When
 * it returns no handler runs and none will.
 */
void ks_probes_destroy(void);

/**
 * ks_probes_set_armed() - arm or disarm all probes
 * @arm: which
 *
 * Context: process, may sleep.
 * Return: 0, or the first error of arming, and then all are disarmed.
 */
int ks_probes_set_armed(bool arm);

/**
 * ks_probes_strays() - calls of some probe, but of which, nothing told
 *
 * Since ks_probes_clear().
 *
 * Context: process, ks_probe_lock held.
 */
u64 ks_probes_strays(void);

/** ks_probes_are_armed() - as last asked for */
bool ks_probes_are_armed(void);

/**
 * ks_probes_set_records() - record at all
 * @records: false: counters and histograms only
 */
void ks_probes_set_records(bool records);

/**
 * ks_probes_set_min_ns() - record only returns of calls at least this long
 * @min_ns: up to S64_MAX
 */
void ks_probes_set_min_ns(u64 min_ns);

/** ks_probes_min_ns() - as last set */
u64 ks_probes_min_ns(void);

/**
 * ks_probes_clear() - forget all records, counts and latencies
 *
 * Calls that are inside count as entered.
 *
 * Context: process, may sleep.
 */
void ks_probes_clear(void);

/**
 * ks_probes_log_loaded() - the one line at load
 * ks_probes_log_unloaded() - the one line at unload, with totals
 *
 * Context: process, may sleep.
 */
void ks_probes_log_loaded(void);
void ks_probes_log_unloaded(void);

/**
 * ks_probes_line_max() - no line of a record is longer
 *
 * Context: any.
 */
size_t ks_probes_line_max(void);

/**
 * ks_probe_by_id() - probe of a record
 * @id: as in the record
 *
 * Context: process. Return: NULL if there is none.
 */
const struct ks_probe *ks_probe_by_id(u32 id);

/**
 * ks_probe_get_state() - does it see its function's calls
 * @probe: the probe
 *
 * Context: process, ks_probe_lock held, may sleep.
 */
enum ks_probe_state ks_probe_get_state(const struct ks_probe *probe);

/**
 * ks_probe_count() - sum up a probe's counters
 * @probe: the probe
 * @counts: filled in; the identities hold in it at any time
 *
 * Context: process, ks_probe_lock held, may sleep.
 */
void ks_probe_count(const struct ks_probe *probe, struct ks_counts *counts);

/**
 * ks_probe_hist() - sum up a probe's latencies
 * @probe: of a kind with latency
 * @hist: filled in
 *
 * Context: process.
 */
void ks_probe_hist(const struct ks_probe *probe, struct ks_hist *hist);

#endif
