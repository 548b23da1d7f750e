// SPDX-License-Identifier: GPL-2.0
/* From specs and functions to probes, and back: memory only. */
#include "probe_alloc.h"

#include <linux/hashtable.h>
#include <linux/slab.h>
#include <linux/xarray.h>

#include <kretscope/btf.h>
#include <kretscope/choice.h>
#include <kretscope/expansion.h>

#include "clauses.h"
#include "trial.h"

static DEFINE_XARRAY_ALLOC(probes_by_id);

void ks_probe_free(struct ks_probe *probe)
{
	hash_del(&probe->by_name);
	if (xa_load(&probes_by_id, probe->tag.probe) == probe)
		xa_erase(&probes_by_id, probe->tag.probe);
	ks_clauses_free(probe);
	ks_probe_free_counters(probe);
	kfree(probe->spec.clauses);
	kfree(probe);
}

/* Nothing is registered yet, so there is only memory to free. */
static struct ks_probe *alloc_probe(const struct ks_spec *spec,
				    const struct ks_symbol *sym,
				    struct ks_btf_set *btf,
				    struct ks_trials *trials)
{
	struct ks_probe *probe;
	int ret;

	probe = kzalloc(sizeof(*probe), GFP_KERNEL);
	if (!probe)
		return ERR_PTR(-ENOMEM);
	probe->spec = *spec;
	probe->sym = *sym;
	probe->label.name = probe->name;
	probe->label.name_len = scnprintf(probe->name, sizeof(probe->name),
					  "%s%s%s", spec->group,
					  spec->group[0] ? "/" : "",
					  spec->name);
	ret = ks_choice_begin(probe);
	if (!ret)
		ret = ks_clauses_compile(probe, btf);
	if (!ret && spec->is_open && probe->spec.kind != 'f')
		ret = ks_trial_kprobe(trials, spec, sym);
	/* They stay, the text of the list of specs goes. */
	probe->spec.clauses = kstrdup(spec->clauses, GFP_KERNEL);
	if (!ret && !probe->spec.clauses)
		ret = -ENOMEM;
	if (!ret)
		ret = ks_probe_alloc_counters(probe);
	if (!ret)
		ret = xa_alloc(&probes_by_id, &probe->tag.probe, probe,
			       xa_limit_31b, GFP_KERNEL);
	if (ret) {
		ks_probe_free(probe);
		return ERR_PTR(ret);
	}
	probe->tag.type = probe->ops->has_latency ? KS_RECORD_RETURN :
						    KS_RECORD_HIT;
	return probe;
}

void ks_probes_free(struct list_head *probes)
{
	struct ks_probe *probe, *next;

	list_for_each_entry_safe(probe, next, probes, node) {
		list_del(&probe->node);
		ks_probe_free(probe);
	}
}

int ks_probes_alloc(const struct ks_specs *specs, const struct ks_symbol *syms,
		    struct list_head *probes)
{
	struct ks_trials *trials = ks_trials_create(specs->nr);
	struct ks_btf_set btf;
	struct ks_probe *probe;
	unsigned int i;
	int ret = 0;

	if (!trials)
		return -ENOMEM;
	ks_btf_set_init(&btf);
	for (i = 0; i < specs->nr; i++) {
		if (ks_spec_removes(&specs->vec[i]))
			continue;
		probe = alloc_probe(&specs->vec[i], &syms[i], &btf,
				    trials);
		if (!IS_ERR(probe)) {
			list_add_tail(&probe->node, probes);
			continue;
		}
		ret = ks_expansion_leave(&specs->vec[i], PTR_ERR(probe));
		if (ret)
			break;
	}
	ks_btf_set_exit(&btf);
	ks_trials_destroy(trials);
	if (ret)
		ks_probes_free(probes);
	return ret;
}

const struct ks_probe *ks_probe_by_id(u32 id)
{
	return xa_load(&probes_by_id, id);
}
