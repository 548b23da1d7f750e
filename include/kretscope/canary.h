/* SPDX-License-Identifier: GPL-2.0 */
/* Two probes on functions of our own that tell whether probes work at all. */
#ifndef KRETSCOPE_CANARY_H
#define KRETSCOPE_CANARY_H

#include <linux/types.h>

/**
 * ks_canaries_init() - register the canaries
 *
 * Context: process, may sleep. Return: 0 or what register_kprobe() says.
 */
int ks_canaries_init(void);

/** ks_canaries_exit() - undo ks_canaries_init() */
void ks_canaries_exit(void);

/**
 * ks_canary_lives() - does a kprobe fire when its function is called
 * @on_ftrace: a kprobe that rests on ftrace, else one that does not
 *
 * Kprobes can be switched off under a probe, by debugfs kprobes/enabled or by
 * the sysctl kernel.ftrace_enabled, and nothing exported to modules says so.
 *
 * Context: process, may sleep.
 */
bool ks_canary_lives(bool on_ftrace);

#endif
