// SPDX-License-Identifier: GPL-2.0
/* Gates: call sites of many functions that ftrace leads to one stub at once. */
#include "gate.h"

#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <compat/ftrace.h>

#include "stub_pool.h"
#include "stub_table.h"

/* So many wait to be freed, at most. */
#define OLD_TABLES_MAX	8

/*
 * Sites of one gate. Until "ftrace: Fix modification of direct_function hash
 * while in use" a registration lost memory when it made ftrace's hash of direct
 * calls grow more than once, which it does from 64 entries on by doubling. So a
 * gate has no more sites than there are already; nor many, since all are held
 * until the last of its probes goes.
 */
#define GATE_FIRST	64
#define GATE_MAX	512

/* Of all gates. From 8192 entries on that hash grew with each site. */
#define SITES_MAX	8000

/**
 * struct gate - sites that are registered in one go
 * @node: in gates
 * @members: the stubs of these sites
 * @nr: how many
 * @max: no more can join
 * @nr_armed: how many are armed through it, be they its members or not
 * @is_live: it is registered: no member comes or moves
 * @mod: module that the sites are in, with which all of them go; "": none
 * @direct: for ftrace
 */
struct gate {
	struct list_head node;
	struct list_head members;
	unsigned int nr;
	unsigned int max;
	unsigned int nr_armed;
	bool is_live;
	char mod[KS_MOD_LEN];
	struct ks_direct direct;
};

/**
 * struct member - a stub whose code is shared
 * @stub: what its calls find
 * @lease: who has it
 * @node: in its gate's members
 * @home: its gate
 * @host: that it is armed through: the one that was led to its site first
 * @is_led: its gate, while that is live, leads its site
 */
struct member {
	struct ks_stub stub;
	struct ks_lease lease;
	struct list_head node;
	struct gate *home;
	struct gate *host;
	bool is_led;
} __aligned(256);	/* kmalloc() aligns as large as a power of 2 */

static LIST_HEAD(gates);	/* ks_probe_lock */
static unsigned int nr_members;	/* ks_probe_lock */
static bool is_table_old;	/* ks_probe_lock */
static unsigned int nr_old_tables;	/* ks_probe_lock */

static struct member *member_of(struct ks_stub *stub)
{
	return container_of(stub, struct member, stub);
}

static unsigned long site_of(const struct member *member)
{
	return member->stub.body - KS_SITE_SIZE;
}

static struct gate *gate_create(const char *mod)
{
	struct gate *gate;

	gate = kzalloc(sizeof(*gate), GFP_KERNEL);
	if (!gate)
		return NULL;
	INIT_LIST_HEAD(&gate->members);
	gate->max = clamp_t(unsigned int, nr_members, GATE_FIRST, GATE_MAX);
	strscpy(gate->mod, mod, sizeof(gate->mod));
	list_add_tail(&gate->node, &gates);
	return gate;
}

static void free_member(struct member *member)
{
	free_percpu(member->lease.orphans);
	kfree(member);
}

static void gate_destroy(struct gate *gate)
{
	struct member *member, *next;

	list_for_each_entry_safe(member, next, &gate->members, node)
		free_member(member);
	nr_members -= gate->nr;
	kfree(gate);
}

/* One that probes of a module may join. */
static struct gate *find_gate(const char *mod)
{
	struct gate *gate;

	list_for_each_entry(gate, &gates, node)
		if (!gate->is_live && gate->nr < gate->max &&
		    !strcmp(gate->mod, mod))
			return gate;
	return gate_create(mod);
}

struct ks_stub *ks_gate_join(const struct ks_probe *probe, unsigned long site)
{
	struct member *member;
	struct gate *gate;
	int ret;

	lockdep_assert_held(&ks_probe_lock);
	if (!KS_HAVE_DIRECT_MANY || nr_members == SITES_MAX)
		return ERR_PTR(-ENOSPC);
	member = kzalloc(sizeof(*member), GFP_KERNEL);
	if (!member)
		return ERR_PTR(-ENOMEM);
	member->lease.stub = &member->stub;
	member->lease.orphans = alloc_percpu(u64);
	gate = find_gate(probe->sym.mod);
	ret = -ENOMEM;
	if (gate && member->lease.orphans)
		ret = ks_stub_lend(&member->lease, probe, site);
	if (ret) {
		free_member(member);
		return ERR_PTR(ret);
	}
	member->home = gate;
	list_add_tail(&member->node, &gate->members);
	gate->nr++;
	nr_members++;
	is_table_old = true;
	return &member->stub;
}

/* The gate that leads to a stub of this body, or would if that were there. */
static struct gate *find_host(unsigned long body)
{
	struct ks_stub *stub = NULL;

	while ((stub = ks_stub_table_next(body, stub)))
		if (member_of(stub)->is_led)
			return member_of(stub)->home;
	return NULL;
}

bool ks_gate_leads(unsigned long site)
{
	return find_host(site + KS_SITE_SIZE);
}

