/* SPDX-License-Identifier: GPL-2.0 */
/* Every mistake that a spec can be refused for: code and cause. */
#ifndef KRETSCOPE_ERRORS_H
#define KRETSCOPE_ERRORS_H

/*
 * X(code, text). One line each, and one line in a test: tests/unit/test_spec.c
 * for those the parser finds, tests/vm for those the kernel does. The text is
 * printed as "text" or "text: detail".
 */

/* Found by the parser: -EINVAL. */
#define KS_ERRORS_SPEC(X)						\
	X(BAD_BYTE,	"byte that is not printable ASCII")		\
	X(NO_KIND,	"kind must be 'p' or 'r'")			\
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
	X(NO_OFFSET,	"no offset after '+'")				\
	X(OFF_BAD,	"an offset is decimal, 0x hexadecimal or 0 octal") \
	X(OFF_BIG,	"offset does not fit in 64 bits")		\
	X(OFF_NEGATIVE,	"offset must not be negative")			\
	X(OFF_ON_RETURN, "a return probe takes no offset, use 'p'")	\
	X(OFF_ON_BARE,	"a bare symbol takes no offset, write 'p SYM+OFF'") \
	X(COMMA,	"',' separates bare symbols only, use ';'")	\
	X(TRAILING,	"unexpected word after the target (specs are separated by ';')")

/* Found by the parser: -EOPNOTSUPP. */
#define KS_ERRORS_LATER(X)						\
	X(ARG_LATER,	"fetch arguments are not supported yet")	\
	X(HIST_LATER,	"a hist clause is not supported yet")		\
	X(IF_LATER,	"an if clause is not supported yet")		\
	X(USER_LATER,	"user-space probes are not supported yet")	\
	X(GLOB_LATER,	"a pattern of symbols is not supported yet")	\
	X(PICK_LATER,	"SYM@N is not supported yet")			\
	X(REMOVE_LATER,	"removing a probe by '-:' is not supported yet") \
	X(FPROBE_LATER,	"kind 'f' is not supported yet")

/* Found when the target is looked up or armed. */
#define KS_ERRORS_TARGET(X)						\
	X(SYM_ABSENT,	"no such symbol")				\
	X(SYM_MODULE_NOT_LOADED, "no such module is loaded")		\
	X(SYM_NOT_IN_MODULE, "the module has no such symbol")		\
	X(SYM_AMBIGUOUS, "several functions have this name")		\
	X(SYM_BLACKLISTED, "the kernel forbids probes here (noinstr, NOKPROBE or __kprobes)") \
	X(SYM_DENIED,	"kretscope does not probe this") \
	X(SYM_NOT_TEXT,	"not a function (data, or outside the kernel's text)") \
	X(SYM_INIT,	"init code, which the kernel has freed")	\
	X(OFF_OUTSIDE,	"offset is outside the function")		\
	X(OFF_MID_INSN,	"offset is inside an instruction")		\
	X(KPROBE_REFUSED, "the kernel refused the probe")		\
	X(NAME_EXISTS,	"a probe of this name exists")

#define KS_ERRORS(X)							\
	KS_ERRORS_SPEC(X)						\
	KS_ERRORS_LATER(X)						\
	KS_ERRORS_TARGET(X)

enum ks_err {
#define KS_ERR_ENUM(code, text) KS_ERR_##code,
	KS_ERRORS(KS_ERR_ENUM)
#undef KS_ERR_ENUM
	KS_ERR_NR
};

#endif
