// SPDX-License-Identifier: GPL-2.0
/* Tests of filters: their compiler, and their evaluation. */
#include <kretscope/filter.h>

#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <stdlib.h>

#include <kretscope/errlog.h>

#include "filter_bads.h"
#include "filter_cases.h"
#include "filter_ref.h"
#include "filter_rig.h"
#include "test.h"

#define PREFIX	"r vfs_read if"
#define A39	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

/* What the compiler reported last. */
static struct {
	unsigned int nr;
	unsigned int index;
	const char *text;
	unsigned int col;
	enum ks_err err;
	char detail[256];
} report;

void ks_errlog(unsigned int index, const char *text, unsigned int col,
	       enum ks_err err, const char *detail)
{
	report.nr++;
	report.index = index;
	report.text = text;
	report.col = col;
	report.err = err;
	snprintf(report.detail, sizeof(report.detail), "%s", detail ?: "");
}

static const char *const code_names[] = {
#define CODE_NAME(code, text) \
	[KS_ERR_##code] = #code,
	KS_ERRORS(CODE_NAME)
#undef CODE_NAME
};

static char spec_text[8192];

static struct ks_filter *compile(const char *expr, bool is_return)
{
	struct ks_field_env env = {
		.index = 7,
		.text = spec_text,
		.is_return = is_return,
		.fetch = &rig_fetch,
	};

	memset(&report, 0, sizeof(report));
	snprintf(spec_text, sizeof(spec_text), PREFIX "%s", expr);
	return ks_filter_create(&env, spec_text + strlen(PREFIX));
}

static bool is_limit(enum ks_err err)
{
	return err == KS_ERR_IF_OPS || err == KS_ERR_IF_DEPTH ||
	       err == KS_ERR_IF_TEXT_LONG;
}

static bool seen[KS_ERR_NR];

static void expect_bad(const struct bad *bad)
{
	struct ks_filter *filter = compile(bad->text, !bad->is_hit);
	long ret = IS_ERR(filter) ? PTR_ERR(filter) : 0;

	EXPECT(ret == (is_limit(bad->err) ? -E2BIG : -EINVAL), "%s: %ld",
	       bad->text, ret);
	if (!ret)
		ks_filter_destroy(filter);
	EXPECT(report.nr == 1, "%s: %u", bad->text, report.nr);
	EXPECT(report.err == bad->err, "%s: %s", bad->text,
	       code_names[report.err]);
	EXPECT(report.col == bad->col + strlen(PREFIX), "%s: %zu", bad->text,
	       report.col - strlen(PREFIX));
	EXPECT(report.index == 7 && report.text == spec_text, "%s", bad->text);
	EXPECT(!strcmp(report.detail, bad->detail ?: ""), "%s: %s", bad->text,
	       report.detail);
	seen[report.err] = true;
}

static void test_bad(void)
{
	static const struct bad void_bad = { "ret == 0", 1, KS_ERR_FIELD_VOID };
	struct ks_type type = rig_fetch.ret;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bads); i++)
		expect_bad(&bads[i]);
	rig_fetch.ret = (struct ks_type){ KS_BASE_NONE };
	expect_bad(&void_bad);
	rig_fetch.ret = type;
#define IS_SEEN(code, text) \
	EXPECT(seen[KS_ERR_##code], "no case for " #code);
	KS_ERRORS_FIELD(IS_SEEN)
	KS_ERRORS_IF(IS_SEEN)
#undef IS_SEEN
}

/* A call in which all is known, for tests that set what they look at. */
static u64 values[32];
static char comm[KS_COMM_LEN];
static struct ks_facts call = {
	.is_return = true,
	.comm = comm,
	.values = values,
};

static char *place_of(const char *name)
{
	return (char *)values + ks_fetch_find(&rig_fetch, name,
					      strlen(name))->offset;
}

static enum ks_verdict run(const char *expr)
{
	struct ks_filter *filter = compile(expr, true);
	enum ks_verdict verdict;

	if (IS_ERR(filter)) {
		EXPECT(false, "%s: %s col %zu", expr, code_names[report.err],
		       report.col - strlen(PREFIX));
		return KS_FILTER_OPEN;
	}
	verdict = ks_filter_run(filter, &call);
	ks_filter_destroy(filter);
	return verdict;
}

#define EXPECT_RUN(expr, want)						\
	EXPECT(run(expr) == (want), "%s is not %d", expr, want)

static void test_limits(void)
{
	struct ks_filter *filter;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(limit_cases); i++) {
		filter = compile(limit_cases[i], true);
		EXPECT(!IS_ERR(filter), "%s: %s col %zu", limit_cases[i],
		       code_names[report.err], report.col - strlen(PREFIX));
		EXPECT(!report.nr, "%s", limit_cases[i]);
		if (!IS_ERR(filter))
			ks_filter_destroy(filter);
	}
}

static void test_ret(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(ret_cases); i++) {
		call.ret = ret_cases[i].ret;
		EXPECT_RUN(ret_cases[i].expr, ret_cases[i].want);
	}
}

