// SPDX-License-Identifier: GPL-2.0
/* Tests of how text is read in handlers, and how it is shown. */
#include <kretscope/fetch.h>
#include <kretscope/format.h>

#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <linux/thread_info.h>

#include "fetch_rig.h"
#include "test.h"

static struct ks_fetch fetch;
static u64 values[KS_VALUES_MAX / 8];
static char text[4096];

static void compile(const char *args)
{
	EXPECT(!rig_compile(&fetch, &rig_env, args), "%s: %s at %u", args,
	       rig_code(rig_report.err), rig_report.col);
}

static void run(const char *at)
{
	rig_set_argument(1, (unsigned long)at);
	memset(values, 0xa5, sizeof(values));
	rig_crossings = 0;
	ks_fetch_entry(&fetch, &rig_regs, values);
	EXPECT(!rig_crossings, "%u reads went into the next page",
	       rig_crossings);
}

static const char *value(unsigned int nr)
{
	return (const char *)values + fetch.arg[nr].offset;
}

static char letter(unsigned int i)
{
	return 'a' + i % 26;
}

/* Put a text of @len letters so that its NUL is in front of @end. */
static char *put_text(char *end, unsigned int len)
{
	char *start = end - len - 1;
	unsigned int i;

	for (i = 0; i < len; i++)
		start[i] = letter(i);
	start[len] = '\0';
	return start;
}

static void check_bytes(unsigned int nr, unsigned int len)
{
	unsigned int size = fetch.arg[nr].size;
	const char *bytes = value(nr);
	unsigned int i;
	char want;

	EXPECT(!(values[0] >> nr & 1), "%u letters: a fault", len);
	for (i = 0; i < size; i++) {
		want = i < len ? letter(i) : '\0';
		if (i == size - 1 && len >= size)
			want = KS_STRING_CUT;
		EXPECT(bytes[i] == want, "%u of %u letters, size %u: 0x%02x", i,
		       len, size, (u8)bytes[i]);
	}
}

static void check_ends(const struct rig_memory *memory, char *end)
{
	unsigned int len;

	for (len = 0; len < 140; len++) {
		run(put_text(end, len));
		check_bytes(0, len);
	}
	EXPECT(end > memory->start, "%p", end);
}

static const char *const sizes[] = {
	"$arg1:%sstring",
	"$arg1:%sstring +0($arg1):%sstring",
	"$arg1:%sstring $stack0 $stack1 $stack2 $stack3 $stack0 $stack0 $stack0"
	" $stack0 $stack0 $stack0 $stack0 $stack0 $stack0 $stack0 $stack0"
	" $stack0 $stack0 $stack0 $stack0 $stack0 $stack0 $stack0",
	"$arg1:%sstring +0($stack0):u8[64] +0($stack0):u8[64]",
};

/*
 * In front of a page that is not there, in front of one that is, and at every
 * place in a word.
 */
static void check_places(const struct rig_memory *memory, const char *user)
{
	char args[512];
	unsigned int i, shift;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		snprintf(args, sizeof(args), sizes[i], user, user);
		compile(args);
		check_ends(memory, memory->end);
		for (shift = 0; shift < 200; shift++)
			check_ends(memory, memory->end - PAGE_SIZE + shift);
	}
}

static void test_kernel(void)
{
	check_places(&rig_kernel, "");
}

static void test_user(void)
{
	check_places(&rig_user, "u");
}

/* Does the text's first word tell that there are no more? */
static void test_reads(void)
{
	compile("$arg1:string");
	rig_reads = 0;
	run(put_text(rig_kernel.end, 7));
	EXPECT(rig_reads == 1, "%u reads for 8 bytes", rig_reads);
	rig_reads = 0;
	run(put_text(rig_kernel.end - 64, 127));
	EXPECT(rig_reads == 16, "%u reads for 128 bytes", rig_reads);
}

