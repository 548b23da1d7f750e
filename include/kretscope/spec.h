/* SPDX-License-Identifier: GPL-2.0 */
/* Probe specs: the text that names what to trace, and its parsed form. */
#ifndef KRETSCOPE_SPEC_H
#define KRETSCOPE_SPEC_H

#include <linux/types.h>

#define KS_NAME_LEN		64	/* group or event name, with the NUL */
#define KS_MOD_LEN		56	/* MODULE_NAME_LEN, with the NUL */
#define KS_SYM_LEN		512	/* KSYM_NAME_LEN, with the NUL */
#define KS_MAXACTIVE_MAX	4096
#define KS_PICK_MAX		65535

#define KS_CLAUSES_LEN		1024	/* all behind a target, with the NUL */

/* Room for any spec that ks_spec_format() makes, with the NUL. */
#define KS_SPEC_MAX		(768 + KS_CLAUSES_LEN)

struct ks_expansion;

/**
 * struct ks_spec - one parsed spec
 * @text: the spec's own text, NUL-terminated, without separators or blanks
 *	around it; owned by the struct ks_specs
 * @index: its number in the list, from 1
 * @kind: 'p', 'r', 'f', or '-': it names a probe to remove
 * @maxactive: the number behind 'r'; 0 where none is given
 * @group: event group, or ""
 * @name: event name as given, or made from the symbol; "" of a pattern
 * @is_named: the name was given
 * @mod: module name, or ""
 * @sym: symbol name, or a pattern of them
 * @is_glob: it is a pattern
 * @pick: which of the functions of that name, from 1; 0: there is only one
 * @offset: offset from the symbol in bytes
 * @is_bare: the text is a symbol, a pattern or SYM@N with nothing around it, or
 *	only a '!' before
 * @is_open: the kind is for ks_choice_make() to choose; false after parsing
 * @is_forced: '!' stands before the target: what ks_deny_why() says is known
 * @name_col: 1-based column of NAME, or of the target if none was given, or
 *	behind the '/' where a group but no name was
 * @target_col: 1-based column of the target, behind the '!'
 * @sym_col: 1-based column of the symbol
 * @pick_col: 1-based column of the number behind '@', 0 if there is none
 * @offset_col: 1-based column of the offset's '+', 0 if there is none
 * @clauses: what follows the target in @text: arguments, then "hist:...", then
 *	"if EXPR"; "" for none of them
 * @args_len: length of the arguments in it
 * @hist_at: offset in it of what follows "hist:"; 0 if there is none
 * @hist_end: offset in it of what is behind that
 * @if_at: offset in it of what follows "if"; 0 if there is none
 * @expansion: of the pattern that it was made from, or NULL
 */
struct ks_spec {
	const char *text;
	unsigned int index;
	char kind;
	unsigned int maxactive;
	char group[KS_NAME_LEN];
	char name[KS_NAME_LEN];
	bool is_named;
	bool is_bare;
	bool is_open;
	bool is_forced;
	char mod[KS_MOD_LEN];
	char sym[KS_SYM_LEN];
	bool is_glob;
	unsigned int pick;
	u64 offset;
	unsigned int name_col;
	unsigned int target_col;
	unsigned int sym_col;
	unsigned int pick_col;
	unsigned int offset_col;
	const char *clauses;
	unsigned int args_len;
	unsigned int hist_at;
	unsigned int hist_end;
	unsigned int if_at;
	struct ks_expansion *expansion;
};

/**
 * struct ks_specs - the specs of one text
 * @nr: how many
 * @vec: the specs
 * @text: backing store of each spec's text
 * @expansions: patterns that were resolved
 */
struct ks_specs {
	unsigned int nr;
	struct ks_spec *vec;
	char *text;
	struct ks_expansion *expansions;
};

/* "-:[GRP/]NAME": has a name, and nothing else. */
static inline bool ks_spec_removes(const struct ks_spec *spec)
{
	return spec->kind == '-';
}

/**
 * ks_spec_parse() - parse one spec
 * @spec: filled in
 * @text: kept by reference; no separators, and no blanks around it
 * @index: its number in the list, from 1
 *
 * A mistake is reported through ks_errlog(). What the clauses mean is for
 * ks_fetch_compile() and ks_filter_create() to say. Most callers want
 * ks_specs_init().
 *
 * Context: process, may sleep. Return: 0, -EINVAL or -EOPNOTSUPP, as
 * ks_specs_init() does.
 */
int ks_spec_parse(struct ks_spec *spec, const char *text, unsigned int index);

/**
 * ks_spec_make_name() - make an event's name
 * @spec: its symbol, which is no pattern, its number and offset are set
 *
 * The name is made of these, of characters that a name may have: foo.isra.0
 * becomes foo_isra_0, foo@2+0x10 becomes foo_2_0x10.
 *
 * Context: process, may sleep. Return: 0; -EINVAL: it is too long, which is
 * reported through ks_errlog().
 */
int ks_spec_make_name(struct ks_spec *spec);

/**
 * ks_spec_format() - a parsed spec as canonical text
 * @buf: at least KS_SPEC_MAX bytes
 * @spec: the spec
 *
 * KIND:[GRP/]NAME [!][MOD:]SYM[@N][+0xOFF] [CLAUSES], where KIND has a
 * maxactive if it was given and is not 0; or -:[GRP/]NAME. A pattern has no
 * NAME. Parsing that text gives the same spec.
 *
 * Context: any. Return: the length, without the NUL.
 */
size_t ks_spec_format(char *buf, const struct ks_spec *spec);

/**
 * ks_specs_init() - parse a list of specs
 * @specs: filled in; needs ks_specs_exit() after success
 * @text: NUL-terminated; specs separated by ';' or newline, or by ',' where
 *	every spec is a bare symbol. Blank specs are skipped; an empty text
 *	gives @specs->nr == 0.
 *
 * Stops at the first error, which is reported through ks_errlog(). No two
 * specs that make a probe have the same group and name, nor two that remove
 * one.
 *
 * Context: process, may sleep.
 * Return: 0, -EINVAL for an error in the text, -EOPNOTSUPP for a part of the
 * grammar that is known but not supported yet, -ENOMEM.
 */
int ks_specs_init(struct ks_specs *specs, const char *text);

/**
 * ks_specs_exit() - free what ks_specs_init() allocated
 * @specs: may be zeroed
 */
void ks_specs_exit(struct ks_specs *specs);

#endif
