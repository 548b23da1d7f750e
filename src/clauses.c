// SPDX-License-Identifier: GPL-2.0
/* From the clauses of a spec to what handlers and files use. */
#include "clauses.h"

#include <linux/err.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include <kretscope/btf.h>
#include <kretscope/choice.h>

static int compile_args(struct ks_probe *probe, const struct ks_proto *proto,
			struct ks_fetch *fetch)
{
	const struct ks_spec *spec = &probe->spec;
	const struct ks_fetch_env env = {
		.index = spec->index,
		.text = spec->text,
		.is_return = probe->ops->has_latency,
		.is_entry = !spec->offset,
		.proto = proto,
		.address_of = ks_symbol_address,
	};
	int ret;

	ret = ks_fetch_compile(fetch, &env, spec->clauses,
			       spec->clauses + spec->args_len);
	if (ret)
		return ret;
	probe->ret = fetch->ret;
	if (!fetch->nr)
		return 0;
	probe->args = kmemdup(fetch, ks_fetch_sizeof(fetch), GFP_KERNEL);
	if (!probe->args)
		return -ENOMEM;
	probe->fetch = fetch->size ? probe->args : NULL;
	return 0;
}

static int compile_tally(struct ks_probe *probe, const struct ks_field_env *env)
{
	const struct ks_spec *spec = &probe->spec;
	struct ks_tally *tally;

	if (!spec->hist_at)
		return 0;
	tally = ks_tally_create(env, spec->clauses + spec->hist_at,
				spec->clauses + spec->hist_end);
	if (IS_ERR(tally))
		return PTR_ERR(tally);
	probe->tally = tally;
	return 0;
}

static int compile_filter(struct ks_probe *probe,
			  const struct ks_field_env *env)
{
	const struct ks_spec *spec = &probe->spec;
	struct ks_filter *filter;

	if (!spec->if_at)
		return 0;
	filter = ks_filter_create(env, spec->clauses + spec->if_at);
	if (IS_ERR(filter))
		return PTR_ERR(filter);
	probe->filter = filter;
	probe->filters_early = ks_filter_is_early(filter);
	probe->filters_late = ks_filter_is_late(filter);
	probe->reads_early = probe->filters_early &&
			     ks_filter_needs_values(filter);
	return 0;
}

int ks_clauses_compile(struct ks_probe *probe, struct ks_btf_set *btf)
{
	bool needs_proto = probe->ops->has_latency || probe->spec.args_len;
	struct ks_field_env env = {
		.index = probe->spec.index,
		.text = probe->spec.text,
	};
	const struct ks_proto *known = NULL;
	struct ks_fetch *fetch;
	struct ks_proto proto;
	int ret;

	fetch = kvzalloc(sizeof(*fetch), GFP_KERNEL);
	if (!fetch)
		return -ENOMEM;
	/* No kernel has to know its prototypes: no error of it is one here. */
	if (needs_proto && !ks_btf_set_find(btf, probe->sym.mod,
					    probe->spec.sym, &proto))
		known = &proto;
	ret = ks_choice_make(probe, known);
	if (!ret)
		ret = compile_args(probe, known, fetch);
	env.is_return = probe->ops->has_latency;
	env.fetch = fetch;
	if (!ret)
		ret = compile_tally(probe, &env);
	if (!ret)
		ret = compile_filter(probe, &env);
	kvfree(fetch);
	if (!ret && WARN_ON_ONCE(ks_format_line_max(probe->args) >
				 KS_LINE_LONGEST))
		ret = -E2BIG;
	probe->label.args = probe->args;
	probe->label.ret = &probe->ret;
	return ret;
}

void ks_clauses_free(struct ks_probe *probe)
{
	ks_filter_destroy(probe->filter);
	kfree(probe->args);
}