static void test_forms(void)
{
	call.lat = 1500000;
	call.ret = 0;
	call.pid = 8;
	call.tid = 9;
	call.cpu = 3;
	strcpy(comm, "a\"b\\c");
	EXPECT_RUN("(lat>1ms&&!(ret<-9999))", 1);
	EXPECT_RUN("\tlat \t>\t1ms  &&(  !pid==9 )\t", 1);
	EXPECT_RUN(" lat == 1500us", 1);
	EXPECT_RUN(" lat == 0x16e360ns && lat == 1500000", 1);
	EXPECT_RUN(" lat < 1s && lat > -1s && lat > +1ms", 1);
	EXPECT_RUN(" pid == 010 && tid == 0x9 && cpu == 0X3", 1);
	EXPECT_RUN(" comm == \"a\\\"b\\\\c\"", 1);
	EXPECT_RUN(" comm ~ \"?[\\\"]b[\\\\]*\"", 1);
	EXPECT_RUN(" comm != \"a\"", 1);
	/* && before ||, '!' before both and the comparison */
	EXPECT_RUN(" pid==8 || pid==8 && pid==1", 1);
	EXPECT_RUN(" pid==1 && pid==8 || pid==8", 1);
	EXPECT_RUN(" (pid==8 || pid==8) && pid==1", 0);
	EXPECT_RUN(" pid==1 && (pid==8 || pid==8)", 0);
	EXPECT_RUN(" !pid==1 && pid==1", 0);
	EXPECT_RUN(" !pid==8 || pid==8", 1);
	EXPECT_RUN(" !(pid==8 || pid==8)", 0);
	EXPECT_RUN(" !!pid==8 && !!!pid==1", 1);
	EXPECT_RUN(" !pid!=8", 1);
}

static void test_text(void)
{
	char *path = place_of("path"), *upath = place_of("upath");
	char expr[64];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(text_cases); i++) {
		memset(path, 'z', 40);
		strcpy(path, text_cases[i].str);
		path[39] = '\0';
		snprintf(expr, sizeof(expr), " path ~ \"%s\"", text_cases[i].pat);
		EXPECT_RUN(expr, text_cases[i].want);
		EXPECT(ref_glob(text_cases[i].pat, text_cases[i].str, 39) ==
		       text_cases[i].want, "%s", text_cases[i].pat);
	}
	strcpy(path, "a*b");
	EXPECT_RUN(" path == \"a*b\" && path ~ \"a*b\" && path != \"a?b\"", 1);
	strcpy(path, "abcdefghijklmnopqrst");
	EXPECT_RUN(" path == \"abcdefghijklmnopqrst\"", 1);
	EXPECT_RUN(" path != \"abcdefghijklmnopqrst\"", 0);
	EXPECT_RUN(" path == \"abcdefghijklmnopqrs\"", 0);
	EXPECT_RUN(" path == \"abcdefghijklmnopqrstu\"", 0);

	/* One that was cut is what was read of it. */
	memset(path, 'a', 39);
	path[39] = KS_STRING_CUT;
	EXPECT_RUN(" path == \"" A39 "\"", 1);
	EXPECT_RUN(" path == \"" A39 "\" && path ~ \"" A39 "*\"", 1);
	path[38] = 'b';
	EXPECT_RUN(" path != \"" A39 "\"", 1);
	memset(upath, 'a', 15);
	upath[15] = KS_STRING_CUT;
	EXPECT_RUN(" upath == \"aaaaaaaaaaaaaaa\"", 1);
	EXPECT_RUN(" upath == \"aaaaaaaaaaaaaa\"", 0);
	EXPECT_RUN(" upath ~ \"aaaaaaaaaaaaaaa*\" && upath ~ \"*a\"", 1);
	EXPECT_RUN(" upath ~ \"???????????????\"", 1);
	/* Not terminated. */
	memset(comm, 'a', sizeof(comm));
	EXPECT_RUN(" comm == \"aaaaaaaaaaaaaaa\"", 0);
	EXPECT_RUN(" comm ~ \"aaaaaaaaaaaaaaa*\" && comm ~ \"*a\"", 1);
	EXPECT_RUN(" comm ~ \"????????????????\"", 1);
	EXPECT_RUN(" comm ~ \"?????????????????*\"", 0);
}

