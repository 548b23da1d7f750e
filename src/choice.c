// SPDX-License-Identifier: GPL-2.0
/* Which kind of probe a function gets, and why. */
#include <kretscope/choice.h>

#include <linux/string.h>

#include <compat/ftrace.h>
#include <compat/regs.h>
#include <kretscope/deny.h>
#include <kretscope/errlog.h>

static const char *const attach_names[] = {
	[KS_ATTACH_AUTO] = "auto",
	[KS_ATTACH_KRETPROBE] = "kretprobe",
	[KS_ATTACH_DIRECT] = "direct",
};

/* What kept a bare symbol from a direct probe, for stats. */
static const char *const obstacles[KS_ERR_NR] = {
	[KS_ERR_F_NO_KERNEL] = "no-direct-calls",
	[KS_ERR_F_NO_SITE] = "no-call-site",
	[KS_ERR_F_NO_PROTO] = "no-prototype",
	[KS_ERR_F_UNSURE] = "unsure-arguments",
	[KS_ERR_F_STACK] = "stack-arguments",
	[KS_ERR_F_BUSY] = "busy",
	[KS_ERR_F_MANY] = "no-stub",
	[KS_ERR_SYM_DENIED] = "denied",
};

/*
 * So many direct probes of a list have code of their own. For each that it
 * takes off ftrace waits for a grace period of RCU-tasks: some tenths of a
 * second. More share it; where they cannot, bare symbols do not get them.
 */
#define ALONE_MAX	8

enum ks_attach ks_attach;

int ks_attach_by_name(const char *name)
{
	return match_string(attach_names, ARRAY_SIZE(attach_names), name);
}

const char *ks_attach_name(void)
{
	return attach_names[ks_attach];
}

void ks_choice_prepare(struct ks_specs *specs)
{
	unsigned int i, nr = 0;

	for (i = 0; i < specs->nr; i++)
		nr += specs->vec[i].is_bare;
	for (i = 0; i < specs->nr; i++) {
		struct ks_spec *spec = &specs->vec[i];

		if (!spec->is_bare)
			continue;
		if (ks_attach == KS_ATTACH_DIRECT)
			spec->kind = 'f';
		spec->is_open = ks_attach == KS_ATTACH_AUTO &&
				(KS_HAVE_DIRECT_MANY || nr <= ALONE_MAX);
	}
}

static const struct ks_probe_ops *find_kind(char letter)
{
	const struct ks_probe_ops *const *kind;

	for (kind = ks_probe_kinds; *kind; kind++)
		if ((*kind)->kind == letter)
			return *kind;
	return NULL;
}

static void become(struct ks_probe *probe, char letter, const char *why)
{
	probe->spec.kind = letter;
	probe->ops = find_kind(letter);
	probe->why = why;
}

static int refuse(const struct ks_spec *spec, unsigned int col, enum ks_err err,
		  int ret)
{
	ks_errlog(spec->index, spec->text, col, err, NULL);
	return ret;
}

int ks_choice_begin(struct ks_probe *probe)
{
	const struct ks_spec *spec = &probe->spec;
	bool is_many = spec->is_bare && ks_attach == KS_ATTACH_AUTO &&
		       !spec->is_open;

	become(probe, spec->kind, is_many ? "many" : "asked");
	if (!probe->ops)
		return refuse(spec, 1, KS_ERR_F_NO_KERNEL, -EOPNOTSUPP);
	return 0;
}

/*
 * A stub calls the body anew: what travels on the stack would not be where the
 * body looks for it. A large return value may take a register for its address.
 * Of several functions of a name BTF may tell of another one.
 * KS_ERR_NR: nothing is in the way.
 */
static enum ks_err find_obstacle(const struct ks_probe *probe,
				 const struct ks_proto *proto)
{
	unsigned int last, offset;
	bool is_stack = false;

	if (!KS_HAVE_DIRECT_CALLS)
		return KS_ERR_F_NO_KERNEL;
	if (!probe->sym.site)
		return KS_ERR_F_NO_SITE;
	if (!proto || probe->spec.pick)
		return KS_ERR_F_NO_PROTO;
	if (proto->is_variadic || !proto->is_in_registers)
		return KS_ERR_F_UNSURE;
	last = proto->nr;
	if (KS_ARG_TELLS_RETURN && proto->ret.base == KS_BASE_HEX)
		last++;
	if (last)
		ks_regs_argument(last, &offset, &is_stack);
	return is_stack ? KS_ERR_F_STACK : KS_ERR_NR;
}

int ks_choice_make(struct ks_probe *probe, const struct ks_proto *proto)
{
	const struct ks_spec *spec = &probe->spec;
	enum ks_err err;

	if (!spec->is_open && spec->kind != 'f')
		return 0;
	if (spec->is_open && spec->expansion && !KS_HAVE_DIRECT_MANY) {
		/* They are many. */
		probe->why = "pattern";
		return 0;
	}
	err = find_obstacle(probe, proto);
	if (spec->is_open) {
		if (err == KS_ERR_NR && ks_deny_why(spec->sym, 'f'))
			err = KS_ERR_SYM_DENIED;
		if (err == KS_ERR_NR)
			become(probe, 'f', "safe");
		else
			probe->why = obstacles[err];
		return 0;
	}
	if (err == KS_ERR_NR ||
	    (err == KS_ERR_F_NO_PROTO && spec->is_forced))
		return 0;
	return refuse(spec, spec->sym_col, err, -EINVAL);
}

void ks_choice_gather(struct list_head *probes)
{
	struct ks_probe *probe;
	unsigned int nr = 0;

	list_for_each_entry(probe, probes, node)
		nr += probe->spec.kind == 'f';
	list_for_each_entry(probe, probes, node)
		probe->is_of_many = KS_HAVE_DIRECT_MANY && nr > ALONE_MAX &&
				    probe->spec.kind == 'f';
}

void ks_choice_insist(struct ks_probe *probe)
{
	become(probe, 'f', "safe");
}

bool ks_choice_yield(struct ks_probe *probe, int err)
{
	lockdep_assert_held(&ks_probe_lock);
	if (probe->spec.kind != 'f' || !probe->spec.is_open)
		return false;
	if (err != -ENOSPC && err != -EBUSY)
		return false;
	become(probe, 'r',
	       obstacles[err == -EBUSY ? KS_ERR_F_BUSY : KS_ERR_F_MANY]);
	return true;
}
