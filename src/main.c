// SPDX-License-Identifier: GPL-2.0
/* Module parameters, order of set-up, and unwinding. */
#include <linux/module.h>

#include <compat/ftrace.h>
#include <kretscope/buffer.h>
#include <kretscope/canary.h>
#include <kretscope/clock.h>
#include <kretscope/debugfs.h>
#include <kretscope/kinds.h>
#include <kretscope/probe.h>
#include <kretscope/reader.h>

#define PARAM(name, type, text) \
	module_param(name, type, 0400); \
	MODULE_PARM_DESC(name, text)

static char *probes = "";
PARAM(probes, charp, "specs separated by ';', or bare symbols by ','");
static int maxactive;
PARAM(maxactive, int, "calls tracked at once per return probe: 1..4096, 0 = automatic");
static unsigned int buffer_kb = 1024;
PARAM(buffer_kb, uint, "ring size per CPU in KiB: 4..1048576");
static char *mode = "newest";
PARAM(mode, charp, "when a ring is full: newest (overwrite) or oldest (stop)");
static char *clock = "auto";
PARAM(clock, charp, "auto, mono, boot or tsc");
static bool enabled = true;
PARAM(enabled, bool, "start armed");
static bool records = true;
PARAM(records, bool, "write records; 0 = histograms and counters only");
static unsigned long long min_ns;
PARAM(min_ns, ullong, "record only calls at least this long: 0..2^63-1 ns");

static const struct ks_probe_ops *const kinds[] = {
	&ks_kind_kprobe, &ks_kind_kretprobe,
#if KS_HAVE_DIRECT_CALLS
	&ks_kind_direct,
#endif
	NULL
};

static int __init refuse(const char *name, const char *range)
{
	pr_err("parameter %s: must be %s\n", name, range);
	return -EINVAL;
}

static int __init check_params(void)
{
	if (maxactive < 0 || maxactive > KS_MAXACTIVE_MAX)
		return refuse("maxactive", "0..4096");
	if (buffer_kb < KS_BUFFER_KB_MIN || buffer_kb > KS_BUFFER_KB_MAX)
		return refuse("buffer_kb", "4..1048576");
	if (ks_buffer_mode_by_name(mode) < 0)
		return refuse("mode", "newest or oldest");
	if (ks_clock_by_name(clock) < 0)
		return refuse("clock", "auto, mono, boot or tsc");
	if (min_ns > S64_MAX)
		return refuse("min_ns", "0..2^63-1");
	return 0;
}

static int __init kretscope_init(void)
{
	int ret;

	ret = check_params() ?: ks_clock_init(ks_clock_by_name(clock));
	if (ret)
		return ret;
	ret = ks_buffer_init(buffer_kb, ks_buffer_mode_by_name(mode));
	if (ret)
		goto out_clock;
	ks_readers_init();
	ret = ks_canaries_init();
	if (ret)
		goto out_readers;

	ks_maxactive = maxactive;
	ks_probes_set_records(records);
	ks_probes_set_min_ns(min_ns);
	ret = ks_probes_init(kinds, enabled) ?: ks_probes_change(probes);
	if (ret)
		goto out_probes;
	ret = ks_debugfs_init();
	if (ret)
		goto out_probes;
	ks_probes_log_loaded();
	return 0;

out_probes:
	ks_probes_stop();
	ks_probes_destroy();
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
