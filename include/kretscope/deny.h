/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that the kernel lets be probed, and does not survive it. */
#ifndef KRETSCOPE_DENY_H
#define KRETSCOPE_DENY_H

/**
 * ks_deny_why() - what a probe on a function would do
 * @sym: the function's name
 * @kind: kind of the probe
 *
 * Context: any. Return: the reason why it is refused unless it is forced, or
 * NULL when it is not.
 */
const char *ks_deny_why(const char *sym, char kind);

#endif
