/* SPDX-License-Identifier: GPL-2.0 */
/* Arguments that must be refused. */
#ifndef TEST_FETCH_BADS_H
#define TEST_FETCH_BADS_H

#include "fetch_rig.h"

#define N10	"abcdefghij"
#define N31	N10 N10 N10 "a"
#define N32	N31 "b"
#define N500	N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 \
		N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 \
		N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 N10 \
		N10 N10 N10 N10 N10
#define N511	N500 N10 "a"

#define IS_P		0
#define IS_RETURN	1
#define IS_OFFSET	2

#define TIMES_4(s)	s s s s
#define TIMES_8(s)	TIMES_4(s) TIMES_4(s)
#define TIMES_12(s)	TIMES_8(s) TIMES_4(s)
#define TIMES_24(s)	TIMES_12(s) TIMES_12(s)
#define TIMES_128(s)	TIMES_8(TIMES_8(s) TIMES_8(s))

/**
 * struct bad - arguments that must be refused
 * @args: the arguments
 * @col: at which column of them
 * @err: why
 * @where: IS_P, IS_RETURN or IS_OFFSET
 * @proto: the function's prototype
 * @ret: -errno, 0 for -EINVAL
 * @detail: what the detail is, or NULL for none
 */
struct bad {
	const char *args;
	unsigned int col;
	enum ks_err err;
	unsigned int where;
	const struct ks_proto *proto;
	int ret;
	const char *detail;
};

