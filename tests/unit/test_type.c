// SPDX-License-Identifier: GPL-2.0
/* Tests of the types of values. */
#include <kretscope/type.h>

#include <compat/mm.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <stdarg.h>

#include "test.h"

#define SYMBOL_AT	0xffffffff81000010ULL
#define USER_AT		0x7f0012345678ULL

/* What the kernel makes of an address; of the two last names it has none. */
int scnprintf(char *buf, size_t size, const char *fmt, ...)
{
	va_list args;
	u64 val;

	va_start(args, fmt);
	val = (unsigned long)va_arg(args, void *);
	va_end(args);
	if (!strcmp(fmt, "%p"))
		return snprintf(buf, size, "%016llx", val ^ 0x5555);
	EXPECT(!strcmp(fmt, "%pS"), "%s", fmt);
	if (val == SYMBOL_AT)
		return snprintf(buf, size, "vfs_read+0x10/0x20 [mod]");
	return snprintf(buf, size, "0x%llx", val);
}

static const char *const names[] = {
	"u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "x8", "x16",
	"x32", "x64", "bool", "char", "string", "ustring", "symbol", "errno",
	"ptr",
};

static struct ks_type by_name(const char *name)
{
	struct ks_type type = { 0 };

	EXPECT(ks_type_by_name(name, strlen(name), &type), "%s", name);
	return type;
}

static void test_names(void)
{
	static const char *const bads[] = {
		"", "u", "u7", "u80", "U8", "s128", "x", "void", "strin",
		"strings", "int", "u8 ",
	};
	struct ks_type type;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		type = by_name(names[i]);
		EXPECT(!strcmp(ks_type_name(&type), names[i]), "%s: %s",
		       names[i], ks_type_name(&type));
		/* The name need not end there. */
		EXPECT(!ks_type_by_name(names[i], strlen(names[i]) - 1, &type)
		       || !strcmp(names[i], "x16"), "%s", names[i]);
	}
	for (i = 0; i < ARRAY_SIZE(bads); i++)
		EXPECT(!ks_type_by_name(bads[i], strlen(bads[i]), &type), "%s",
		       bads[i]);
	EXPECT(ks_type_by_name("u8[4]", 2, &type), "u8[4]");
	type = (struct ks_type){ KS_BASE_NONE, 0, false };
	EXPECT(!strcmp(ks_type_name(&type), "void"), "%s", ks_type_name(&type));
	/* Such as a prototype has. */
	type = (struct ks_type){ KS_BASE_CHAR, 1, true };
	EXPECT(!strcmp(ks_type_name(&type), "char"), "%s", ks_type_name(&type));
	type = (struct ks_type){ KS_BASE_ERRNO, 4, true };
	EXPECT(!strcmp(ks_type_name(&type), "errno"), "%s",
	       ks_type_name(&type));
}

/**
 * struct value - a register, what it is as a type, and its text
 * @type: the type's name
 * @raw: the register
 * @val: its value
 * @text: the text
 */
struct value {
	const char *type;
	u64 raw;
	u64 val;
	const char *text;
};