/* No NUL in front of the page that is not there. */
static void test_unterminated(void)
{
	unsigned int len, i;
	char *start;

	compile("$arg1:string +0($arg1):string");
	for (len = 1; len < 140; len++) {
		start = put_text(rig_kernel.end, len);
		rig_kernel.end[-1] = 'x';
		run(start);
		if (len + 1 >= fetch.arg[0].size) {
			check_bytes(0, 200);
			continue;
		}
		EXPECT(values[0] == 3, "%u letters: 0x%llx", len, values[0]);
		for (i = 1; i < fetch.size / 8; i++)
			EXPECT(!values[i], "%u letters: 0x%llx", len,
			       values[i]);
	}
}

static void check(const char *bytes, const char *want)
{
	size_t len = ks_fetch_format(text, &fetch, values, 0);

	text[len] = '\0';
	EXPECT(len <= ks_fetch_line_max(&fetch), "%zu", len);
	EXPECT(!strcmp(text, want), "%s: %s", bytes, text);
}

static void test_format(void)
{
	static const struct {
		const char *bytes;
		const char *want;
	} shown[] = {
		{ "", " s=\"\"" },
		{ "a b", " s=\"a b\"" },
		{ "\"q\" 'a' \\", " s=\"\\\"q\\\" 'a' \\\\\"" },
		{ "\n\t\033[0m\177\200\377",
		  " s=\"\\x0a\\x09\\x1b[0m\\x7f\\x80\\xff\"" },
		{ "\001", " s=\"\\x01\"" },
	};
	unsigned int i;

	compile("s=$arg1:string");
	for (i = 0; i < ARRAY_SIZE(shown); i++) {
		strcpy(rig_kernel.start, shown[i].bytes);
		run(rig_kernel.start);
		check(shown[i].bytes, shown[i].want);
	}
}

static void test_cut(void)
{
	char want[200], *p = want;
	unsigned int i;

	compile("s=$arg1:string");
	p += sprintf(p, " s=\"");
	for (i = 0; i < KS_STRING_MAX; i++)
		*p++ = letter(i);
	strcpy(p, "\"");
	run(put_text(rig_kernel.end, KS_STRING_MAX));
	check("as long as may be", want);
	strcpy(p, "\"...");
	run(put_text(rig_kernel.end, KS_STRING_MAX + 1));
	check("one longer", want);

	/* The longest text of the line. */
	compile("s=$arg1:string $arg1:string");
	memset(rig_kernel.start, 0xff, 500);
	run(rig_kernel.start);
	i = ks_fetch_format(text, &fetch, values, 0);
	EXPECT(i <= ks_fetch_line_max(&fetch) && i > 2 * 95 * 4, "%u", i);
}

/* Symbols take the most text, and no room; elements of a byte fill that. */
static void test_longest_line(void)
{
	struct ks_fetch_env env = rig_env;
	char args[2048], *p = args;
	unsigned int i;
	size_t max;

	for (i = 0; i < 21; i++)
		p += sprintf(p, "symbol_with_a_name_of_31_char%02u=$retval:symbol ",
			     i);
	for (i = 0; i < 3; i++)
		p += sprintf(p, "array_with_a_name_of_31_chars%02u=+0($arg1):u8[64] ",
			     i);
	env.is_return = true;
	EXPECT(!rig_compile(&fetch, &env, args), "%s at %u",
	       rig_code(rig_report.err), rig_report.col);
	max = ks_format_line_max(&fetch);
	EXPECT(max > 20000 && max <= KS_LINE_LONGEST, "%zu", max);
}

static const struct test tests[] = {
	{ "the longest line that can be", test_longest_line },
	{ "text in kernel memory, up to the last byte that is there",
	  test_kernel },
	{ "text in user memory, the same", test_user },
	{ "a read for each 8 bytes", test_reads },
	{ "text that runs into what is not there", test_unterminated },
	{ "quotes and what is not printable", test_format },
	{ "text that is cut says so", test_cut },
	{}
};

int main(void)
{
	rig_init();
	return test_run(UNIT, tests);
}
