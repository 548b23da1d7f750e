// SPDX-License-Identifier: GPL-2.0
/*
 * What test cases do that a shell cannot: threads, signals, poll, affinity.
 *
 * usage: workload COMMAND ARG...; each prints key=value lines and exits 0
 * unless it could not do its part. Build: cc -static -O2 -pthread workload.c
 *
 *  threads N MS STEP		N threads of one process sleep MS each, started
 *				STEP ms apart: tgid= tids=A,B,...
 *  hammer FILE CMD N TIMES	N threads write CMD to FILE, TIMES times each:
 *				writes= errors=
 *  sleepers N MS		N processes sleep MS at once: slept=
 *  pin CPU CMD [ARG...]	run CMD on that CPU only
 *  pinhop FILE CMD TIMES MOVES	write CMD to FILE while another thread moves the
 *				writer from CPU to CPU every ms, TIMES times or
 *				until moved MOVES times, whichever is later:
 *				writes= errors= moves=
 *  pollread FILE MS		poll up to MS for input, read what is there:
 *				poll=in|timeout|... bytes=
 *  nonblock FILE		read O_NONBLOCK to the end, which one that is
 *				written faster never has, or 4 MiB: reads=
 *				bytes= end=
 *  readsizes FILE SIZE OUT	the same with that buffer size, copied to OUT:
 *				also max= and over= (bytes written behind it)
 *  sigread FILE MS		read, blocking, until a signal after MS:
 *				bytes= end=
 *  cursor2 FILE		open twice, read both to the end: a= b= same=
 *  settime SEC			step the wall clock by SEC: time=
 *  load FILE PARAMS		load a module, once: what is called insmod may
 *				try a second way after a refusal
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_THREADS	1024
#define GUARD		64	/* bytes behind a buffer that must not change */
#define GUARD_BYTE	0xa5

static void die(const char *fmt, ...)
{
	int err = errno;
	va_list ap;

	va_start(ap, fmt);
	fprintf(stderr, "workload: ");
	vfprintf(stderr, fmt, ap);
	fprintf(stderr, ": %s\n", strerror(err));
	va_end(ap);
	exit(1);
}

static long number(const char *text, long min, long max)
{
	char *end;
	long val;

	errno = 0;
	val = strtol(text, &end, 0);
	if (errno || end == text || *end || val < min || val > max) {
		fprintf(stderr, "workload: '%s' is not in %ld..%ld\n",
			text, min, max);
		exit(2);
	}
	return val;
}

static int open_or_die(const char *path, int flags)
{
	int fd = open(path, flags, 0600);

	if (fd < 0)
		die("open %s", path);
	return fd;
}

static void *alloc_or_die(size_t size)
{
	void *mem = malloc(size);

	if (!mem)
		die("%zu bytes", size);
	return mem;
}

static void sleep_ms(long ms)
{
	struct timespec left = { ms / 1000, ms % 1000 * 1000000 };

	while (nanosleep(&left, &left) && errno == EINTR)
		;
}

static pthread_t start(void *(*fn)(void *arg), void *arg)
{
	pthread_t thread;

	errno = pthread_create(&thread, NULL, fn, arg);
	if (errno)
		die("thread");
	return thread;
}

/* What a read() that returned @got ended with. */
static const char *end_name(ssize_t got, int err)
{
	if (got > 0)
		return "data";
	return got == 0 ? "eof" : strerrorname_np(err);
}

static long nap_ms;

static void *nap(void *tid)
{
	*(int *)tid = gettid();
	sleep_ms(nap_ms);
	return NULL;
}