static const struct value table[] = {
	/* upper bits do not matter */
	{ "u8", 0xdeadbeefcafe00ff, 0xff, "255" },
	{ "u16", 0xdeadbeefcafeffff, 0xffff, "65535" },
	{ "u32", 0xdeadbeefffffffff, 0xffffffff, "4294967295" },
	{ "u64", -1ULL, -1ULL, "18446744073709551615" },
	{ "s8", 0xdeadbeefcafe007f, 127, "127" },
	{ "s8", 0xdeadbeefcafe0080, -128, "-128" },
	{ "s16", 0xdeadbeefcafe7fff, 32767, "32767" },
	{ "s16", 0xdeadbeefcafe8000, -32768, "-32768" },
	{ "s32", 0xdeadbeef7fffffff, 2147483647, "2147483647" },
	{ "s32", 0xdeadbeef80000000, -2147483648LL, "-2147483648" },
	{ "s64", 0x8000000000000000, 0x8000000000000000,
	  "-9223372036854775808" },
	{ "x8", 0xdeadbeefcafe0100, 0, "0x0" },
	{ "x8", 0xdeadbeefcafe01a0, 0xa0, "0xa0" },
	{ "x16", 0xdeadbeefcafe0f00, 0xf00, "0xf00" },
	{ "x32", 0xdeadbeef80000000, 0x80000000, "0x80000000" },
	{ "x64", -1ULL, -1ULL, "0xffffffffffffffff" },
	{ "x64", 0x123456789abcdef, 0x123456789abcdef, "0x123456789abcdef" },
	{ "bool", 0xdeadbeefcafe0000, 0, "false" },
	{ "bool", 0xdeadbeefcafe0001, 1, "true" },
	{ "bool", 0xdeadbeefcafe0080, 1, "true" },
	{ "char", 0xdeadbeefcafe0041, 'A', "'A'" },
	{ "char", ' ', ' ', "' '" },
	{ "char", '~', '~', "'~'" },
	{ "char", 0, 0, "'\\x00'" },
	{ "char", 0x1f, 0x1f, "'\\x1f'" },
	{ "char", 0x7f, 0x7f, "'\\x7f'" },
	{ "char", 0xe4, 0xe4, "'\\xe4'" },
	{ "char", '\'', '\'', "'\\''" },
	{ "char", '\\', '\\', "'\\\\'" },
	/* the upper half of an int is undefined, and often zero */
	{ "errno", -1ULL, -1ULL, "-1 (EPERM)" },
	{ "errno", 0xfffffffe, -2ULL, "-2 (ENOENT)" },
	{ "errno", -4095ULL, -4095ULL, "-4095" },
	{ "errno", -4096ULL, -4096ULL, "-4096" },
	{ "errno", 0xfffff001, -4095ULL, "-4095" },
	{ "errno", 0xfffff000, 0xfffff000, "4294963200" },
	{ "errno", 0x1fffffffe, 0x1fffffffe, "8589934590" },
	{ "errno", -516ULL, -516ULL, "-516 (ERESTART_RESTARTBLOCK)" },
	{ "errno", 0, 0, "0" },
	{ "errno", 512, 512, "512" },
	/* addresses of kernel memory are not given away */
	{ "u64", SHIM_KADDR_FIRST, SHIM_KADDR_FIRST, "(kaddr)" },
	{ "s64", SHIM_KADDR_FIRST, SHIM_KADDR_FIRST, "(kaddr)" },
	{ "x64", SHIM_KADDR_LAST, SHIM_KADDR_LAST, "(kaddr)" },
	{ "errno", SHIM_KADDR_FIRST, SHIM_KADDR_FIRST, "(kaddr)" },
	{ "x64", SHIM_KADDR_FIRST - 1, SHIM_KADDR_FIRST - 1,
	  "0xffff887fffffffff" },
	{ "x64", SHIM_KADDR_LAST + 1, SHIM_KADDR_LAST + 1,
	  "0xffffffffc0000000" },
	{ "s32", SHIM_KADDR_LAST - 1, SHIM_KADDR_LAST - 1, "-1073741826" },
	{ "ptr", 0, 0, "0" },
	{ "ptr", SHIM_KADDR_FIRST, SHIM_KADDR_FIRST, "ffff888000005555" },
	{ "ptr", USER_AT, USER_AT, "00007f001234032d" },
	{ "ptr", -14ULL, -14ULL, "-14 (EFAULT)" },
	{ "ptr", -4095ULL, -4095ULL, "-4095" },
	{ "ptr", -4096ULL, -4096ULL, "ffffffffffffa555" },
	{ "symbol", 0, 0, "0" },
	{ "symbol", SYMBOL_AT, SYMBOL_AT, "vfs_read+0x10/0x20 [mod]" },
	{ "symbol", SYMBOL_AT + 1, SYMBOL_AT + 1, "(kaddr)" },
	{ "symbol", USER_AT, USER_AT, "0x7f0012345678" },
	{ "symbol", -2ULL, -2ULL, "-2 (ENOENT)" },
};

static void test_values(void)
{
	const struct value *value = table;
	char text[KS_VALUE_MAX + 1];
	struct ks_type type;
	size_t len;
	u64 val;

	for (; value < table + ARRAY_SIZE(table); value++) {
		type = by_name(value->type);
		val = ks_type_value(&type, value->raw);
		EXPECT(val == value->val, "%s 0x%llx: 0x%llx", value->type,
		       value->raw, val);
		len = ks_type_format(text, &type, val);
		text[len] = '\0';
		EXPECT(!strcmp(text, value->text), "%s 0x%llx: %s",
		       value->type, value->raw, text);
		EXPECT(ks_type_hides(&type, val) ==
		       !strcmp(value->text, "(kaddr)"), "%s 0x%llx",
		       value->type, value->raw);
	}
	type = (struct ks_type){ KS_BASE_NONE, 0, false };
	EXPECT(!ks_type_format(text, &type, 1), "void has text");
	type = (struct ks_type){ KS_BASE_CHAR, 1, true };
	len = ks_type_format(text, &type, ks_type_value(&type, 0xe4));
	EXPECT(len == 6 && !memcmp(text, "'\\xe4'", 6), "%.*s", (int)len,
	       text);
}

/* No number's text is longer than a caller makes room for. */
static void test_longest(void)
{
	char text[KS_VALUE_MAX];
	struct ks_type type;
	unsigned int i, k;
	size_t len, max = 0;
	u64 val;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		type = by_name(names[i]);
		if (!type.size)
			continue;
		for (k = 0; k < 20000; k++) {
			val = k < 10000 ? -(u64)k : test_random();
			val = ks_type_value(&type, val);
			len = ks_type_format(text, &type, val);
			EXPECT(len && len <= KS_NUMBER_MAX, "%s 0x%llx: %zu",
			       names[i], val, len);
			max = len > max ? len : max;
		}
	}
	EXPECT(max > KS_NUMBER_MAX / 2, "%zu", max);
}

static const struct test tests[] = {
	{ "types by name, and their names", test_names },
	{ "values in a register, and their text", test_values },
	{ "the longest text", test_longest },
	{}
};

int main(void)
{
	return test_run("type", tests);
}
