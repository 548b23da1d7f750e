// SPDX-License-Identifier: GPL-2.0
/* Runs the tests of one unit, and prints one line for each. */
#include "test.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char reason[512];
static unsigned int failures;

void test_fail(const char *file, int line, const char *fmt, ...)
{
	const char *base = strrchr(file, '/');
	va_list args;
	int len;

	if (failures++)
		return;
	len = snprintf(reason, sizeof(reason), "%s:%d: ",
		       base ? base + 1 : file, line);
	va_start(args, fmt);
	vsnprintf(reason + len, sizeof(reason) - len, fmt, args);
	va_end(args);
}

int test_run(const char *unit, const struct test *tests)
{
	int status = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	for (; tests->name; tests++) {
		failures = 0;
		tests->fn();
		if (!failures) {
			printf("PASS %s: %s\n", unit, tests->name);
			continue;
		}
		status = 1;
		printf("FAIL %s: %s: %s (failures: %u)\n", unit,
		       tests->name, reason, failures);
	}
	return status;
}

unsigned long long test_random(void)
{
	static unsigned long long state = 0x9e3779b97f4a7c15ULL;

	/* xorshift64 */
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}
