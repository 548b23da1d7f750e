/* SPDX-License-Identifier: GPL-2.0 */
/* No unloading while calls are inside stubs. */
#ifndef KRETSCOPE_UNLOAD_H
#define KRETSCOPE_UNLOAD_H

/**
 * ks_unload_guard() - have delete_module(2) fail while calls are inside stubs
 * ks_unload_unguard() - undo that
 *
 * A module's exit cannot refuse, and could wait for ever: for a call of a shell
 * that waits for rmmod. So delete_module() itself is probed: when calls are
 * inside, it meets a reference, says -EBUSY, and the log says which calls.
 *
 * Context: process, may sleep.
 * Return: 0, or what register_kretprobe() says.
 */
int ks_unload_guard(void);
void ks_unload_unguard(void);

#endif
