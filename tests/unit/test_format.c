// SPDX-License-Identifier: GPL-2.0
/* Tests of the text of records, byte for byte. */
#include <kretscope/format.h>

#include <compat/mm.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/string.h>

#include <stdlib.h>

#include <kretscope/type.h>

#include "test.h"

#define N63	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ01234567890"

/* A record and its line. */
struct line {
	char comm[KS_COMM_LEN + 1];
	u32 tid;
	u32 pid;
	u16 cpu;
	u16 type;
	u64 ns;
	const char *name;
	u64 lat;
	u64 ret;
	const char *want;
};

#define RETURN	KS_RECORD_RETURN
#define HIT	KS_RECORD_HIT

/* Only the part behind "ret=" differs. */
#define RET_LINE(val, text) \
	{ "dd", 123, 123, 0, RETURN, 812345678901, "vfs_read", 1234, val, \
	  "              dd-123     [000]   812.345678901: vfs_read: lat=1234 " \
	  "ret=" text "\n" }

static const struct line lines[] = {
	RET_LINE(512, "512"),
	RET_LINE(0, "0"),
	RET_LINE(1, "1"),
	RET_LINE((u64)-1, "-1 (EPERM)"),
	RET_LINE((u64)-2, "-2 (ENOENT)"),
	RET_LINE((u64)-11, "-11 (EAGAIN)"),
	RET_LINE((u64)-133, "-133 (EHWPOISON)"),
	RET_LINE((u64)-134, "-134"),
	RET_LINE((u64)-512, "-512 (ERESTARTSYS)"),
	RET_LINE((u64)-516, "-516 (ERESTART_RESTARTBLOCK)"),
	RET_LINE((u64)-520, "-520"),
	RET_LINE((u64)-530, "-530 (ERECALLCONFLICT)"),
	RET_LINE((u64)-4095, "-4095"),
	RET_LINE((u64)-4096, "-4096"),
	RET_LINE((u64)-4097, "-4097"),
	/* an int's errno with the upper half undefined, and its neighbours */
	RET_LINE(0x00000000fffffff5, "-11 (EAGAIN)"),
	RET_LINE(0x00000000ffffffff, "-1 (EPERM)"),
	RET_LINE(0x00000000fffff001, "-4095"),
	RET_LINE(0x00000000fffff000, "4294963200"),
	RET_LINE(0x0000000100000000, "4294967296"),
	RET_LINE(0x00000001fffffff5, "8589934581"),
	RET_LINE(0x000000007fffffff, "2147483647"),
	RET_LINE(0x0000000080000000, "2147483648"),
	/* extremes */
	RET_LINE((u64)S64_MIN, "-9223372036854775808"),
	RET_LINE((u64)S64_MAX, "9223372036854775807"),
	RET_LINE(99999999, "99999999"),
	RET_LINE(100000000, "100000000"),
	RET_LINE(9999999999999999, "9999999999999999"),
	RET_LINE(10000000000000000, "10000000000000000"),
	RET_LINE((u64)-100000000, "-100000000"),
	/* addresses are not shown */
	RET_LINE(SHIM_KADDR_FIRST, "(kaddr)"),
	RET_LINE(SHIM_KADDR_LAST, "(kaddr)"),
	RET_LINE(SHIM_KADDR_FIRST - 1, "-131391639519233"),
	RET_LINE(SHIM_KADDR_LAST + 1, "-1073741824"),
	RET_LINE(0x00007fffffffe000, "140737488347136"),

	/* comm: full, empty, unterminated, junk behind its end, hostile */
	{ "kworker/u4:2-ev", 7, 7, 1, RETURN, 1, "f", 0, 0,
	  " kworker/u4:2-ev-7       [001]     0.000000001: f: lat=0 ret=0\n" },
	{ "", 7, 7, 1, RETURN, 1, "f", 0, 0,
	  "                -7       [001]     0.000000001: f: lat=0 ret=0\n" },
	{ "sixteen_letters_", 7, 7, 1, RETURN, 1, "f", 0, 0,
	  "sixteen_letters_-7       [001]     0.000000001: f: lat=0 ret=0\n" },
	{ "eight_ch", 7, 7, 1, RETURN, 1, "f", 0, 0,
	  "        eight_ch-7       [001]     0.000000001: f: lat=0 ret=0\n" },
	{ "ab\0\n\377junk", 7, 7, 1, RETURN, 1, "f", 0, 0,
	  "              ab-7       [001]     0.000000001: f: lat=0 ret=0\n" },
	{ "a\n# LOST 5\033[2J", 7, 7, 1, RETURN, 1, "f", 0, 0,
	  "  a?# LOST 5?[2J-7       [001]     0.000000001: f: lat=0 ret=0\n" },
	{ "\303\244\177\377 ~\001\002\003\004\005", 7, 7, 1, RETURN, 1, "f", 0,
	  0,
	  "     ????" " ~?????" "-7       [001]     0.000000001: f: lat=0 ret=0\n" },

	/* tid, pid and cpu */
	{ "x", 4194304, 4194304, 12, RETURN, 1, "f", 0, 0,
	  "               x-4194304 [012]     0.000000001: f: lat=0 ret=0\n" },
	{ "x", 12345678, 12345678, 123, RETURN, 1, "f", 0, 0,
	  "               x-12345678 [123]     0.000000001: f: lat=0 ret=0\n" },
	{ "x", 4294967295, 1, 999, RETURN, 1, "f", 0, 0,
	  "               x-4294967295 [999]     0.000000001: f: lat=0 ret=0 "
	  "pid=1\n" },
	{ "x", 1, 4294967295, 1000, RETURN, 1, "f", 0, 0,
	  "               x-1       [1000]     0.000000001: f: lat=0 ret=0 "
	  "pid=4294967295\n" },
	{ "x", 0, 0, 65535, RETURN, 1, "f", 0, 0,
	  "               x-0       [65535]     0.000000001: f: lat=0 ret=0\n" },
	{ "x", 5, 4, 0, RETURN, 1, "f", 0, (u64)-2,
	  "               x-5       [000]     0.000000001: f: lat=0 "
	  "ret=-2 (ENOENT) pid=4\n" },

	/* time */
	{ "x", 1, 1, 0, RETURN, 0, "f", 0, 0,
	  "               x-1       [000]     0.000000000: f: lat=0 ret=0\n" },
	{ "x", 1, 1, 0, RETURN, 999999999, "f", 0, 0,
	  "               x-1       [000]     0.999999999: f: lat=0 ret=0\n" },
	{ "x", 1, 1, 0, RETURN, 1000000000, "f", 0, 0,
	  "               x-1       [000]     1.000000000: f: lat=0 ret=0\n" },
	{ "x", 1, 1, 0, RETURN, 99999999999999, "f", 0, 0,
	  "               x-1       [000] 99999.999999999: f: lat=0 ret=0\n" },
	{ "x", 1, 1, 0, RETURN, 100000000000000, "f", 0, 0,
	  "               x-1       [000] 100000.000000000: f: lat=0 ret=0\n" },
	{ "x", 1, 1, 0, RETURN, U64_MAX, "f", 0, 0,
	  "               x-1       [000] 18446744073.709551615: f: lat=0 "
	  "ret=0\n" },

	/* latency */
	{ "x", 1, 1, 0, RETURN, 1, "f", U64_MAX, 0,
	  "               x-1       [000]     0.000000001: f: "
	  "lat=18446744073709551615 ret=0\n" },
	{ "x", 1, 1, 0, RETURN, 1, "f", 10000000000000000000ULL, 0,
	  "               x-1       [000]     0.000000001: f: "
	  "lat=10000000000000000000 ret=0\n" },

	/* hits, and names of all lengths */
	{ "x", 1, 1, 0, HIT, 1, "hit", 5, 5,
	  "               x-1       [000]     0.000000001: hit:\n" },
	{ "x", 2, 1, 0, HIT, 1, "g/hit", 5, 5,
	  "               x-2       [000]     0.000000001: g/hit: pid=1\n" },
	{ "x", 1, 1, 0, RETURN, 1, "exactly8", 0, 0,
	  "               x-1       [000]     0.000000001: exactly8: lat=0 "
	  "ret=0\n" },
	{ "x", 1, 1, 0, RETURN, 1, N63 "/" N63, 0, 0,
	  "               x-1       [000]     0.000000001: " N63 "/" N63
	  ": lat=0 ret=0\n" },
};

