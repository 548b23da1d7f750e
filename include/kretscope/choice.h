/* SPDX-License-Identifier: GPL-2.0 */
/* Which kind of probe a function gets, and why. */
#ifndef KRETSCOPE_CHOICE_H
#define KRETSCOPE_CHOICE_H

#include <kretscope/btf.h>
#include <kretscope/probe.h>

/**
 * enum ks_attach - values of the parameter "attach": what bare symbols get
 * @KS_ATTACH_AUTO: 'f' where that is known to be safe, else 'r'
 * @KS_ATTACH_KRETPROBE: 'r'
 * @KS_ATTACH_DIRECT: 'f', or they are refused
 */
enum ks_attach {
	KS_ATTACH_AUTO,
	KS_ATTACH_KRETPROBE,
	KS_ATTACH_DIRECT,
};

extern enum ks_attach ks_attach;	/* parameter; set before use */

/**
 * ks_attach_by_name() - value of the parameter "attach"
 * @name: its text
 *
 * Return: an enum ks_attach or -EINVAL.
 */
int ks_attach_by_name(const char *name);

/** ks_attach_name() - the parameter as text */
const char *ks_attach_name(void);

/**
 * ks_choice_prepare() - give bare symbols the kind that the parameter asks for
 * @specs: as parsed; where the parameter leaves it open they stay 'r'
 *
 * Context: process.
 */
void ks_choice_prepare(struct ks_specs *specs);

/**
 * ks_choice_begin() - the kind of a new probe, as far as its spec says it
 * @probe: its spec is set
 *
 * Context: process. Return: 0; -EOPNOTSUPP: this kernel has no such kind.
 */
int ks_choice_begin(struct ks_probe *probe);

/**
 * ks_choice_make() - decide on the kind of a new probe
 * @probe: its spec and symbol are set
 * @proto: prototype of the function; NULL: it is not known
 *
 * Where a bare symbol leaves it open, a direct probe is taken if all is known
 * that makes it safe. One that was asked for, and is not, is reported through
 * ks_errlog().
 *
 * Context: process, may sleep. Return: 0 or -EINVAL.
 */
int ks_choice_make(struct ks_probe *probe, const struct ks_proto *proto);

/**
 * ks_choice_gather() - decide which new probes are made in one go
 * @probes: all of a list of specs
 *
 * Context: process.
 */
void ks_choice_gather(struct list_head *probes);

/**
 * ks_choice_insist() - undo ks_choice_yield()
 * @probe: which is as it was before
 */
void ks_choice_insist(struct ks_probe *probe);

/**
 * ks_choice_yield() - a probe could not be made or armed: take the other kind
 * @probe: nothing of it is armed
 * @err: how it failed
 *
 * Only where a direct probe was nobody's wish, and it failed since there is no
 * stub left or another direct caller has the function.
 *
 * Context: process, ks_probe_lock held.
 * Return: true: it is of kind 'r' now, to be created.
 */
bool ks_choice_yield(struct ks_probe *probe, int err);

#endif
