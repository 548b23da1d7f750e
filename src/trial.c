// SPDX-License-Identifier: GPL-2.0
/*
 * Whether a function can be probed, tried out.
 *
 * For kinds that are kprobes each is registered as a disabled one: the kernel's
 * own verdict, without a change to its text. All are unregistered together,
 * since each unregistration waits for RCU. Direct probes need to know the
 * function's call site; the list of what kprobes may not be put on is none of
 * theirs, as it is none of BPF's.
 */
#include "trial.h"

#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <compat/ftrace.h>
#include <kretscope/deny.h>
#include <kretscope/errlog.h>

/* As many bytes as a jump label, static call and BUG at one place cover. */
#define RESERVED_MAX	16

/**
 * struct ks_trials - what was tried
 * @held: kprobes that are registered
 * @nr_held: how many
 * @detail: text for ks_errlog()
 * @kp: room for them, the next one to be tried included
 */
struct ks_trials {
	struct kprobe **held;
	unsigned int nr_held;
	char detail[KS_ERRLOG_LINE];
	struct kprobe kp[];
};

static int refuse(const struct ks_spec *spec, unsigned int col, enum ks_err err,
		  const char *detail, int ret)
{
	ks_errlog(spec->index, spec->text, col, err, detail);
	return ret;
}

static int check_denied(struct ks_trials *trials, const struct ks_spec *spec)
{
	const char *why = ks_deny_why(spec->sym, spec->kind);

	if (!why || spec->is_forced)
		return 0;
	scnprintf(trials->detail, sizeof(trials->detail),
		  "%s; '!' before the target forces it", why);
	return refuse(spec, spec->sym_col, KS_ERR_SYM_DENIED, trials->detail,
		      -EINVAL);
}

static int check_offset(struct ks_trials *trials, const struct ks_spec *spec,
			const struct ks_symbol *sym)
{
	if (!spec->offset)
		return 0;
	if (spec->kind != 'p')
		return refuse(spec, spec->offset_col, KS_ERR_OFF_ON_RETURN,
			      NULL, -EINVAL);
	if (spec->offset >= sym->size) {
		scnprintf(trials->detail, sizeof(trials->detail),
			  "%s has %lu bytes", spec->sym, sym->size);
		return refuse(spec, spec->offset_col, KS_ERR_OFF_OUTSIDE,
			      trials->detail, -ERANGE);
	}
	/* Where all instructions are words, the kernel says -EINVAL. */
	if (spec->offset % sizeof(kprobe_opcode_t))
		return refuse(spec, spec->offset_col, KS_ERR_OFF_MID_INSN, NULL,
			      -EILSEQ);
	return 0;
}

static int register_disabled(struct kprobe *kp, unsigned long addr,
			     unsigned int offset)
{
	memset(kp, 0, sizeof(*kp));
	kp->addr = (kprobe_opcode_t *)addr;
	kp->offset = offset;
	kp->flags = KPROBE_FLAG_DISABLED;
	return register_kprobe(kp);
}

/*
 * The kernel has one errno for all causes. Its blacklist refuses the whole
 * function; what it has reserved for itself is a few bytes of it.
 */
static bool is_blacklisted(struct kprobe *kp, const struct ks_symbol *sym)
{
	unsigned int i;
	int ret;

	for (i = 0; i < RESERVED_MAX && i < sym->size;
	     i += sizeof(kprobe_opcode_t)) {
		ret = register_disabled(kp, sym->addr, i);
		if (!ret)
			unregister_kprobe(kp);
		if (ret != -EINVAL)
			return false;
	}
	return true;
}

int ks_trial_kprobe(struct ks_trials *trials, const struct ks_spec *spec,
		    const struct ks_symbol *sym)
{
	unsigned int col = spec->offset ? spec->offset_col : spec->sym_col;
	struct kprobe *kp = &trials->kp[trials->nr_held];
	int ret;

	ret = register_disabled(kp, sym->addr, spec->offset);
	if (!ret) {
		trials->held[trials->nr_held++] = kp;
		return 0;
	}
	if (ret == -EILSEQ)
		return refuse(spec, col, KS_ERR_OFF_MID_INSN, NULL, ret);
	/* The walk has met it, so its module went away since. */
	if (ret == -ENOENT)
		return refuse(spec, spec->target_col,
			      KS_ERR_SYM_MODULE_NOT_LOADED,
			      "it is being loaded or unloaded", ret);
	if (ret != -EINVAL) {
		scnprintf(trials->detail, sizeof(trials->detail), "error %d",
			  ret);
		return refuse(spec, col, KS_ERR_KPROBE_REFUSED, trials->detail,
			      ret);
	}
	if (is_blacklisted(kp, sym))
		return refuse(spec, spec->sym_col, KS_ERR_SYM_BLACKLISTED, NULL,
			      ret);
	return refuse(spec, col, KS_ERR_KPROBE_REFUSED,
		      "a jump label, static call or BUG is there", ret);
}

int ks_trial_make(struct ks_trials *trials, const struct ks_spec *spec,
		  struct ks_symbol *sym)
{
	int ret;

	ret = check_denied(trials, spec);
	if (!ret)
		ret = check_offset(trials, spec, sym);
	if (ret)
		return ret;
	if (spec->kind != 'f' && !spec->is_open)
		return ks_trial_kprobe(trials, spec, sym);
	sym->site = ks_direct_site(sym->addr);
	return 0;
}

struct ks_trials *ks_trials_create(unsigned int max)
{
	struct ks_trials *trials;

	trials = kvzalloc(struct_size(trials, kp, max), GFP_KERNEL);
	if (!trials)
		return NULL;
	trials->held = kvcalloc(max, sizeof(*trials->held), GFP_KERNEL);
	if (!trials->held) {
		kvfree(trials);
		return NULL;
	}
	return trials;
}

void ks_trials_destroy(struct ks_trials *trials)
{
	if (!trials)
		return;
	if (trials->nr_held)
		unregister_kprobes(trials->held, trials->nr_held);
	kvfree(trials->held);
	kvfree(trials);
}
