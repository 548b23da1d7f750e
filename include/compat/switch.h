/* SPDX-License-Identifier: GPL-2.0 */
/* Where an architecture changes the stack from one task's to the next one's. */
#ifndef KRETSCOPE_COMPAT_SWITCH_H
#define KRETSCOPE_COMPAT_SWITCH_H

/*
 * In front of __switch_to(), which then runs on the next task's stack
 * (__switch_to_asm); others do it inside.
 */
#define KS_SWITCHES_STACK_OUTSIDE	IS_ENABLED(CONFIG_X86)

#endif
