// SPDX-License-Identifier: GPL-2.0
/*
 * The soak's workload and its exact reader.
 *
 * usage: mix work SEED N | mix follow FILE SEED SLOW_MS
 *
 *  work	N processes, in a process group of their own, do a random mix
 *		of system calls until SIGTERM; what does not go as it must is
 *		said on stderr and ends all with status 1
 *  follow	reads FILE, a trace_pipe, with odd sizes and up to SLOW_MS
 *		between reads until SIGTERM, then prints what it was given:
 *		pid= records= lost= bad= (lines of no known form)
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof(*(a)))
#define MAX_WORKERS	16
#define MAX_READ	100000
#define MAX_LINE	32768	/* the module's longest is 24 KiB */

static unsigned long long rng;

/* The same generator as in guest.sh and plan.awk. */
static unsigned int below(unsigned int n)
{
	rng = rng * 16807 % 2147483647;
	return rng % n;
}

static void seed(const char *text)
{
	rng = strtoull(text, NULL, 10) % 2147483646 + 1;
	below(1);
	below(1);
}

static void die(const char *what)
{
	fprintf(stderr, "mix: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void must(bool ok, const char *what)
{
	if (!ok)
		die(what);
}

/* Write to one end and read from the other: the same bytes. */
static void exchange(int from, int to, const char *what)
{
	char out[1500], in[1500];
	size_t len = 1 + below(sizeof(out)), got = 0;

	memset(out, 'a' + below(26), len);
	must(write(from, out, len) == (ssize_t)len, what);
	while (got < len) {
		ssize_t ret = read(to, in + got, len - got);

		must(ret > 0, what);
		got += ret;
	}
	errno = 0;
	must(!memcmp(in, out, len), what);
}

static void finish(pid_t pid, int want, const char *what)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		must(errno == EINTR, what);
	errno = 0;
	must(WIFEXITED(status) && WEXITSTATUS(status) == want, what);
}

static void do_fork(void)
{
	int want = below(100);
	pid_t pid = fork();

	must(pid >= 0, "fork");
	if (!pid)
		_exit(want);
	finish(pid, want, "fork");
}

static void do_exec(void)
{
	pid_t pid = fork();

	must(pid >= 0, "fork for exec");
	if (!pid) {
		execl("/bin/busybox", "false", NULL);
		_exit(99);
	}
	finish(pid, 1, "exec");
}

static void do_files(void)
{
	char a[64], b[64], buf[3000];
	struct stat st;
	int fd;

	snprintf(a, sizeof(a), "/tmp/mix.%d.a", getpid());
	snprintf(b, sizeof(b), "/tmp/mix.%d.b", getpid());
	fd = open(a, O_RDWR | O_CREAT | O_TRUNC, 0600);
	must(fd >= 0, "create");
	memset(buf, 'x', sizeof(buf));
	must(write(fd, buf, sizeof(buf)) == sizeof(buf), "write");
	must(lseek(fd, below(1000), SEEK_SET) >= 0, "seek");
	must(read(fd, buf, 1000) == 1000, "read");
	must(!fsync(fd), "fsync");
	must(!rename(a, b), "rename");
	must(!stat(b, &st) && st.st_size == sizeof(buf), "stat");
	must(!close(fd), "close");
	must(!unlink(b), "unlink");
	must(stat(b, &st) && errno == ENOENT, "stat of no file");
}

static void do_pipe(void)
{
	int fds[2];

	must(!pipe(fds), "pipe");
	exchange(fds[1], fds[0], "pipe data");
	close(fds[0]);
	close(fds[1]);
}

static void do_unix(void)
{
	int fds[2];

	must(!socketpair(AF_UNIX, below(2) ? SOCK_STREAM : SOCK_SEQPACKET, 0,
			 fds), "socketpair");
	exchange(fds[0], fds[1], "UNIX data");
	close(fds[0]);
	close(fds[1]);
}

static void do_tcp(void)
{
	struct sockaddr_in addr = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	struct linger linger = { .l_onoff = 1 };
	socklen_t len = sizeof(addr);
	int listener, a, b;

	listener = socket(AF_INET, SOCK_STREAM, 0);
	must(listener >= 0, "socket");
	must(!bind(listener, (void *)&addr, len) && !listen(listener, 1) &&
	     !getsockname(listener, (void *)&addr, &len), "listen");
	a = socket(AF_INET, SOCK_STREAM, 0);
	must(a >= 0 && !connect(a, (void *)&addr, len), "connect");
	b = accept(listener, NULL, NULL);
	must(b >= 0, "accept");
	exchange(a, b, "TCP data");
	exchange(b, a, "TCP data back");
	/* No TIME_WAIT, which would keep memory for a minute. */
	setsockopt(a, SOL_SOCKET, SO_LINGER, &linger, sizeof(linger));
	close(a);
	close(b);
	close(listener);
}

static void do_udp(void)
{
	struct sockaddr_in addr = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	socklen_t len = sizeof(addr);
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	must(fd >= 0 && !bind(fd, (void *)&addr, len) &&
	     !getsockname(fd, (void *)&addr, &len) &&
	     !connect(fd, (void *)&addr, len), "UDP socket");
	exchange(fd, fd, "UDP data");
	close(fd);
}

static atomic_int signals;

static void on_signal(int sig)
{
	(void)sig;
	signals++;
}

/* A sleep that a signal ends, and one sent to itself. */
static void do_signals(void)
{
	struct sigaction act = { .sa_handler = on_signal };
	struct itimerval timer = { .it_value = { 0, 1 + below(3000) } };
	int before = signals;

	must(!sigaction(SIGALRM, &act, NULL) &&
	     !sigaction(SIGUSR1, &act, NULL), "sigaction");
	must(!kill(getpid(), SIGUSR1), "kill");
	errno = 0;
	must(signals == before + 1, "signal to itself");
	must(!setitimer(ITIMER_REAL, &timer, NULL), "setitimer");
	while (signals == before + 1)
		usleep(20000);
	errno = 0;
	must(signals == before + 2, "alarm");
}

static void *thread_main(void *arg)
{
	usleep(*(unsigned int *)arg);
	*(unsigned int *)arg = 77;
	return NULL;
}

static void do_threads(void)
{
	unsigned int args[4], i;
	pthread_t threads[4];

	for (i = 0; i < 4; i++) {
		args[i] = below(5000);
		errno = pthread_create(&threads[i], NULL, thread_main,
				       &args[i]);
		must(!errno, "thread");
	}
	for (i = 0; i < 4; i++) {
		errno = pthread_join(threads[i], NULL);
		must(!errno && args[i] == 77, "join");
	}
}

static void do_sleep(void)
{
	struct timespec ts = { 0, below(5000000) };

	if (below(2))
		must(!nanosleep(&ts, NULL), "nanosleep");
	else
		must(!poll(NULL, 0, below(5)), "poll");
}

static void do_memory(void)
{
	size_t size = 4096 * (1 + below(256)), i;
	char *mem = mmap(NULL, size, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	must(mem != MAP_FAILED, "mmap");
	for (i = 0; i < size; i += 4096)
		mem[i] = 1;
	must(!mprotect(mem, size, PROT_READ), "mprotect");
	must(!munmap(mem, size), "munmap");
}

static void (*const tasks[])(void) = {
	do_fork, do_exec, do_files, do_pipe, do_unix, do_tcp, do_udp,
	do_signals, do_threads, do_sleep, do_sleep, do_memory,
};

static void worker(unsigned int n)
{
	unsigned int i;

	for (i = 0; i <= n; i++)
		rng += 1000003 + below(1000);
	rng = rng % 2147483646 + 1;
	signal(SIGTERM, SIG_DFL);
	for (;;)
		tasks[below(ARRAY_SIZE(tasks))]();
}

static atomic_bool stopped;

static void on_term(int sig)
{
	(void)sig;
	stopped = 1;
}

static void catch(int sig)
{
	/* No SA_RESTART: waiting and reading have to end. */
	struct sigaction act = { .sa_handler = on_term };

	must(!sigaction(sig, &act, NULL), "sigaction");
}

static int do_work(char **arg)
{
	unsigned int n = atoi(arg[1]), i;
	int status = 0;

	seed(arg[0]);
	must(!setpgid(0, 0), "process group");
	/* So that more rounds fit in a minute than with equal shares. */
	errno = 0;
	must(nice(10) == 10 || !errno, "nice");
	catch(SIGTERM);
	for (i = 0; i < n && i < MAX_WORKERS; i++) {
		pid_t pid = fork();

		must(pid >= 0, "worker");
		if (!pid)
			worker(i);
	}
	/* No worker ends but for a failure. */
	while (!stopped && wait(&status) < 0)
		must(errno == EINTR, "wait");
	kill(0, SIGKILL);
	return 1;
}

static struct {
	unsigned long long records;
	unsigned long long lost;
	unsigned long long bad;
	char line[MAX_LINE];
	size_t len;
} got;

static void take_line(void)
{
	unsigned long long n;
	unsigned int cpu;
	const char *rest;
	int end = 0;

	got.line[got.len] = '\0';
	if (sscanf(got.line, "# LOST %llu records on CPU %u%n", &n, &cpu,
		   &end) == 2 && end == (int)got.len) {
		got.lost += n;
		return;
	}
	if (!strncmp(got.line, "# kretscope 1  clock=", 21))
		return;
	/* COMM-TID [CPU] SEC.NSEC: NAME: ..., and COMM may hold anything. */
	rest = got.line[0] == '#' ? NULL : strstr(got.line, "] ");
	if (rest)
		rest = strstr(rest, ": ");
	if (rest && strchr(rest + 2, ':')) {
		got.records++;
		return;
	}
	got.bad++;
	fprintf(stderr, "mix: no record: %s\n", got.line);
}

static void take(const char *buf, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if (buf[i] == '\n') {
			take_line();
			got.len = 0;
		} else if (got.len < MAX_LINE - 1) {
			got.line[got.len++] = buf[i];
		}
	}
}

static int do_follow(char **arg)
{
	/* Reads end now and then, so that no signal is slept through. */
	struct itimerval timer = { { 0, 100000 }, { 0, 100000 } };
	struct sigaction tick = { .sa_handler = on_signal };
	static char buf[MAX_READ];
	unsigned int slow = atoi(arg[2]);
	int fd = open(arg[0], O_RDONLY);

	must(fd >= 0, arg[0]);
	seed(arg[1]);
	catch(SIGTERM);
	must(!sigaction(SIGALRM, &tick, NULL) &&
	     !setitimer(ITIMER_REAL, &timer, NULL), "timer");
	while (!stopped) {
		size_t size = 1 + below(below(4) ? MAX_READ : 300);
		ssize_t ret = read(fd, buf, size);

		must(ret > 0 || (ret < 0 && errno == EINTR), "follow");
		if (ret > 0)
			take(buf, ret);
		if (slow)
			usleep(1000 * below(slow + 1));
	}
	printf("pid=%d records=%llu lost=%llu bad=%llu\n", getpid(),
	       got.records, got.lost, got.bad + (got.len != 0));
	return got.bad || got.len;
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "work"))
		return do_work(argv + 2);
	if (argc == 5 && !strcmp(argv[1], "follow"))
		return do_follow(argv + 2);
	fprintf(stderr, "usage: mix work SEED N | follow FILE SEED SLOW_MS\n");
	return 2;
}