/* Make the table anew, of the members of all gates that are in the list. */
static int update_table(void)
{
	struct ks_stub_table *table;
	struct member *member;
	struct gate *gate;
	unsigned int nr = 0;

	if (!is_table_old)
		return 0;
	list_for_each_entry(gate, &gates, node)
		nr += gate->nr;
	table = ks_stub_table_create(nr);
	if (!table)
		return -ENOMEM;
	list_for_each_entry(gate, &gates, node)
		list_for_each_entry(member, &gate->members, node)
			ks_stub_table_add(table, &member->stub);
	ks_stub_table_use(table);
	is_table_old = false;
	/* Where probes come one by one, each brings a table. */
	if (++nr_old_tables > OLD_TABLES_MAX) {
		ks_stubs_wait();
		nr_old_tables = 0;
	}
	return 0;
}

/*
 * Of a stub that was given back only calls inside are left. Where the function
 * of a probe that is gone was there may be anything.
 */
static bool wants_site(const struct member *member)
{
	const struct ks_probe *probe = member->stub.probe;

	return probe && !probe->is_gone && !find_host(member->stub.body);
}

static int open_gate(struct gate *gate)
{
	unsigned long *sites;
	struct member *member;
	unsigned int nr = 0;
	int ret;

	sites = kvmalloc_array(gate->nr, sizeof(*sites), GFP_KERNEL);
	if (!sites)
		return -ENOMEM;
	list_for_each_entry(member, &gate->members, node)
		if (wants_site(member))
			sites[nr++] = site_of(member);
	ret = ks_direct_register(&gate->direct, sites, nr,
				 ks_stub_entry(KS_STUB_SHARED));
	kvfree(sites);
	if (ret)
		return ret;
	list_for_each_entry(member, &gate->members, node)
		member->is_led = wants_site(member);
	gate->is_live = true;
	return 0;
}

static void close_gate(struct gate *gate)
{
	struct member *member;

	member = list_first_entry(&gate->members, struct member, node);
	ks_direct_unregister(&gate->direct, site_of(member),
			     ks_stub_entry(KS_STUB_SHARED));
	gate->is_live = false;
	list_for_each_entry(member, &gate->members, node)
		member->is_led = false;
}

/* Move half of a gate's members to a new one, but not @stays. */
static int split_gate(struct gate *gate, const struct member *stays)
{
	struct gate *other = gate_create(gate->mod);
	struct member *member, *next;
	unsigned int nr = gate->nr / 2;

	if (!other)
		return -ENOMEM;
	list_for_each_entry_safe(member, next, &gate->members, node) {
		if (member == stays)
			continue;
		if (!nr--)
			break;
		list_move_tail(&member->node, &other->members);
		member->home = other;
		other->nr++;
		gate->nr--;
	}
	return 0;
}

/* Another has a site, or it went with its module. */
static bool is_about_one(int err)
{
	return err == -EBUSY || err == -EINVAL || err == -ENOENT;
}

/*
 * ftrace takes all sites or none, and does not say which one is in the way:
 * that is found by halves, and those without it are armed then.
 */
static int find_or_open(struct member *member, struct gate **host)
{
	int ret = 0;

	while (!ret) {
		*host = find_host(member->stub.body);
		if (*host)
			return 0;
		ret = open_gate(member->home);
		if (is_about_one(ret) && member->home->nr > 1)
			ret = split_gate(member->home, member);
	}
	return ret;
}

/* One at a time has the calls of a function. */
static bool is_taken(unsigned long body)
{
	struct ks_stub *stub = NULL;

	while ((stub = ks_stub_table_next(body, stub)))
		if (member_of(stub)->host)
			return true;
	return false;
}

int ks_gate_arm(struct ks_stub *stub)
{
	struct member *member = member_of(stub);
	struct gate *host;
	int ret;

	lockdep_assert_held(&ks_probe_lock);
	if (member->host)
		return 0;
	ret = update_table();
	if (!ret && is_taken(stub->body))
		ret = -EBUSY;
	if (!ret)
		ret = find_or_open(member, &host);
	if (ret)
		return ret;
	member->host = host;
	host->nr_armed++;
	return 0;
}

void ks_gate_disarm(struct ks_stub *stub)
{
	struct member *member = member_of(stub);
	struct gate *host = member->host;

	lockdep_assert_held(&ks_probe_lock);
	if (!host)
		return;
	ks_stub_close(stub);
	member->host = NULL;
	if (!--host->nr_armed)
		close_gate(host);
}

static bool is_over(const struct gate *gate)
{
	const struct member *member;

	list_for_each_entry(member, &gate->members, node)
		if (member->stub.lease)
			return false;
	return !gate->is_live;
}

void ks_gates_reap(void)
{
	struct gate *gate, *next;
	LIST_HEAD(over);

	lockdep_assert_held(&ks_probe_lock);
	ks_stubs_collect();
	list_for_each_entry_safe(gate, next, &gates, node)
		if (is_over(gate))
			list_move_tail(&gate->node, &over);
	if (list_empty(&over))
		return;
	is_table_old = true;
	if (update_table()) {
		/* Later. */
		list_splice_tail(&over, &gates);
		return;
	}
	ks_stubs_wait();
	list_for_each_entry_safe(gate, next, &over, node)
		gate_destroy(gate);
}
