// SPDX-License-Identifier: GPL-2.0
/* The order of set-up, and unwinding. */
#include <linux/module.h>

#include <compat/ftrace.h>
#include <kretscope/buffer.h>
#include <kretscope/canary.h>
#include <kretscope/choice.h>
#include <kretscope/clock.h>
#include <kretscope/debugfs.h>
#include <kretscope/floor.h>
#include <kretscope/kinds.h>
#include <kretscope/probe.h>
#include <kretscope/reader.h>

#include "params.h"

static const struct ks_probe_ops *const kinds[] = {
	&ks_kind_kprobe, &ks_kind_kretprobe,
#if KS_HAVE_DIRECT_CALLS
	&ks_kind_direct,
#endif
	NULL
};

static int __init kretscope_init(void)
{
	const struct ks_params *p = &ks_params;
	int ret;

	ret = ks_params_check() ?: ks_clock_init(ks_clock_by_name(p->clock));
	if (ret)
		return ret;
	ret = ks_buffer_init(p->buffer_kb, ks_buffer_mode_by_name(p->mode));
	if (ret)
		goto out_clock;
	ks_readers_init();
	ret = ks_canaries_init();
	if (ret)
		goto out_readers;

	ret = ks_probes_init(kinds, p->enabled);
	if (ret)
		goto out_canaries;
	ks_floors_measure();

	ks_attach = ks_attach_by_name(p->attach);
	ks_maxactive = p->maxactive;
	ks_probes_set_records(p->records);
	ks_probes_set_min_ns(p->min_ns);
	ret = ks_probes_change(p->probes) ?: ks_debugfs_init();
	if (ret)
		goto out_probes;
	ks_probes_log_loaded();
	return 0;

out_probes:
	ks_probes_stop();
	ks_probes_destroy();
out_canaries:
	ks_canaries_exit();
out_readers:
	ks_readers_exit();
	ks_buffer_exit();
out_clock:
	ks_clock_exit();
	return ret;
}

static void __exit kretscope_exit(void)
{
	/* 1. No file is open, since each pins us; none can be opened. */
	ks_debugfs_exit();
	/* 2. No call enters a handler, but may still return through one. */
	ks_probes_stop();
	ks_probes_log_unloaded();
	/* 3. No handler runs; calls inside return without one. */
	ks_probes_destroy();
	ks_canaries_exit();
	/* 4. Nothing writes to the rings or wakes a reader. */
	ks_readers_exit();
	ks_buffer_exit();
	ks_clock_exit();
}

module_init(kretscope_init);
module_exit(kretscope_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Latency and return values of any kernel function");
