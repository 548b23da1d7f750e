// SPDX-License-Identifier: GPL-2.0
/* The list of probes: parse all, create all, arm all, and back in reverse. */
#include <kretscope/probe.h>

#include <linux/slab.h>
#include <linux/xarray.h>

#include <kretscope/buffer.h>
#include <kretscope/canary.h>
#include <kretscope/errlog.h>

/* How often to sum again while calls come in, hoping for a quiet moment. */
#define SUM_TRIES	4

DEFINE_MUTEX(ks_probe_lock);
LIST_HEAD(ks_probes);
unsigned int ks_maxactive;
u64 ks_record_min;
bool ks_record_hits = true;

static DEFINE_XARRAY_ALLOC(probes_by_id);
static bool probes_armed;	/* ks_probe_lock */
static u64 min_ns;		/* ks_probe_lock */

static const struct ks_probe_ops *
find_kind(const struct ks_probe_ops *const *kinds, char kind)
{
	for (; *kinds; kinds++)
		if ((*kinds)->kind == kind)
			return *kinds;
	return NULL;
}

static int alloc_counters(struct ks_probe *probe)
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
	return 0;
}

static void free_probe(struct ks_probe *probe)
{
	free_percpu(probe->pcpu);
	kfree(probe);
}

static struct ks_probe *alloc_probe(const struct ks_spec *spec,
				    const struct ks_symbol *sym,
				    const struct ks_probe_ops *ops)
{
	struct ks_probe *probe;
	int ret;

	probe = kzalloc(sizeof(*probe), GFP_KERNEL);
	if (!probe)
		return ERR_PTR(-ENOMEM);
	probe->ops = ops;
	probe->spec = *spec;
	probe->spec.text = NULL;
	probe->sym = *sym;
	probe->label_len = scnprintf(probe->label, sizeof(probe->label),
				     "%s%s%s", spec->group,
				     spec->group[0] ? "/" : "", spec->name);
	ret = alloc_counters(probe);
	if (!ret)
		ret = xa_alloc(&probes_by_id, &probe->id, probe, xa_limit_31b,
			       GFP_KERNEL);
	if (ret) {
		free_probe(probe);
		return ERR_PTR(ret);
	}
	return probe;
}

static void report(const struct ks_spec *spec, int err)
{
	char detail[24];

	if (err == -ENOMEM)
		return;
	/* The symbol was found a moment ago, so its module went away since. */
	if (err == -ENOENT) {
		ks_errlog(spec->index, spec->text, spec->target_col,
			  KS_ERR_SYM_MODULE_NOT_LOADED,
			  "it is being loaded or unloaded");
		return;
	}
	snprintf(detail, sizeof(detail), "error %d", err);
	ks_errlog(spec->index, spec->text, spec->target_col,
		  KS_ERR_KPROBE_REFUSED, detail);
}

/* Make one probe and put it on the list, from where a failed load takes it. */
static int create_probe(const struct ks_spec *spec, const struct ks_symbol *sym,
			const struct ks_probe_ops *const *kinds)
{
	struct ks_probe *probe;
	int ret;

	probe = alloc_probe(spec, sym, find_kind(kinds, spec->kind));
	if (IS_ERR(probe))
		return PTR_ERR(probe);
	list_add_tail(&probe->node, &ks_probes);
	ret = probe->ops->create(probe);
	if (ret)
		report(spec, ret);
	return ret;
}

static void disarm_all(void)
{
	struct ks_probe *probe;

	lockdep_assert_held(&ks_probe_lock);
	list_for_each_entry_reverse(probe, &ks_probes, node)
		probe->ops->disarm(probe);
	WRITE_ONCE(probes_armed, false);
}

static int arm_all(void)
{
	struct ks_probe *probe;
	int ret;

	lockdep_assert_held(&ks_probe_lock);
	list_for_each_entry(probe, &ks_probes, node) {
		if (ks_probe_get_state(probe) == KS_PROBE_GONE)
			continue;
		ret = probe->ops->arm(probe);
		if (ret) {
			disarm_all();
			return ret;
		}
	}
	WRITE_ONCE(probes_armed, true);
	return 0;
}

