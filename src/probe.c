// SPDX-License-Identifier: GPL-2.0
/* The list of probes: their state and their counters. */
#include <kretscope/probe.h>

#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/string.h>

#include <kretscope/buffer.h>
#include <kretscope/canary.h>
#include <kretscope/choice.h>

/* How often to sum again while calls come in, hoping for a quiet moment. */
#define SUM_TRIES	4

DEFINE_MUTEX(ks_probe_lock);
LIST_HEAD(ks_probes);
const struct ks_probe_ops *const *ks_probe_kinds;
unsigned int ks_maxactive;
u64 ks_record_min = U64_MAX;
bool ks_record_hits = true;

static bool probes_armed;	/* ks_probe_lock */
static u64 min_ns;		/* ks_probe_lock */
static u64 old_strays;		/* before the last clear; ks_probe_lock */

/* Counts of probes that are gone; ks_probe_lock. */
static struct ks_counts removed;
static unsigned int nr_removed;

static void disarm_all(void)
{
	struct ks_probe *probe;

	lockdep_assert_held(&ks_probe_lock);
	list_for_each_entry_reverse(probe, &ks_probes, node)
		probe->ops->disarm(probe);
	WRITE_ONCE(probes_armed, false);
}

/* As README says. */
static_assert(sizeof(struct ks_probe_cpu) <= 53 * 1024 / 10);

int ks_probe_alloc_counters(struct ks_probe *probe)
{
	size_t size = probe->ops->has_latency ?
		      sizeof(struct ks_probe_cpu) :
		      offsetof(struct ks_probe_cpu, hist);
	unsigned int cpu;

	probe->pcpu = __alloc_percpu(size, __alignof__(struct ks_probe_cpu));
	if (!probe->pcpu)
		return -ENOMEM;
	if (probe->ops->has_latency)
		for_each_possible_cpu(cpu)
			ks_hist_reset(&per_cpu_ptr(probe->pcpu, cpu)->hist);
	if (probe->args)
		probe->args->faults = &probe->pcpu->faults;
	return 0;
}

void ks_probe_free_counters(struct ks_probe *probe)
{
	free_percpu(probe->pcpu);
	probe->pcpu = NULL;
	ks_tally_destroy(probe->tally);
	probe->tally = NULL;
}

static bool is_empty(const struct ks_probe *probe)
{
	struct ks_counts c;

	ks_probe_count(probe, &c);
	return !c.inflight;
}

/* By its kind, or by the other one if the choice was ours. */
static int arm(struct ks_probe *probe)
{
	const struct ks_probe_ops *old = probe->ops;
	void *old_priv = probe->priv, *priv;
	int ret = old->arm(probe);

	/* Calls that are inside would return to a probe that is gone. */
	if (!ret || !is_empty(probe) || !ks_choice_yield(probe, ret))
		return ret;
	if (probe->ops->create(probe)) {
		probe->priv = old_priv;
		ks_choice_insist(probe);
		return ret;
	}
	priv = probe->priv;
	probe->priv = old_priv;
	old->destroy(&probe, 1);
	probe->priv = priv;
	return probe->ops->arm(probe);
}

int ks_probes_arm(struct list_head *probes, struct ks_probe **failed)
{
	struct ks_probe *probe;
	int ret;

	lockdep_assert_held(&ks_probe_lock);
	list_for_each_entry(probe, probes, node) {
		if (ks_probe_get_state(probe) == KS_PROBE_GONE)
			continue;
		ret = arm(probe);
		if (ret)
			goto out_disarm;
	}
	list_for_each_entry(probe, probes, node)
		if (probe->ops->start && !probe->is_gone)
			probe->ops->start(probe);
	return 0;

out_disarm:
	*failed = probe;
	list_for_each_entry_continue_reverse(probe, probes, node)
		probe->ops->disarm(probe);
	return ret;
}