/* Whatever it is that is open. */
static void test_three(void)
{
	static const char *const kinds[] = {
		"lat > 1", "!ret == 5", "cpu & 1", "late == 1", "s32 == 1",
		"latepath ~ \"*\"", "upath != \"\"",
	};
	char expr[512], *p;
	const char *s;
	unsigned int i, k;

	call.is_return = false;
	call.pid = 8;
	values[0] = 1 << (ks_fetch_find(&rig_fetch, "s32", 3) - rig_fetch.arg) |
		    1 << (ks_fetch_find(&rig_fetch, "upath", 5) -
			  rig_fetch.arg);
	for (i = 0; i < ARRAY_SIZE(three_cases) * ARRAY_SIZE(kinds); i++) {
		k = i / ARRAY_SIZE(kinds);
		p = stpcpy(expr, " ");
		for (s = three_cases[k].expr; *s; s++) {
			if (*s == 'N')
				p = stpcpy(p, "pid==1");
			else if (*s == 'Y')
				p = stpcpy(p, "pid==8");
			else if (*s == 'O')
				p = stpcpy(p, kinds[i % ARRAY_SIZE(kinds)]);
			else
				*p++ = *s;
		}
		*p = '\0';
		EXPECT(run(expr) == three_cases[k].want, "%s is %s: not %d",
		       expr, three_cases[k].expr, three_cases[k].want);
	}
	call.is_return = true;
	memset(values, 0, sizeof(values));
}

static void test_early(void)
{
	struct ks_filter *filter;
	const char *expr;
	unsigned int i;
	char got[4];
	bool is_hit;

	for (i = 0; i < ARRAY_SIZE(early_cases); i++) {
		is_hit = early_cases[i].expr[0] == 'h';
		expr = early_cases[i].expr + is_hit;
		filter = compile(expr, !is_hit);
		EXPECT(!IS_ERR(filter), "%s", expr);
		if (IS_ERR(filter))
			continue;
		snprintf(got, sizeof(got), "%s%s%s",
			 ks_filter_is_early(filter) ? "E" : "",
			 ks_filter_is_late(filter) ? "L" : "",
			 ks_filter_needs_values(filter) ? "V" : "");
		EXPECT(!strcmp(got, early_cases[i].want), "%s: %s", expr, got);
		ks_filter_destroy(filter);
	}
}

/* An argument hides a field of its name. */
static void test_hiding(void)
{
	struct ks_arg *arg = &rig_fetch.arg[0];

	strcpy(arg->name, "pid");
	call.pid = 8;
	values[1] = 5;
	EXPECT_RUN(" pid == 5", 1);
	strcpy(arg->name, "lat");
	EXPECT_RUN(" lat == 5", 1);
	strcpy(arg->name, "u8");
	EXPECT_RUN(" pid == 8", 1);
}

static u64 number(void)
{
	return test_random() * 0x2545f4914f6cdd1dULL >> 9;
}

#define REFS	20000
#define CALLS	20

/* Random filters against the reference, and what entry tells of return. */
static void test_reference(void)
{
	static unsigned int verdicts[2][3];
	struct ks_facts at_entry;
	enum ks_verdict entry, ret;
	struct ks_filter *filter;
	struct rig rig;
	struct ref *ref;
	char expr[4096];
	unsigned int i, k;
	bool is_return;

	for (i = 0; i < REFS; i++) {
		ref = ref_create(i % 5);
		expr[ref_print(ref, expr)] = '\0';
		is_return = i % 3 || ref_is_return_only(ref);
		filter = compile(expr, is_return);
		EXPECT(!IS_ERR(filter), "%s: %s col %zu", expr,
		       code_names[report.err], report.col - strlen(PREFIX));
		for (k = 0; k < CALLS && !IS_ERR(filter); k++) {
			rig_call_init(&rig, number);
			at_entry = rig.entry;
			if (is_return && !ks_filter_needs_values(filter))
				at_entry.values = NULL;
			entry = ks_filter_run(filter, &at_entry);
			ret = ks_filter_run(filter, &rig.ret);
			EXPECT(entry == ref_run(ref, &rig.entry, is_return),
			       "%s: entry %d", expr, entry);
			EXPECT(ret == ref_run(ref, &rig.ret, is_return),
			       "%s: return %d", expr, ret);
			EXPECT(!is_return || entry == KS_FILTER_OPEN ||
			       entry == ret, "%s: %d %d", expr, entry, ret);
			EXPECT(entry != KS_FILTER_NO ||
			       ks_filter_is_early(filter), "%s", expr);
			verdicts[0][entry]++;
			verdicts[1][ret]++;
			rig_call_exit(&rig);
		}
		if (!IS_ERR(filter))
			ks_filter_destroy(filter);
		ref_destroy(ref);
	}
	/* There was something to compare. */
	for (i = 0; i < 6; i++)
		EXPECT(verdicts[i / 3][i % 3] > REFS / 10, "%u: %u", i,
		       verdicts[i / 3][i % 3]);
}

static const struct test tests[] = {
	{ "bad filters: code, column and detail", test_bad },
	{ "limits: the last that is taken", test_limits },
	{ "return values with dirty upper bits", test_ret },
	{ "forms of fields, numbers and text; what binds stronger", test_forms },
	{ "text: patterns, cut and unterminated", test_text },
	{ "three-valued logic", test_three },
	{ "what can be said at entry, what is needed", test_early },
	{ "an argument hides a field of its name", test_hiding },
	{ "random filters do as the reference", test_reference },
	{}
};

int main(void)
{
	rig_init();
	return test_run("filter", tests);
}
