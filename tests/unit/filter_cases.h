/* SPDX-License-Identifier: GPL-2.0 */
/* Filters that must be taken, and what they say. */
#ifndef TEST_FILTER_CASES_H
#define TEST_FILTER_CASES_H

#include <kretscope/filter.h>

#include "filter_bads.h"

/* The last that is taken, where filter_bads.h has the first that is not. */
static const char *const limit_cases[] = {
	"!" A31 "cpu==1",
	P16 "cpu==1))))))))))))))))",
	N16 "cpu==1",
	P4 "!(!(!(!(" P4 "cpu==1))))))))))))",
	/* One after the other is no depth. */
	"(!cpu==1) && (!!cpu==1) && (cpu==1) && ((((cpu==1)))) && "
	"!(!(!(cpu==1))) && (((((((((((((((cpu==1)))))))))))))))",
	"path ~ \"*" T10 T10 T10 T10 T10 T10 "ab\"",
	"comm == \"" T10 "abcde\"",
	"comm ~ \"" T10 "abcde*\"",
	"path == \"" T10 T10 T10 "abcdefghi\"",
	"lat > 18446744073s && lat > 18446744073709551615ns",
	"s64 >= -9223372036854775808 && u64 <= 18446744073709551615",
	"u8 == 255 && s8 == -128 && s8 & 0x80 && s8 & -128",
	"s32 & 0xffffffff && s32 == -2147483648 && u64 & -1",
};

/* As a user expects them, of whatever the register holds. */
static const struct {
	u64 ret;
	const char *expr;
	bool want;
} ret_cases[] = {
	/* no type is known */
	{ -2, "ret < 0", true }, { -2, "ret == -2", true },
	{ 0xfffffffe, "ret < 0", true },
	{ 0xfffffffe, "ret == -2", true },
	{ 0xfffffffe, "ret == 0xfffffffe", false },
	{ 0xfffff000, "ret < 0", false },
	{ 0xfffff000, "ret == 0xfffff000", true },
	{ 5000, "ret >= 4096", true }, { 4095, "ret >= 4096", false },
	{ -5000, "ret < -4095", true }, { 0, "ret < 0", false },
	{ -1, "ret & 0x8000000000000000", true },
	{ -1, "ret == 18446744073709551615", false },
	{ -1, "ret < 9223372036854775808", true },
	{ -2, "ret != -2", false }, { -2, "!(ret != -2)", true },
	/* of which the upper bits are dirty */
	{ 0xdead00000000ff80, "retu8 == 128", true },
	{ 0xdead00000000ff80, "retu8 >= 0x81", false },
	{ 0xdead00000000ff80, "retu8 & 0x7f", false },
	{ 0xdead00000001fffe, "rets16 == -2", true },
	{ 0xdead000000010002, "rets16 > 2", false },
	{ 0xdead0000fffffffe, "rets32 == -2", true },
	{ 0xdead0000fffffffe, "rets32 < -1", true },
	{ 0xdead00007fffffff, "rets32 >= 0", true },
	{ 0xffffffffffffffff, "retx64 == 0xffffffffffffffff", true },
	{ 0xffffffffffffffff, "retx64 > -1", true },
	{ 0xffffffffffffffff, "retx64 == -1", false },
	{ 0xffffffffffffffff, "retx64 & -1", true },
	{ 0, "retx64 & -1", false }, { 1, "ret & -2", false },
	{ 0xdeadbeef00000001, "retbool == true", true },
	{ 0xdeadbeef00000002, "retbool == 1", true },
	{ 0xdeadbeef00000100, "retbool == false", true },
	{ 0xdeadbeef00000100, "retbool == true", false },
};