static const struct bad bads[] = {
	/* the whole */
	{ "x", 1, KS_ERR_ARG_BAD },
	{ "vfs_write", 1, KS_ERR_ARG_BAD },
	{ "$arg1 x:u8", 7, KS_ERR_ARG_BAD },
	{ "(" RIG_REG_1 ")", 1, KS_ERR_ARG_BAD },
	{ "a=", 3, KS_ERR_ARG_NO_FETCH },
	{ "a=x", 3, KS_ERR_ARG_NO_FETCH },
	{ "a=:u8", 3, KS_ERR_ARG_NO_FETCH },
	{ "a= $arg1", 3, KS_ERR_ARG_NO_FETCH },
	{ "+8()", 4, KS_ERR_ARG_NO_FETCH },
	{ "+8(", 4, KS_ERR_ARG_NO_FETCH },
	{ "+8(8)", 4, KS_ERR_ARG_NO_FETCH },
	{ "a==$arg1", 3, KS_ERR_ARG_NO_FETCH },
	/* name */
	{ "=$arg1", 1, KS_ERR_ARG_NO_NAME },
	{ "a-b=$arg1", 2, KS_ERR_ARG_NAME_BAD },
	{ "1a=$arg1", 1, KS_ERR_ARG_NAME_BAD },
	{ "a.b=$arg1", 2, KS_ERR_ARG_NAME_BAD },
	{ "a(=$arg1", 2, KS_ERR_ARG_NAME_BAD },
	{ N32 "=$arg1", 1, KS_ERR_ARG_NAME_LONG },
	{ "$arg1 " N32 "c=$arg1", 7, KS_ERR_ARG_NAME_LONG },
	{ "lat=$arg1", 1, KS_ERR_ARG_NAME_OWN },
	{ "pid=$arg1", 1, KS_ERR_ARG_NAME_OWN },
	{ "tid=$arg1", 1, KS_ERR_ARG_NAME_OWN },
	{ "comm=$comm", 1, KS_ERR_ARG_NAME_OWN },
	{ "cpu=$arg1", 1, KS_ERR_ARG_NAME_OWN },
	{ "ret=$arg1", 1, KS_ERR_ARG_NAME_OWN },
	{ "lat=$retval", 1, KS_ERR_ARG_NAME_OWN, IS_RETURN },
	{ "ret=+0($retval)", 1, KS_ERR_ARG_NAME_OWN, IS_RETURN },
	{ "a=$arg1 a=$arg2", 9, KS_ERR_ARG_NAME_TWICE },
	{ "a=$arg1:u8 b=$arg2  a=$arg1:u8", 21, KS_ERR_ARG_NAME_TWICE },
	{ "arg2=$arg1 $arg1", 12, KS_ERR_ARG_NAME_TWICE, 0, NULL, 0, "arg2" },
	{ "$retval ret=$retval:s32", 9, KS_ERR_ARG_NAME_TWICE, IS_RETURN },
	{ "$retval $retval", 9, KS_ERR_ARG_NAME_TWICE, IS_RETURN, NULL, 0,
	  "ret" },
	{ "$arg1 $arg1", 7, KS_ERR_ARG_NAME_TWICE, 0, &rig_proto_read, 0,
	  "file" },
	{ "$arg3 $args", 7, KS_ERR_ARG_NAME_TWICE, 0, &rig_proto_read, 0,
	  "count" },
	/* variables */
	{ "$", 1, KS_ERR_ARG_VAR_BAD },
	{ "$nosuch", 1, KS_ERR_ARG_VAR_BAD },
	{ "a=$nosuch", 3, KS_ERR_ARG_VAR_BAD },
	{ "$arg", 1, KS_ERR_ARG_VAR_BAD },
	{ "$arg*", 1, KS_ERR_ARG_VAR_BAD },
	{ "$argx", 1, KS_ERR_ARG_VAR_BAD },
	{ "$stack", 1, KS_ERR_ARG_VAR_BAD },
	{ "$ret", 1, KS_ERR_ARG_VAR_BAD },
	{ "$retvalx", 1, KS_ERR_ARG_VAR_BAD },
	{ "+0(+0($comm2))", 7, KS_ERR_ARG_VAR_BAD },
	{ "$arg0", 5, KS_ERR_ARG_NR_BAD },
	{ "$arg2049", 5, KS_ERR_ARG_NR_BAD },
	{ "$arg1x", 5, KS_ERR_NUMBER_BAD },
	{ "$arg09", 5, KS_ERR_NUMBER_BAD },
	{ "$arg5", 5, KS_ERR_ARG_NR_BIG, 0, &rig_proto_read },
	{ "$arg1", 5, KS_ERR_ARG_NR_BIG, 0, &rig_proto_void },
	{ "x=+0($arg21)", 10, KS_ERR_ARG_NR_BIG, 0, &rig_proto_long },
	{ "$arg2", 5, KS_ERR_ARG_NR_MOVED, 0, &rig_proto_wide },
	{ "$arg3:u32", 5, KS_ERR_ARG_NR_MOVED, 0, &rig_proto_wide },
	{ "$arg13", 5, KS_ERR_ARG_NR_MOVED, 0, &rig_proto_long },
	{ "$stack2048", 7, KS_ERR_ARG_STACK_BAD },
	{ "$stack18446744073709551615", 7, KS_ERR_ARG_STACK_BAD },
	{ "$arg1", 1, KS_ERR_ARG_NOT_ENTRY, IS_OFFSET },
	{ "a=+0(+4($arg1)):u8", 9, KS_ERR_ARG_NOT_ENTRY, IS_OFFSET },
	{ "$args", 1, KS_ERR_ARG_NOT_ENTRY, IS_OFFSET, &rig_proto_read },
	/* $retval */
	{ "$retval", 1, KS_ERR_ARG_RET_ON_P },
	{ "a=$retval:u8", 3, KS_ERR_ARG_RET_ON_P },
	{ "$arg1 a=+8($retval):u8", 12, KS_ERR_ARG_RET_ON_P },
	{ "$stack0 $retval", 9, KS_ERR_ARG_RET_ON_P, IS_OFFSET },
	{ "$retval", 1, KS_ERR_ARG_RET_VOID, IS_RETURN, &rig_proto_void },
	{ "a=$retval", 3, KS_ERR_ARG_RET_VOID, IS_RETURN, &rig_proto_void },
	{ "ret=$retval:string", 1, KS_ERR_ARG_RET_TEXT, IS_RETURN },
	{ "ret=$retval:ustring", 1, KS_ERR_ARG_RET_TEXT, IS_RETURN },
	/* $comm */
	{ "+0($comm)", 4, KS_ERR_ARG_COMM_DEREF },
	{ "a=+0($comm):string", 6, KS_ERR_ARG_COMM_DEREF },
	{ "$comm:u64", 7, KS_ERR_ARG_COMM_TYPE },
	{ "$comm:ustring", 7, KS_ERR_ARG_COMM_TYPE },
	{ "a=$comm:string[2]", 9, KS_ERR_ARG_COMM_TYPE },
	/* $args */
	{ "a=$args", 1, KS_ERR_ARG_ARGS_ALONE, 0, &rig_proto_read },
	{ "$args:u64", 6, KS_ERR_ARG_ARGS_ALONE, 0, &rig_proto_read },
	{ "+0($args)", 4, KS_ERR_ARG_ARGS_ALONE, 0, &rig_proto_read },
	{ "$args", 1, KS_ERR_ARG_ARGS_PROTO },
	{ "a=\\1 $args", 6, KS_ERR_ARG_ARGS_VARIADIC, 0, &rig_proto_variadic },
	{ "$args", 1, KS_ERR_ARG_ARGS_WIDE, 0, &rig_proto_wide },
	/* registers */
	{ "%nosuch", 1, KS_ERR_ARG_REG_BAD },
	{ "a=%", 3, KS_ERR_ARG_REG_BAD },
	{ "+0(%)", 4, KS_ERR_ARG_REG_BAD },
	{ RIG_REG_1 "x", 1, KS_ERR_ARG_REG_BAD },
	{ "%x", 1, KS_ERR_ARG_REG_BAD },
	/* symbols */
	{ "@", 2, KS_ERR_NO_SYMBOL },
	{ "@+8", 2, KS_ERR_NO_SYMBOL },
	{ "@1a", 2, KS_ERR_NO_SYMBOL },
	{ "@:u8", 2, KS_ERR_NO_SYMBOL },
	{ "@" N511 "b", 2, KS_ERR_SYM_LONG },
	{ "@" N511, 2, KS_ERR_ARG_SYM, 0, NULL, -ENOENT },
	{ "a=+0(@nosuch)", 7, KS_ERR_ARG_SYM, 0, NULL, -ENOENT },
	{ "@twice", 2, KS_ERR_ARG_SYM_TWICE, 0, NULL, -ENOTUNIQ },
	{ "@data.0$x-8", 10, KS_ERR_OFF_NEGATIVE },
	{ "@data.0$x+", 11, KS_ERR_ARG_NO_NUMBER },
	{ "@data.0$x+x", 11, KS_ERR_NUMBER_BAD },
	{ "@data.0$x+0x10000000000000000", 11, KS_ERR_NUMBER_BIG },
	/* numbers */
	{ "\\", 2, KS_ERR_ARG_NO_NUMBER },
	{ "\\-", 3, KS_ERR_ARG_NO_NUMBER },
	{ "\\+1", 2, KS_ERR_ARG_NO_NUMBER },
	{ "\\--1", 3, KS_ERR_ARG_NO_NUMBER },
	{ "\\\"text\"", 2, KS_ERR_ARG_NO_NUMBER },
	{ "\\1a", 2, KS_ERR_NUMBER_BAD },
	{ "\\0x", 2, KS_ERR_NUMBER_BAD },
	{ "\\-08", 3, KS_ERR_NUMBER_BAD },
	{ "\\18446744073709551616", 2, KS_ERR_NUMBER_BIG },
	{ "\\-9223372036854775809", 3, KS_ERR_NUMBER_BIG },
	{ "\\11111111111111111111111111111111", 2, KS_ERR_NUMBER_BIG },
	/* memory */
	{ "+(" RIG_REG_1 ")", 2, KS_ERR_ARG_NO_NUMBER },
	{ "a=+u(" RIG_REG_1 ")", 5, KS_ERR_ARG_NO_NUMBER },
	{ "-", 2, KS_ERR_ARG_NO_NUMBER },
	{ "+-8(" RIG_REG_1 ")", 2, KS_ERR_ARG_NO_NUMBER },
	{ "+uu8(" RIG_REG_1 ")", 3, KS_ERR_NUMBER_BAD },
	{ "+8x(" RIG_REG_1 ")", 2, KS_ERR_NUMBER_BAD },
	{ "+9223372036854775808($arg1)", 2, KS_ERR_NUMBER_BIG },
	{ "-9223372036854775809($arg1)", 2, KS_ERR_NUMBER_BIG },
	{ "+8", 3, KS_ERR_ARG_PAREN },
	{ "+8" RIG_REG_1, 3, KS_ERR_ARG_PAREN },
	{ "+8:u8", 3, KS_ERR_ARG_PAREN },
	{ "+0(+8)", 6, KS_ERR_ARG_PAREN },
	{ "+8(" RIG_REG_1, 7, KS_ERR_ARG_UNCLOSED },
	{ "a=+8(+4(" RIG_REG_1 "):u8", 13, KS_ERR_ARG_UNCLOSED },
	{ "+8(" RIG_REG_1 ":u8)", 7, KS_ERR_ARG_UNCLOSED },
	{ "+8($arg1 )", 9, KS_ERR_ARG_UNCLOSED },
	{ "+8($arg1+8)", 9, KS_ERR_ARG_UNCLOSED },
	{ TIMES_8("+8(") "+8(" RIG_REG_1 ")" TIMES_8(")"), 25,
	  KS_ERR_ARG_DEEP },
	/* type */
	{ "$arg1:", 7, KS_ERR_ARG_NO_TYPE },
	{ "$arg1::u8", 7, KS_ERR_ARG_NO_TYPE },
	{ "$arg1:[4]", 7, KS_ERR_ARG_NO_TYPE },
	{ "$arg1:nosuch", 7, KS_ERR_ARG_TYPE_BAD },
	{ "$arg1:u7", 7, KS_ERR_ARG_TYPE_BAD },
	{ "$arg1:U8", 7, KS_ERR_ARG_TYPE_BAD },
	{ "a=$arg1:u8x b=$arg1", 9, KS_ERR_ARG_TYPE_BAD },
	{ "$arg1:b4", 7, KS_ERR_ARG_TYPE_BAD },
	{ "+0($arg1):u8[0]", 14, KS_ERR_ARG_ARRAY_BAD },
	{ "+0($arg1):u8[65]", 14, KS_ERR_ARG_ARRAY_BAD },
	{ "+0($arg1):u8[]", 14, KS_ERR_ARG_NO_NUMBER },
	{ "+0($arg1):u8[-1]", 14, KS_ERR_ARG_NO_NUMBER },
	{ "+0($arg1):u8[x]", 14, KS_ERR_NUMBER_BAD },
	{ "+0($arg1):u8[4", 15, KS_ERR_ARG_ARRAY_OPEN },
	{ "+0($arg1):u8[4)", 15, KS_ERR_ARG_ARRAY_OPEN },
	{ "+0($arg1):string[2]", 17, KS_ERR_ARG_ARRAY_TEXT },
	{ "+0($arg1):ustring[2]", 18, KS_ERR_ARG_ARRAY_TEXT },
	{ "$arg1:u8[2]", 9, KS_ERR_ARG_ARRAY_PLAIN },
	{ "a=$retval:u8[2]", 13, KS_ERR_ARG_ARRAY_PLAIN, IS_RETURN },
	/* behind it */
	{ "+8(" RIG_REG_1 "))", 8, KS_ERR_ARG_TRAILING },
	{ "+8(" RIG_REG_1 ")x", 8, KS_ERR_ARG_TRAILING },
	{ "$arg1,$arg2", 6, KS_ERR_ARG_TRAILING },
	{ "$arg1:u8,", 9, KS_ERR_ARG_TRAILING },
	{ "+0($arg1):u8[4]]", 16, KS_ERR_ARG_TRAILING },
	{ "+0($arg1):u8[4][4]", 16, KS_ERR_ARG_TRAILING },
	{ "$arg1:b4@2/32", 7, KS_ERR_ARG_TYPE_BAD },
	/* too much */
	{ TIMES_24("$arg1 ") "$arg1", 145, KS_ERR_ARG_MANY, 0, NULL, -E2BIG },
	{ TIMES_24("$arg1 ") "a=$retval", 145, KS_ERR_ARG_MANY, IS_RETURN,
	  NULL, -E2BIG },
	{ TIMES_128("$arg1 ") "$arg1", 145, KS_ERR_ARG_MANY, 0, NULL, -E2BIG },
	{ "+0($arg1):u64[25]", 1, KS_ERR_ARG_BIG, 0, NULL, -E2BIG },
	{ "+0($arg1):u32[48] b=$arg1", 19, KS_ERR_ARG_BIG, 0, NULL, -E2BIG },
	{ "+0($arg1):u32[47] $arg1", 19, KS_ERR_ARG_BIG, 0, NULL, -E2BIG },
	{ TIMES_12("$arg1:string ") "$comm", 157, KS_ERR_ARG_BIG, 0, NULL,
	  -E2BIG },
	{ TIMES_12("$arg1:string ") "+0($retval):u8", 157, KS_ERR_ARG_BIG,
	  IS_RETURN, NULL, -E2BIG },
};

#endif
