// SPDX-License-Identifier: GPL-2.0
/* Fuzzes the compiler of filters, and runs what it takes. */
#include <kretscope/filter.h>

#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <stdlib.h>

#include <kretscope/errlog.h>

#include "filter_rig.h"
#include "fuzz.h"

#define PREFIX	"r x if"
#define CALLS	20

static unsigned int reports;
static enum ks_err reported;
static u64 seed;

void ks_errlog(unsigned int index, const char *text, unsigned int col,
	       enum ks_err err, const char *detail)
{
	reports++;
	reported = err;
	CHECK(index == 1);
	CHECK(col > strlen(PREFIX) && col <= strlen(text) + 1);
	CHECK((err >= KS_ERR_IF_EMPTY && err <= KS_ERR_IF_DEPTH) ||
	      (err >= KS_ERR_FIELD_NONE && err <= KS_ERR_FIELD_ARRAY) ||
	      err == KS_ERR_NUMBER_BAD || err == KS_ERR_NUMBER_BIG);
	CHECK(!detail || *detail);
}

static u64 number(void)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return seed >> 20;
}

static void check_runs(const struct ks_filter *filter, bool is_return)
{
	struct ks_facts call;
	enum ks_verdict entry, ret;
	struct rig rig;
	unsigned int i;

	for (i = 0; i < CALLS; i++) {
		rig_call_init(&rig, number);
		call = rig.entry;
		if (is_return && !ks_filter_needs_values(filter))
			call.values = NULL;
		entry = ks_filter_run(filter, &call);
		ret = ks_filter_run(filter, &rig.ret);
		CHECK(entry <= KS_FILTER_OPEN && ret <= KS_FILTER_OPEN);
		CHECK(entry != KS_FILTER_NO || ks_filter_is_early(filter));
		/* Of a hit, the rig may change more than what is known late. */
		if (is_return)
			CHECK(entry == KS_FILTER_OPEN || entry == ret);
		if (is_return && !ks_filter_is_late(filter))
			CHECK(entry == ret);
		rig_call_exit(&rig);
	}
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	bool is_return = !size || data[0] != '@';
	struct ks_field_env env = {
		.index = 1,
		.is_return = is_return,
		.fetch = &rig_fetch,
	};
	char *text = malloc(strlen(PREFIX) + size + 1);
	struct ks_filter *filter;
	long ret = 0;
	size_t i;

	if (!rig_fetch.nr)
		rig_init();
	memcpy(text, PREFIX, strlen(PREFIX));
	memcpy(text + strlen(PREFIX), data, size);
	text[strlen(PREFIX) + size] = '\0';
	if (!is_return)
		text[strlen(PREFIX)] = ' ';
	for (i = 0, seed = 1; i < size; i++)
		seed = seed * 31 + data[i];

	env.text = text;
	reports = 0;
	filter = ks_filter_create(&env, text + strlen(PREFIX));
	if (IS_ERR(filter)) {
		ret = reported == KS_ERR_IF_OPS ||
		      reported == KS_ERR_IF_DEPTH ||
		      reported == KS_ERR_IF_TEXT_LONG ? -E2BIG : -EINVAL;
		CHECK(PTR_ERR(filter) == ret);
		CHECK(reports == 1);
	} else {
		CHECK(!reports);
		check_runs(filter, is_return);
		ks_filter_destroy(filter);
	}
	free(text);
	return 0;
}
