// SPDX-License-Identifier: GPL-2.0
/* Probes come and go: parse all, create all, arm all, and back in reverse. */
#include <kretscope/probe.h>

#include <linux/hashtable.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/stringhash.h>

#include <kretscope/buffer.h>
#include <kretscope/choice.h>
#include <kretscope/errlog.h>
#include <kretscope/expansion.h>

#include "probe_alloc.h"

/* Each waits for RCU. */
#define BATCH_MAX	(PAGE_SIZE / sizeof(struct ks_probe *))

static DEFINE_HASHTABLE(probes_by_name, 4);	/* ks_probe_lock */

/*
 * Probes that are gone, but not their records: these are shown by name and
 * type as long as they are in a ring or in a reader's hands. ks_probe_lock.
 */
static LIST_HEAD(dead);

static size_t line_max = KS_LINE_MAX;	/* ks_probe_lock; never less again */

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
	if (err == -ENOSPC) {
		ks_errlog(spec->index, spec->text, 1, KS_ERR_F_MANY, NULL);
		return;
	}
	if (err == -EBUSY && spec->kind == 'f') {
		ks_errlog(spec->index, spec->text, spec->sym_col,
			  KS_ERR_F_BUSY, NULL);
		return;
	}
	snprintf(detail, sizeof(detail), "error %d", err);
	ks_errlog(spec->index, spec->text, spec->target_col,
		  KS_ERR_KPROBE_REFUSED, detail);
}

/* Slots and lines get as large as these probes need. */
static int make_room(const struct list_head *probes)
{
	size_t size = sizeof(struct ks_record), line = 0;
	const struct ks_probe *probe;

	list_for_each_entry(probe, probes, node) {
		if (probe->fetch)
			size = max(size, sizeof(struct ks_record) +
					 probe->fetch->size);
		line = max(line, ks_format_line_max(probe->args));
	}
	WRITE_ONCE(line_max, max(line_max, line));
	return ks_buffer_fit(size);
}

size_t ks_probes_line_max(void)
{
	return READ_ONCE(line_max);
}

/* Unregister probes of one kind from the head of a list on, in one batch. */
static void unregister_some(struct list_head *probes, struct list_head *done,
			    struct ks_probe **batch)
{
	struct ks_probe *probe = list_first_entry(probes, struct ks_probe,
						  node);
	const struct ks_probe_ops *ops = probe->ops;
	unsigned int i, nr = 0;

	list_for_each_entry(probe, probes, node) {
		if (probe->ops == ops)
			batch[nr++] = probe;
		if (nr == BATCH_MAX)
			break;
	}
	ops->destroy(batch, nr);
	for (i = 0; i < nr; i++) {
		hash_del(&batch[i]->by_name);
		list_move_tail(&batch[i]->node, done);
	}
}

static void unregister_probes(struct list_head *probes, struct list_head *done)
{
	struct ks_probe **batch;

	if (list_empty(probes))
		return;
	batch = kmalloc_array(BATCH_MAX, sizeof(*batch),
			      GFP_KERNEL | __GFP_NOFAIL);
	while (!list_empty(probes))
		unregister_some(probes, done, batch);
	kfree(batch);
}

/* Probes that come to nothing: only their names may be needed. */
static void unregister_failed(struct list_head *probes)
{
	struct ks_probe *probe;
	LIST_HEAD(failed);

	unregister_probes(probes, &failed);
	list_for_each_entry(probe, &failed, node)
		ks_probe_free_counters(probe);
	list_splice(&failed, &dead);
}

/* The list of specs is about to go. */
static void forget_list(struct list_head *probes)
{
	struct ks_probe *probe;

	list_for_each_entry(probe, probes, node) {
		probe->spec.text = NULL;
		probe->spec.expansion = NULL;
	}
}

/* A new probe cannot be: do without it, or fail. */
static int leave_out(struct ks_probe *probe, int ret)
{
	ret = ks_expansion_leave(&probe->spec, ret);
	if (ret)
		return ret;
	list_del(&probe->node);
	ks_probe_free(probe);
	return 0;
}

/* Those of a pattern that cannot be armed are left out. */
static int arm_new(struct list_head *probes)
{
	struct ks_probe *probe;
	LIST_HEAD(leaving);
	int ret;

	while ((ret = ks_probes_arm(probes, &probe))) {
		report(&probe->spec, ret);
		ret = ks_expansion_leave(&probe->spec, ret);
		if (ret)
			return ret;
		list_move(&probe->node, &leaving);
		unregister_failed(&leaving);
	}
	return 0;
}

/* Where a function has one probe of a kind, its next one waits for it. */
static void give_way(void)
{
	struct ks_probe *probe;

	list_for_each_entry(probe, &ks_probes, node)
		if (probe->leaves && probe->ops->is_exclusive)
			probe->ops->disarm(probe);
}

/* Make them all and arm them, or none of them. */
static int register_probes(struct list_head *probes)
{
	struct ks_probe *probe, *next;
	int ret;

	ks_choice_gather(probes);
	ret = make_room(probes);
	list_for_each_entry_safe(probe, next, probes, node) {
		if (ret)
			break;
		ret = probe->ops->create(probe);
		if (ret && ks_choice_yield(probe, ret))
			ret = probe->ops->create(probe);
		if (ret) {
			report(&probe->spec, ret);
			ret = leave_out(probe, ret);
		}
	}
	if (!ret && ks_probes_are_armed()) {
		give_way();
		ret = arm_new(probes);
	}
	forget_list(probes);
	if (ret)
		unregister_failed(probes);
	return ret;
}

