// SPDX-License-Identifier: GPL-2.0
/* The stubs that are in use, and those that calls have yet to leave. */
#include "stub_pool.h"

#include <linux/delay.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/stop_machine.h>

#include <kretscope/clock.h>

#include "stub_walk.h"
#include "unload.h"

#define DRAIN_MS	10

/**
 * struct lease - who has a stub
 * @is_taken: some probe has it, or had it and calls are inside
 * @inside: calls that were inside when the probe went; 0 before
 */
struct lease {
	bool is_taken;
	u64 inside;
};

static struct lease leases[KS_STUBS];	/* ks_probe_lock */

static unsigned int nr_taken;	/* ks_probe_lock */
static bool was_used;		/* ks_probe_lock */
static bool is_settled = true;	/* ks_probe_lock */

static unsigned int number_of(const struct ks_stub *stub)
{
	return stub - ks_stubs;
}

static u64 sum_orphans(unsigned int nr)
{
	unsigned int cpu;
	u64 sum = 0;

	for_each_possible_cpu(cpu)
		sum += READ_ONCE(per_cpu(ks_stub_orphans[nr], cpu));
	return sum;
}

static void free_stub(unsigned int nr)
{
	leases[nr] = (struct lease){ };
	if (--nr_taken)
		return;
	ks_unload_unguard();
	ks_stub_unwatch_exits();
}

/* Take back stubs that the last call has left. */
static void collect(void)
{
	unsigned int nr;

	for (nr = 0; nr < KS_STUBS; nr++)
		if (leases[nr].inside && leases[nr].inside == sum_orphans(nr))
			free_stub(nr);
}

static int find_free(const struct ks_probe *probe)
{
	unsigned int from = probe->fetch ? KS_STUBS_PLAIN : 0, nr;

	for (nr = from; nr < KS_STUBS; nr++)
		if (!leases[nr].is_taken)
			return nr;
	return -ENOSPC;
}

/* What calls inside need, from the first stub that is taken on. */
static int start_use(void)
{
	int ret;

	if (nr_taken)
		return 0;
	ret = ks_stub_watch_exits();
	if (ret)
		return ret;
	ret = ks_unload_guard();
	if (ret)
		ks_stub_unwatch_exits();
	return ret;
}

/* It lets calls pass for now. */
static struct ks_stub *set_up(unsigned int nr, const struct ks_probe *probe,
			      unsigned long site)
{
	struct ks_stub *stub = &ks_stubs[nr];

	stub->pcpu = probe->pcpu;
	stub->tag = probe->tag;
	stub->is_plain = ks_clock_is_counter() && !probe->fetch &&
			 !probe->tally &&
			 !probe->filters_late;
	stub->body = site + KS_SITE_SIZE;
	stub->plain_body = 0;
	stub->is_open = false;
	WRITE_ONCE(stub->probe, probe);
	ks_way_to_body(nr, stub->body);
	return stub;
}

struct ks_stub *ks_stub_get(const struct ks_probe *probe, unsigned long site)
{
	unsigned int cpu;
	int nr, ret;

	lockdep_assert_held(&ks_probe_lock);
	collect();
	nr = find_free(probe);
	if (nr < 0)
		return ERR_PTR(nr);
	ret = start_use();
	if (ret)
		return ERR_PTR(ret);
	nr_taken++;
	was_used = true;
	leases[nr].is_taken = true;
	for_each_possible_cpu(cpu)
		per_cpu(ks_stub_orphans[nr], cpu) = 0;
	return set_up(nr, probe, site);
}

/* What happens to a call later is read first, as in sum_counters(). */
u64 ks_stub_inside(const struct ks_stub *stub)
{
	u64 left = 0, entered = 0;
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		const struct ks_probe_cpu *p = per_cpu_ptr(stub->pcpu, cpu);

		left += READ_ONCE(p->recorded) + READ_ONCE(p->filtered) +
			READ_ONCE(p->dropped) + READ_ONCE(p->abandoned);
	}
	smp_rmb();	/* see above */
	for_each_possible_cpu(cpu)
		entered += READ_ONCE(per_cpu_ptr(stub->pcpu, cpu)->entries);
	return entered - left;
}

