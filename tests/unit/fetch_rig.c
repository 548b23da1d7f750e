// SPDX-License-Identifier: GPL-2.0
/* Made-up memory, registers, symbols and prototypes for tests of arguments. */
#include "fetch_rig.h"

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/thread_info.h>
#include <linux/uaccess.h>

#include <sys/mman.h>

#include <compat/regs.h>
#include <kretscope/errlog.h>

struct rig_report rig_report;
struct rig_memory rig_kernel;
struct rig_memory rig_user;
struct pt_regs rig_regs;
unsigned int rig_reads;
unsigned int rig_crossings;
struct task_struct shim_task = { .comm = "a task" };

static char text[65536];

#define PTR	{ KS_BASE_PTR, 8, false }
#define U64	{ KS_BASE_DEC, 8, false }
#define S64	{ KS_BASE_DEC, 8, true }
#define U32	{ KS_BASE_DEC, 4, false }
#define S32	{ KS_BASE_DEC, 4, true }
#define NONE	{ KS_BASE_NONE, 0, false }

const struct ks_proto rig_proto_read = {
	.nr = 4, .is_in_registers = true, .ret = S64, .param = {
		{ "file", PTR }, { "buf", PTR }, { "count", U64 },
		{ "flag", { KS_BASE_BOOL, 1, false } },
	},
};

const struct ks_proto rig_proto_void = {
	.nr = 0, .is_in_registers = true, .ret = NONE,
};

const struct ks_proto rig_proto_variadic = {
	.nr = 1, .is_variadic = true, .is_in_registers = true, .ret = S32,
	/* The second is none. */
	.param = { { "fmt", PTR }, { "junk", U32 } },
};

const struct ks_proto rig_proto_wide = {
	.nr = 3, .ret = S32,
	.param = { { "a", U32 }, { "b", NONE }, { "c", U32 } },
};

const struct ks_proto rig_proto_long = {
	.nr = 20, .ret = S32, .param = {
		{ "p1", S32 }, { "p2", S32 }, { "p3", S32 }, { "p4", S32 },
		{ "p5", S32 }, { "p6", S32 }, { "p7", S32 }, { "p8", S32 },
		{ "p9", S32 }, { "p10", S32 }, { "p11", S32 }, { "p12", S32 },
	},
};

const struct ks_proto rig_proto_names = {
	.nr = 6, .is_in_registers = true, .ret = NONE, .param = {
		{ "pid", S32 }, { "", S32 }, { "2x", S32 }, { "ret", S32 },
		{ "a-b", S32 }, { "x", S32 },
	},
};

struct ks_proto rig_proto_regs = {
	.nr = RIG_NR_REGS, .is_in_registers = true, .ret = S32, .param = {
		{ "p1", S32 }, { "p2", S32 }, { "p3", S32 }, { "p4", S32 },
		{ "p5", S32 }, { "p6", S32 }, { "p7", S32 }, { "p8", S32 },
		{ "p9", S32 },
	},
};

static struct rig_memory map(size_t size)
{
	size_t all = size + THREAD_SIZE + PAGE_SIZE;
	char *start = mmap(NULL, all, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct rig_memory memory;

	if (start == MAP_FAILED)
		abort();
	start += -(unsigned long)start & (THREAD_SIZE - 1);
	mprotect(start + size, PAGE_SIZE, PROT_NONE);
	memory.start = start;
	memory.end = start + size;
	return memory;
}

static int address_of(const char *sym, unsigned long *addr)
{
	if (!strcmp(sym, "twice"))
		return -ENOTUNIQ;
	if (strcmp(sym, "data.0$x"))
		return -ENOENT;
	*addr = (unsigned long)rig_kernel.start + THREAD_SIZE;
	return 0;
}

const struct ks_fetch_env rig_env = {
	.is_entry = true,
	.address_of = address_of,
};

void rig_init(void)
{
	unsigned int i;

	rig_kernel = map(THREAD_SIZE + 3 * PAGE_SIZE);
	rig_user = map(3 * PAGE_SIZE);
	for (i = 0; i < sizeof(rig_regs) / 8; i++)
		((u64 *)&rig_regs)[i] = 0x8877665544332200 + i;
	rig_regs.sp = (unsigned long)rig_kernel.start + THREAD_SIZE / 2;
}

static long copy(void *dst, const void *src, size_t size,
		 const struct rig_memory *memory)
{
	const char *pos = src;

	rig_reads++;
	if ((unsigned long)pos / PAGE_SIZE !=
	    ((unsigned long)pos + size - 1) / PAGE_SIZE)
		rig_crossings++;
	if (pos < memory->start || pos > memory->end ||
	    size > (size_t)(memory->end - pos)) {
		/* The kernel's may have copied some, too. */
		memset(dst, 0xa5, size);
		return -EFAULT;
	}
	memcpy(dst, pos, size);
	return 0;
}

long copy_from_kernel_nofault(void *dst, const void *src, size_t size)
{
	return copy(dst, src, size, &rig_kernel);
}

long copy_from_user_nofault(void *dst, const void *src, size_t size)
{
	return copy(dst, src, size, &rig_user);
}

static const char *const code_names[] = {
#define CODE_NAME(code, cause) \
	[KS_ERR_##code] = #code,
	KS_ERRORS(CODE_NAME)
#undef CODE_NAME
};

const char *rig_code(enum ks_err err)
{
	return code_names[err];
}

void ks_errlog(unsigned int index, const char *spec, unsigned int col,
	       enum ks_err err, const char *detail)
{
	rig_report.nr++;
	rig_report.index = index;
	rig_report.text = spec;
	rig_report.col = col - strlen(RIG_HEAD);
	rig_report.err = err;
	snprintf(rig_report.detail, sizeof(rig_report.detail), "%s",
		 detail ?: "");
}

int rig_compile(struct ks_fetch *fetch, const struct ks_fetch_env *env,
		const char *args)
{
	struct ks_fetch_env full = *env;
	const char *start = text + strlen(RIG_HEAD);
	size_t len = strlen(args);

	/* What follows may be another clause, and is not looked at. */
	snprintf(text, sizeof(text), RIG_HEAD "%s if lat > 5", args);
	full.index = 7;
	full.text = text;
	memset(&rig_report, 0, sizeof(rig_report));
	memset(fetch, 0xa5, sizeof(*fetch));
	return ks_fetch_compile(fetch, &full, start, start + len);
}

void rig_set_argument(unsigned int nr, u64 val)
{
	unsigned int offset;
	bool is_stack;

	ks_regs_argument(nr, &offset, &is_stack);
	if (is_stack)
		memcpy((char *)(unsigned long)rig_regs.sp + offset, &val,
		       sizeof(val));
	else
		memcpy((char *)&rig_regs + offset, &val, sizeof(val));
}
