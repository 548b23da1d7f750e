// SPDX-License-Identifier: GPL-2.0
/* Fuzzes the compiler of arguments, what runs its programs, and their text. */
#include <kretscope/fetch.h>
#include <kretscope/format.h>

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <linux/thread_info.h>

#include <stdlib.h>

#include "fetch_rig.h"
#include "fuzz.h"
#include "test.h"

static const struct ks_proto *const protos[] = {
	NULL, NULL, &rig_proto_read, &rig_proto_void, &rig_proto_variadic,
	&rig_proto_wide, &rig_proto_long, &rig_proto_names, &rig_proto_regs,
};

/* Numbers, texts, and addresses of more of the kind. */
static void fill(const struct rig_memory *memory)
{
	size_t size = memory->end - memory->start;
	size_t at;
	u64 word;

	for (at = 0; at < size; at += sizeof(word)) {
		word = test_random();
		if (word % 4 == 0)
			word = (unsigned long)rig_kernel.start + THREAD_SIZE +
			       word % 4096;
		else if (word % 4 == 1)
			word = (unsigned long)rig_user.start + word % 4096;
		memcpy(memory->start + at, &word, sizeof(word));
	}
}

static void set_up(void)
{
	static bool is_done;

	if (is_done)
		return;
	is_done = true;
	rig_init();
	fill(&rig_kernel);
	fill(&rig_user);
	rig_set_argument(1, (unsigned long)rig_kernel.start + THREAD_SIZE);
	rig_set_argument(2, (unsigned long)rig_user.start);
	rig_set_argument(3, (unsigned long)rig_kernel.end - 100);
}

static void check_refusal(int ret, size_t len)
{
	/* The rig takes its own head off. */
	unsigned int col = rig_report.col + strlen(RIG_HEAD);

	CHECK(rig_report.nr == 1);
	CHECK(rig_report.index == 3);
	CHECK(col >= 1 && col <= len + 1);
	switch (rig_report.err) {
	case KS_ERR_ARG_MANY:
	case KS_ERR_ARG_BIG:
		CHECK(ret == -E2BIG);
		break;
	case KS_ERR_ARG_SYM:
		CHECK(ret == -ENOENT);
		break;
	case KS_ERR_ARG_SYM_TWICE:
		CHECK(ret == -ENOTUNIQ);
		break;
	default:
		CHECK(ret == -EINVAL);
	}
}

static void check_name(const struct ks_fetch *fetch, const struct ks_arg *arg)
{
	static const char *const own[] = { "lat", "pid", "tid", "comm", "cpu" };
	unsigned int i;
	size_t len;

	CHECK(memchr(arg->name, 0, sizeof(arg->name)));
	len = strlen(arg->name);
	CHECK(len && strspn(arg->name, "abcdefghijklmnopqrstuvwxyz"
			    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == len);
	CHECK(arg->name[0] < '0' || arg->name[0] > '9');
	for (i = 0; i < ARRAY_SIZE(own); i++)
		CHECK(strcmp(arg->name, own[i]));
	CHECK(strcmp(arg->name, "ret") || arg->when == KS_AS_RET);
	/* The first of a name is the only one. */
	CHECK(ks_fetch_find(fetch, arg->name, len) == arg);
}

static void check_layout(const struct ks_fetch *fetch)
{
	const struct ks_arg *arg = fetch->arg;
	unsigned int at = 8;

	CHECK(fetch->nr <= KS_ARGS_MAX);
	for (; arg < fetch->arg + fetch->nr; arg++) {
		check_name(fetch, arg);
		CHECK(arg->type.base != KS_BASE_NONE);
		CHECK(ks_type_is_text(&arg->type) == !arg->type.size);
		CHECK(arg->nr <= 64);
		CHECK(arg->nr * arg->type.size <= arg->size);
		if (arg->when == KS_AS_RET) {
			CHECK(!arg->offset && !arg->size);
			continue;
		}
		CHECK(arg->offset == at);
		CHECK(arg->size >= 8 && arg->size % 8 == 0);
		at += arg->size;
	}
	CHECK(at <= KS_VALUES_MAX);
	CHECK(fetch->size == (at > 8 ? at : 0));
	CHECK(!fetch->size == !(fetch->has_entry || fetch->has_return));
}

/* Values of a call, in as much memory as they need. */
static u64 *run(const struct ks_fetch *fetch, u64 ret, int dirt)
{
	u64 *values = malloc(fetch->size);

	memset(values, fetch->has_entry ? dirt : 0, fetch->size);
	rig_crossings = 0;
	if (fetch->has_entry)
		ks_fetch_entry(fetch, &rig_regs, values);
	if (fetch->has_return)
		ks_fetch_return(fetch, ret, values);
	return values;
}

static void check_values(const struct ks_fetch *fetch, const u64 *values)
{
	const struct ks_arg *arg;
	const char *bytes;
	unsigned int i, k;

	CHECK(!fetch->size || !(values[0] >> fetch->nr));
	for (i = 0; i < fetch->nr; i++) {
		arg = &fetch->arg[i];
		bytes = (const char *)values + arg->offset;
		if (arg->when == KS_AS_RET)
			continue;
		if (values[0] >> i & 1)
			for (k = 0; k < arg->size; k++)
				CHECK(!bytes[k]);
		if (ks_type_is_text(&arg->type))
			CHECK(bytes[arg->size - 1] == KS_STRING_CUT ||
			      !bytes[arg->size - 1]);
		/* Padding is zero. */
		else if (arg->nr)
			for (k = arg->nr * arg->type.size; k < arg->size; k++)
				CHECK(!bytes[k]);
	}
}

static void check_text(const struct ks_fetch *fetch, const u64 *values,
		       u64 ret)
{
	size_t max = ks_fetch_line_max(fetch);
	char *text = malloc(max);
	size_t i, len;

	CHECK(ks_format_line_max(fetch) <= KS_LINE_LONGEST);
	len = ks_fetch_format(text, fetch, values, ret);
	CHECK(len <= max);
	CHECK(!len || text[0] == ' ');
	for (i = 0; i < len; i++)
		CHECK(text[i] >= ' ' && text[i] <= '~');
	free(text);
}

static void check_run(const struct ks_fetch *fetch, u64 ret)
{
	u64 *values = run(fetch, ret, 0xa5);
	u64 *again = run(fetch, ret, 0x5a);

	/* All is written. */
	CHECK(!memcmp(values, again, fetch->size));
	check_values(fetch, values);
	check_text(fetch, values, ret);
	free(again);
	free(values);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct ks_fetch_env env = rig_env;
	struct ks_fetch fetch;
	u64 ret_value;
	char *text;
	size_t len;
	int ret;

	if (size < 2)
		return 0;
	set_up();
	text = strndup((const char *)data + 2, size - 2);
	len = strlen(text);
	env.index = 3;
	env.text = text;
	env.is_return = data[0] & 1;
	env.is_entry = env.is_return || data[0] & 2;
	env.proto = protos[data[1] % ARRAY_SIZE(protos)];
	ret_value = data[0] & 4 ? (unsigned long)rig_kernel.start +
				  THREAD_SIZE + 80 : -2ULL;

	memset(&rig_report, 0, sizeof(rig_report));
	memset(&fetch, 0xa5, sizeof(fetch));
	ret = ks_fetch_compile(&fetch, &env, text, text + len);
	if (ret) {
		check_refusal(ret, len);
	} else {
		CHECK(!rig_report.nr);
		check_layout(&fetch);
		check_run(&fetch, ret_value);
	}
	free(text);
	return 0;
}
