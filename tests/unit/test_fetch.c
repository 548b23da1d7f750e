// SPDX-License-Identifier: GPL-2.0
/* Tests of the compiler of arguments: refusals, names, layout and limits. */
#include <kretscope/fetch.h>

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "fetch_bads.h"
#include "test.h"

static struct ks_fetch fetch;

static struct ks_fetch_env env_of(unsigned int where,
				  const struct ks_proto *proto)
{
	struct ks_fetch_env env = rig_env;

	env.is_return = where == IS_RETURN;
	env.is_entry = where != IS_OFFSET;
	env.proto = proto;
	return env;
}

static int compile(const char *args, unsigned int where,
		   const struct ks_proto *proto)
{
	struct ks_fetch_env env = env_of(where, proto);

	return rig_compile(&fetch, &env, args);
}

static bool seen[KS_ERR_NR];

static void check_bad(const struct bad *bad)
{
	int ret = compile(bad->args, bad->where, bad->proto);

	EXPECT(ret == (bad->ret ?: -EINVAL), "%s: %d", bad->args, ret);
	EXPECT(rig_report.nr == 1, "%s: %u", bad->args, rig_report.nr);
	if (!rig_report.nr)
		return;
	EXPECT(rig_report.err == bad->err, "%s: %s", bad->args,
	       rig_code(rig_report.err));
	EXPECT(rig_report.col == bad->col, "%s: %u", bad->args, rig_report.col);
	EXPECT(rig_report.index == 7, "%s: %u", bad->args, rig_report.index);
	EXPECT(!strncmp(rig_report.text, RIG_HEAD, strlen(RIG_HEAD)), "%s: %s",
	       bad->args, rig_report.text);
	EXPECT(!strcmp(rig_report.detail, bad->detail ?: ""), "%s: %s",
	       bad->args, rig_report.detail);
	seen[rig_report.err] = true;
}

static void test_bad(void)
{
	static const struct bad stack = {
		"$args", 1, KS_ERR_ARG_ARGS_STACK, 0, &rig_proto_regs,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bads); i++)
		check_bad(&bads[i]);
	rig_proto_regs.nr = RIG_NR_REGS + 1;
	check_bad(&stack);
	rig_proto_regs.nr = RIG_NR_REGS;

