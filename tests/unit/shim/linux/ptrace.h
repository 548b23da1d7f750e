/* SPDX-License-Identifier: GPL-2.0 */
/* Registers of the architecture that is tested, whatever the host's is. */
#ifndef SHIM_LINUX_PTRACE_H
#define SHIM_LINUX_PTRACE_H

#include <linux/types.h>

#if defined(CONFIG_X86_64)

struct pt_regs {
	unsigned long r15;
	unsigned long r14;
	unsigned long r13;
	unsigned long r12;
	unsigned long bp;
	unsigned long bx;
	unsigned long r11;
	unsigned long r10;
	unsigned long r9;
	unsigned long r8;
	unsigned long ax;
	unsigned long cx;
	unsigned long dx;
	unsigned long si;
	unsigned long di;
	unsigned long orig_ax;
	unsigned long ip;
	unsigned long cs;
	unsigned long flags;
	unsigned long sp;
	unsigned long ss;
};

#elif defined(CONFIG_ARM64)

struct pt_regs {
	u64 regs[31];
	u64 sp;
	u64 pc;
	u64 pstate;
};

#endif

#endif
