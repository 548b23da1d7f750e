// SPDX-License-Identifier: GPL-2.0
/* The rings of all CPUs: memory, size, mode and clearing. */
#include <kretscope/buffer.h>

#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/stop_machine.h>
#include <linux/string.h>
#include <linux/topology.h>

#include <kretscope/reader.h>

DEFINE_PER_CPU(struct ks_ring, ks_rings);
DECLARE_RWSEM(ks_buffer_sem);

static unsigned int buffer_kb;		/* ks_buffer_sem */
static enum ks_mode buffer_mode;	/* ks_buffer_sem */
static int hotplug_state;		/* 0 while we are loaded */

static u64 kb_to_slots(unsigned int kb)
{
	return rounddown_pow_of_two((u64)kb * 1024 / KS_RING_SLOT);
}

/*
 * vmalloc() takes what there is, and processes are killed for it; no buffer is
 * worth that. So a part of the memory is left free, since what counts as
 * available is a guess, and memory set aside for devices (CMA) counts but is
 * not to be had. And when the guess was wrong, the allocation fails.
 */
static void *alloc_slots(unsigned int cpu, u64 nslots)
{
	unsigned long size = nslots * KS_RING_SLOT;
	long avail = si_mem_available();

	avail -= global_zone_page_state(NR_FREE_CMA_PAGES);
	avail -= totalram_pages() / 16;
	if ((long)(size >> PAGE_SHIFT) > avail)
		return NULL;
	/* Zeroed: a slot is larger than a record. */
	return kvmalloc_node(size, GFP_KERNEL | __GFP_ZERO | __GFP_NOWARN |
			     __GFP_RETRY_MAYFAIL, cpu_to_node(cpu));
}

/*
 * A CPU's ring comes before the CPU and stays when it goes: its records remain
 * readable. No lock: its positions are 0, so readers do not look at its memory.
 * (The lock is not to be had here, resizing holds it around stop_machine().)
 */
static int prepare_cpu(unsigned int cpu)
{
	struct ks_ring *ring = per_cpu_ptr(&ks_rings, cpu);
	u64 nslots = kb_to_slots(READ_ONCE(buffer_kb));
	void *slots;

	if (ring->nslots)
		return 0;
	slots = alloc_slots(cpu, nslots);
	if (!slots && !hotplug_state)
		return -ENOMEM;
	if (!slots) {
		/* No reason to keep the CPU off: its records are dropped. */
		pr_warn("no memory for the ring of CPU %u\n", cpu);
		return 0;
	}
	ring->slots = slots;
	ring->nslots = nslots;
	return 0;
}

/* Its last records came when it could wake no reader any more. */
static int finish_cpu(unsigned int cpu)
{
	ks_readers_recheck();
	return 0;
}

static void free_rings(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		struct ks_ring *ring = per_cpu_ptr(&ks_rings, cpu);

		kvfree(ring->slots);
		ring->slots = NULL;
		ring->nslots = 0;
	}
}

int ks_buffer_init(unsigned int kb, enum ks_mode mode)
{
	unsigned int cpu;
	int state, ret = 0;

	buffer_kb = kb;
	buffer_mode = mode;
	for_each_possible_cpu(cpu)
		ks_ring_init(per_cpu_ptr(&ks_rings, cpu), NULL, 0,
			     mode == KS_MODE_OLDEST);

	/*
	 * The CPUs that are there are called here: older kernels leave them
	 * out, taking only CPUHP_AP_ONLINE_DYN for a dynamic state.
	 */
	state = cpuhp_setup_state_nocalls(CPUHP_BP_PREPARE_DYN,
					  "kretscope:prepare", prepare_cpu,
					  finish_cpu);
	if (state < 0)
		return state;
	cpus_read_lock();
	for_each_online_cpu(cpu)
		ret = ret ?: prepare_cpu(cpu);
	cpus_read_unlock();
	if (ret) {
		cpuhp_remove_state_nocalls(state);
		free_rings();
		return ret;
	}
	hotplug_state = state;
	return 0;
}

