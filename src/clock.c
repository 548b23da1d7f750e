// SPDX-License-Identifier: GPL-2.0
/* Choice of the clock, and conversion of its raw values to ns when read. */
#include <kretscope/clock.h>

#include <linux/irqflags.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/suspend.h>
#include <linux/time64.h>
#include <linux/vmalloc.h>
#include <linux/workqueue.h>

/*
 * CLOCK_MONOTONIC is steered (NTP), the cycle counter is not. So pairs of
 * both are kept, one every ANCHOR_PERIOD, and a count is converted on the line
 * between the two pairs around it. Older counts than the oldest pair, after
 * NR_ANCHORS * ANCHOR_PERIOD (68 min), are converted on the first line.
 */
#define ANCHOR_PERIOD	(4 * HZ)
#define NR_ANCHORS	1024

/* A shorter line than this may be too steep: use the nominal rate. */
#define MIN_SPAN_NS	NSEC_PER_MSEC

struct anchor {
	u64 raw;
	u64 ns;
};

DEFINE_STATIC_KEY_FALSE(ks_clock_counter);
DEFINE_STATIC_KEY_FALSE(ks_clock_boot);
u64 ks_clock_mult = 1ULL << KS_CLOCK_SHIFT;

static DEFINE_MUTEX(anchor_lock);
static struct anchor *anchors;		/* anchor_lock; a ring */
static u64 nr_taken;			/* anchor_lock; pairs taken so far */
static struct anchor tip;		/* anchor_lock; newest pair, not kept */

static bool was_unstable;		/* keep_anchor() only */

static void take_anchor(struct anchor *best)
{
	u64 gap = U64_MAX;
	int i;

	for (i = 0; i < 4; i++) {
		unsigned long flags;
		u64 before, ns, after;

		local_irq_save(flags);
		before = ks_counter_read();
		ns = ktime_get_mono_fast_ns();
		after = ks_counter_read();
		local_irq_restore(flags);

		if (after - before < gap) {
			gap = after - before;
			best->raw = before + gap / 2;
			best->ns = ns;
		}
	}
}

static struct anchor *anchor_at(u64 nr)
{
	lockdep_assert_held(&anchor_lock);
	return &anchors[nr % NR_ANCHORS];
}

static void add_anchor(void)
{
	mutex_lock(&anchor_lock);
	take_anchor(&tip);
	/* A counter that was reset, in hibernation: what was before is over. */
	if (nr_taken && tip.raw < anchor_at(nr_taken - 1)->raw)
		nr_taken = 0;
	*anchor_at(nr_taken++) = tip;
	mutex_unlock(&anchor_lock);
}

static void keep_anchor(struct work_struct *work)
{
	/* Says so, instead of going wrong in silence. */
	if (ks_counter_is_unstable() && !was_unstable) {
		was_unstable = true;
		pr_warn("the kernel found the " KS_COUNTER_NAME " unstable: times and latencies may be wrong, load with clock=mono\n");
	}
	add_anchor();
	schedule_delayed_work(to_delayed_work(work), ANCHOR_PERIOD);
}

static DECLARE_DELAYED_WORK(anchor_work, keep_anchor);

/*
 * CLOCK_MONOTONIC stands still while the machine sleeps, and the counter goes
 * on: no line may reach from long before to long behind that.
 */
static int on_sleep(struct notifier_block *nb, unsigned long event, void *data)
{
	add_anchor();
	return NOTIFY_OK;
}

static struct notifier_block sleep_notifier = { .notifier_call = on_sleep };

/* The kept pair at or before @raw, or the oldest one. */
static u64 find_anchor(u64 raw)
{
	u64 low = nr_taken > NR_ANCHORS ? nr_taken - NR_ANCHORS : 0;
	u64 high = nr_taken - 1;

	if (raw >= anchor_at(high)->raw)
		return high;
	while (low + 1 < high) {
		u64 mid = low + (high - low) / 2;

		if (anchor_at(mid)->raw <= raw)
			low = mid;
		else
			high = mid;
	}
	return low;
}

static u64 counter_to_ns(u64 raw)
{
	const struct anchor *a, *b;
	u64 nr, ns;

	mutex_lock(&anchor_lock);
	if ((s64)(raw - tip.raw) > 0)
		take_anchor(&tip);

	nr = find_anchor(raw);
	a = anchor_at(nr);
	b = nr + 1 < nr_taken ? anchor_at(nr + 1) : &tip;
	if (raw < a->raw)
		ns = a->ns - ks_clock_delta_ns(a->raw - raw);
	else if (b->ns - a->ns < MIN_SPAN_NS || b->raw <= a->raw)
		ns = a->ns + ks_clock_delta_ns(raw - a->raw);
	else
		ns = a->ns + mul_u64_u64_div_u64(raw - a->raw, b->ns - a->ns,
						 b->raw - a->raw);
	mutex_unlock(&anchor_lock);
	return ns;
}

u64 ks_clock_to_ns(u64 raw)
{
	return static_key_enabled(&ks_clock_counter) ? counter_to_ns(raw) : raw;
}

int ks_clock_by_name(const char *name)
{
	static const char *const names[] = {
		[KS_CLOCK_AUTO] = "auto",
		[KS_CLOCK_MONO] = "mono",
		[KS_CLOCK_BOOT] = "boot",
		[KS_CLOCK_TSC] = "tsc",
	};

	return match_string(names, ARRAY_SIZE(names), name);
}

const char *ks_clock_name(void)
{
	return static_key_enabled(&ks_clock_boot) ? "boot" : "mono";
}

const char *ks_clock_source(void)
{
	return static_key_enabled(&ks_clock_counter) ? KS_COUNTER_NAME :
						       ks_clock_name();
}

int ks_clock_init(enum ks_clock_id id)
{
	if (id == KS_CLOCK_AUTO)
		id = ks_counter_khz() && ks_counter_is_reliable() ?
			KS_CLOCK_TSC : KS_CLOCK_MONO;
	if (id == KS_CLOCK_MONO)
		return 0;
	if (id == KS_CLOCK_BOOT) {
		static_branch_enable(&ks_clock_boot);
		return 0;
	}
	if (!ks_counter_khz())
		return -EOPNOTSUPP;

	anchors = vzalloc(array_size(NR_ANCHORS, sizeof(*anchors)));
	if (!anchors)
		return -ENOMEM;
	ks_clock_mult = div_u64((u64)NSEC_PER_MSEC << KS_CLOCK_SHIFT,
				ks_counter_khz());
	was_unstable = ks_counter_is_unstable();
	keep_anchor(&anchor_work.work);
	register_pm_notifier(&sleep_notifier);
	static_branch_enable(&ks_clock_counter);
	return 0;
}

void ks_clock_exit(void)
{
	if (anchors)
		unregister_pm_notifier(&sleep_notifier);
	cancel_delayed_work_sync(&anchor_work);
	vfree(anchors);
	anchors = NULL;
}