/* Format into memory of KS_LINE_MAX bytes, so that none more is used. */
static char *format(const struct ks_record *rec, u64 ns, const char *name,
		    size_t *len)
{
	static const struct ks_type untyped = { KS_BASE_ERRNO, 8, false };
	size_t name_len = strlen(name);
	char *exact = malloc(name_len);
	const struct ks_label label = { exact, name_len, &untyped, NULL };
	char *buf = malloc(KS_LINE_MAX + 1);
	char *part = malloc(KS_LINE_MAX);

	/* Nor is a byte behind the name, which has no NUL here. */
	memcpy(exact, name, name_len);
	*len = ks_format_record(part, rec, ns, &label);
	EXPECT(*len <= KS_LINE_MAX, "%zu", *len);
	memcpy(buf, part, *len);
	buf[*len] = '\0';
	free(part);
	free(exact);
	return buf;
}

static void fill(struct ks_record *rec, const struct line *line)
{
	memset(rec, 0, sizeof(*rec));
	rec->lat = line->lat;
	rec->ret = line->ret;
	rec->tid = line->tid;
	rec->pid = line->pid;
	rec->tag.cpu = line->cpu;
	rec->tag.type = line->type;
	memcpy(rec->comm, line->comm, sizeof(rec->comm));
}

static void test_lines(void)
{
	struct ks_record rec;
	unsigned int i;
	size_t len;
	char *got;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		const struct line *line = &lines[i];

		fill(&rec, line);
		got = format(&rec, line->ns, line->name, &len);
		EXPECT(len == strlen(line->want), "%zu: %s", len, got);
		EXPECT(!strcmp(got, line->want), "\"%s\"", got);
		free(got);
	}
}

