// SPDX-License-Identifier: GPL-2.0
/* Fuzzes the compiler of hist clauses, and counts by what it takes. */
#include <kretscope/tally.h>

#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <stdlib.h>

#include <kretscope/errlog.h>

#include "filter_rig.h"
#include "fuzz.h"

#define PREFIX	"r x hist:"
#define CALLS	20

static unsigned int reports;
static u64 seed;

void ks_errlog(unsigned int index, const char *text, unsigned int col,
	       enum ks_err err, const char *detail)
{
	reports++;
	CHECK(index == 1);
	CHECK(col > strlen(PREFIX) && col <= strlen(text) + 1);
	CHECK((err >= KS_ERR_FIELD_NONE && err <= KS_ERR_FIELD_ARRAY) ||
	      (err >= KS_ERR_HIST_PART && err <= KS_ERR_HIST_SIZE));
	CHECK(!detail);
}

static u64 number(void)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return seed >> 20;
}

static void sum_up(const struct ks_tally_sum *sum, void *arg)
{
	u64 count = 0;
	unsigned int i;

	for (i = 0; i < KS_TALLY_ROWS; i++)
		count += sum->row[i];
	CHECK(sum->count && sum->count == count);
	*(u64 *)arg += count;
}

static void check_counts(struct ks_tally *tally)
{
	struct rig rig;
	unsigned int i;
	u64 count = 0;

	for (i = 0; i < CALLS; i++) {
		rig_call_init(&rig, number);
		rig.ret.cpu %= 2;
		ks_tally_add(tally, &rig.ret);
		rig_call_exit(&rig);
	}
	CHECK(!ks_tally_for_each(tally, sum_up, &count));
	CHECK(count == CALLS);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct ks_field_env env = {
		.index = 1,
		.is_return = !size || data[0] != '@',
		.fetch = &rig_fetch,
	};
	char *text = malloc(strlen(PREFIX) + size + 1), *pos;
	struct ks_tally *tally;
	size_t i;

	if (!rig_fetch.nr)
		rig_init();
	if (!env.is_return) {
		data++;
		size--;
	}
	pos = text + strlen(PREFIX);
	memcpy(text, PREFIX, strlen(PREFIX));
	memcpy(pos, data, size);
	pos[size] = '\0';
	for (i = 0, seed = 1; i < size; i++)
		seed = seed * 31 + data[i];

	env.text = text;
	reports = 0;
	/* A clause is one word. */
	tally = ks_tally_create(&env, pos, pos + strcspn(pos, " \t"));
	if (IS_ERR(tally)) {
		CHECK(PTR_ERR(tally) == -EINVAL && reports == 1);
	} else {
		CHECK(!reports);
		check_counts(tally);
		ks_tally_destroy(tally);
	}
	free(text);
	return 0;
}