int ks_probes_create(const char *text, const struct ks_probe_ops *const *kinds,
		     bool arm)
{
	struct ks_symbol *syms;
	struct ks_specs specs;
	unsigned int i;
	int ret;

	ret = ks_specs_init(&specs, text);
	if (ret)
		return ret;
	syms = kvcalloc(specs.nr, sizeof(*syms), GFP_KERNEL);
	if (!syms) {
		ret = -ENOMEM;
		goto out_specs;
	}
	ret = ks_symbols_resolve(&specs, syms);
	if (ret)
		goto out_syms;

	mutex_lock(&ks_probe_lock);
	for (i = 0; i < specs.nr && !ret; i++)
		ret = create_probe(&specs.vec[i], &syms[i], kinds);
	if (!ret && arm)
		ret = arm_all();
	mutex_unlock(&ks_probe_lock);
	if (ret) {
		ks_probes_stop();
		ks_probes_destroy();
	}
out_syms:
	kvfree(syms);
out_specs:
	ks_specs_exit(&specs);
	return ret;
}

void ks_probes_stop(void)
{
	const struct ks_probe_ops *stopped = NULL;
	struct ks_probe *probe;

	mutex_lock(&ks_probe_lock);
	disarm_all();
	mutex_unlock(&ks_probe_lock);

	/* Background work takes ks_probe_lock; the list does not change now. */
	list_for_each_entry(probe, &ks_probes, node) {
		if (probe->ops->stop && probe->ops != stopped)
			probe->ops->stop();
		stopped = probe->ops;
	}
}

/* Unregister the probes of one kind from the list's head on, in one batch. */
static void destroy_some(void)
{
	struct ks_probe *probe = list_first_entry(&ks_probes, struct ks_probe,
						  node);
	const struct ks_probe_ops *ops = probe->ops;
	struct ks_probe *batch[64];
	unsigned int i, nr = 0;

	list_for_each_entry(probe, &ks_probes, node) {
		if (probe->ops == ops)
			batch[nr++] = probe;
		if (nr == ARRAY_SIZE(batch))
			break;
	}
	ops->destroy(batch, nr);
	for (i = 0; i < nr; i++) {
		list_del(&batch[i]->node);
		xa_erase(&probes_by_id, batch[i]->id);
		free_probe(batch[i]);
	}
}

void ks_probes_destroy(void)
{
	mutex_lock(&ks_probe_lock);
	while (!list_empty(&ks_probes))
		destroy_some();
	mutex_unlock(&ks_probe_lock);
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
}

void ks_probes_clear(void)
{
	mutex_lock(&ks_probe_lock);
	ks_buffer_clear(clear_all, NULL);
	mutex_unlock(&ks_probe_lock);
}

const struct ks_probe *ks_probe_by_id(u32 id)
{
	return xa_load(&probes_by_id, id);
}

enum ks_probe_state ks_probe_get_state(const struct ks_probe *probe)
{
	const struct kprobe *kp = probe->ops->kprobe(probe);

	lockdep_assert_held(&ks_probe_lock);
	if (kp->flags & KPROBE_FLAG_GONE)
		return KS_PROBE_GONE;
	if (!probes_armed)
		return KS_PROBE_DISABLED;
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

void ks_probes_log_unloaded(void)
{
	const struct ks_probe *probe;
	struct ks_counts sum = {}, c;

	mutex_lock(&ks_probe_lock);
	list_for_each_entry(probe, &ks_probes, node) {
		ks_probe_count(probe, &c);
		sum.calls += c.calls;
		sum.recorded += c.recorded;
		sum.missed_maxactive += c.missed_maxactive + c.missed_reentry;
		sum.dropped += c.dropped;
		sum.inflight += c.inflight;
	}
	mutex_unlock(&ks_probe_lock);
	pr_info("unloaded: calls=%llu recorded=%llu missed=%llu dropped=%llu inflight=%llu\n",
		sum.calls, sum.recorded, sum.missed_maxactive, sum.dropped,
		sum.inflight);
}
