// SPDX-License-Identifier: GPL-2.0
/* Reports refused specs with a caret, and keeps the last of them. */
#include <kretscope/errlog.h>

#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/string.h>

/* Longest part of a spec that is shown: with its indent it fits a terminal. */
#define WINDOW		72
#define INDENT		"  "
#define CUT		"..."

/**
 * struct refusal - one refused spec, as it is shown
 * @cause: the first line
 * @text: the second line, without its indent
 * @caret: how many blanks there are in front of the caret
 */
struct refusal {
	char cause[KS_ERRLOG_LINE];
	char text[WINDOW + 1];
	unsigned int caret;
};

static const char *const causes[] = {
#define KS_ERR_TEXT(code, text) \
	[KS_ERR_##code] = text,
	KS_ERRORS(KS_ERR_TEXT)
#undef KS_ERR_TEXT
};

static DEFINE_MUTEX(lock);

/* All of this: lock. */
static struct refusal refusals[KS_ERRLOG_MAX];
static unsigned int next;
static unsigned int nr;
static struct ks_catch *catches;

const char *ks_errlog_text(enum ks_err err)
{
	return causes[err];
}

static void make_printable(char *s)
{
	for (; *s; s++) {
		if (*s == '\t')
			*s = ' ';
		else if (*s < ' ' || *s > '~')
			*s = '?';
	}
}

/* Take the part of the spec that is around the column. */
static void cut_window(struct refusal *refusal, const char *text,
		       unsigned int col)
{
	size_t len = strlen(text);
	size_t at = min_t(size_t, max(col, 1U) - 1, len);
	size_t start = 0;
	size_t shown;

	/* One more than @len, for a caret behind the end. */
	if (len + 1 > WINDOW && at > WINDOW / 2)
		start = min_t(size_t, at - WINDOW / 2, len + 1 - WINDOW);
	shown = min_t(size_t, len - start, WINDOW);

	memcpy(refusal->text, text + start, shown);
	refusal->text[shown] = '\0';
	make_printable(refusal->text);
	if (start)
		memcpy(refusal->text, CUT, strlen(CUT));
	if (start + shown < len)
		memcpy(refusal->text + shown - strlen(CUT), CUT, strlen(CUT));
	refusal->caret = at - start;
}

void ks_errlog_catch(struct ks_catch *catch)
{
	mutex_lock(&lock);
	catch->next = catches;
	catches = catch;
	mutex_unlock(&lock);
}

void ks_errlog_release(struct ks_catch *catch)
{
	struct ks_catch **at;

	mutex_lock(&lock);
	for (at = &catches; *at; at = &(*at)->next) {
		if (*at == catch) {
			*at = catch->next;
			break;
		}
	}
	mutex_unlock(&lock);
}

static bool is_caught(const char *text, unsigned int col, enum ks_err err,
		      const char *detail)
{
	struct ks_catch *catch = catches;

	while (catch && catch->text != text)
		catch = catch->next;
	if (!catch)
		return false;
	if (!catch->nr++) {
		catch->err = err;
		catch->col = col;
		snprintf(catch->detail, sizeof(catch->detail), "%s",
			 detail ?: "");
	}
	catch->last = err;
	return true;
}

static void add_refusal(unsigned int index, const char *text, unsigned int col,
			enum ks_err err, const char *detail)
{
	struct refusal *refusal = &refusals[next];

	next = (next + 1) % KS_ERRLOG_MAX;
	if (nr < KS_ERRLOG_MAX)
		nr++;

	snprintf(refusal->cause, sizeof(refusal->cause),
		 "spec %u, column %u: %s%s%s", index, col, causes[err],
		 detail ? ": " : "", detail ?: "");
	make_printable(refusal->cause);
	cut_window(refusal, text, col);

	pr_err("%s\n", refusal->cause);
	pr_err(INDENT "%s\n", refusal->text);
	pr_err(INDENT "%*s^\n", refusal->caret, "");
}

void ks_errlog(unsigned int index, const char *text, unsigned int col,
	       enum ks_err err, const char *detail)
{
	mutex_lock(&lock);
	if (!is_caught(text, col, err, detail))
		add_refusal(index, text, col, err, detail);
	mutex_unlock(&lock);
}

void ks_errlog_show(void (*emit)(void *arg, const char *line), void *arg)
{
	char line[sizeof(INDENT) + WINDOW + 1];
	const struct refusal *refusal;
	unsigned int i;

	mutex_lock(&lock);
	for (i = 0; i < nr; i++) {
		refusal = &refusals[(next + KS_ERRLOG_MAX - nr + i) %
				    KS_ERRLOG_MAX];
		emit(arg, refusal->cause);
		snprintf(line, sizeof(line), INDENT "%s", refusal->text);
		emit(arg, line);
		snprintf(line, sizeof(line), INDENT "%*s^", refusal->caret, "");
		emit(arg, line);
	}
	mutex_unlock(&lock);
}
