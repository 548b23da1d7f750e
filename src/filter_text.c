// SPDX-License-Identifier: GPL-2.0
/* Text that a filter compares with: quotes, escapes and patterns. */
#include "filter_code.h"

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <kretscope/glob.h>

/**
 * struct quoted - a text between quotes
 * @str: the text, without quotes and escapes
 * @len: its length
 * @start: the first quote in the spec's text
 * @at: where each of its bytes is, behind @start
 */
struct quoted {
	char str[KS_PATTERN_LEN];
	unsigned int len;
	const char *start;
	u8 at[KS_PATTERN_LEN];
};

/* With all of its bytes escaped. */
static_assert(2 * KS_PATTERN_LEN <= 256);

static int parse_quoted(struct ks_filter_code *code, struct quoted *quoted)
{
	const char *pos = code->pos;
	const char quote = *pos;
	unsigned int len = 0;

	quoted->start = pos;
	for (pos++; *pos != quote; pos++) {
		if (!*pos)
			return ks_filter_refuse(code, quoted->start,
						KS_ERR_IF_TEXT_OPEN, NULL);
		if (len == KS_PATTERN_LEN - 1) {
			ks_filter_refuse(code, quoted->start,
					 KS_ERR_IF_TEXT_LONG, NULL);
			return -E2BIG;
		}
		quoted->at[len] = pos - quoted->start;
		if (*pos == '\\') {
			if (pos[1] != quote && pos[1] != '\\')
				return ks_filter_refuse(code, pos,
							KS_ERR_IF_ESCAPE, NULL);
			pos++;
		}
		quoted->str[len++] = *pos;
	}
	quoted->str[len] = '\0';
	quoted->len = len;
	code->pos = pos + 1;
	return 0;
}

/* A set of a pattern; *@i is left behind it. */
static int check_set(const struct ks_filter_code *code,
		     const struct quoted *quoted, unsigned int *i)
{
	unsigned int len;
	enum ks_err err;

	if (ks_glob_set(quoted->str + *i, &len, &err))
		return ks_filter_refuse(code, quoted->start +
					quoted->at[*i + len], err, NULL);
	*i += len;
	return 0;
}

/* Is there more to the pattern than a text, or one that it begins with? */
static int check_pattern(const struct ks_filter_code *code,
			 const struct quoted *quoted, bool *is_glob)
{
	unsigned int i = 0;
	int ret;

	*is_glob = false;
	while (i < quoted->len) {
		switch (quoted->str[i]) {
		case '[':
			*is_glob = true;
			ret = check_set(code, quoted, &i);
			if (ret)
				return ret;
			break;
		case '*':
			if (i + 1 < quoted->len)
				*is_glob = true;
			i++;
			break;
		case '?':
			*is_glob = true;
			i++;
			break;
		default:
			i++;
		}
	}
	return 0;
}

/* Two words in which the first bytes, of a text or its NUL, must fit. */
static void make_words(struct ks_filter_op *op, const struct quoted *quoted,
		       unsigned int nr)
{
	op->match = KS_MATCH_WORDS;
	memset(op->care, 0, sizeof(op->care));
	memset(op->care, 0xff, nr);
	memset(op->want, 0, sizeof(op->want));
	memcpy(op->want, quoted->str, min(nr, quoted->len));
}

static void keep_text(struct ks_filter_code *code, struct ks_filter_op *op,
		      const struct quoted *quoted, enum ks_filter_match match)
{
	op->match = match;
	op->text = code->text_len;
	memcpy(code->text + code->text_len, quoted->str, quoted->len + 1);
	code->text_len += quoted->len + 1;
}

int ks_filter_text(struct ks_filter_code *code, struct ks_filter_op *op,
		   bool is_pattern)
{
	bool is_glob = false, is_prefix = false;
	struct quoted quoted;
	unsigned int nr, max;
	char detail[24];
	int ret;

	ret = parse_quoted(code, &quoted);
	if (!ret && is_pattern)
		ret = check_pattern(code, &quoted, &is_glob);
	if (ret)
		return ret;
	if (is_glob) {
		keep_text(code, op, &quoted, KS_MATCH_GLOB);
		return 0;
	}
	is_prefix = is_pattern && quoted.len &&
		    quoted.str[quoted.len - 1] == '*';

	/* The kernel ends each comm with a NUL, though readers cannot tell. */
	max = op->load == KS_LOAD_COMM ? KS_COMM_LEN - 1 : op->limit;
	nr = quoted.len - is_prefix;
	if (nr > max) {
		snprintf(detail, sizeof(detail), "%u bytes", max);
		return ks_filter_refuse(code, quoted.start,
					KS_ERR_IF_TEXT_OVER, detail);
	}
	/* The NUL counts too, but a text that has no more room has none. */
	if (!is_prefix && nr < op->limit)
		nr++;
	if (nr <= KS_FILTER_WORDS) {
		quoted.len -= is_prefix;
		make_words(op, &quoted, nr);
	} else {
		keep_text(code, op, &quoted, is_prefix ? KS_MATCH_GLOB :
							 KS_MATCH_WHOLE);
	}
	return 0;
}