void ks_probe_arm_again(struct ks_probe *probe)
{
	int ret;

	lockdep_assert_held(&ks_probe_lock);
	if (probe->is_gone)
		return;
	ret = probe->ops->arm(probe);
	if (ret)
		pr_warn("%s: cannot be armed again: error %d\n", probe->name,
			ret);
	else if (probe->ops->start)
		probe->ops->start(probe);
}

static int arm_all(void)
{
	struct ks_probe *failed;
	int ret = ks_probes_arm(&ks_probes, &failed);

	if (ret)
		pr_warn("%s: cannot be armed: error %d\n", failed->name, ret);
	WRITE_ONCE(probes_armed, !ret);
	return ret;
}

/*
 * Before the kernel marks the probes of a module that goes as gone. Until
 * "kprobes: Fix check for probe enabled in kill_kprobe()" it left those that
 * rest on ftrace in ftrace's filter, and counted them as armed, for ever: what
 * is loaded to their address next, if probed, went on when it was disarmed.
 * From here on they are gone, whatever kprobes says yet.
 */
static int disarm_in_module(struct notifier_block *nb, unsigned long event,
			    void *data)
{
	const struct ks_probe_ops *const *kind;
	const struct module *mod = data;
	struct ks_probe *probe;
	bool is_some = false;

	if (event != MODULE_STATE_GOING)
		return NOTIFY_DONE;
	mutex_lock(&ks_probe_lock);
	list_for_each_entry(probe, &ks_probes, node) {
		if (probe->is_gone || strcmp(probe->sym.mod, mod->name))
			continue;
		probe->ops->disarm(probe);
		probe->is_gone = true;
		is_some = true;
	}
	/*
	 * A task may be preempted on its way into a body, with no code of the
	 * module on its stack: all that keeps that of a livepatch from going.
	 */
	for (kind = ks_probe_kinds; is_some && *kind; kind++)
		if ((*kind)->settle)
			(*kind)->settle();
	mutex_unlock(&ks_probe_lock);
	return NOTIFY_DONE;
}

static struct notifier_block module_nb = {
	.notifier_call = disarm_in_module,
	.priority = 1,	/* that of kprobes is 0 */
};

int ks_probes_init(const struct ks_probe_ops *const *all_kinds, bool armed)
{
	ks_probe_kinds = all_kinds;
	WRITE_ONCE(probes_armed, armed);
	return register_module_notifier(&module_nb);
}

void ks_probes_stop(void)
{
	const struct ks_probe_ops *const *kind;

	unregister_module_notifier(&module_nb);
	mutex_lock(&ks_probe_lock);
	disarm_all();
	mutex_unlock(&ks_probe_lock);

	/* Background work takes ks_probe_lock. */
	for (kind = ks_probe_kinds; *kind; kind++)
		if ((*kind)->stop)
			(*kind)->stop();
}

int ks_probes_set_armed(bool arm)
{
	int ret = 0;

	mutex_lock(&ks_probe_lock);
	if (arm)
		ret = arm_all();
	else
		disarm_all();
	mutex_unlock(&ks_probe_lock);
	return ret;
}

bool ks_probes_are_armed(void)
{
	return READ_ONCE(probes_armed);
}

static void update_record_min(void)
{
	WRITE_ONCE(ks_record_min, ks_record_hits ? min_ns : U64_MAX);
}

void ks_probes_set_records(bool records)
{
	mutex_lock(&ks_probe_lock);
	WRITE_ONCE(ks_record_hits, records);
	update_record_min();
	mutex_unlock(&ks_probe_lock);
}

void ks_probes_set_min_ns(u64 ns)
{
	mutex_lock(&ks_probe_lock);
	WRITE_ONCE(min_ns, ns);
	update_record_min();
	mutex_unlock(&ks_probe_lock);
}

u64 ks_probes_min_ns(void)
{
	return READ_ONCE(min_ns);
}

static u64 sum_strays(void)
{
	const struct ks_probe_ops *const *kind;
	u64 sum = 0;

	for (kind = ks_probe_kinds; *kind; kind++)
		if ((*kind)->strays)
			sum += (*kind)->strays();
	return sum;
}

