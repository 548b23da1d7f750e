// SPDX-License-Identifier: GPL-2.0
/* Memory of a CPU, of which users may ask for more than there is. */
#include <kretscope/memory.h>

#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/topology.h>
#include <linux/vmstat.h>

/*
 * vmalloc() takes what there is, and processes are killed for it; nothing of
 * ours is worth that. So a part of the memory is left free, since what counts
 * as available is a guess, and memory set aside for devices (CMA) counts but is
 * not to be had. And when the guess was wrong, the allocation fails.
 */
void *ks_memory_alloc(size_t size, unsigned int cpu)
{
	long avail = si_mem_available();

	avail -= global_zone_page_state(NR_FREE_CMA_PAGES);
	avail -= totalram_pages() / 16;
	if ((long)(size >> PAGE_SHIFT) > avail)
		return NULL;
	return kvmalloc_node(size, GFP_KERNEL | __GFP_ZERO | __GFP_NOWARN |
			     __GFP_RETRY_MAYFAIL, cpu_to_node(cpu));
}
