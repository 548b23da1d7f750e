/* SPDX-License-Identifier: GPL-2.0 */
/* Runs the tests of one unit, and prints one line for each. */
#ifndef UNIT_TEST_H
#define UNIT_TEST_H

/**
 * struct test - one test
 * @name: what it shows
 * @fn: the test; calls EXPECT()
 */
struct test {
	const char *name;
	void (*fn)(void);
};

/**
 * test_run() - run tests, and print PASS or FAIL for each
 * @unit: name of what is tested
 * @tests: the tests; the last has no name
 *
 * Return: main()'s exit status.
 */
int test_run(const char *unit, const struct test *tests);

/* The reason of the first failure in a test is printed. */
void test_fail(const char *file, int line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Go on with the test after a failure, so that tables are seen whole. */
#define EXPECT(cond, fmt, ...)						\
	do {								\
		if (!(cond))						\
			test_fail(__FILE__, __LINE__, "%s: " fmt,	\
				  #cond, ##__VA_ARGS__);		\
	} while (0)

/* A random number; the same ones in every run. */
unsigned long long test_random(void);

#endif
