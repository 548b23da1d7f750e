/* SPDX-License-Identifier: GPL-2.0 */
/* Every mistake that a spec can be refused for: code and cause. */
#ifndef KRETSCOPE_ERRORS_H
#define KRETSCOPE_ERRORS_H

/*
 * X(code, text). One line each, and one line in a test: tests/unit/spec_bads.h
 * and fetch_bads.h for those the parsers find, tests/vm for those the kernel
 * does. The text is
 * printed as "text" or "text: detail".
 */

/* Found by the parser: -EINVAL. */
#define KS_ERRORS_SPEC(X)						\
	X(BAD_BYTE,	"byte that is not printable ASCII")		\
	X(NO_KIND,	"kind must be 'p', 'r' or 'f'")			\
	X(P_MAXACTIVE,	"only 'r' takes a maxactive")			\
	X(MAXACTIVE_BAD, "maxactive must be a number from 0 to 4096")	\
	X(MAXACTIVE_BIG, "maxactive is over 4096")			\
	X(NO_GROUP,	"no group before '/'")				\
	X(GROUP_BAD,	"a group has letters, digits, '_' and '-', and no digit first") \
	X(GROUP_LONG,	"group is over 63 characters")			\
	X(NO_NAME,	"no event name after ':' or '/'")		\
	X(NAME_BAD,	"an event name has letters, digits and '_', and no digit first") \
	X(NAME_LONG,	"event name is over 63 characters")		\
	X(NAME_MADE_LONG, "event name made from the symbol is over 63 characters, give one ('r:NAME SYM')") \
	X(NAME_TWICE,	"event name is taken by an earlier spec, give another ('r:NAME SYM')") \
	X(NO_SYMBOL,	"no symbol given")				\
	X(NAME_ONLY,	"no symbol given, only an event name")		\
	X(ARG_FIRST,	"an argument where the symbol should be")	\
	X(SYM_BAD,	"character that no symbol has here")		\
	X(SYM_LONG,	"symbol is over 511 characters")		\
	X(NO_MODULE,	"no module before ':'")				\
	X(MODULE_BAD,	"character that no module name has")		\
	X(MODULE_LONG,	"module name is over 55 characters")		\
	X(GLOB_NAMED,	"a name is for one function; 'GRP/' puts them into a group") \
	X(GLOB_PLACE,	"a pattern takes neither '@N' nor '+OFF'")	\
	X(PICK_BAD,	"a number from 1 to 65535 must stand behind '@'") \
	X(NO_OFFSET,	"no offset after '+'")				\
	X(OFF_BAD,	"an offset is decimal, 0x hexadecimal or 0 octal") \
	X(OFF_BIG,	"offset does not fit in 64 bits")		\
	X(OFF_NEGATIVE,	"offset must not be negative")			\
	X(OFF_ON_RETURN, "a return probe takes no offset, use 'p'")	\
	X(OFF_ON_BARE,	"a bare symbol takes no offset, write 'p SYM+OFF'") \
	X(COMMA,	"',' separates bare symbols only, use ';'")	\
	X(CLAUSES_LONG,	"all behind the target is over 1023 characters") \
	X(HIST_EMPTY,	"no keys=FIELD behind 'hist:'")			\
	X(HIST_LAST,	"behind a hist clause only 'if' may follow")	\
	X(REMOVE_MORE,	"removing takes a name and nothing else")	\
	X(TRAILING,	"unexpected word after the target (specs are separated by ';')")