/* The same line by other means. */
static void reference(char *buf, size_t size, const struct ks_record *rec,
		      u64 ns, const char *name)
{
	char comm[KS_COMM_LEN + 1] = "";
	const char *err;
	unsigned int i;
	size_t len;
	s64 ret;

	for (i = 0; i < KS_COMM_LEN && rec->comm[i]; i++)
		comm[i] = rec->comm[i] >= 0x20 && rec->comm[i] < 0x7f ?
			  rec->comm[i] : '?';
	len = snprintf(buf, size, "%16s-%-7u [%03u] %5llu.%09llu: %s:", comm,
		       rec->tid, rec->tag.cpu, ns / 1000000000, ns % 1000000000,
		       name);
	if (rec->tag.type == RETURN) {
		ret = rec->ret;
		if (ret == (u32)ret && (s32)ret < 0 && (s32)ret >= -4095)
			ret = (s32)ret;
		len += snprintf(buf + len, size - len, " lat=%llu ret=",
				rec->lat);
		if (ret < 0 && ret >= -4095) {
			err = ks_format_errno(-ret);
			len += snprintf(buf + len, size - len, "%lld%s%s%s",
					ret, err ? " (" : "", err ?: "",
					err ? ")" : "");
		} else if (ks_is_kernel_addr(ret)) {
			len += snprintf(buf + len, size - len, "(kaddr)");
		} else {
			len += snprintf(buf + len, size - len, "%lld", ret);
		}
	}
	if (rec->pid != rec->tid)
		len += snprintf(buf + len, size - len, " pid=%u", rec->pid);
	snprintf(buf + len, size - len, "\n");
}

