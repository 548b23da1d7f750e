// SPDX-License-Identifier: GPL-2.0
/* Tests of the log of refused specs. */
#include <kretscope/errlog.h>

#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/string.h>

#include <stdarg.h>
#include <stdlib.h>

#include "test.h"

#define LINES	3		/* of one refusal */
#define WINDOW	72

/* What went to the kernel log, and what ks_errlog_show() gave. */
static char logged[2 * LINES * KS_ERRLOG_LINE];
static char shown[KS_ERRLOG_MAX * LINES * KS_ERRLOG_LINE];

void shim_printk(const char *fmt, ...)
{
	size_t len = strlen(logged);
	va_list args;

	va_start(args, fmt);
	vsnprintf(logged + len, sizeof(logged) - len, fmt, args);
	va_end(args);
}

static void emit(void *arg, const char *line)
{
	unsigned int *nr = arg;

	EXPECT(!strchr(line, '\n'), "%s", line);
	EXPECT(strlen(line) < KS_ERRLOG_LINE, "%zu", strlen(line));
	strcat(shown, line);
	strcat(shown, "\n");
	(*nr)++;
}

static unsigned int show(void)
{
	unsigned int nr = 0;

	*shown = '\0';
	ks_errlog_show(emit, &nr);
	return nr;
}

static void report(unsigned int index, const char *text, unsigned int col,
		   enum ks_err err, const char *detail)
{
	*logged = '\0';
	ks_errlog(index, text, col, err, detail);
}

#define PREFIX	"kretscope: "

static void test_empty(void)
{
	EXPECT(!show(), "%s", shown);
}

static void test_lines(void)
{
	report(2, "r finish_task_switch", 3, KS_ERR_SYM_ABSENT,
	       "did you mean finish_task_switch.isra.0?");
	EXPECT(!strcmp(logged,
		       PREFIX "spec 2, column 3: no such symbol: "
		       "did you mean finish_task_switch.isra.0?\n"
		       PREFIX "  r finish_task_switch\n"
		       PREFIX "    ^\n"), "%s", logged);

	report(1, "r:rd", 5, KS_ERR_NO_SYMBOL, NULL);
	EXPECT(!strcmp(logged,
		       PREFIX "spec 1, column 5: no symbol given\n"
		       PREFIX "  r:rd\n"
		       PREFIX "      ^\n"), "%s", logged);

	report(1, "q", 1, KS_ERR_NO_KIND, NULL);
	EXPECT(!strcmp(logged,
		       PREFIX "spec 1, column 1: kind must be 'p', 'r' or 'f'\n"
		       PREFIX "  q\n"
		       PREFIX "  ^\n"), "%s", logged);
}

static void test_unprintable(void)
{
	report(1, "r\tvfs\001\033[2J\377_read\r", 6, KS_ERR_BAD_BYTE, "a\nb");
	EXPECT(!strcmp(logged,
		       PREFIX "spec 1, column 6: byte that is not printable "
		       "ASCII: a?b\n"
		       PREFIX "  r vfs??[2J?_read?\n"
		       PREFIX "       ^\n"), "%s", logged);
}

/* The line of @logged that begins at @line, without prefix and indent. */
static char *take_line(char *line, char **next)
{
	char *end = strchr(line, '\n');

	*end = '\0';
	*next = end + 1;
	return line + strlen(PREFIX "  ");
}

static void check_caret(const char *spec, unsigned int col)
{
	char *next, *text, *caret;
	size_t len = strlen(spec);
	size_t at;

	report(1, spec, col, KS_ERR_SYM_BAD, NULL);
	take_line(logged, &next);
	text = take_line(next, &next);
	caret = take_line(next, &next);
	EXPECT(!*next, "%s", next);

	at = strspn(caret, " ");
	EXPECT(!strcmp(caret + at, "^"), "%s", caret);
	EXPECT(strlen(text) <= WINDOW, "%zu: %s", strlen(text), text);
	if (len < WINDOW)
		EXPECT(!strcmp(text, spec), "%s", text);
	else
		EXPECT(strlen(text) >= WINDOW - 1, "%zu: %s", strlen(text),
		       text);
	if (col == len + 1)
		EXPECT(at == strlen(text), "col %u of %zu: %zu", col, len, at);
	else
		EXPECT(text[at] == spec[col - 1], "col %u of %zu: %zu", col,
		       len, at);
}

static void test_caret(void)
{
	/* No run of letters repeats within what is shown: 59 is prime. */
	char spec[400];
	unsigned int len, col, i;

	for (len = 1; len < sizeof(spec); len += len < 160 ? 1 : 59) {
		for (i = 0; i < len; i++)
			spec[i] = 'A' + i % 59;
		spec[len] = '\0';
		for (col = 1; col <= len + 1; col++)
			check_caret(spec, col);
	}
}

