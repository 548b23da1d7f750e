// SPDX-License-Identifier: GPL-2.0
/* Names that resemble one which was not found. */
#include <kretscope/near.h>

#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>

/* Scores: the lower the better. Letters off add to SCORE_TYPO. */
enum {
	SCORE_TWIN,		/* the whole function under another name */
	SCORE_PART,
	SCORE_COLD,
	SCORE_OTHER_TWIN,
	SCORE_TYPO,
	SCORE_SYSCALL = SCORE_TYPO + 2,
	SCORE_NONE = 100,
};

#define LETTERS_OFF_MAX	3

static bool starts_with(const char *str, const char *prefix)
{
	return !strncmp(str, prefix, strlen(prefix));
}

/* Length of a name without what the compiler appends: from its first dot. */
static size_t stem_len(const char *name, size_t len)
{
	const char *dot = strchr(name, '.');

	return dot && dot != name ? (size_t)(dot - name) : len;
}

static unsigned int twin_score(const char *name, const char *suffix)
{
	if (!*suffix || starts_with(suffix, ".isra.") ||
	    starts_with(suffix, ".constprop."))
		return SCORE_TWIN;
	if (starts_with(suffix, ".part."))
		return SCORE_PART;
	if (starts_with(suffix, ".cold"))
		return SCORE_COLD;
	return SCORE_OTHER_TWIN;
}

/*
 * Letters to insert, remove, change or swap with the next to get from @a to
 * @b, or @max + 1 if that is more than @max. Rows of the usual table: @row[0]
 * is made, @row[1] and @row[2] are those of the one and two letters before.
 */
static unsigned int letters_off(const char *a, size_t alen, const char *b,
				size_t blen, unsigned int max)
{
	u8 cells[3][KS_NEAR_LEN];
	u8 *row[3] = { cells[0], cells[1], cells[2] };
	unsigned int least;
	size_t i, j;

	for (j = 0; j <= blen; j++)
		row[0][j] = j;
	for (i = 1; i <= alen; i++) {
		u8 *unused = row[2];

		row[2] = row[1];
		row[1] = row[0];
		row[0] = unused;
		row[0][0] = i;
		least = i;
		for (j = 1; j <= blen; j++) {
			unsigned int cost;

			cost = row[1][j - 1] + (a[i - 1] != b[j - 1]);
			cost = min(cost, row[1][j] + 1U);
			cost = min(cost, row[0][j - 1] + 1U);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				cost = min(cost, row[2][j - 2] + 1U);
			row[0][j] = cost;
			least = min(least, cost);
		}
		if (least > max)
			return max + 1;
	}
	return min_t(unsigned int, row[0][blen], max + 1);
}

/* Is @name the entry point of the system call that was meant? */
static bool is_syscall(const struct ks_near *near, const char *name, size_t len)
{
	const char *call = near->want;
	size_t call_len = near->len;

	if (starts_with(call, "sys_")) {
		call += 4;
		call_len -= 4;
	}
	return call_len && len > call_len + 4 && starts_with(name, "__") &&
	       starts_with(name + len - call_len - 4, "sys_") &&
	       !strcmp(name + len - call_len, call);
}

static unsigned int score(const struct ks_near *near, const char *name,
			  size_t len)
{
	size_t want_stem = stem_len(near->want, near->len);
	size_t stem = stem_len(name, len);
	unsigned int max = clamp_t(size_t, near->len / 4, 1, LETTERS_OFF_MAX);
	unsigned int off;

	if (stem == want_stem && !strncmp(name, near->want, stem))
		return twin_score(name, name + stem);
	if (is_syscall(near, name, len))
		return SCORE_SYSCALL;
	/* Parts of other functions are no typing mistakes. */
	if (stem != len && want_stem == near->len)
		return SCORE_NONE;
	if (len > near->len + max || near->len > len + max)
		return SCORE_NONE;
	off = letters_off(near->want, near->len, name, len, max);
	return off > max ? SCORE_NONE : SCORE_TYPO + off - 1;
}

void ks_near_init(struct ks_near *near, const char *want)
{
	near->want = want;
	near->len = strlen(want);
	near->nr = 0;
}

void ks_near_offer(struct ks_near *near, const char *name)
{
	size_t len = strlen(name);
	unsigned int val, i, at;

	if (!len || len >= KS_NEAR_LEN || !near->len ||
	    near->len >= KS_NEAR_LEN)
		return;
	val = score(near, name, len);
	if (val == SCORE_NONE)
		return;
	at = near->nr;
	for (i = near->nr; i > 0; i--) {
		if (!strcmp(near->cand[i - 1].name, name))
			return;
		if (near->cand[i - 1].score > val)
			at = i - 1;
	}
	if (at == KS_NEAR_MAX)
		return;
	if (near->nr < KS_NEAR_MAX)
		near->nr++;
	for (i = near->nr - 1; i > at; i--)
		near->cand[i] = near->cand[i - 1];
	near->cand[at].score = val;
	memcpy(near->cand[at].name, name, len + 1);
}

size_t ks_near_print(const struct ks_near *near, char *buf, size_t size)
{
	size_t len = 0;
	unsigned int i;

	buf[0] = '\0';
	for (i = 0; i < near->nr; i++) {
		const char *sep = i == 0 ? "did you mean " :
				  i + 1 == near->nr ? " or " : ", ";

		len += scnprintf(buf + len, size - len, "%s%s", sep,
				 near->cand[i].name);
	}
	if (near->nr)
		len += scnprintf(buf + len, size - len, "?");
	return len;
}
