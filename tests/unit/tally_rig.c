// SPDX-License-Identifier: GPL-2.0
/* Compiles hist clauses for tests of them, and makes calls to be counted. */
#include "tally_rig.h"

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <stdlib.h>

#include <kretscope/errlog.h>

#include "filter_rig.h"
#include "tally_ref.h"
#include "test.h"

struct tally_report tally_report;

void ks_errlog(unsigned int index, const char *text, unsigned int col,
	       enum ks_err err, const char *detail)
{
	tally_report.nr++;
	tally_report.index = index;
	tally_report.text = text;
	tally_report.col = col;
	tally_report.err = err;
	EXPECT(!detail, "%s", detail);
}

static const char *const code_names[] = {
#define CODE_NAME(code, text) \
	[KS_ERR_##code] = #code,
	KS_ERRORS(CODE_NAME)
#undef CODE_NAME
};

char tally_text[512];

struct ks_tally *tally_compile(const char *clause, bool is_return)
{
	struct ks_field_env env = {
		.index = 7,
		.text = tally_text,
		.is_return = is_return,
		.fetch = &rig_fetch,
	};
	const char *pos = tally_text + strlen(TALLY_HEAD);

	memset(&tally_report, 0, sizeof(tally_report));
	/* What is behind the clause is none of its business. */
	snprintf(tally_text, sizeof(tally_text), TALLY_HEAD "%s if pid > 5", clause);
	return ks_tally_create(&env, pos, pos + strlen(clause));
}

const char *tally_code(enum ks_err err)
{
	return code_names[err];
}

struct ks_tally *tally_make(const char *clause)
{
	struct ks_tally *tally = tally_compile(clause, true);

	EXPECT(!IS_ERR(tally), "%s: %s col %zu", clause,
	       tally_code(tally_report.err),
	       tally_report.col - strlen(TALLY_HEAD));
	if (IS_ERR(tally))
		exit(1);
	return tally;
}

struct ks_facts tally_facts(u32 tid, u64 lat)
{
	static const char comm[KS_COMM_LEN] = "sh";

	return (struct ks_facts) {
		.is_return = true,
		.lat = lat,
		.tid = tid,
		.comm = comm,
	};
}

void tally_call(struct ks_tally *tally, u32 tid, u64 lat)
{
	struct ks_facts facts = tally_facts(tid, lat);

	ref_add(&facts);
	ks_tally_add(tally, &facts);
}
