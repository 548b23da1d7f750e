// SPDX-License-Identifier: GPL-2.0
/* Module parameters. */
#include "params.h"

#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/moduleparam.h>
#include <linux/printk.h>

#include <kretscope/buffer.h>
#include <kretscope/choice.h>
#include <kretscope/clock.h>
#include <kretscope/spec.h>

struct ks_params ks_params = {
	.probes = "",
	.buffer_kb = 1024,
	.mode = "newest",
	.clock = "auto",
	.attach = "auto",
	.enabled = true,
	.records = true,
};

#define PARAM(name, type, text)						\
	module_param_named(name, ks_params.name, type, 0400);		\
	MODULE_PARM_DESC(name, text)

PARAM(probes, charp, "specs separated by ';', or bare symbols by ','");
PARAM(maxactive, int, "calls tracked at once per return probe: 1..4096, 0 = automatic");
PARAM(buffer_kb, uint, "ring size per CPU in KiB: 4..1048576");
PARAM(mode, charp, "when a ring is full: newest (overwrite) or oldest (stop)");
PARAM(clock, charp, "auto, mono, boot or tsc");
PARAM(attach, charp, "bare symbols: auto, kretprobe or direct");
PARAM(enabled, bool, "start armed");
PARAM(records, bool, "write records; 0 = histograms and counters only");
PARAM(min_ns, ullong, "record only calls at least this long: 0..2^63-1 ns");

static int refuse(const char *name, const char *range)
{
	pr_err("parameter %s: must be %s\n", name, range);
	return -EINVAL;
}

int ks_params_check(void)
{
	const struct ks_params *p = &ks_params;

	if (p->maxactive < 0 || p->maxactive > KS_MAXACTIVE_MAX)
		return refuse("maxactive", "0..4096");
	if (p->buffer_kb < KS_BUFFER_KB_MIN || p->buffer_kb > KS_BUFFER_KB_MAX)
		return refuse("buffer_kb", "4..1048576");
	if (ks_buffer_mode_by_name(p->mode) < 0)
		return refuse("mode", "newest or oldest");
	if (ks_clock_by_name(p->clock) < 0)
		return refuse("clock", "auto, mono, boot or tsc");
	if (ks_attach_by_name(p->attach) < 0)
		return refuse("attach", "auto, kretprobe or direct");
	if (p->min_ns > S64_MAX)
		return refuse("min_ns", "0..2^63-1");
	return 0;
}