static void test_types(void)
{
	static const struct {
		struct ks_type type;
		u64 ret;
		const char *want;
	} cases[] = {
		{ { KS_BASE_NONE }, 5, "p: lat=7\n" },
		{ { KS_BASE_BOOL, 1 }, 0xff00, "p: lat=7 ret=false\n" },
		{ { KS_BASE_DEC, 4 }, 0x1fffffffeULL,
		  "p: lat=7 ret=4294967294\n" },
		{ { KS_BASE_ERRNO, 4, true }, 0x1fffffffeULL,
		  "p: lat=7 ret=-2 (ENOENT)\n" },
		{ { KS_BASE_ERRNO, 8, true }, 0xfffffffeULL,
		  "p: lat=7 ret=4294967294\n" },
	};
	struct ks_record rec = { .tag.type = RETURN, .lat = 7, .comm = "x" };
	struct ks_label label = { "p", 1 };
	char buf[KS_LINE_MAX + KS_VALUE_MAX];
	unsigned int i;
	size_t len;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		rec.ret = cases[i].ret;
		label.ret = &cases[i].type;
		len = ks_format_record(buf, &rec, 1, &label);
		buf[len] = '\0';
		EXPECT(len < ks_format_line_max(NULL), "%zu", len);
		EXPECT(!strcmp(strstr(buf, "p:"), cases[i].want), "%s", buf);
	}
}

/* Of random size, so that all numbers of digits are met. */
static u64 random_value(void)
{
	return test_random() >> (test_random() % 64);
}

static void test_random_records(void)
{
	char want[2 * KS_LINE_MAX], name[64];
	struct ks_record rec;
	unsigned int i, k;
	size_t len;
	char *got;
	u64 ns;

	for (i = 0; i < 200000; i++) {
		rec.lat = random_value();
		rec.ret = random_value();
		if (i % 3 == 0)
			rec.ret = -rec.ret;
		rec.tid = random_value();
		rec.pid = i % 2 ? rec.tid : random_value();
		rec.tag.cpu = random_value();
		rec.tag.type = i % 5 ? RETURN : HIT;
		for (k = 0; k < KS_COMM_LEN; k++) {
			rec.comm[k] = 'a' + test_random() % 26;
			if (test_random() % 16 == 0)
				rec.comm[k] = '\0';
			if (test_random() % 32 == 0)
				rec.comm[k] = test_random();
		}
		len = 1 + test_random() % (sizeof(name) - 1);
		for (k = 0; k < len; k++)
			name[k] = 'a' + test_random() % 26;
		name[len] = '\0';
		ns = random_value();

		reference(want, sizeof(want), &rec, ns, name);
		got = format(&rec, ns, name, &len);
		EXPECT(!strcmp(got, want), "\"%s\", not \"%s\"", got, want);
		free(got);
	}
}

static void test_longest(void)
{
	struct ks_record rec;
	unsigned int err;
	size_t len, longest = 0;
	char *got;

	memset(&rec, 0xff, sizeof(rec));
	rec.tag.type = RETURN;
	rec.pid = rec.tid - 1;
	for (err = 1; err <= 4095; err++) {
		rec.ret = -(u64)err;
		got = format(&rec, U64_MAX, N63 "/" N63, &len);
		longest = max(longest, len);
		free(got);
	}
	EXPECT(longest <= KS_LINE_MAX, "%zu", longest);
	/* 516 has the longest name: were it not met, this would show little. */
	EXPECT(longest == 261, "%zu", longest);
}

