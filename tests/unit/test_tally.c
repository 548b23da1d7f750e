// SPDX-License-Identifier: GPL-2.0
/* Tests of tallies: their compiler, and what they count. */
#include <kretscope/tally.h>

#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "filter_rig.h"
#include "tally_bads.h"
#include "tally_ref.h"
#include "tally_rig.h"
#include "test.h"

static bool seen[KS_ERR_NR];

static void expect_bad(const struct bad *bad)
{
	struct ks_tally *tally = tally_compile(bad->text, !bad->is_hit);
	long ret = IS_ERR(tally) ? PTR_ERR(tally) : 0;

	EXPECT(ret == -EINVAL, "%s: %ld", bad->text, ret);
	if (!ret)
		ks_tally_destroy(tally);
	EXPECT(tally_report.nr == 1, "%s: %u", bad->text, tally_report.nr);
	EXPECT(tally_report.err == bad->err, "%s: %s", bad->text,
	       tally_code(tally_report.err));
	EXPECT(tally_report.col == bad->col + strlen(TALLY_HEAD), "%s: %zu", bad->text,
	       tally_report.col - strlen(TALLY_HEAD));
	EXPECT(tally_report.index == 7 && tally_report.text == tally_text, "%s", bad->text);
	seen[tally_report.err] = true;
}

static void test_bad(void)
{
	static const struct bad void_bads[] = {
		{ "keys=ret", 6, KS_ERR_FIELD_VOID },
		{ "keys=pid:vals=ret", 15, KS_ERR_FIELD_VOID },
	};
	struct ks_type type = rig_fetch.ret;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bads); i++)
		expect_bad(&bads[i]);
	rig_fetch.ret = (struct ks_type){ KS_BASE_NONE };
	for (i = 0; i < ARRAY_SIZE(void_bads); i++)
		expect_bad(&void_bads[i]);
	rig_fetch.ret = type;
#define IS_SEEN(code, text) \
	EXPECT(seen[KS_ERR_##code], "no case for " #code);
	KS_ERRORS_FIELD(IS_SEEN)
	KS_ERRORS_HIST(IS_SEEN)
#undef IS_SEEN
}

static void test_good(void)
{
	static const struct {
		const char *text;
		bool is_hit;
		const char *value;
	} goods[] = {
		{ "keys=pid", false, "lat" },
		{ "keys=pid", true, NULL },
		{ "key=pid,tid,cpu,comm:val=hitcount", false, NULL },
		{ "vals=lat:keys=ret", false, "lat" },
		{ "values=u64:size=1:keys=retbool,ptr", false, "u64" },
		{ "size=0x1000:keys=path,upath,latepath,ch", false, "lat" },
		{ "size=010:keys=u8:vals=u8", true, "u8" },
		{ "keys=pid:vals=ret", false, "ret" },
		{ "keys=pid:vals=pid", true, "pid" },
	};
	struct ks_tally *tally;
	const char *value;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(goods); i++) {
		tally = tally_compile(goods[i].text, !goods[i].is_hit);
		EXPECT(!IS_ERR(tally) && !tally_report.nr, "%s: %s", goods[i].text,
		       tally_code(tally_report.err));
		if (IS_ERR(tally))
			continue;
		value = ks_tally_value_name(tally);
		EXPECT(!goods[i].value == !value, "%s", goods[i].text);
		if (value)
			EXPECT(!strcmp(value, goods[i].value), "%s: %s",
			       goods[i].text, value);
		ks_tally_destroy(tally);
	}
}

/* Random calls, counted here and by the simplest means. */
static void add_calls(struct ks_tally *tally, unsigned int nr)
{
	struct rig rig;

	while (nr--) {
		rig_call_init(&rig, test_random);
		rig.ret.cpu %= 2;
		rig.ret.pid %= 5;
		ref_clean(&rig.ret);
		ks_tally_add(tally, &rig.ret);
		ref_add(&rig.ret);
		rig_call_exit(&rig);
	}
}

static void test_counts(void)
{
	static const char *const clauses[] = {
		"keys=pid", "keys=pid:vals=hitcount", "keys=comm:vals=u64",
		"keys=path,pid:vals=s32", "keys=latepath:vals=late",
		"keys=upath,comm,flag,ch", "keys=cpu:vals=ret",
		"keys=u8,x16:vals=s8", "keys=s64,err:vals=s64",
		"keys=ret,flag:vals=err", "keys=rets16,late:vals=rets32",
		"keys=retbool,retx64:vals=retu8", "keys=u8,pid:vals=x16",
		"keys=tid:vals=lat", "keys=flag:vals=u32",
	};
	struct ks_tally *tally;
	char text[128];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(clauses); i++) {
		snprintf(text, sizeof(text), "%s:size=4096", clauses[i]);
		tally = tally_make(text);
		ref_start(clauses[i]);
		add_calls(tally, 3000);
		ref_expect_same(tally);
		ks_tally_reset(tally);
		ref_start(clauses[i]);
		ref_expect_same(tally);
		add_calls(tally, 300);
		ref_expect_same(tally);
		ks_tally_destroy(tally);
	}
}