#define IS_SEEN(code, cause) \
	EXPECT(seen[KS_ERR_##code], "no case for " #code);
	KS_ERRORS_ARG(IS_SEEN)
#undef IS_SEEN
}

/**
 * struct good - arguments that must be taken
 * @args: the arguments
 * @canon: NAME:TYPE[N] of each
 * @where: IS_P, IS_RETURN or IS_OFFSET
 * @proto: the function's prototype
 */
struct good {
	const char *args;
	const char *canon;
	unsigned int where;
	const struct ks_proto *proto;
};

static const struct good goods[] = {
	{ "", "" },
	{ " \t ", "" },
	/* names */
	{ "$arg1", "arg1:x64" },
	{ "  $arg1\t$arg2 ", "arg1:x64 arg2:x64" },
	{ "$arg7 a=$arg2 $arg7", "arg1:x64 a:x64 arg3:x64" },
	{ N31 "=$arg1", N31 ":x64" },
	{ "_1=$arg1 A=$arg1 a=$arg1", "_1:x64 A:x64 a:x64" },
	{ "lat_=$arg1 re=$arg1 retx=$arg1", "lat_:x64 re:x64 retx:x64" },
	{ "$comm", "arg1:string" },
	{ "$retval", "ret:errno", IS_RETURN },
	{ "$arg1 $retval", "arg1:x64 ret:errno", IS_RETURN },
	{ "ret=$retval:s32", "ret:s32", IS_RETURN },
	{ "$retval:u8 r=$retval:s8", "ret:u8 r:s8", IS_RETURN },
	{ "r=$retval", "r:x64", IS_RETURN },
	{ "$retval:string", "arg1:string", IS_RETURN },
	{ "+8($retval):u16", "arg1:u16", IS_RETURN },
	/* prototypes */
	{ "$arg3 $arg1 $arg4", "count:u64 file:ptr flag:bool", 0,
	  &rig_proto_read },
	{ "$arg3:s8 c=$arg3", "count:s8 c:u64", 0, &rig_proto_read },
	{ "+0($arg1) x=+8($arg1):ptr", "arg1:x64 x:ptr", 0, &rig_proto_read },
	{ "$retval r=$retval", "ret:s64 r:s64", IS_RETURN, &rig_proto_read },
	{ "$args", "file:ptr buf:ptr count:u64 flag:bool", 0,
	  &rig_proto_read },
	{ "a=\\1 $args b=\\2",
	  "a:x64 file:ptr buf:ptr count:u64 flag:bool b:x64", 0,
	  &rig_proto_read },
	{ "$args", "", 0, &rig_proto_void },
	{ "$retval:u8", "ret:u8", IS_RETURN, &rig_proto_void },
	{ "r=$retval:u8", "r:u8", IS_RETURN, &rig_proto_void },
	{ "$arg1 $arg2", "fmt:ptr arg2:x64", 0, &rig_proto_variadic },
	{ "$arg1", "a:u32", 0, &rig_proto_wide },
	{ "$arg12 $arg11:x8", "p12:s32 p11:x8", 0, &rig_proto_long },
	{ "$args", "arg1:s32 arg2:s32 arg3:s32 arg4:s32 arg5:s32 x:s32", 0,
	  &rig_proto_names },
	{ "$arg6 $arg4", "x:s32 arg2:s32", 0, &rig_proto_names },
	{ "$arg2048:u8", "arg1:u8" },
	/* types */
	{ "$arg1:u8 $arg1:u16 $arg1:u32 $arg1:u64",
	  "arg1:u8 arg2:u16 arg3:u32 arg4:u64" },
	{ "$arg1:s8 $arg1:s16 $arg1:s32 $arg1:s64",
	  "arg1:s8 arg2:s16 arg3:s32 arg4:s64" },
	{ "$arg1:x8 $arg1:x16 $arg1:x32 $arg1:x64",
	  "arg1:x8 arg2:x16 arg3:x32 arg4:x64" },
	{ "$arg1:bool $arg1:char $arg1:errno $arg1:ptr $arg1:symbol",
	  "arg1:bool arg2:char arg3:errno arg4:ptr arg5:symbol" },
	{ "$arg1:string $arg1:ustring", "arg1:string arg2:ustring" },
	{ "$comm:string c=$comm", "arg1:string c:string" },
	{ "+0($arg1):u8[64] @data.0$x:s32[1]", "arg1:u8[64] arg2:s32[1]" },
	{ "+0($arg1):u8[0x10] +0($arg1):u8[010]", "arg1:u8[16] arg2:u8[8]" },
	{ "+0($arg1):bool[2] +0($arg1):ptr[2] +0($arg1):errno[2]",
	  "arg1:bool[2] arg2:ptr[2] arg3:errno[2]" },
	/* anywhere */
	{ "$stack0 $stack2047 " RIG_REG_1 " $comm @data.0$x \\1",
	  "arg1:x64 arg2:x64 arg3:x64 arg4:string arg5:x64 arg6:x64",
	  IS_OFFSET },
	/* the last that is taken */
	{ TIMES_8("+8(") RIG_REG_1 TIMES_8(")"), "arg1:x64" },
	{ TIMES_8("+8(") "@data.0$x" TIMES_8(")"), "arg1:x64" },
	{ TIMES_8("+8(") "$retval" TIMES_8(")") ":string", "arg1:string",
	  IS_RETURN },
	{ "+0($arg1):u64[24]", "arg1:u64[24]" },
	{ "+0($arg1):u32[46] $arg1", "arg1:u32[46] arg2:x64" },
	{ "+9223372036854775807($arg1) -9223372036854775808($arg1)",
	  "arg1:x64 arg2:x64" },
	{ "\\18446744073709551615 \\-9223372036854775808",
	  "arg1:x64 arg2:x64" },
};

static size_t canon(char *buf, size_t size)
{
	const struct ks_arg *arg = fetch.arg;
	size_t len = 0;

	*buf = '\0';
	for (; arg < fetch.arg + fetch.nr; arg++) {
		len += snprintf(buf + len, size - len, "%s%s:%s",
				len ? " " : "", arg->name,
				ks_type_name(&arg->type));
		if (arg->nr)
			len += snprintf(buf + len, size - len, "[%u]", arg->nr);
	}
	return len;
}

static void test_good(void)
{
	const struct good *good;
	char text[2048];
	int ret;

	for (good = goods; good < goods + ARRAY_SIZE(goods); good++) {
		ret = compile(good->args, good->where, good->proto);
		EXPECT(!ret && !rig_report.nr, "%s: %d %s", good->args, ret,
		       rig_code(rig_report.err));
		if (ret)
			continue;
		canon(text, sizeof(text));
		EXPECT(!strcmp(text, good->canon), "%s: %s", good->args, text);
	}
}

/* What stands behind the end is none of it. */
static void test_end(void)
{
	struct ks_fetch_env env = env_of(IS_P, &rig_proto_read);
	static const char args[] = "$arg12:u8[2])x";

	env.text = args;
	EXPECT(!ks_fetch_compile(&fetch, &env, args, args + 5) &&
	       fetch.nr == 1 && !strcmp(fetch.arg[0].name, "file"), "%s",
	       fetch.arg[0].name);
	EXPECT(!ks_fetch_compile(&fetch, &env, args, args), "%u", fetch.nr);
}

static bool ret_is(const char *name)
{
	return !strcmp(ks_type_name(&fetch.ret), name);
}

static void test_ret(void)
{
	EXPECT(!compile("", IS_RETURN, NULL) && ret_is("errno"), "%s",
	       ks_type_name(&fetch.ret));
	EXPECT(!compile("", IS_RETURN, &rig_proto_read) && ret_is("s64"), "%s",
	       ks_type_name(&fetch.ret));
	EXPECT(!compile("", IS_RETURN, &rig_proto_void) && ret_is("void"),
	       "%s", ks_type_name(&fetch.ret));
	EXPECT(!compile("$retval:u8", IS_RETURN, NULL) && ret_is("u8"), "%s",
	       ks_type_name(&fetch.ret));
	EXPECT(!compile("r=$retval:u8", IS_RETURN, &rig_proto_read) &&
	       ret_is("s64"), "%s", ks_type_name(&fetch.ret));
	EXPECT(!compile("r=$retval:u8 $retval:x8", IS_RETURN, &rig_proto_read)
	       && ret_is("x8"), "%s", ks_type_name(&fetch.ret));
	EXPECT(fetch.arg[0].when == KS_AS_RET && fetch.arg[1].when == KS_AS_RET,
	       "%u %u", fetch.arg[0].when, fetch.arg[1].when);
	EXPECT(!fetch.size && !fetch.has_entry && !fetch.has_return, "%u",
	       fetch.size);
	EXPECT(!compile("$retval:string +0($retval) a=$arg1", IS_RETURN, NULL),
	       "%s", rig_code(rig_report.err));
	EXPECT(fetch.arg[0].when == KS_AT_RETURN &&
	       fetch.arg[1].when == KS_AT_RETURN &&
	       fetch.arg[2].when == KS_AT_ENTRY, "%u %u %u", fetch.arg[0].when,
	       fetch.arg[1].when, fetch.arg[2].when);
	EXPECT(fetch.has_entry && fetch.has_return, "%u %u", fetch.has_entry,
	       fetch.has_return);
	EXPECT(!compile("a=+0($retval)", IS_RETURN, NULL) && !fetch.has_entry &&
	       fetch.has_return && fetch.size == 16, "%u", fetch.size);
	EXPECT(!compile("a=\\1", IS_RETURN, NULL) && fetch.has_entry &&
	       !fetch.has_return && fetch.size == 16, "%u", fetch.size);
}

/* Values lie one behind the other, in order, and nothing is between them. */
static void check_layout(const char *args)
{
	const struct ks_arg *arg = fetch.arg;
	unsigned int at = 8;

	for (; arg < fetch.arg + fetch.nr; arg++) {
		if (arg->when == KS_AS_RET) {
			EXPECT(!arg->offset && !arg->size, "%s", args);
			continue;
		}
		EXPECT(arg->offset == at, "%s: %s at %u", args, arg->name,
		       arg->offset);
		EXPECT(arg->size && arg->size % 8 == 0, "%s: %s has %u", args,
		       arg->name, arg->size);
		at += arg->size;
	}
	EXPECT(fetch.size == (at > 8 ? at : 0), "%s: %u", args, fetch.size);
	EXPECT(fetch.size <= KS_VALUES_MAX, "%s: %u", args, fetch.size);
}

/**
 * struct layout - how much room arguments get
 * @args: the arguments, for a return probe
 * @size: of all values
 * @text: of each text but $comm, 0 if there is none
 */
struct layout {
	const char *args;
	unsigned int size;
	unsigned int text;
};

static const struct layout layouts[] = {
	{ "", 0 },
	{ "$retval", 0 },
	{ "$arg1:u8", 16 },
	{ "$arg1 $retval $arg1", 24 },
	{ "+0($arg1):u8[9]", 24 },
	{ "+0($arg1):u8[8]", 16 },
	{ "+0($arg1):u16[1] +0($arg1):u32[3]", 32 },
	{ "$comm", 24 },
	{ "$comm $arg1:string", 152, 128 },
	{ "$arg1:string", 136, 128 },
	{ "$arg1:string $arg1:ustring", 200, 96 },
	{ "$arg1:string $arg1:string $arg1:string", 200, 64 },
	{ "$arg1:string $arg1:string $arg1:string $arg1", 184, 56 },
	{ "$arg1:string +0($arg1):u64[8]", 200, 128 },
	{ "$arg1:string +0($arg1):u64[9]", 200, 120 },
	{ "$arg1:string +0($arg1):u64[22]", 200, 16 },
	{ TIMES_12("$arg1:string "), 200, 16 },
	{ TIMES_8("$arg1:string ") TIMES_8("$arg1 "), 200, 16 },
	{ TIMES_24("$arg1 "), 200 },
};

static void test_layout(void)
{
	const struct ks_arg *arg;
	unsigned int i;

	EXPECT(KS_VALUES_MAX == 200, "%zu", KS_VALUES_MAX);
	for (i = 0; i < ARRAY_SIZE(layouts); i++) {
		const struct layout *want = &layouts[i];

		EXPECT(!compile(want->args, IS_RETURN, NULL), "%s: %s",
		       want->args, rig_code(rig_report.err));
		check_layout(want->args);
		EXPECT(fetch.size == want->size, "%s: %u", want->args,
		       fetch.size);
		for (arg = fetch.arg; arg < fetch.arg + fetch.nr; arg++)
			if (ks_type_is_text(&arg->type) &&
			    !(arg == fetch.arg && want->args[1] == 'c'))
				EXPECT(arg->size == want->text, "%s: %u",
				       want->args, arg->size);
	}
}

static void test_find(void)
{
	const struct ks_arg *arg;

	EXPECT(!compile("a=$arg1 ab=$arg2 $arg3", 0, NULL), "%s",
	       rig_code(rig_report.err));
	EXPECT(ks_fetch_find(&fetch, "ab", 2) == &fetch.arg[1], "ab");
	EXPECT(ks_fetch_find(&fetch, "abc", 1) == &fetch.arg[0], "a");
	EXPECT(ks_fetch_find(&fetch, "arg3", 4) == &fetch.arg[2], "arg3");
	arg = ks_fetch_find(&fetch, "arg", 3);
	EXPECT(!arg, "%s", arg->name);
	arg = ks_fetch_find(&fetch, "", 0);
	EXPECT(!arg, "%s", arg->name);
}

static const struct test tests[] = {
	{ "bad arguments: code, column and detail", test_bad },
	{ "good arguments: names and types", test_good },
	{ "nothing behind the end is looked at", test_end },
	{ "the return value's type, and when what is read", test_ret },
	{ "layout of the values", test_layout },
	{ "arguments by name", test_find },
	{}
};

int main(void)
{
	rig_init();
	return test_run(UNIT, tests);
}