u64 ks_probes_strays(void)
{
	lockdep_assert_held(&ks_probe_lock);
	return sum_strays() - old_strays;
}

static void clear_probe(struct ks_probe *probe)
{
	u64 inside = probe->ops->clear(probe);
	struct ks_probe_cpu *c;
	unsigned int cpu, i;

	/* No memset(): it may be probed itself, and return when all is zero. */
	for_each_possible_cpu(cpu) {
		c = per_cpu_ptr(probe->pcpu, cpu);
		if (probe->ops->has_latency)
			ks_hist_reset(&c->hist);
		for (i = 0; i < offsetof(struct ks_probe_cpu, hist) / 8; i++)
			WRITE_ONCE(((u64 *)c)[i], 0);
	}
	if (probe->tally)
		ks_tally_reset(probe->tally);
	/* Added: the walk over the CPUs may be probed, and has been counted. */
	c = this_cpu_ptr(probe->pcpu);
	c->hits += inside;
	c->entries += inside;
}

static void clear_all(void *arg)
{
	struct ks_probe *probe;

	list_for_each_entry(probe, &ks_probes, node)
		clear_probe(probe);
	old_strays = sum_strays();
}

void ks_probes_clear(void)
{
	mutex_lock(&ks_probe_lock);
	ks_buffer_clear(clear_all, NULL);
	memset(&removed, 0, sizeof(removed));
	nr_removed = 0;
	/* No ring or reader has a record of these any more. */
	ks_probes_bury();
	mutex_unlock(&ks_probe_lock);
}

enum ks_probe_state ks_probe_get_state(const struct ks_probe *probe)
{
	const struct kprobe *kp;

	lockdep_assert_held(&ks_probe_lock);
	if (probe->is_gone)
		return KS_PROBE_GONE;
	if (!probes_armed)
		return KS_PROBE_DISABLED;
	if (!probe->ops->kprobe)
		return probe->ops->is_live(probe) ? KS_PROBE_ARMED :
						    KS_PROBE_NO_FTRACE;
	kp = probe->ops->kprobe(probe);
	if (!ks_canary_lives(false) || (kp->flags & KPROBE_FLAG_DISABLED))
		return KS_PROBE_NO_KPROBES;
	if ((kp->flags & KPROBE_FLAG_FTRACE) && !ks_canary_lives(true))
		return KS_PROBE_NO_FTRACE;
	return KS_PROBE_ARMED;
}

struct sums {
	u64 hits;
	u64 entries;
};

/*
 * What happens to a call later is read first: a call that comes in between
 * then counts as inside, never as returned without having entered.
 */
static void sum_counters(const struct ks_probe *probe, struct sums *sums,
			 struct ks_counts *c)
{
	unsigned int cpu;

	memset(sums, 0, sizeof(*sums));
	memset(c, 0, sizeof(*c));
	for_each_possible_cpu(cpu) {
		const struct ks_probe_cpu *p = per_cpu_ptr(probe->pcpu, cpu);

		c->recorded += READ_ONCE(p->recorded);
		c->filtered += READ_ONCE(p->filtered);
		c->dropped += READ_ONCE(p->dropped);
		c->abandoned += READ_ONCE(p->abandoned);
		c->backward += READ_ONCE(p->backward);
		c->faults += READ_ONCE(p->faults);
	}
	smp_rmb();	/* returns before entries: see above */
	for_each_possible_cpu(cpu) {
		const struct ks_probe_cpu *p = per_cpu_ptr(probe->pcpu, cpu);

		sums->entries += READ_ONCE(p->entries);
		c->rejected += READ_ONCE(p->rejected);
	}
	smp_rmb();	/* entries before hits */
	for_each_possible_cpu(cpu)
		sums->hits += READ_ONCE(per_cpu_ptr(probe->pcpu, cpu)->hits);
}