static int do_threads(char **arg)
{
	long n = number(arg[0], 1, MAX_THREADS), i;
	long step = number(arg[2], 0, 60000);
	pthread_t threads[MAX_THREADS];
	int tids[MAX_THREADS];

	nap_ms = number(arg[1], 0, 600000);
	for (i = 0; i < n; i++) {
		threads[i] = start(nap, &tids[i]);
		if (step && i + 1 < n)
			usleep(step * 1000);
	}
	for (i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	printf("tgid=%d\ntids=", getpid());
	for (i = 0; i < n; i++)
		printf("%s%d", i ? "," : "", tids[i]);
	printf("\n");
	return 0;
}

static struct {
	const char *path;
	const char *cmd;
	long times;
	long least_moves;
	atomic_long moves;
	atomic_long writes;
	atomic_long errors;
	atomic_bool done;
	atomic_int tid;
} hammer;

static void *hammer_run(void *unused)
{
	size_t len = strlen(hammer.cmd);
	int fd = open_or_die(hammer.path, O_WRONLY);
	long i;

	(void)unused;
	atomic_store(&hammer.tid, gettid());
	for (i = 0; i < hammer.times ||
	     atomic_load(&hammer.moves) < hammer.least_moves; i++) {
		if (write(fd, hammer.cmd, len) != (ssize_t)len)
			atomic_fetch_add(&hammer.errors, 1);
	}
	atomic_fetch_add(&hammer.writes, i);
	close(fd);
	atomic_store(&hammer.done, true);
	return NULL;
}

static int do_hammer(char **arg)
{
	long n = number(arg[2], 1, MAX_THREADS), i;
	pthread_t threads[MAX_THREADS];

	hammer.path = arg[0];
	hammer.cmd = arg[1];
	hammer.times = number(arg[3], 0, 1000000000);
	for (i = 0; i < n; i++)
		threads[i] = start(hammer_run, NULL);
	for (i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	printf("writes=%ld\nerrors=%ld\n", atomic_load(&hammer.writes),
	       atomic_load(&hammer.errors));
	return atomic_load(&hammer.errors) != 0;
}

static int do_sleepers(char **arg)
{
	long n = number(arg[0], 1, MAX_THREADS), i;
	long ms = number(arg[1], 0, 600000);
	long slept = 0;
	int status;

	for (i = 0; i < n; i++) {
		pid_t pid = fork();

		if (pid < 0)
			die("fork");
		if (!pid) {
			sleep_ms(ms);
			_exit(0);
		}
	}
	while (wait(&status) > 0)
		slept += status == 0;
	printf("slept=%ld\n", slept);
	return slept != n;
}

static bool move_to(pid_t tid, long cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return !sched_setaffinity(tid, sizeof(set), &set);
}

static int do_pin(char **arg)
{
	long cpu = number(arg[0], 0, CPU_SETSIZE - 1);

	if (!move_to(0, cpu))
		die("CPU %ld", cpu);
	execvp(arg[1], arg + 1);
	die("%s", arg[1]);
	return 1;
}

static int do_pinhop(char **arg)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	pthread_t thread;

	hammer.path = arg[0];
	hammer.cmd = arg[1];
	hammer.times = number(arg[2], 1, 1000000000);
	hammer.least_moves = number(arg[3], 0, 1000000000);
	thread = start(hammer_run, NULL);
	while (!atomic_load(&hammer.done)) {
		pid_t tid = atomic_load(&hammer.tid);

		if (tid && move_to(tid, atomic_load(&hammer.moves) % cpus))
			atomic_fetch_add(&hammer.moves, 1);
		usleep(1000);
	}
	pthread_join(thread, NULL);
	printf("writes=%ld\nerrors=%ld\nmoves=%ld\n",
	       atomic_load(&hammer.writes), atomic_load(&hammer.errors),
	       atomic_load(&hammer.moves));
	return atomic_load(&hammer.errors) != 0;
}

static int do_pollread(char **arg)
{
	struct pollfd pfd = {
		.fd = open_or_die(arg[0], O_RDONLY | O_NONBLOCK),
		.events = POLLIN,
	};
	long ms = number(arg[1], 0, 600000);
	char buf[65536];
	ssize_t got;
	int ret;

	ret = poll(&pfd, 1, ms);
	if (ret < 0)
		die("poll %s", arg[0]);
	if (!ret)
		printf("poll=timeout\n");
	else
		printf("poll=%s%s%s\n", pfd.revents & POLLIN ? "in" : "",
		       pfd.revents & POLLERR ? "err" : "",
		       pfd.revents & POLLHUP ? "hup" : "");
	got = read(pfd.fd, buf, sizeof(buf));
	printf("bytes=%zd\nend=%s\n", got < 0 ? 0 : got,
	       end_name(got, errno));
	return 0;
}

/**
 * struct reading - a file read to its end
 * @size: of the buffer
 * @out: where it is copied to, or -1
 * @keep: where it is kept, or NULL
 * @limit: enough bytes, or 0
 * @reads: reads that gave data
 * @bytes: what they gave
 * @max: most that one gave
 * @over: bytes behind the buffer that were changed
 * @end: what ended it
 */
struct reading {
	size_t size;
	int out;
	char *keep;
	size_t limit;
	long reads;
	size_t bytes;
	size_t max;
	size_t over;
	const char *end;
};

static void read_all(int fd, struct reading *r)
{
	unsigned char *buf = alloc_or_die(r->size + GUARD);
	ssize_t got;
	size_t i;

	memset(buf, GUARD_BYTE, r->size + GUARD);
	while ((got = read(fd, buf, r->size)) > 0) {
		r->reads++;
		if ((size_t)got > r->max)
			r->max = got;
		if (r->out >= 0 && write(r->out, buf, got) != got)
			die("copy");
		if (r->keep) {
			r->keep = realloc(r->keep, r->bytes + got);
			if (!r->keep)
				die("%zu bytes", r->bytes + got);
			memcpy(r->keep + r->bytes, buf, got);
		}
		r->bytes += got;
		if (r->limit && r->bytes >= r->limit)
			break;
	}
	r->end = got > 0 ? "limit" : end_name(got, errno);
	for (i = 0; i < GUARD; i++)
		r->over += buf[r->size + i] != GUARD_BYTE;
	free(buf);
}

static int do_nonblock(char **arg)
{
	struct reading r = { .size = 65536, .out = -1, .limit = 4 << 20 };

	read_all(open_or_die(arg[0], O_RDONLY | O_NONBLOCK), &r);
	printf("reads=%ld\nbytes=%zu\nend=%s\n", r.reads, r.bytes, r.end);
	return 0;
}

static int do_readsizes(char **arg)
{
	struct reading r = { .size = number(arg[1], 1, 1 << 30) };

	r.out = open_or_die(arg[2], O_WRONLY | O_CREAT | O_TRUNC);
	read_all(open_or_die(arg[0], O_RDONLY | O_NONBLOCK), &r);
	printf("reads=%ld\nbytes=%zu\nmax=%zu\nover=%zu\nend=%s\n", r.reads,
	       r.bytes, r.max, r.over, r.end);
	return r.max > r.size || r.over;
}

static void on_alarm(int sig)
{
	(void)sig;
}

static int do_sigread(char **arg)
{
	struct sigaction act = { .sa_handler = on_alarm };
	long ms = number(arg[1], 1, 600000);
	struct itimerval timer = {
		.it_value = { ms / 1000, ms % 1000 * 1000 },
	};
	struct reading r = { .size = 65536, .out = -1 };

	/* No SA_RESTART: the read has to end. */
	if (sigaction(SIGALRM, &act, NULL) ||
	    setitimer(ITIMER_REAL, &timer, NULL))
		die("alarm");
	read_all(open_or_die(arg[0], O_RDONLY), &r);
	printf("bytes=%zu\nend=%s\n", r.bytes, r.end);
	return 0;
}

static int do_cursor2(char **arg)
{
	struct reading a = { .size = 4096, .out = -1 };
	struct reading b = { .size = 100, .out = -1 };
	int fd_a = open_or_die(arg[0], O_RDONLY | O_NONBLOCK);
	int fd_b = open_or_die(arg[0], O_RDONLY | O_NONBLOCK);
	bool same;

	a.keep = alloc_or_die(1);
	b.keep = alloc_or_die(1);
	read_all(fd_a, &a);
	read_all(fd_b, &b);
	same = a.bytes == b.bytes && !memcmp(a.keep, b.keep, a.bytes);
	printf("a=%zu\nb=%zu\nsame=%d\n", a.bytes, b.bytes, same);
	return !same;
}

static int do_settime(char **arg)
{
	long sec = number(arg[0], -1000000000, 1000000000);
	struct timespec now;

	if (clock_gettime(CLOCK_REALTIME, &now))
		die("clock");
	now.tv_sec += sec;
	if (clock_settime(CLOCK_REALTIME, &now))
		die("clock");
	printf("time=%lld\n", (long long)now.tv_sec);
	return 0;
}

static int do_load(char **arg)
{
	int fd = open(arg[0], O_RDONLY | O_CLOEXEC);

	if (fd < 0 || syscall(SYS_finit_module, fd, arg[1], 0))
		die("%s", arg[0]);
	return 0;
}

static const struct {
	const char *name;
	int args;
	bool more;
	int (*run)(char **arg);
} commands[] = {
	{ "threads", 3, false, do_threads },
	{ "hammer", 4, false, do_hammer },
	{ "sleepers", 2, false, do_sleepers },
	{ "pin", 2, true, do_pin },
	{ "pinhop", 4, false, do_pinhop },
	{ "pollread", 2, false, do_pollread },
	{ "nonblock", 1, false, do_nonblock },
	{ "readsizes", 3, false, do_readsizes },
	{ "sigread", 2, false, do_sigread },
	{ "cursor2", 1, false, do_cursor2 },
	{ "settime", 1, false, do_settime },
	{ "load", 2, false, do_load },
};

int main(int argc, char **argv)
{
	size_t i;

	for (i = 0; argc > 1 && i < sizeof(commands) / sizeof(*commands); i++) {
		if (strcmp(argv[1], commands[i].name))
			continue;
		if (argc - 2 == commands[i].args ||
		    (argc - 2 > commands[i].args && commands[i].more))
			return commands[i].run(argv + 2);
		break;
	}
	fprintf(stderr, "usage: workload COMMAND ARG..., see workload.c\n");
	return 2;
}
