// SPDX-License-Identifier: GPL-2.0
/* Arguments of every type, and calls with random values, for filters. */
#include "filter_rig.h"

#include <linux/kernel.h>
#include <linux/string.h>

#include <stdlib.h>

#include <kretscope/memory.h>

struct ks_fetch rig_fetch;
size_t rig_memory_size;

static const struct ks_arg args[] = {
	{ "u8", { KS_BASE_DEC, 1 } },
	{ "x16", { KS_BASE_HEX, 2 } },
	{ "u32", { KS_BASE_DEC, 4 } },
	{ "u64", { KS_BASE_DEC, 8 } },
	{ "s8", { KS_BASE_DEC, 1, true } },
	{ "s16", { KS_BASE_DEC, 2, true } },
	{ "s32", { KS_BASE_DEC, 4, true } },
	{ "s64", { KS_BASE_DEC, 8, true } },
	{ "flag", { KS_BASE_BOOL, 1 } },
	{ "ch", { KS_BASE_CHAR, 1 } },
	{ "err", { KS_BASE_ERRNO, 8 } },
	{ "ptr", { KS_BASE_PTR, 8 } },
	{ "late", { KS_BASE_DEC, 4, true }, KS_AT_RETURN },
	{ "path", { KS_BASE_STRING }, .size = 40 },
	{ "upath", { KS_BASE_USTRING }, .size = 16 },
	{ "latepath", { KS_BASE_STRING }, KS_AT_RETURN, .size = 16 },
	{ "array", { KS_BASE_DEC, 4 }, .nr = 2, .size = 8 },
	{ "retu8", { KS_BASE_DEC, 1 }, KS_AS_RET },
	{ "rets16", { KS_BASE_DEC, 2, true }, KS_AS_RET },
	{ "rets32", { KS_BASE_DEC, 4, true }, KS_AS_RET },
	{ "retx64", { KS_BASE_HEX, 8 }, KS_AS_RET },
	{ "retbool", { KS_BASE_BOOL, 1 }, KS_AS_RET },
};

static bool is_text(const struct ks_arg *arg)
{
	return arg->type.base == KS_BASE_STRING ||
	       arg->type.base == KS_BASE_USTRING;
}

void rig_init(void)
{
	struct ks_arg *arg;

	memset(&rig_fetch, 0, sizeof(rig_fetch));
	memcpy(rig_fetch.arg, args, sizeof(args));
	rig_fetch.size = sizeof(u64);
	rig_fetch.ret = (struct ks_type){ KS_BASE_ERRNO, 8, false };
	for (arg = rig_fetch.arg; arg < rig_fetch.arg + ARRAY_SIZE(args);
	     arg++) {
		rig_fetch.nr++;
		if (arg->when == KS_AS_RET)
			continue;
		if (!arg->size)
			arg->size = sizeof(u64);
		arg->offset = rig_fetch.size;
		rig_fetch.size += arg->size;
	}
}

void *ks_memory_alloc(size_t size, unsigned int cpu)
{
	(void)cpu;
	rig_memory_size = size;
	return calloc(1, size);
}

u64 rig_number(u64 (*number)(void))
{
	static const u64 edges[] = {
		0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff,
		4095, 4096, 1ULL << 31, U32_MAX, 1ULL << 32, 1ULL << 63,
		0xfffff000, 0xfffff001, 0xfffffffe,
	};
	u64 val = edges[number() % ARRAY_SIZE(edges)];

	switch (number() % 8) {
	case 0:
		return number();
	case 1:
		return -val;
	case 2:
		return val - 1;
	case 3:
		/* In a register, above what counts. */
		return val | number() << 32;
	default:
		return val;
	}
}

/* Of few characters, so that texts are often the same. */
static void fill_text(char *str, unsigned int size, u64 (*number)(void))
{
	unsigned int len = number() % (size + 1);
	unsigned int i;

	if (number() % 4)
		len %= 5;
	for (i = 0; i < size; i++)
		str[i] = i < len ? 'a' + number() % 2 : (char)number();
	if (len < size)
		str[len] = '\0';
	else
		str[size - 1] = number() % 2 ? KS_STRING_CUT : '\0';
}

static void fill_arg(const struct ks_arg *arg, void *values,
		     u64 (*number)(void))
{
	u64 val;

	if (arg->when == KS_AS_RET)
		return;
	if (is_text(arg)) {
		fill_text(values + arg->offset, arg->size, number);
		return;
	}
	val = ks_type_value(&arg->type, rig_number(number));
	memcpy(values + arg->offset, &val, sizeof(val));
}

static void fill_call(struct ks_facts *call, u64 (*number)(void))
{
	u64 *values = malloc(rig_fetch.size);
	char *comm = malloc(KS_COMM_LEN);
	unsigned int i;

	fill_text(comm, KS_COMM_LEN, number);
	for (i = 0; i < rig_fetch.nr; i++)
		fill_arg(&rig_fetch.arg[i], values, number);
	values[0] = number() & number() & number();
	if (number() % 4)
		values[0] = 0;
	*call = (struct ks_facts) {
		.lat = rig_number(number),
		.ret = rig_number(number),
		.pid = rig_number(number),
		.tid = rig_number(number),
		.cpu = rig_number(number),
		.comm = comm,
		.values = values,
	};
}

void rig_call_init(struct rig *rig, u64 (*number)(void))
{
	const struct ks_arg *arg;
	u64 *from, *to;
	unsigned int i;

	fill_call(&rig->entry, number);
	fill_call(&rig->ret, number);
	rig->ret.is_return = true;

	/* What is known at entry is the same at return. */
	rig->ret.pid = rig->entry.pid;
	rig->ret.tid = rig->entry.tid;
	memcpy((char *)rig->ret.comm, rig->entry.comm, KS_COMM_LEN);
	from = (u64 *)rig->entry.values;
	to = (u64 *)rig->ret.values;
	for (i = 0; i < rig_fetch.nr; i++) {
		arg = &rig_fetch.arg[i];
		if (arg->when != KS_AT_ENTRY)
			continue;
		memcpy((char *)to + arg->offset, (char *)from + arg->offset,
		       arg->size);
		to[0] = (to[0] & ~(1ULL << i)) | (from[0] & 1ULL << i);
	}
}

void rig_call_exit(struct rig *rig)
{
	free((void *)rig->entry.comm);
	free((void *)rig->entry.values);
	free((void *)rig->ret.comm);
	free((void *)rig->ret.values);
}