/* Found when arguments are compiled: -EINVAL, the last two -E2BIG. */
#define KS_ERRORS_ARG(X)						\
	X(ARG_BAD,	"not an argument, which is [NAME=]FETCH[:TYPE]") \
	X(ARG_NO_NAME,	"no name before '='")				\
	X(ARG_NAME_BAD,	"an argument's name has letters, digits and '_', and no digit first") \
	X(ARG_NAME_LONG, "argument's name is over 31 characters")	\
	X(ARG_NAME_OWN,	"every record has a key of this name, give another ('NAME=...')") \
	X(ARG_NAME_TWICE, "an earlier argument has this name, give another ('NAME=...')") \
	X(ARG_NO_FETCH,	"nothing to fetch here, which is $argN, %REG, $retval, $comm, $stackN, @SYM, \\IMM or +OFF(...)") \
	X(ARG_VAR_BAD,	"no such variable, there are $argN, $args, $retval, $comm and $stackN") \
	X(ARG_REG_BAD,	"no such register")				\
	X(ARG_NR_BAD,	"arguments are counted from 1, up to the end of the stack") \
	X(ARG_NR_BIG,	"the function has fewer arguments")		\
	X(ARG_NR_MOVED,	"a struct, a float or a wide integer is passed here or before, use %REG") \
	X(ARG_STACK_BAD, "a stack is not so deep")			\
	X(ARG_NOT_ENTRY, "arguments are known only where a function begins, use %REG") \
	X(ARG_RET_ON_P,	"only a return probe has a return value, use 'r'") \
	X(ARG_RET_VOID,	"the function returns nothing, give a type to see the register all the same") \
	X(ARG_RET_TEXT,	"ret is a number, give text another name ('NAME=$retval:string')") \
	X(ARG_COMM_DEREF, "$comm is text and has no address")		\
	X(ARG_COMM_TYPE, "$comm is a string")				\
	X(ARG_ARGS_ALONE, "$args stands alone, with no name, offset or type") \
	X(ARG_ARGS_PROTO, "the function's prototype is not known, name its arguments ('$argN:TYPE')") \
	X(ARG_ARGS_VARIADIC, "the function takes a variable number of arguments, name some ('$argN:TYPE')") \
	X(ARG_ARGS_WIDE, "the function takes a struct, a float or a wide integer, name the others ('$argN')") \
	X(ARG_ARGS_STACK, "not all of the function's arguments are in registers, name them ('$argN')") \
	X(ARG_NO_NUMBER, "a number must stand here")			\
	X(NUMBER_BAD,	"a number is decimal, 0x hexadecimal or 0 octal") \
	X(NUMBER_BIG,	"number does not fit in 64 bits")		\
	X(ARG_PAREN,	"'(' must follow the offset")			\
	X(ARG_UNCLOSED,	"')' is missing here")				\
	X(ARG_DEEP,	"over 8 nested offsets")			\
	X(ARG_SYM,	"no symbol of this name has an address")	\
	X(ARG_SYM_TWICE, "several symbols have this name")		\
	X(ARG_NO_TYPE,	"no type after ':'")				\
	X(ARG_TYPE_BAD,	"no such type, but u8..u64, s8.., x8.., bool, char, string, ustring, symbol, errno and ptr") \
	X(ARG_ARRAY_BAD, "an array has 1 to 64 elements")		\
	X(ARG_ARRAY_OPEN, "']' is missing here")			\
	X(ARG_ARRAY_TEXT, "text has no elements")			\
	X(ARG_ARRAY_PLAIN, "only memory, +OFF(...) or @SYM, holds an array") \
	X(ARG_TRAILING,	"unexpected character behind the argument")	\
	X(ARG_MANY,	"over 24 arguments")				\
	X(ARG_BIG,	"a record and its arguments are over 256 bytes")

/* Found by the parser: -EOPNOTSUPP. */
#define KS_ERRORS_LATER(X)						\
	X(USER_LATER,	"user-space probes are not supported yet")

/* Found when the target is looked up or armed. */
#define KS_ERRORS_TARGET(X)						\
	X(SYM_ABSENT,	"no such symbol")				\
	X(SYM_MODULE_NOT_LOADED, "no such module is loaded")		\
	X(SYM_NOT_IN_MODULE, "the module has no such symbol")		\
	X(SYM_AMBIGUOUS, "several functions have this name")		\
	X(PICK_FEW,	"fewer functions have this name")		\
	X(GLOB_NONE,	"no function matches")				\
	X(GLOB_MANY,	"over 8192 functions match")			\
	X(GLOB_PART,	"some that match are left out")		\
	X(SYM_BLACKLISTED, "the kernel forbids probes here (noinstr, NOKPROBE or __kprobes)") \
	X(SYM_DENIED,	"kretscope does not probe this") \
	X(SYM_NOT_TEXT,	"not a function (data, or outside the kernel's text)") \
	X(SYM_INIT,	"init code, which the kernel has freed")	\
	X(OFF_OUTSIDE,	"offset is outside the function")		\
	X(OFF_MID_INSN,	"offset is inside an instruction")		\
	X(KPROBE_REFUSED, "the kernel refused the probe")		\
	X(F_NO_KERNEL,	"this kernel has no direct calls for modules, use 'r'") \
	X(F_NO_SITE,	"the function does not call ftrace, use 'r'")	\
	X(F_NO_PROTO,	"nothing tells how its arguments travel, use 'r' or force it by '!'") \
	X(F_UNSURE,	"its arguments may travel on the stack, use 'r'") \
	X(F_STACK,	"its arguments travel on the stack, use 'r'")	\
	X(F_BUSY,	"another direct caller, a livepatch or such has the function, use 'r'") \
	X(F_MANY,	"all stubs for direct calls are in use, use 'r'") \
	X(NAME_EXISTS,	"a probe of this name exists")			\
	X(NO_PROBE,	"no probe has this name")