void ks_buffer_exit(void)
{
	cpuhp_remove_state_nocalls(hotplug_state);
	free_rings();
}

struct resize {
	u64 nslots;
	void **slots;	/* by CPU; in: new memory, out: old memory */
};

static void swap_slots_of(unsigned int cpu, struct resize *resize)
{
	if (resize->slots[cpu])
		resize->slots[cpu] =
			ks_ring_set_slots(per_cpu_ptr(&ks_rings, cpu),
					  resize->slots[cpu], resize->nslots);
}

/*
 * Inside stop_machine(), on all CPUs: no handler is half way. Each does its own
 * ring, so that not even an NMI sees a change half done; one does the rest.
 */
static int swap_slots(void *arg)
{
	unsigned int this_cpu = smp_processor_id(), cpu;

	swap_slots_of(this_cpu, arg);
	if (this_cpu != cpumask_first(cpu_online_mask))
		return 0;
	for_each_possible_cpu(cpu)
		if (!cpu_online(cpu))
			swap_slots_of(cpu, arg);
	return 0;
}

int ks_buffer_resize(unsigned int kb)
{
	struct resize resize = { .nslots = kb_to_slots(kb) };
	unsigned int cpu;
	int ret = -ENOMEM;

	resize.slots = kcalloc(nr_cpu_ids, sizeof(*resize.slots), GFP_KERNEL);
	if (!resize.slots)
		return -ENOMEM;

	down_write(&ks_buffer_sem);
	for_each_possible_cpu(cpu) {
		if (!per_cpu_ptr(&ks_rings, cpu)->nslots)
			continue;
		resize.slots[cpu] = alloc_slots(cpu, resize.nslots);
		if (!resize.slots[cpu])
			goto out;
	}
	ret = stop_machine(swap_slots, &resize, cpu_online_mask);
	if (!ret)
		WRITE_ONCE(buffer_kb, kb);
out:
	up_write(&ks_buffer_sem);
	/* The old memory, which nobody can see now; or the new, unused. */
	for_each_possible_cpu(cpu)
		kvfree(resize.slots[cpu]);
	kfree(resize.slots);
	return ret;
}

unsigned int ks_buffer_kb(void)
{
	return READ_ONCE(buffer_kb);
}

static int set_mode(void *arg)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		ks_ring_set_oldest(per_cpu_ptr(&ks_rings, cpu),
				   buffer_mode == KS_MODE_OLDEST);
	return 0;
}

void ks_buffer_set_mode(enum ks_mode mode)
{
	down_write(&ks_buffer_sem);
	if (mode != buffer_mode) {
		WRITE_ONCE(buffer_mode, mode);
		stop_machine(set_mode, NULL, NULL);
		/* Streams with nothing left to read would never do it. */
		ks_readers_free_copied();
	}
	up_write(&ks_buffer_sem);
}

enum ks_mode ks_buffer_mode(void)
{
	return READ_ONCE(buffer_mode);
}

static const char *const mode_names[] = {
	[KS_MODE_NEWEST] = "newest",
	[KS_MODE_OLDEST] = "oldest",
};

int ks_buffer_mode_by_name(const char *name)
{
	return __sysfs_match_string(mode_names, ARRAY_SIZE(mode_names), name);
}

const char *ks_buffer_mode_name(void)
{
	return mode_names[ks_buffer_mode()];
}

struct clear {
	void (*also)(void *arg);
	void *arg;
};

static int clear_stopped(void *arg)
{
	struct clear *clear = arg;
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		ks_ring_clear(per_cpu_ptr(&ks_rings, cpu));
	clear->also(clear->arg);
	return 0;
}

void ks_buffer_clear(void (*also)(void *arg), void *arg)
{
	struct clear clear = { .also = also, .arg = arg };

	down_write(&ks_buffer_sem);
	stop_machine(clear_stopped, &clear, NULL);
	ks_readers_restart();
	up_write(&ks_buffer_sem);
}