/* Patterns, and text that they match or do not. */
static const struct {
	const char *pat;
	const char *str;
	bool want;
} text_cases[] = {
	{ "", "", true }, { "", "a", false }, { "*", "", true },
	{ "**", "", true }, { "?", "", false }, { "?", "a", true },
	{ "a*", "abc", true }, { "a*", "b", false },
	{ "a*", "a", true }, { "*c", "abcc", true },
	{ "*b", "abc", false }, { "a*c*e", "abcde", true },
	{ "a*c*e", "abced", false }, { "*ab", "aaab", true },
	{ "a?c", "abc", true }, { "a?c", "ac", false },
	{ "[abc]", "b", true }, { "[abc]", "d", false },
	{ "[a-c]x", "bx", true }, { "[a-c]", "d", false },
	{ "[!a-c]", "d", true }, { "[!a-c]", "a", false },
	{ "[!a]", "", false }, { "[]]", "]", true },
	{ "[!]]", "]", false }, { "[!]]", "x", true },
	{ "[a-]", "-", true }, { "[-a]", "-", true },
	{ "[a-]", "b", false }, { "[*]", "*", true },
	{ "[*]", "a", false }, { "[!!]", "!", false },
	{ "*[0-9]", "eth0", true }, { "a]", "a]", true },
	{ "*[b]a", "bbba", true }, { "[a-bd-e]", "d", true },
	{ "[\x80-\xff]", "\xc3", true }, { "[a-z]", "\xc3", false },
	{ "abcdefghijklmnop*", "abcdefghijklmnopq", true },
	{ "abcdefghijklmnop*", "abcdefghijklmnoq", false },
	{ "abcdefghijklmnop", "abcdefghijklmnop", true },
	{ "abcdefghijklmnop", "abcdefghijklmnopq", false },
};

/* N is false, Y true, O open at entry. */
static const struct {
	const char *expr;
	enum ks_verdict want;
} three_cases[] = {
	{ "N", 0 }, { "Y", 1 }, { "O", 2 },
	{ "!N", 1 }, { "!Y", 0 }, { "!O", 2 }, { "!!O", 2 },
	{ "N&&N", 0 }, { "N&&Y", 0 }, { "N&&O", 0 },
	{ "Y&&N", 0 }, { "Y&&Y", 1 }, { "Y&&O", 2 },
	{ "O&&N", 0 }, { "O&&Y", 2 }, { "O&&O", 2 },
	{ "N||N", 0 }, { "N||Y", 1 }, { "N||O", 2 },
	{ "Y||N", 1 }, { "Y||Y", 1 }, { "Y||O", 1 },
	{ "O||N", 2 }, { "O||Y", 1 }, { "O||O", 2 },
	{ "!(O&&N)", 1 }, { "!(O||Y)", 0 }, { "!(Y&&O)", 2 },
	{ "!(!O||N)&&N", 0 }, { "O&&(O||Y)", 2 }, { "O||!O", 2 },
	{ "!(O&&!O)||Y", 1 }, { "(O||N)&&(O||Y)&&N", 0 },
};

/* Of a hit where 'h' stands first. E: early, L: late, V: needs values */
static const struct {
	const char *expr;
	const char *want;
} early_cases[] = {
	{ "pid == 1", "E" }, { "tid != 1", "E" }, { "comm==\"a\"", "E" },
	{ "u8 > 1", "EV" }, { "path ~ \"a*\"", "EV" },
	{ "lat > 1", "L" }, { "ret < 0", "L" }, { "cpu == 1", "L" },
	{ "late == 1", "L" }, { "latepath ~ \"a\"", "L" },
	{ "rets32 == 1", "L" },
	{ "pid == 1 && lat > 1", "EL" }, { "pid == 1 || lat > 1", "L" },
	{ "lat > 1 && pid == 1", "EL" }, { "lat > 1 || pid == 1", "L" },
	{ "!(pid == 1 && lat > 1)", "L" },
	{ "!(pid == 1 || lat > 1)", "EL" },
	{ "!(lat > 1 || !pid == 1)", "EL" },
	{ "(pid == 1 || u8 == 1) && lat > 1", "ELV" },
	{ "(pid == 1 || cpu == 1) && lat > 1", "L" },
	/* what is always true */
	{ "u8 >= 0", "V" }, { "u8 < 0", "EV" }, { "u64 >= -1", "V" },
	{ "u64 < -1", "EV" }, { "comm ~ \"*\"", "" },
	{ "flag <= true && lat > 1", "LV" }, { "!u8 >= 0", "EV" },
	{ "s64 != 9223372036854775808", "V" },
	{ "hcpu == 1", "E" }, { "hu8 == 1 || cpu == 1", "EV" },
};

#endif
