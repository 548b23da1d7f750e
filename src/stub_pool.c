// SPDX-License-Identifier: GPL-2.0
/* The stubs that are in use, and those that calls have yet to leave. */
#include "stub_pool.h"

#include <linux/delay.h>
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/stop_machine.h>

#include <kretscope/clock.h>

#include "stub_table.h"
#include "stub_walk.h"
#include "unload.h"

#define DRAIN_MS	10

static struct ks_lease leases[KS_STUBS];	/* ks_probe_lock */
static DEFINE_PER_CPU(u64, orphans[KS_STUBS]);

/* Those that are not in the pool: never added again. */
static LIST_HEAD(others);		/* ks_probe_lock, RCU */
static unsigned int nr_in_use;		/* ks_probe_lock */
static bool was_used;			/* ks_probe_lock */
static bool is_settled = true;		/* ks_probe_lock */

static u64 sum_orphans(const struct ks_lease *lease)
{
	unsigned int cpu;
	u64 sum = 0;

	for_each_possible_cpu(cpu)
		sum += READ_ONCE(*per_cpu_ptr(lease->orphans, cpu));
	return sum;
}

static bool is_of_pool(const struct ks_lease *lease)
{
	return lease >= leases && lease < leases + KS_STUBS;
}

static void end_lease(struct ks_lease *lease)
{
	WRITE_ONCE(lease->stub->lease, NULL);
	if (!is_of_pool(lease))
		list_del_rcu(&lease->node);
	if (--nr_in_use)
		return;
	ks_unload_unguard();
	ks_stub_unwatch_exits();
}

static void collect_one(struct ks_lease *lease)
{
	if (lease->inside && lease->inside == sum_orphans(lease))
		end_lease(lease);
}

void ks_stubs_collect(void)
{
	struct ks_lease *lease, *next;
	unsigned int nr;

	for (nr = 0; nr < KS_STUBS; nr++)
		if (ks_stubs[nr].lease)
			collect_one(&leases[nr]);
	list_for_each_entry_safe(lease, next, &others, node)
		collect_one(lease);
}

static int find_free(const struct ks_probe *probe)
{
	unsigned int from = probe->fetch ? KS_STUBS_PLAIN : 0, nr;

	for (nr = from; nr < KS_STUBS; nr++)
		if (!ks_stubs[nr].lease)
			return nr;
	return -ENOSPC;
}

/* What calls inside need, from the first stub that is taken on. */
static int start_use(void)
{
	int ret;

	if (nr_in_use)
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
static void set_up(struct ks_stub *stub, const struct ks_probe *probe,
		   unsigned long site)
{
	stub->pcpu = probe->pcpu;
	stub->tag = probe->tag;
	stub->is_plain = ks_clock_is_counter() && !probe->fetch &&
			 !probe->tally &&
			 !probe->filters_late;
	stub->body = site + KS_SITE_SIZE;
	stub->plain_body = 0;
	stub->is_open = false;
	WRITE_ONCE(stub->probe, probe);
}

int ks_stub_lend(struct ks_lease *lease, const struct ks_probe *probe,
		 unsigned long site)
{
	struct ks_stub *stub = lease->stub;
	unsigned int cpu;
	int ret;

	lockdep_assert_held(&ks_probe_lock);
	ret = start_use();
	if (ret)
		return ret;
	was_used = true;
	lease->inside = 0;
	for_each_possible_cpu(cpu)
		*per_cpu_ptr(lease->orphans, cpu) = 0;
	set_up(stub, probe, site);
	nr_in_use++;
	WRITE_ONCE(stub->lease, lease);
	if (!is_of_pool(lease))
		list_add_tail_rcu(&lease->node, &others);
	return 0;
}

struct ks_stub *ks_stub_get(const struct ks_probe *probe, unsigned long site)
{
	struct ks_lease *lease;
	int nr, ret;

	lockdep_assert_held(&ks_probe_lock);
	ks_stubs_collect();
	nr = find_free(probe);
	if (nr < 0)
		return ERR_PTR(nr);
	lease = &leases[nr];
	lease->stub = &ks_stubs[nr];
	lease->orphans = &orphans[nr];
	ret = ks_stub_lend(lease, probe, site);
	if (ret)
		return ERR_PTR(ret);
	ks_way_to_body(nr, lease->stub->body);
	return lease->stub;
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

static void look(const struct ks_lease *lease,
		 void (*fn)(const char *name, u64 inside, void *arg), void *arg)
{
	const struct ks_probe *probe = READ_ONCE(lease->stub->probe);

	if (probe)
		fn(probe->name, ks_stub_inside(lease->stub), arg);
	else
		fn("(removed)", READ_ONCE(lease->inside) - sum_orphans(lease),
		   arg);
}

void ks_stubs_look(void (*fn)(const char *name, u64 inside, void *arg),
		   void *arg)
{
	const struct ks_lease *lease;
	unsigned int nr;

	for (nr = 0; nr < KS_STUBS; nr++)
		if (READ_ONCE(ks_stubs[nr].lease))
			look(&leases[nr], fn, arg);
	list_for_each_entry_rcu(lease, &others, node)
		look(lease, fn, arg);
}

static int do_nothing(void *arg)
{
	return 0;
}

/*
 * Until each task has slept or been in user space, and each idle one, for which
 * RCU does not wait, has let another task run.
 */
void ks_stubs_wait(void)
{
	struct ks_stub_table *old = ks_stub_table_take_old();

	synchronize_rcu_tasks();
	stop_machine(do_nothing, NULL, cpu_online_mask);
	ks_stub_table_free_old(old);
}

static u64 note_inside(const struct ks_stub *stub)
{
	u64 inside = ks_stub_inside(stub);

	WRITE_ONCE(stub->lease->inside, inside);
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
	ks_stubs_wait();
	for (i = 0; i < nr; i++) {
		/* Some may have left as if the probe were still there. */
		if (!note_inside(stubs[i]))
			end_lease(stubs[i]->lease);
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
	stub = &ks_stubs[0];
	set_up(stub, probe, (unsigned long)ks_rehearsal_site);
	ks_way_to_body(0, stub->body);
	ks_way_to_rehearse(ks_stub_entry(0));
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

unsigned long ks_stub_entry(unsigned int place)
{
	return (unsigned long)ks_stubs_begin + ks_stub_places[place].entry;
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
	ks_stubs_wait();
	is_settled = true;
}

static bool is_drained(void)
{
	bool ret;

	mutex_lock(&ks_probe_lock);
	ks_stubs_collect();
	ret = !nr_in_use;
	mutex_unlock(&ks_probe_lock);
	return ret;
}

void ks_stubs_drain(void)
{
	while (!is_drained())
		msleep(DRAIN_MS);
	/* The last one has been counted, but is still in its stub. */
	if (was_used)
		ks_stubs_wait();
}
