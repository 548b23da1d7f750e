/* SPDX-License-Identifier: GPL-2.0 */
/* What the parts of the specs' parser share. */
#ifndef KRETSCOPE_SPEC_PARSE_H
#define KRETSCOPE_SPEC_PARSE_H

#include <linux/ctype.h>
#include <linux/string.h>

#include <kretscope/errors.h>
#include <kretscope/spec.h>

#define KS_BLANKS	" \t"
#define KS_HIST		"hist:"

/**
 * struct ks_spec_parser - state while one spec is parsed
 * @spec: the spec, filled in on the way
 * @pos: the next byte of its text
 * @is_bare: it is a symbol with nothing around it
 */
struct ks_spec_parser {
	struct ks_spec *spec;
	const char *pos;
	bool is_bare;
};

static inline bool ks_spec_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* A word ends here. */
static inline bool ks_spec_is_end(char c)
{
	return !c || ks_spec_is_blank(c);
}

static inline bool ks_spec_is_name_char(char c)
{
	return isalnum(c) || c == '_';
}

/* Is this word an argument, [NAME=]FETCH? */
static inline bool ks_spec_is_arg(const char *word)
{
	const char *end = word + strcspn(word, KS_BLANKS);

	return strchr("$%@\\+-", *word) || memchr(word, '=', end - word);
}

static inline bool ks_spec_is_hist(const char *word)
{
	return !strncmp(word, KS_HIST, strlen(KS_HIST));
}

/* With "+OFF" it would name a symbol that no text without one can name. */
static inline bool ks_spec_is_if(const char *word)
{
	return word[0] == 'i' && word[1] == 'f' &&
	       (ks_spec_is_end(word[2]) || word[2] == '(' || word[2] == '+');
}

static inline unsigned int ks_spec_column(const struct ks_spec *spec,
					  const char *pos)
{
	return pos - spec->text + 1;
}

/**
 * ks_spec_refuse() - report a mistake
 * @p: state
 * @pos: where it is
 * @err: what it is
 * @detail: more about it, or NULL
 *
 * Return: -EINVAL.
 */
int ks_spec_refuse(const struct ks_spec_parser *p, const char *pos,
		   enum ks_err err, const char *detail);

/**
 * ks_spec_parse_target() - parse [!][MOD:]SYM[@N][+OFF]
 * @p: @p->pos is at its first byte, and is left behind its last
 *
 * Return: 0, -EINVAL, -EOPNOTSUPP; a mistake has been reported.
 */
int ks_spec_parse_target(struct ks_spec_parser *p);

#endif