static u32 hash_name(const struct ks_spec *spec)
{
	return full_name_hash(NULL, spec->name, strlen(spec->name));
}

/* One that stays. */
static struct ks_probe *find_probe(const struct ks_spec *spec)
{
	struct ks_probe *probe;

	hash_for_each_possible(probes_by_name, probe, by_name, hash_name(spec))
		if (!probe->leaves && !strcmp(probe->spec.name, spec->name) &&
		    !strcmp(probe->spec.group, spec->group))
			return probe;
	return NULL;
}

/* Mark what is to be removed. */
static int mark_leaving(const struct ks_specs *specs)
{
	struct ks_probe *probe;
	unsigned int i;

	for (i = 0; i < specs->nr; i++) {
		const struct ks_spec *spec = &specs->vec[i];

		if (!ks_spec_removes(spec))
			continue;
		probe = find_probe(spec);
		if (!probe) {
			ks_errlog(spec->index, spec->text, spec->name_col,
				  KS_ERR_NO_PROBE, NULL);
			return -ENOENT;
		}
		probe->leaves = true;
	}
	return 0;
}

static int take_name(struct ks_probe *probe)
{
	const struct ks_spec *spec = &probe->spec;

	if (find_probe(spec)) {
		ks_errlog(spec->index, spec->text, spec->name_col,
			  KS_ERR_NAME_EXISTS, NULL);
		return leave_out(probe, -EEXIST);
	}
	hash_add(probes_by_name, &probe->by_name, hash_name(spec));
	return 0;
}

/* Enter the names of new probes; what a pattern stands for gives way. */
static int take_names(struct list_head *probes)
{
	struct ks_probe *probe, *next;
	int pass, ret;

	for (pass = 0; pass < 2; pass++) {
		list_for_each_entry_safe(probe, next, probes, node) {
			if (!!probe->spec.expansion != pass)
				continue;
			ret = take_name(probe);
			if (ret)
				return ret;
		}
	}
	return 0;
}

/* Nothing changes: undo mark_leaving() and give_way(). */
static void stay(void)
{
	struct ks_probe *probe;

	list_for_each_entry(probe, &ks_probes, node) {
		if (!probe->leaves)
			continue;
		probe->leaves = false;
		if (probe->ops->is_exclusive && ks_probes_are_armed())
			ks_probe_arm_again(probe);
	}
}

/* Not all kinds' handlers run with preemption off. */
static void settle(const struct list_head *probes)
{
	const struct ks_probe *probe;

	list_for_each_entry(probe, probes, node)
		if (probe->ops->settle)
			probe->ops->settle();
}

/* Remove those that are marked: no failure is possible. */
static void remove_leaving(void)
{
	struct ks_probe *probe, *next;
	LIST_HEAD(leaving);
	LIST_HEAD(gone);

	list_for_each_entry_safe_reverse(probe, next, &ks_probes, node) {
		if (!probe->leaves)
			continue;
		probe->ops->disarm(probe);
		list_move(&probe->node, &leaving);
	}
	if (list_empty(&leaving))
		return;
	/* Handlers run with preemption off: none of an entry is left then. */
	synchronize_rcu();
	settle(&leaving);
	list_for_each_entry(probe, &leaving, node)
		ks_probe_keep_entries(probe);
	unregister_probes(&leaving, &gone);
	list_for_each_entry(probe, &gone, node) {
		ks_probe_keep_returns(probe);
		ks_probe_free_counters(probe);
	}
	list_splice(&gone, &dead);
}

/* What has been parsed and found is done: all of it, or nothing. */
static int change(const struct ks_specs *specs, struct list_head *probes)
{
	int ret;

	mutex_lock(&ks_probe_lock);
	ret = mark_leaving(specs);
	if (!ret)
		ret = take_names(probes);
	if (!ret)
		ret = register_probes(probes);
	if (!ret) {
		remove_leaving();
		list_splice_tail_init(probes, &ks_probes);
	} else {
		stay();
		ks_probes_free(probes);
	}
	mutex_unlock(&ks_probe_lock);
	return ret;
}

int ks_probes_change(const char *text)
{
	struct ks_symbol *syms;
	struct ks_specs specs;
	LIST_HEAD(probes);
	int ret;

	ret = ks_specs_init(&specs, text);
	if (ret)
		return ret;
	ks_choice_prepare(&specs);
	ret = ks_symbols_resolve(&specs, &syms);
	ks_expansions_pass(&specs);
	if (!ret)
		ret = ks_probes_alloc(&specs, syms, &probes);
	ks_expansions_pass(&specs);
	if (!ret)
		ret = change(&specs, &probes);
	if (!ret)
		ks_expansions_report(&specs);
	kvfree(syms);
	ks_expansions_destroy(&specs);
	ks_specs_exit(&specs);
	return ret;
}

void ks_probes_remove_all(void)
{
	struct ks_probe *probe;

	mutex_lock(&ks_probe_lock);
	list_for_each_entry(probe, &ks_probes, node)
		probe->leaves = true;
	remove_leaving();
	mutex_unlock(&ks_probe_lock);
}

void ks_probes_destroy(void)
{
	const struct ks_probe_ops *const *kind;

	mutex_lock(&ks_probe_lock);
	unregister_probes(&ks_probes, &dead);
	ks_probes_free(&dead);
	mutex_unlock(&ks_probe_lock);

	for (kind = ks_probe_kinds; *kind; kind++)
		if ((*kind)->drain)
			(*kind)->drain();
}

void ks_probes_bury(void)
{
	lockdep_assert_held(&ks_probe_lock);
	ks_probes_free(&dead);
}