static void test_window(void)
{
	char spec[301];
	unsigned int i;

	for (i = 0; i < 300; i++)
		spec[i] = '0' + i / 10 % 10;
	spec[300] = '\0';

	report(7, spec, 151, KS_ERR_SYM_BAD, NULL);
	EXPECT(!strcmp(logged,
		       PREFIX "spec 7, column 151: "
		       "character that no symbol has here\n"
		       PREFIX "  ...111222222222233333333334444444444"
		       "555555555566666666667777777777888...\n"
		       PREFIX "                                      ^\n"),
	       "%s", logged);
	report(7, spec, 5, KS_ERR_SYM_BAD, NULL);
	EXPECT(strstr(logged, PREFIX "  000000000011"), "%s", logged);
	EXPECT(strstr(logged, "666...\n"), "%s", logged);
	report(7, spec, 301, KS_ERR_SYM_BAD, NULL);
	EXPECT(strstr(logged, PREFIX "  ..."), "%s", logged);
	EXPECT(strstr(logged, "8889999999999\n"), "%s", logged);
}

static void test_long_detail(void)
{
	char detail[1000];

	memset(detail, 'x', sizeof(detail) - 1);
	detail[sizeof(detail) - 1] = '\0';
	report(1, "a", 1, KS_ERR_SYM_ABSENT, detail);
	EXPECT(strlen(logged) < LINES * KS_ERRLOG_LINE, "%zu", strlen(logged));
	EXPECT(strstr(logged, "xxx\n" PREFIX "  a\n" PREFIX "  ^\n"), "%s",
	       logged);
	show();
}

static void test_last(void)
{
	char want[KS_ERRLOG_MAX * LINES * KS_ERRLOG_LINE] = "";
	char text[16];
	unsigned int i;

	for (i = 1; i <= 2 * KS_ERRLOG_MAX + 3; i++) {
		snprintf(text, sizeof(text), "r sym%u", i);
		report(i, text, 3, KS_ERR_SYM_ABSENT, i % 2 ? "odd" : NULL);
		if (i <= KS_ERRLOG_MAX + 3)
			continue;
		snprintf(want + strlen(want), sizeof(want) - strlen(want),
			 "spec %u, column 3: no such symbol%s\n"
			 "  %s\n"
			 "    ^\n", i, i % 2 ? ": odd" : "", text);
	}
	EXPECT(show() == KS_ERRLOG_MAX * LINES, "%s", shown);
	EXPECT(!strcmp(shown, want), "%s", shown);
}

static void test_catch(void)
{
	static const char a[] = "r a*", b[] = "r b*";
	struct ks_catch first = { .text = a }, second = { .text = b };
	char same[] = "r a*";
	unsigned int before = show();

	ks_errlog_catch(&first);
	ks_errlog_catch(&second);
	report(1, a, 3, KS_ERR_SYM_DENIED, "why");
	report(2, b, 4, KS_ERR_SYM_ABSENT, NULL);
	report(1, a, 5, KS_ERR_SYM_BLACKLISTED, NULL);
	EXPECT(!*logged, "%s", logged);
	EXPECT(first.nr == 2 && first.err == KS_ERR_SYM_DENIED &&
	       first.col == 3 && !strcmp(first.detail, "why") &&
	       first.last == KS_ERR_SYM_BLACKLISTED, "%u %u %u %s", first.nr,
	       first.err, first.col, first.detail);
	EXPECT(second.nr == 1 && second.last == KS_ERR_SYM_ABSENT &&
	       !*second.detail, "%u %s", second.nr, second.detail);

	/* Of others, equal or not, nothing is kept. */
	report(1, same, 3, KS_ERR_SYM_DENIED, NULL);
	EXPECT(*logged, "not reported");
	EXPECT(first.nr == 2, "%u", first.nr);

	ks_errlog_release(&first);
	ks_errlog_release(&first);
	report(2, b, 4, KS_ERR_SYM_ABSENT, NULL);
	EXPECT(!*logged && second.nr == 2, "%s", logged);
	report(1, a, 3, KS_ERR_SYM_DENIED, "why");
	EXPECT(strstr(logged, "spec 1, column 3") && first.nr == 2, "%s",
	       logged);
	ks_errlog_release(&second);
	report(2, b, 4, KS_ERR_SYM_ABSENT, NULL);
	EXPECT(strstr(logged, "spec 2, column 4"), "%s", logged);
	EXPECT(show() == before, "%u %u", show(), before);
}

static void test_texts(void)
{
	unsigned int i, k;

	for (i = 0; i < KS_ERR_NR; i++) {
		const char *text = ks_errlog_text(i);

		EXPECT(text && *text, "%u", i);
		EXPECT(strlen(text) <= 100, "%s", text);
		EXPECT(text[strlen(text) - 1] != '.', "%s", text);
		for (k = 0; k < i; k++)
			EXPECT(strcmp(text, ks_errlog_text(k)), "%s", text);
	}
	EXPECT(strstr(ks_errlog_text(KS_ERR_USER_LATER), "not supported yet"),
	       "%s", ks_errlog_text(KS_ERR_USER_LATER));
}

static const struct test tests[] = {
	{ "nothing refused, nothing shown", test_empty },
	{ "three lines with the caret under the column", test_lines },
	{ "bytes that are not printable do not reach the log",
	  test_unprintable },
	{ "caret is right for any length and column", test_caret },
	{ "long specs show the part around the column", test_window },
	{ "long details are cut", test_long_detail },
	{ "the last refusals are kept, oldest first", test_last },
	{ "what is caught is neither logged nor kept", test_catch },
	{ "every code has a text of its own", test_texts },
	{}
};

int main(void)
{
	return test_run("errlog", tests);
}