u64 ks_stub_look(unsigned int nr, const char **name)
{
	const struct ks_probe *probe = READ_ONCE(ks_stubs[nr].probe);

	*name = probe ? probe->name : "(removed)";
	return probe ? ks_stub_inside(&ks_stubs[nr]) :
		       READ_ONCE(leases[nr].inside) - sum_orphans(nr);
}

static int do_nothing(void *arg)
{
	return 0;
}

/*
 * Until each task has slept or been in user space, and each idle one, for which
 * RCU does not wait, has let another task run.
 */
static void wait_for_tasks(void)
{
	synchronize_rcu_tasks();
	stop_machine(do_nothing, NULL, cpu_online_mask);
}

static u64 note_inside(const struct ks_stub *stub)
{
	u64 inside = ks_stub_inside(stub);

	WRITE_ONCE(leases[number_of(stub)].inside, inside);
	return inside;
}

void ks_stubs_put(struct ks_stub **stubs, unsigned int nr)
{
	unsigned int i;

	lockdep_assert_held(&ks_probe_lock);
	if (!nr)
		return;
	ks_stubs_settle();
	for (i = 0; i < nr; i++) {
		note_inside(stubs[i]);
		WRITE_ONCE(stubs[i]->probe, NULL);
		WRITE_ONCE(stubs[i]->is_plain, false);
	}
	/* Who leaves has seen the probe and is done with it, or an orphan. */
	wait_for_tasks();
	for (i = 0; i < nr; i++) {
		/* Some may have left as if the probe were still there. */
		if (!note_inside(stubs[i]))
			free_stub(number_of(stubs[i]));
	}
}

void ks_stub_open(struct ks_stub *stub)
{
	bool is_plain = stub->is_plain && !stub->probe->filters_early;

	WRITE_ONCE(stub->is_open, true);
	WRITE_ONCE(stub->plain_body, is_plain ? stub->body : 0);
}

void ks_stub_close(struct ks_stub *stub)
{
	is_settled = false;
	WRITE_ONCE(stub->plain_body, 0);
	WRITE_ONCE(stub->is_open, false);
}

int ks_stub_rehearse(const struct ks_probe *probe, unsigned int nr)
{
	struct ks_stub *stub;

	lockdep_assert_held(&ks_probe_lock);
	if (WARN_ON_ONCE(was_used))
		return -EBUSY;
	stub = set_up(0, probe, (unsigned long)ks_rehearsal_site);
	ks_way_to_rehearse(ks_stub_entry(stub));
	ks_stub_open(stub);
	while (nr--)
		ks_rehearsal();
	ks_stub_close(stub);
	stub->is_plain = false;
	WRITE_ONCE(stub->probe, NULL);
	/* Nobody else knows the way into it. */
	is_settled = true;
	return 0;
}

unsigned long ks_stub_entry(const struct ks_stub *stub)
{
	return (unsigned long)ks_stubs_begin +
	       ks_stub_places[number_of(stub)].entry;
}

/*
 * A task may be in ftrace's code on its way to a stub, or in the stub's own
 * before the call is counted, and preempted there: it has to go on to where it
 * sleeps by itself.
 */
void ks_stubs_settle(void)
{
	if (is_settled)
		return;
	wait_for_tasks();
	is_settled = true;
}

static bool is_drained(void)
{
	bool ret;

	mutex_lock(&ks_probe_lock);
	collect();
	ret = !nr_taken;
	mutex_unlock(&ks_probe_lock);
	return ret;
}

void ks_stubs_drain(void)
{
	while (!is_drained())
		msleep(DRAIN_MS);
	/* The last one has been counted, but is still in its stub. */
	if (was_used)
		wait_for_tasks();
}