static void test_lost(void)
{
	char *buf = malloc(KS_LINE_MAX);
	size_t len;

	len = ks_format_lost(buf, 37, 1);
	EXPECT(len == 27 && !memcmp(buf, "# LOST 37 records on CPU 1\n", 27),
	       "%.*s", (int)len, buf);
	len = ks_format_lost(buf, U64_MAX, 4294967295);
	EXPECT(len == 54 &&
	       !memcmp(buf, "# LOST 18446744073709551615 records on CPU "
		       "4294967295\n", len), "%.*s", (int)len, buf);
	len = ks_format_lost(buf, 0, 0);
	EXPECT(!memcmp(buf, "# LOST 0 records on CPU 0\n", len), "%.*s",
	       (int)len, buf);
	free(buf);
}

static void check_number(u64 val)
{
	char *buf = malloc(20);
	char want[24];
	size_t len;

	snprintf(want, sizeof(want), "%llu", val);
	len = ks_format_u64(buf, val);
	EXPECT(len == strlen(want) && !memcmp(buf, want, len), "%.*s, not %s",
	       (int)len, buf, want);
	snprintf(want, sizeof(want), "%lld", (s64)val);
	len = ks_format_s64(buf, val);
	EXPECT(len == strlen(want) && !memcmp(buf, want, len), "%.*s, not %s",
	       (int)len, buf, want);
	free(buf);
}

static void test_numbers(void)
{
	u64 power = 1;
	unsigned int i;

	for (i = 0; i < 20; i++, power *= 10) {
		check_number(power - 1);
		check_number(power);
		check_number(power + 1);
		check_number(-power);
	}
	check_number(U64_MAX);
	check_number(S64_MAX);
	check_number(S64_MIN);
	for (i = 0; i < 100000; i++) {
		check_number(i);
		check_number(random_value());
	}
}

static void test_errnos(void)
{
	static const struct {
		unsigned int err;
		const char *name;
	} kernel[] = {
		{ 512, "ERESTARTSYS" }, { 513, "ERESTARTNOINTR" },
		{ 514, "ERESTARTNOHAND" }, { 515, "ENOIOCTLCMD" },
		{ 516, "ERESTART_RESTARTBLOCK" }, { 517, "EPROBE_DEFER" },
		{ 518, "EOPENSTALE" }, { 519, "ENOPARAM" }, { 520, NULL },
		{ 521, "EBADHANDLE" }, { 522, "ENOTSYNC" },
		{ 523, "EBADCOOKIE" }, { 524, "ENOTSUPP" },
		{ 525, "ETOOSMALL" }, { 526, "ESERVERFAULT" },
		{ 527, "EBADTYPE" }, { 528, "EJUKEBOX" },
		{ 529, "EIOCBQUEUED" }, { 530, "ERECALLCONFLICT" },
		{ 531, "ENOGRACE" },
	};
	const char *got, *want;
	unsigned int i, nr = 0;

	/* The C library names them by itself, but 95 after its alias. */
	for (i = 1; i < 512; i++) {
		got = ks_format_errno(i);
		want = i == EOPNOTSUPP ? "EOPNOTSUPP" : strerrorname_np(i);
		EXPECT(!got == !want && (!got || !strcmp(got, want)),
		       "%u: %s, not %s", i, got, want);
		nr += !!got;
	}
	EXPECT(nr == 131, "%u", nr);
	for (i = 0; i < ARRAY_SIZE(kernel); i++) {
		got = ks_format_errno(kernel[i].err);
		want = kernel[i].name;
		EXPECT(!got == !want && (!got || !strcmp(got, want)),
		       "%u: %s, not %s", kernel[i].err, got, want);
	}
	for (i = 532; i <= 4096; i++)
		EXPECT(!ks_format_errno(i), "%u", i);
	EXPECT(!ks_format_errno(0), "0");
}

static const struct test tests[] = {
	{ "lines with values at every edge", test_lines },
	{ "random records, against snprintf", test_random_records },
	{ "return values by type", test_types },
	{ "the longest line fits KS_LINE_MAX", test_longest },
	{ "mark of lost records", test_lost },
	{ "numbers, against snprintf", test_numbers },
	{ "names of error numbers", test_errnos },
	{}
};

int main(void)
{
	return test_run("format", tests);
}