/* Keys that find no room are counted together, and those before stay right. */
static void test_full(void)
{
	static const unsigned int sizes[] = { 1, 2, 3, 7, 64, 4096 };
	struct ks_tally *tally;
	unsigned int i, k, round;
	char text[64];

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		snprintf(text, sizeof(text), "keys=tid:size=%u", sizes[i]);
		tally = tally_make(text);
		ref_start("keys=tid");
		ref_limit(sizes[i]);
		for (round = 0; round < 3; round++)
			for (k = 0; k < sizes[i] + 100; k++)
				tally_call(tally, 1 + k * 0x10001, k);
		ref_expect_same(tally);
		ks_tally_destroy(tally);
	}
}

/* Each CPU has its own room: what is shown may be less than there was. */
static void test_full_apart(void)
{
	struct ks_tally *tally = tally_make("keys=tid:size=1");
	struct ks_facts facts;
	unsigned int i;

	ref_start("keys=tid");
	ref_limit(2);
	for (i = 0; i < 5; i++)
		tally_call(tally, 7, 100);
	facts = tally_facts(8, 3);
	facts.cpu = 1;
	ref_add(&facts);
	ks_tally_add(tally, &facts);
	/* CPU 1 has no room for it. */
	facts = tally_facts(7, 1000);
	facts.cpu = 1;
	ref_add_other(&facts);
	ks_tally_add(tally, &facts);
	ref_expect_same(tally);
	ks_tally_destroy(tally);
}

static u64 first_mean;
static bool has_mean;

static void note_mean(const struct ks_tally_sum *sum, void *arg)
{
	has_mean = ks_tally_mean(arg, sum, &first_mean);
}

static void expect_mean(const char *clause, const u64 *vals, unsigned int nr,
			bool want, u64 mean)
{
	struct ks_tally *tally = tally_make(clause);
	u64 values[32] = {};
	struct ks_facts facts = tally_facts(1, 0);
	unsigned int i;
	const char *name = ks_tally_value_name(tally);

	facts.values = values;
	for (i = 0; i < nr; i++) {
		facts.lat = vals[i];
		values[ks_fetch_find(&rig_fetch, "s64", 3)->offset / 8] =
			vals[i];
		ks_tally_add(tally, &facts);
	}
	ks_tally_for_each(tally, note_mean, tally);
	EXPECT(has_mean == want, "%s of %s", clause, name);
	if (want)
		EXPECT(first_mean == mean, "%s: %llu", clause, first_mean);
	ks_tally_destroy(tally);
}

static void test_mean(void)
{
	static const u64 small[] = { 1, 2, 6 };
	static const u64 signs[] = { -10ULL, 1, -3ULL };
	static const u64 large[] = { U64_MAX, 5 };
	static const u64 half[] = { 1ULL << 63, (1ULL << 63) - 1 };
	static const u64 halves[] = { 1ULL << 63, 1ULL << 63 };
	static const u64 least[] = { 1ULL << 62, 1ULL << 62, -1ULL };
	static const u64 one[] = { U64_MAX };
	static const u64 secret[] = { 0xffff888012345678, 0 };
	/* Many short ones, and one that would not fit as often. */
	static const u64 mixed[] = { 1ULL << 60, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0,
				     0, 0, 0, 0, 14, 16, 16, 16, 16 };

	expect_mean("keys=tid", small, 3, true, 3);
	expect_mean("keys=tid:vals=s64", signs, 3, true, -4ULL);
	expect_mean("keys=tid", large, 2, false, 0);
	expect_mean("keys=tid", halves, 2, false, 0);
	expect_mean("keys=tid", half, 1, true, 1ULL << 63);
	expect_mean("keys=tid", mixed, 20, true, (1ULL << 60) / 20 + 5);
	expect_mean("keys=tid", one, 1, true, U64_MAX);
	expect_mean("keys=tid:vals=s64", least, 3, false, 0);
	expect_mean("keys=tid:vals=s64", half, 1, false, 0);
	/* From which an address could be told. */
	expect_mean("keys=tid:vals=s64", secret, 1, false, 0);
	expect_mean("keys=tid:vals=s64", secret, 2, false, 0);
}

/* As README says, in KiB. */
static void test_memory(void)
{
	static const struct {
		const char *text;
		unsigned int kib;
	} sizes[] = {
		{ "keys=pid", 145 },
		{ "keys=pid:vals=hitcount", 16 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		ks_tally_destroy(tally_make(sizes[i].text));
		EXPECT((rig_memory_size + 512) / 1024 == sizes[i].kib,
		       "%s: %zu", sizes[i].text, rig_memory_size);
	}
}

static const struct test tests[] = {
	{ "bad clauses: code and column", test_bad },
	{ "good clauses: what is counted", test_good },
	{ "random calls: every key, count, sum, extreme and row", test_counts },
	{ "a full table counts what finds no room", test_full },
	{ "CPUs that are full apart", test_full_apart },
	{ "a mean is told only if the sum fits", test_mean },
	{ "memory of a CPU's table", test_memory },
	{}
};

int main(void)
{
	rig_init();
	return test_run("tally", tests);
}
