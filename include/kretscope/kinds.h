/* SPDX-License-Identifier: GPL-2.0 */
/* The kinds of probes: one line each. */
#ifndef KRETSCOPE_KINDS_H
#define KRETSCOPE_KINDS_H

#include <kretscope/probe.h>

extern const struct ks_probe_ops ks_kind_kprobe;
extern const struct ks_probe_ops ks_kind_kretprobe;
extern const struct ks_probe_ops ks_kind_direct;

#endif