void ks_probe_count(const struct ks_probe *probe, struct ks_counts *c)
{
	struct sums sums, before;
	int tries = SUM_TRIES;
	u64 inside, gone = 0;

	lockdep_assert_held(&ks_probe_lock);
	sum_counters(probe, &sums, c);
	do {
		before = sums;
		if (probe->ops->for_each_call)
			gone = probe->ops->for_each_call(probe, NULL, NULL);
		sum_counters(probe, &sums, c);
	} while (memcmp(&before, &sums, sizeof(sums)) && --tries);

	c->returns = c->recorded + c->filtered + c->dropped;
	inside = sums.entries - c->returns - c->abandoned;
	c->abandoned += min(gone, inside);
	c->inflight = inside - min(gone, inside);
	c->entries = sums.entries + c->rejected;
	/*
	 * The kernel's count of calls that found no instance is not exact: its
	 * CPUs add to it without a lock. Whether it moved is.
	 */
	if (probe->ops->missed_maxactive && probe->ops->missed_maxactive(probe))
		c->missed_maxactive = sums.hits - c->entries;
	c->missed_reentry = probe->ops->missed_reentry(probe);
	c->calls = c->entries + c->missed_maxactive + c->missed_reentry;
}

void ks_probe_hist(const struct ks_probe *probe, struct ks_hist *hist)
{
	unsigned int cpu;

	ks_hist_reset(hist);
	for_each_possible_cpu(cpu)
		ks_hist_merge(hist, &per_cpu_ptr(probe->pcpu, cpu)->hist);
	ks_hist_mend(hist);
}

void ks_probes_log_loaded(void)
{
	const struct list_head *pos;
	unsigned int nr = 0;

	mutex_lock(&ks_probe_lock);
	list_for_each(pos, &ks_probes)
		nr++;
	mutex_unlock(&ks_probe_lock);
	pr_info("loaded, %u probes%s\n", nr,
		ks_probes_are_armed() ? " armed" : ", disabled");
}

void ks_probe_keep_entries(const struct ks_probe *probe)
{
	struct ks_counts c;

	ks_probe_count(probe, &c);
	removed.calls += c.calls;
	removed.entries += c.entries;
	removed.abandoned += c.abandoned;
	removed.rejected += c.rejected;
	removed.missed_maxactive += c.missed_maxactive;
	removed.missed_reentry += c.missed_reentry;
	nr_removed++;
}

void ks_probe_keep_returns(const struct ks_probe *probe)
{
	struct ks_counts c;
	struct sums sums;

	lockdep_assert_held(&ks_probe_lock);
	sum_counters(probe, &sums, &c);
	removed.recorded += c.recorded;
	removed.filtered += c.filtered;
	removed.dropped += c.dropped;
	removed.backward += c.backward;
	removed.faults += c.faults;
	removed.returns = removed.recorded + removed.filtered + removed.dropped;
	removed.inflight = removed.entries - removed.returns -
			   removed.abandoned - removed.rejected;
}

unsigned int ks_probes_removed(struct ks_counts *counts)
{
	lockdep_assert_held(&ks_probe_lock);
	*counts = removed;
	return nr_removed;
}

static void add_total(struct ks_counts *sum, const struct ks_counts *c)
{
	sum->calls += c->calls;
	sum->recorded += c->recorded;
	sum->missed_maxactive += c->missed_maxactive;
	sum->missed_reentry += c->missed_reentry;
	sum->dropped += c->dropped;
	sum->inflight += c->inflight;
}

void ks_probes_log_unloaded(void)
{
	const struct ks_probe *probe;
	struct ks_counts sum, c;

	mutex_lock(&ks_probe_lock);
	sum = removed;
	list_for_each_entry(probe, &ks_probes, node) {
		ks_probe_count(probe, &c);
		add_total(&sum, &c);
	}
	mutex_unlock(&ks_probe_lock);
	pr_info("unloaded: calls=%llu recorded=%llu missed=%llu dropped=%llu inflight=%llu\n",
		sum.calls, sum.recorded,
		sum.missed_maxactive + sum.missed_reentry, sum.dropped,
		sum.inflight);
}