/*
 * Found in a hist or an if clause: -EINVAL. The tests are
 * tests/unit/test_tally.c and test_filter.c.
 */
#define KS_ERRORS_FIELD(X)						\
	X(FIELD_NONE,	"no argument of this name, and none of lat ret pid tid comm cpu") \
	X(FIELD_ON_HIT,	"only a return probe has lat and ret, use 'r'")	\
	X(FIELD_VOID,	"the function returns nothing")			\
	X(FIELD_ARRAY,	"an array is more than one value")

/* Found in a hist clause: -EINVAL. The test is tests/unit/test_tally.c. */
#define KS_ERRORS_HIST(X)						\
	X(HIST_PART,	"a hist clause has keys=, vals= and size=")	\
	X(HIST_TWICE,	"this was given before")			\
	X(HIST_NO_KEYS,	"a hist clause needs keys=FIELD")		\
	X(HIST_NO_FIELD, "a field must stand here, as in 'keys=comm,ret'") \
	X(HIST_KEYS_MANY, "over 4 keys")				\
	X(HIST_KEY_LAT,	"lat is no key, it is another one for each call") \
	X(HIST_VALS_MANY, "there is one histogram per key, of one value") \
	X(HIST_VALS_BAD, "a histogram is of numbers, and this is none")	\
	X(HIST_TRAILING, "unexpected character in a hist clause (a field has no modifiers)")	\
	X(HIST_SIZE,	"a histogram has 1 to 4096 keys")

/*
 * Found in an if clause: -E2BIG for KS_ERR_IF_OPS, KS_ERR_IF_DEPTH and
 * KS_ERR_IF_TEXT_LONG, else -EINVAL. The test is tests/unit/test_filter.c.
 */
#define KS_ERRORS_IF(X)							\
	X(IF_EMPTY,	"nothing to compare behind 'if'")		\
	X(IF_NO_FIELD,	"a comparison must stand here, as in 'lat > 1ms'") \
	X(IF_VALUE_FIRST, "the field stands first, then what it is compared with") \
	X(IF_NO_OPER,	"a field alone is no comparison, one of == != < <= > >= & ~ must follow") \
	X(IF_OPER,	"no such operator, there are == != < <= > >= & ~") \
	X(IF_OPER_TEXT,	"text is compared by == != or ~")		\
	X(IF_OPER_NUMBER, "'~' compares text, this is a number")	\
	X(IF_NO_VALUE,	"nothing to compare the field with")		\
	X(IF_NEED_NUMBER, "this field is compared with a number")	\
	X(IF_NEED_TEXT,	"this field is compared with text in quotes") \
	X(IF_NO_BOOL,	"only a bool is true or false")			\
	X(IF_RANGE,	"number is outside the range of the field")	\
	X(IF_NO_BITS,	"0 has no bit that could be set")		\
	X(IF_UNIT,	"no such unit of time, there are ns us ms s")	\
	X(IF_NO_TIME,	"only lat is compared with a time")		\
	X(IF_TEXT_OPEN,	"text has no second quote")			\
	X(IF_TEXT_LONG,	"text is over 63 characters")			\
	X(IF_TEXT_OVER,	"text is longer than the field can be")		\
	X(IF_ESCAPE,	"only the quote and '\\' can be escaped (in a pattern, [*] is a '*')") \
	X(SET_OPEN,	"'[' has no ']'")				\
	X(SET_RANGE,	"a range goes from the lower to the higher character") \
	X(IF_NOT_OPEN,	"')' without a '('")				\
	X(IF_NOT_CLOSED, "'(' has no ')'")				\
	X(IF_NO_JOIN,	"&& or || must stand between two comparisons")	\
	X(IF_OPS,	"over 64 comparisons and operators")		\
	X(IF_DEPTH,	"over 16 levels of '(' and '!'")

#define KS_ERRORS(X)							\
	KS_ERRORS_SPEC(X)						\
	KS_ERRORS_ARG(X)						\
	KS_ERRORS_LATER(X)						\
	KS_ERRORS_TARGET(X)						\
	KS_ERRORS_FIELD(X)						\
	KS_ERRORS_HIST(X)						\
	KS_ERRORS_IF(X)

enum ks_err {
#define KS_ERR_ENUM(code, text) KS_ERR_##code,
	KS_ERRORS(KS_ERR_ENUM)
#undef KS_ERR_ENUM
	KS_ERR_NR
};

#endif
