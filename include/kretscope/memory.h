/* SPDX-License-Identifier: GPL-2.0 */
/* Memory of a CPU, of which users may ask for more than there is. */
#ifndef KRETSCOPE_MEMORY_H
#define KRETSCOPE_MEMORY_H

#include <linux/types.h>

/**
 * ks_memory_alloc() - allocate zeroed memory near a CPU
 * @size: bytes
 * @cpu: the CPU
 *
 * A part of the memory is left free, and no process is killed for this.
 *
 * Context: process, may sleep.
 * Return: memory for kvfree(), NULL if there is not enough.
 */
void *ks_memory_alloc(size_t size, unsigned int cpu);

#endif
