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
 * CLOCK_MONOTONIC is steered (NTP), the cycle counter is not. So both are read
 * together every MAX_PERIOD, and a count is converted on the line that begins
 * at the last such pair before it. A line is fixed when it begins: it goes on
 * where the one before it ends, at the rate of the period before, corrected so
 * that half of what it is off will be gone after MAX_PERIOD. So time is
 * continuous, and that of a record the same whenever it is read. Counts before
 * the oldest line, after NR_LINES * MAX_PERIOD (68 min), are converted on that.
 */
#define MAX_PERIOD	(4 * HZ)
#define MAX_PERIOD_NS	(4LL * NSEC_PER_SEC)
#define MIN_PERIOD	(HZ / 8)	/* of the first, at the nominal rate */
#define NR_LINES	1024

/* The rate over a shorter time than this is too uncertain. */
#define MIN_SPAN_NS	NSEC_PER_MSEC

/* The machine slept, or its clock was set: begin anew at the clock's time. */
#define MAX_OFF_NS	NSEC_PER_MSEC

/**
 * struct pair - both clocks at one moment
 * @raw: the counter
 * @ns: CLOCK_MONOTONIC
 */
struct pair {
	u64 raw;
	u64 ns;
};

/**
 * struct line - conversion of counts, from one pair on
 * @raw: first count
 * @ns: its time
 * @mult: ns per count << KS_CLOCK_SHIFT
 */
struct line {
	u64 raw;
	u64 ns;
	u64 mult;
};

DEFINE_STATIC_KEY_FALSE(ks_clock_counter);
DEFINE_STATIC_KEY_FALSE(ks_clock_boot);
u64 ks_clock_mult = 1ULL << KS_CLOCK_SHIFT;

static DEFINE_MUTEX(line_lock);
static struct line *lines;		/* line_lock; a ring */
static u64 nr_lines;			/* line_lock; lines begun so far */
static struct pair last;		/* line_lock; where the newest begins */

static bool was_unstable;		/* follow_clock() only */
static unsigned long period = MIN_PERIOD;	/* follow_clock() only */

static void take_pair(struct pair *best)
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

static struct line *line_at(u64 nr)
{
	lockdep_assert_held(&line_lock);
	return &lines[nr % NR_LINES];
}

static u64 line_ns(const struct line *line, u64 raw)
{
	if (raw < line->raw)
		return line->ns - mul_u64_u64_shr(line->raw - raw, line->mult,
						  KS_CLOCK_SHIFT);
	return line->ns + mul_u64_u64_shr(raw - line->raw, line->mult,
					  KS_CLOCK_SHIFT);
}

/* The line from @pair on, where @old was followed from @last until there. */
static void next_line(struct line *line, const struct line *old,
		      const struct pair *pair)
{
	u64 expected = line_ns(old, pair->raw);
	u64 span_ns = pair->ns - last.ns;
	s64 off = pair->ns - expected;
	s64 gain;
	u64 ns;

	line->raw = pair->raw;
	line->ns = pair->ns;
	line->mult = old->mult;
	if (abs(off) > MAX_OFF_NS)
		return;
	line->ns = expected;
	if (span_ns < MIN_SPAN_NS)
		return;
	gain = off / 2 * min_t(s64, span_ns, MAX_PERIOD_NS);
	ns = span_ns + div64_s64(gain, MAX_PERIOD_NS);
	line->mult = mul_u64_u64_div_u64(ns, 1ULL << KS_CLOCK_SHIFT,
					 pair->raw - last.raw);
}

static void begin_line(void)
{
	struct pair pair;

	mutex_lock(&line_lock);
	take_pair(&pair);
	/* A counter that was reset, in hibernation: what was before is over. */
	if (nr_lines && pair.raw <= last.raw)
		nr_lines = 0;
	if (nr_lines)
		next_line(line_at(nr_lines), line_at(nr_lines - 1), &pair);
	else
		*line_at(0) = (struct line){ pair.raw, pair.ns, ks_clock_mult };
	nr_lines++;
	last = pair;
	mutex_unlock(&line_lock);
}

static void follow_clock(struct work_struct *work)
{
	/* Says so, instead of going wrong in silence. */
	if (ks_counter_is_unstable() && !was_unstable) {
		was_unstable = true;
		pr_warn("the kernel found the " KS_COUNTER_NAME " unstable: times and latencies may be wrong, load with clock=mono\n");
	}
	begin_line();
	schedule_delayed_work(to_delayed_work(work), period);
	period = min_t(unsigned long, 2 * period, MAX_PERIOD);
}

static DECLARE_DELAYED_WORK(follow_work, follow_clock);

/*
 * CLOCK_MONOTONIC stands still while the machine sleeps, and the counter goes
 * on: no line may reach from long before to long behind that.
 */
static int on_sleep(struct notifier_block *nb, unsigned long event, void *data)
{
	begin_line();
	return NOTIFY_OK;
}

static struct notifier_block sleep_notifier = { .notifier_call = on_sleep };

/* The line that @raw is on, or the oldest one. */
static const struct line *find_line(u64 raw)
{
	u64 low = nr_lines > NR_LINES ? nr_lines - NR_LINES : 0;
	u64 high = nr_lines;

	while (low + 1 < high) {
		u64 mid = low + (high - low) / 2;

		if (line_at(mid)->raw <= raw)
			low = mid;
		else
			high = mid;
	}
	return line_at(low);
}

static u64 counter_to_ns(u64 raw)
{
	u64 ns;

	mutex_lock(&line_lock);
	ns = line_ns(find_line(raw), raw);
	mutex_unlock(&line_lock);
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
	if (!ks_counter_khz()) {
		pr_err("parameter clock: this machine has no tsc\n");
		return -EOPNOTSUPP;
	}

	lines = vzalloc(array_size(NR_LINES, sizeof(*lines)));
	if (!lines)
		return -ENOMEM;
	ks_clock_mult = div_u64((u64)NSEC_PER_MSEC << KS_CLOCK_SHIFT,
				ks_counter_khz());
	was_unstable = ks_counter_is_unstable();
	follow_clock(&follow_work.work);
	register_pm_notifier(&sleep_notifier);
	static_branch_enable(&ks_clock_counter);
	return 0;
}

void ks_clock_exit(void)
{
	if (lines)
		unregister_pm_notifier(&sleep_notifier);
	cancel_delayed_work_sync(&follow_work);
	vfree(lines);
	lines = NULL;
}
