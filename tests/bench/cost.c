// SPDX-License-Identifier: GPL-2.0
/*
 * Measures calls and reads in ns of the guest. Under QEMU's -icount shift=0 a
 * guest instruction takes one ns, so what it prints are instructions.
 *
 *	cost call		read(2) of one byte of /dev/zero, per call
 *	cost read FILE [MAX]	reading FILE without blocking, per line
 *	cost write FILE TEXT	writing what is in the file TEXT to FILE at once
 *
 * Of calls the least of several rounds counts: the others had a timer tick
 * inside.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS		20
#define CALLS		500

static unsigned long long now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

static int cost_call(void)
{
	unsigned long long best = ~0ULL;
	int fd = open("/dev/zero", O_RDONLY);
	char byte;

	if (fd < 0)
		return 1;
	for (int round = 0; round < ROUNDS; round++) {
		unsigned long long start = now(), took;

		for (int i = 0; i < CALLS; i++)
			if (read(fd, &byte, 1) != 1)
				return 1;
		took = now() - start;
		if (took < best)
			best = took;
	}
	printf("%.1f\n", (double)best / CALLS);
	return 0;
}

static unsigned long count_lines(const char *buf, ssize_t len)
{
	unsigned long lines = 0;

	for (ssize_t i = 0; i < len; i++)
		lines += buf[i] == '\n';
	return lines;
}

static int cost_read(const char *file, unsigned long max)
{
	static char buf[65536];
	unsigned long long took = 0;
	unsigned long lines = 0;
	int fd = open(file, O_RDONLY | O_NONBLOCK);

	if (fd < 0)
		return 1;
	while (lines < max) {
		unsigned long long start = now();
		ssize_t len = read(fd, buf, sizeof(buf));

		if (len <= 0)
			break;
		took += now() - start;
		lines += count_lines(buf, len);
	}
	if (!lines)
		return 1;
	printf("%.1f %lu\n", (double)took / lines, lines);
	return 0;
}

static int cost_write(const char *file, const char *text)
{
	static char buf[65536];
	int from = open(text, O_RDONLY);
	int to = open(file, O_WRONLY | O_APPEND);
	unsigned long long start;
	ssize_t len;

	if (from < 0 || to < 0)
		return 1;
	len = read(from, buf, sizeof(buf));
	if (len <= 0 || len == sizeof(buf))
		return 1;
	start = now();
	if (write(to, buf, len) != len)
		return 1;
	printf("%llu\n", now() - start);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "call"))
		return cost_call();
	if (argc >= 3 && !strcmp(argv[1], "read"))
		return cost_read(argv[2], argc > 3 ? strtoul(argv[3], NULL, 0) :
						     ~0UL);
	if (argc == 4 && !strcmp(argv[1], "write"))
		return cost_write(argv[2], argv[3]);
	fprintf(stderr, "usage: cost call | cost read FILE [MAX] | cost write FILE TEXT\n");
	return 2;
}
