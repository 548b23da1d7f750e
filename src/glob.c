// SPDX-License-Identifier: GPL-2.0
/* Patterns of text: what they match, also in handlers. */
#include <kretscope/glob.h>

#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/kprobes.h>

int ks_glob_set(const char *set, unsigned int *len, enum ks_err *err)
{
	unsigned int i = set[1] == '!' ? 2 : 1;

	*len = 0;
	*err = KS_ERR_SET_OPEN;
	do {
		if (!set[i])
			return -EINVAL;
		if (set[i + 1] == '-' && set[i + 2] && set[i + 2] != ']') {
			if ((u8)set[i] > (u8)set[i + 2]) {
				*len = i;
				*err = KS_ERR_SET_RANGE;
				return -EINVAL;
			}
			i += 2;
		}
		i++;
	} while (set[i] != ']');
	*len = i + 1;
	return 0;
}

/*
 * Is @c in the set behind a '['? @pat is left behind its ']', which there is,
 * since ks_glob_set() has looked.
 */
static __always_inline bool is_in_set(const u8 **pat, u8 c)
{
	const u8 *p = *pat;
	bool is_inverted = *p == '!';
	bool is_in = false;
	u8 first, last;

	if (is_inverted)
		p++;
	/* A ']' that is the first one is a member. */
	do {
		first = last = *p++;
		if (!first)
			break;
		if (p[0] == '-' && p[1] && p[1] != ']') {
			last = p[1];
			p += 2;
		}
		if (c >= first && c <= last)
			is_in = true;
	} while (*p != ']');
	*pat = p + 1;
	return is_in != is_inverted;
}

/* Does one character match? @pat is left behind what it was compared with. */
static __always_inline bool is_one(const u8 **pat, u8 c)
{
	u8 p = *(*pat)++;

	if (p == '?')
		return true;
	if (p == '[')
		return is_in_set(pat, c);
	return p == c;
}

/*
 * Only the last '*' that was passed ever needs to take more: whatever an
 * earlier one could take, the last one can. So that is at most one pass over
 * the pattern per character.
 */
bool ks_glob_match(const char *pattern, const char *str, unsigned int limit)
{
	const u8 *pat = (const u8 *)pattern;
	const u8 *star = NULL;
	unsigned int star_at = 0;
	unsigned int at = 0;
	u8 c;

	for (;;) {
		if (*pat == '*') {
			star = ++pat;
			star_at = at;
			if (!*pat)
				return true;
			continue;
		}
		c = at < limit ? str[at] : '\0';
		if (!c && !*pat)
			return true;
		if (!c)
			return false;
		if (*pat && is_one(&pat, c)) {
			at++;
			continue;
		}
		if (!star)
			return false;
		pat = star;
		at = ++star_at;
	}
}
NOKPROBE_SYMBOL(ks_glob_match);
