/* SPDX-License-Identifier: GPL-2.0 */
/* What stubs of each architecture keep of a call, and where. */
#ifndef KRETSCOPE_COMPAT_STUB_H
#define KRETSCOPE_COMPAT_STUB_H

/* For stubs-*.S; those of the frame count from its end. Checked in stub.c. */
#if defined(CONFIG_X86_64)
#define KS_STUB_FRAME	32
#define KS_STUB_START	-8
#define KS_STUB_SELF	-16
#define KS_STUB_DX	-24
#define KS_STUB_AX	-32
#elif defined(CONFIG_ARM64)
#define KS_STUB_FRAME	64
#define KS_STUB_BODY	-16
#define KS_STUB_START	-24
#define KS_STUB_SELF	-32
#define KS_STUB_DX	-40
#define KS_STUB_AX	-48
#define KS_STUB_LINK	-56
#define KS_STUB_BACK	-64
/* Registers at the function's entry. */
#define KS_STUB_REGS	336
#define KS_STUB_REGS_LR	240
#endif

#ifndef __ASSEMBLY__

#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/stddef.h>
#include <linux/types.h>

struct ks_stub;

/**
 * struct ks_stub_frame - what a stub keeps of a call, on the task's stack
 * @ax: where the return value is kept while it is recorded
 * @dx: its second word
 * @stub: which
 * @start: raw time of the entry
 * @bp: the caller's frame pointer
 * @body: where the call is to go on: where the body begins, behind the call
 *	site, unless another sends it elsewhere
 * @caller: where the function returns to
 *
 * Below it are the arguments, in a wide stub. x86: then, during the body, the
 * return address into the stub. arm64: that is @back, during the body only,
 * and @link is where what the stub has called returns to.
 */
#if defined(CONFIG_X86_64)

struct ks_stub_frame {
	u64 ax;
	u64 dx;
	const struct ks_stub *stub;
	u64 start;
	unsigned long bp;
	unsigned long body;
	unsigned long caller;
};

/* Bytes of a call site. */
#define KS_SITE_SIZE	5

/* What is there, as seen from the word that holds the way back. */
static inline const struct ks_stub_frame *ks_stub_frame_at(unsigned long sp,
							   size_t values)
{
	return (void *)(sp + sizeof(sp) + values);
}

static inline unsigned long ks_task_sp(const struct task_struct *task)
{
	return task->thread.sp;
}

/* delete_module(2) of 64-bit programs, of 32-bit ones: its first argument. */
#define KS_DELETE_MODULE						\
	{ "__x64_sys_delete_module", offsetof(struct pt_regs, di), ~0UL }, \
	{ "__ia32_sys_delete_module", offsetof(struct pt_regs, bx), ~0U }

#elif defined(CONFIG_ARM64)

struct ks_stub_frame {
	unsigned long back;
	unsigned long link;
	u64 ax;
	u64 dx;
	const struct ks_stub *stub;
	u64 start;
	unsigned long body;
	unsigned long unused;
	unsigned long bp;
	unsigned long caller;
};

#define KS_SITE_SIZE	4

static inline const struct ks_stub_frame *ks_stub_frame_at(unsigned long sp,
							   size_t values)
{
	/* Frames are aligned; where the body has saved the way back is not. */
	return sp % 16 ? NULL : (void *)sp;
}

static inline unsigned long ks_task_sp(const struct task_struct *task)
{
	return task->thread.cpu_context.sp;
}

#define KS_DELETE_MODULE						\
	{ "__arm64_sys_delete_module", offsetof(struct pt_regs, regs[0]), ~0UL }

static_assert(offsetof(struct ks_stub_frame, body) ==
	      KS_STUB_FRAME + KS_STUB_BODY);
static_assert(offsetof(struct ks_stub_frame, link) ==
	      KS_STUB_FRAME + KS_STUB_LINK);
static_assert(offsetof(struct ks_stub_frame, back) ==
	      KS_STUB_FRAME + KS_STUB_BACK);
static_assert(sizeof(struct pt_regs) <= KS_STUB_REGS);
static_assert(offsetof(struct pt_regs, regs[30]) == KS_STUB_REGS_LR);
static_assert(offsetof(struct pt_regs, sp) == KS_STUB_REGS_LR + 8);
static_assert(offsetof(struct pt_regs, pc) == KS_STUB_REGS_LR + 16);

#endif

#endif
#endif
