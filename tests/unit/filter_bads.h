/* SPDX-License-Identifier: GPL-2.0 */
/* Filters that must be refused. */
#ifndef TEST_FILTER_BADS_H
#define TEST_FILTER_BADS_H

#include <kretscope/errors.h>

#define T10	"abcdefghij"
#define T63	T10 T10 T10 T10 T10 T10 "abc"

/* N levels, and N comparisons joined. */
#define P4	"(((("
#define P16	P4 P4 P4 P4
#define N16	"!!!!!!!!!!!!!!!!"
#define A1	"cpu==1&&"
#define A4	A1 A1 A1 A1
#define A31	A4 A4 A4 A4 A4 A4 A4 A1 A1 A1

/**
 * struct bad - a filter that must be refused
 * @text: the expression
 * @col: at which column of it
 * @err: why
 * @detail: what the detail is, or NULL for none
 * @is_hit: it is refused for a 'p' probe; else for an 'r' probe
 */
struct bad {
	const char *text;
	unsigned int col;
	enum ks_err err;
	const char *detail;
	bool is_hit;
};

static const struct bad bads[] = {
	/* where a comparison should be */
	{ "", 1, KS_ERR_IF_EMPTY },
	{ " \t", 3, KS_ERR_IF_EMPTY },
	{ "()", 2, KS_ERR_IF_NO_FIELD },
	{ "( ", 3, KS_ERR_IF_NO_FIELD },
	{ "!", 2, KS_ERR_IF_NO_FIELD },
	{ "&& pid==1", 1, KS_ERR_IF_NO_FIELD },
	{ "pid==1 &&", 10, KS_ERR_IF_NO_FIELD },
	{ "pid==1 || ", 11, KS_ERR_IF_NO_FIELD },
	{ "pid==1 && || pid==2", 11, KS_ERR_IF_NO_FIELD },
	{ "pid==1 &&& tid==2", 10, KS_ERR_IF_NO_FIELD },
	{ "(pid==1 || )", 12, KS_ERR_IF_NO_FIELD },
	{ "== 1", 1, KS_ERR_IF_NO_FIELD },
	{ "$arg1 == 1", 1, KS_ERR_IF_NO_FIELD },
	{ "!=1", 2, KS_ERR_IF_NO_FIELD },
	{ "5 < lat", 1, KS_ERR_IF_VALUE_FIRST },
	{ "pid==1&&-1<ret", 9, KS_ERR_IF_VALUE_FIRST },
	{ "+1<ret", 1, KS_ERR_IF_VALUE_FIRST },
	{ "\"sh\" == comm", 1, KS_ERR_IF_VALUE_FIRST },
	/* fields */
	{ "latency > 1", 1, KS_ERR_FIELD_NONE },
	{ "la > 1", 1, KS_ERR_FIELD_NONE },
	{ "pid==1 && !(nope == 1)", 13, KS_ERR_FIELD_NONE },
	{ "true", 1, KS_ERR_FIELD_NONE },
	{ "lat > 1", 1, KS_ERR_FIELD_ON_HIT, NULL, true },
	{ "cpu==1 && ret==1", 11, KS_ERR_FIELD_ON_HIT, NULL, true },
	{ "rets32 == 1", 1, KS_ERR_FIELD_ON_HIT, NULL, true },
	{ " array == 1", 2, KS_ERR_FIELD_ARRAY },
	/* operators */
	{ "lat", 4, KS_ERR_IF_NO_OPER },
	{ "lat ", 5, KS_ERR_IF_NO_OPER },
	{ "(lat)", 5, KS_ERR_IF_NO_OPER },
	{ "lat&&pid==1", 4, KS_ERR_IF_NO_OPER },
	{ "lat || pid==1", 5, KS_ERR_IF_NO_OPER },
	{ "lat 5", 5, KS_ERR_IF_NO_OPER },
	{ "u32 + 1 == 2", 5, KS_ERR_IF_NO_OPER },
	{ "path", 5, KS_ERR_IF_NO_OPER },
	{ "!flag", 6, KS_ERR_IF_NO_OPER },
	{ "lat = 5", 5, KS_ERR_IF_OPER },
	{ "lat === 5", 5, KS_ERR_IF_OPER },
	{ "lat => 5", 5, KS_ERR_IF_OPER },
	{ "lat <> 5", 5, KS_ERR_IF_OPER },
	{ "lat << 5", 5, KS_ERR_IF_OPER },
	{ "lat ! 5", 5, KS_ERR_IF_OPER },
	{ "lat | 5", 5, KS_ERR_IF_OPER },
	{ "comm =~ \"x\"", 6, KS_ERR_IF_OPER },
	{ "comm < \"x\"", 6, KS_ERR_IF_OPER_TEXT },
	{ "comm <= \"x\"", 6, KS_ERR_IF_OPER_TEXT },
	{ "comm > \"x\"", 6, KS_ERR_IF_OPER_TEXT },
	{ "path >= \"x\"", 6, KS_ERR_IF_OPER_TEXT },
	{ "upath & \"x\"", 7, KS_ERR_IF_OPER_TEXT },
	{ "comm & 1", 6, KS_ERR_IF_OPER_TEXT },
	{ "pid ~ \"x\"", 5, KS_ERR_IF_OPER_NUMBER },
	{ "ch~5", 3, KS_ERR_IF_OPER_NUMBER },
	/* values */
	{ "lat >", 6, KS_ERR_IF_NO_VALUE },
	{ "lat > ", 7, KS_ERR_IF_NO_VALUE },
	{ "(lat >)", 7, KS_ERR_IF_NO_VALUE },
	{ "lat > && pid==1", 7, KS_ERR_IF_NO_VALUE },
	{ "comm == || pid==1", 9, KS_ERR_IF_NO_VALUE },
	{ "pid == \"x\"", 8, KS_ERR_IF_NEED_NUMBER },
	{ "pid == tid", 8, KS_ERR_IF_NEED_NUMBER },
	{ "ret == -ENOENT", 9, KS_ERR_NUMBER_BAD },
	{ "flag == yes", 9, KS_ERR_IF_NEED_NUMBER },
	{ "lat == (5)", 8, KS_ERR_IF_NEED_NUMBER },
	{ "lat == = 5", 8, KS_ERR_IF_NEED_NUMBER },
	{ "u32 & ~1", 7, KS_ERR_IF_NEED_NUMBER },
	{ "u32 &~1", 5, KS_ERR_IF_OPER },
	{ "comm == sh", 9, KS_ERR_IF_NEED_TEXT },
	{ "comm == 'sh\"", 9, KS_ERR_IF_TEXT_OPEN },
	{ "comm == 'a\\\"'", 11, KS_ERR_IF_ESCAPE },
	{ "path ~ *.c", 8, KS_ERR_IF_NEED_TEXT },
	{ "upath == 5", 10, KS_ERR_IF_NEED_TEXT },
	{ "u8 == true", 7, KS_ERR_IF_NO_BOOL },
	{ "ret != false", 8, KS_ERR_IF_NO_BOOL },
	/* numbers */
	{ "pid == 08", 9, KS_ERR_NUMBER_BAD },
	{ "pid == 0x", 9, KS_ERR_NUMBER_BAD },
	{ "pid == 0xg", 9, KS_ERR_NUMBER_BAD },
	{ "pid == 1a", 9, KS_ERR_NUMBER_BAD },
	{ "pid == 1_0", 9, KS_ERR_NUMBER_BAD },
	{ "lat > 1.5ms", 8, KS_ERR_NUMBER_BAD },
	{ "pid == - 1", 9, KS_ERR_NUMBER_BAD },
	{ "pid == --1", 9, KS_ERR_NUMBER_BAD },
	{ "u64 == 18446744073709551616", 8, KS_ERR_NUMBER_BIG },
	{ "u64 == 0x10000000000000000", 8, KS_ERR_NUMBER_BIG },
	{ "u8 == 99999999999999999999", 7, KS_ERR_NUMBER_BIG },
	{ "s64 == -9223372036854775809", 8, KS_ERR_NUMBER_BIG },
	{ "lat > 18446744074s", 7, KS_ERR_NUMBER_BIG },
	{ "lat > 99999999999999999999ns", 7, KS_ERR_NUMBER_BIG },
	{ "u8 == 256", 7, KS_ERR_IF_RANGE, "0 to 255" },
	{ "u8 < 300", 6, KS_ERR_IF_RANGE, "0 to 255" },
	{ "u8 & 0x100", 6, KS_ERR_IF_RANGE, "0 to 255" },
	{ "u8 & -1", 6, KS_ERR_IF_RANGE, "0 to 255" },
	{ "x16 == 65536", 8, KS_ERR_IF_RANGE, "0 to 65535" },
	{ "u32 == -1", 8, KS_ERR_IF_RANGE, "0 to 4294967295" },
	{ "u32>=4294967296", 6, KS_ERR_IF_RANGE, "0 to 4294967295" },
	{ "s8 == 128", 7, KS_ERR_IF_RANGE, "-128 to 127" },
	{ "s8 == -129", 7, KS_ERR_IF_RANGE, "-128 to 127" },
	{ "s8 & 256", 6, KS_ERR_IF_RANGE, "-128 to 127" },
	{ "s16 == 32768", 8, KS_ERR_IF_RANGE, "-32768 to 32767" },
	{ "s32 == 2147483648", 8, KS_ERR_IF_RANGE,
	  "-2147483648 to 2147483647" },
	{ "late < -2147483649", 8, KS_ERR_IF_RANGE,
	  "-2147483648 to 2147483647" },
	{ "retu8 == 256", 10, KS_ERR_IF_RANGE, "0 to 255" },
	{ "flag == 2", 9, KS_ERR_IF_RANGE, "0 to 1" },
	{ "flag & 2", 8, KS_ERR_IF_RANGE, "0 to 1" },
	{ "ch == -1", 7, KS_ERR_IF_RANGE, "0 to 255" },
	{ "pid == -1", 8, KS_ERR_IF_RANGE, "0 to 4294967295" },
	{ "u32 & 0", 7, KS_ERR_IF_NO_BITS },
	{ "s64 & -0", 7, KS_ERR_IF_NO_BITS },
	/* times */
	{ "lat > 1m", 8, KS_ERR_IF_UNIT },
	{ "lat > 1msx", 8, KS_ERR_IF_UNIT },
	{ "lat > 1S", 8, KS_ERR_IF_UNIT },
	{ "lat > 0x", 8, KS_ERR_IF_UNIT },
	{ "u64 > 1ms", 8, KS_ERR_IF_NO_TIME },
	{ "ret > 1s", 8, KS_ERR_IF_NO_TIME },
	{ "lat > 1 ms", 9, KS_ERR_IF_NO_JOIN },
	/* text */
	{ "comm == \"sh", 9, KS_ERR_IF_TEXT_OPEN },
	{ "comm == \"", 9, KS_ERR_IF_TEXT_OPEN },
	{ "comm == \"sh\\\"", 9, KS_ERR_IF_TEXT_OPEN },
	{ "comm == \"a\\n\"", 11, KS_ERR_IF_ESCAPE },
	{ "comm ~ \"\\*\"", 9, KS_ERR_IF_ESCAPE },
	{ "comm == \"\\", 10, KS_ERR_IF_ESCAPE },
	{ "path ~ \"*" T63 "\"", 8, KS_ERR_IF_TEXT_LONG },
	{ "comm == \"" T63 "x\"", 9, KS_ERR_IF_TEXT_LONG },
	{ "comm == \"" T10 "abcdef\"", 9, KS_ERR_IF_TEXT_OVER, "15 bytes" },
	{ "comm ~ \"" T10 "abcdef*\"", 8, KS_ERR_IF_TEXT_OVER, "15 bytes" },
	{ "comm != \"" T63 "\"", 9, KS_ERR_IF_TEXT_OVER, "15 bytes" },
	{ "upath == \"" T10 "abcdef\"", 10, KS_ERR_IF_TEXT_OVER, "15 bytes" },
	{ "path == \"" T10 T10 T10 T10 "\"", 9, KS_ERR_IF_TEXT_OVER,
	  "39 bytes" },
	{ "path ~ \"a[b\"", 10, KS_ERR_SET_OPEN },
	{ "path ~ \"[]\"", 9, KS_ERR_SET_OPEN },
	{ "path ~ \"[!]\"", 9, KS_ERR_SET_OPEN },
	{ "path ~ \"[a]\\\"[\"", 14, KS_ERR_SET_OPEN },
	{ "path ~ \"[z-a]\"", 10, KS_ERR_SET_RANGE },
	{ "path ~ \"\\\\[ab-a]\"", 13, KS_ERR_SET_RANGE },
	/* how they are joined */
	{ "pid==1)", 7, KS_ERR_IF_NOT_OPEN },
	{ "(pid==1))&&(tid==1", 9, KS_ERR_IF_NOT_OPEN },
	{ "(pid==1", 1, KS_ERR_IF_NOT_CLOSED },
	{ "pid==1&&(!(tid==1)", 9, KS_ERR_IF_NOT_CLOSED },
	{ "((pid==1)&&(tid==1", 12, KS_ERR_IF_NOT_CLOSED },
	{ "pid==1 tid==1", 8, KS_ERR_IF_NO_JOIN },
	{ "pid==1 & tid==1", 8, KS_ERR_IF_NO_JOIN },
	{ "pid==1 and tid==1", 8, KS_ERR_IF_NO_JOIN },
	{ "(u32 & 4) == 4", 11, KS_ERR_IF_NO_JOIN },
	{ "pid==1 hist:keys=pid", 8, KS_ERR_IF_NO_JOIN },
	{ "(pid==1)(tid==1)", 9, KS_ERR_IF_NO_JOIN },
	{ "pid==1!", 7, KS_ERR_IF_NO_JOIN },
	{ "comm==\"a\"\"b\"", 10, KS_ERR_IF_NO_JOIN },
	/* limits */
	{ "!!" A31 "cpu==1", 251, KS_ERR_IF_OPS },
	{ "!" A31 "cpu==1&&cpu==1", 256, KS_ERR_IF_OPS },
	{ P16 "(cpu==1", 17, KS_ERR_IF_DEPTH },
	{ N16 "!cpu==1", 17, KS_ERR_IF_DEPTH },
	{ P4 "!(!(!(!(" P4 "(cpu==1", 17, KS_ERR_IF_DEPTH },
};

#endif
