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

#include <kretscope/memory.h>
#include <kretscope/reader.h>

DEFINE_PER_CPU(struct ks_ring, ks_rings);
DECLARE_RWSEM(ks_buffer_sem);

static unsigned int buffer_kb;		/* ks_buffer_sem */
static unsigned int buffer_shift;	/* ks_buffer_sem; of a slot's size */
static enum ks_mode buffer_mode;	/* ks_buffer_sem */
static int hotplug_state;		/* 0 while we are loaded */

static int alloc_memory(struct ks_ring_memory *mem, unsigned int cpu,
			unsigned int kb, unsigned int shift)
{
	unsigned long size = rounddown_pow_of_two((u64)kb * 1024);
	/* Zeroed: a slot is larger than a record. */
	void *slots = ks_memory_alloc(size, cpu);

	if (!slots)
		return -ENOMEM;
	ks_ring_memory_init(mem, slots, size >> shift, shift);
	return 0;
}

/*
 * A CPU's ring comes before the CPU and stays when it goes: its records remain
 * readable. No lock: its positions are 0, so readers do not look at its memory.
 * (The lock is not to be had here, resizing holds it around stop_machine().)
 */
static int prepare_cpu(unsigned int cpu)
{
	struct ks_ring *ring = per_cpu_ptr(&ks_rings, cpu);
	int ret;

	if (ring->mem.nslots)
		return 0;
	ret = alloc_memory(&ring->mem, cpu, READ_ONCE(buffer_kb),
			   READ_ONCE(buffer_shift));
	if (ret && hotplug_state) {
		/* No reason to keep the CPU off: its records are dropped. */
		pr_warn("no memory for the ring of CPU %u\n", cpu);
		return 0;
	}
	return ret;
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
		struct ks_ring_memory *mem = &per_cpu_ptr(&ks_rings, cpu)->mem;

		kvfree(mem->slots);
		memset(mem, 0, sizeof(*mem));
	}
}

int ks_buffer_init(unsigned int kb, enum ks_mode mode)
{
	static const struct ks_ring_memory none;
	unsigned int cpu;
	int state, ret = 0;

	buffer_kb = kb;
	buffer_shift = KS_RING_SHIFT_MIN;
	buffer_mode = mode;
	for_each_possible_cpu(cpu) {
		struct ks_ring *ring = per_cpu_ptr(&ks_rings, cpu);

		ks_ring_init(ring, &none, mode == KS_MODE_OLDEST);
		ring->tag.cpu = cpu;
	}

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

/*
 * Inside stop_machine(), on all CPUs: no handler is half way. Each does its own
 * ring, so that not even an NMI sees a change half done; one does the rest.
 */
static void change_rings(void (*fn)(unsigned int cpu, void *arg), void *arg)
{
	unsigned int this_cpu = smp_processor_id(), cpu;

	fn(this_cpu, arg);
	if (this_cpu != cpumask_first(cpu_online_mask))
		return;
	for_each_possible_cpu(cpu)
		if (!cpu_online(cpu))
			fn(cpu, arg);
}

/* @arg: memory by CPU; in: new, out: old */
static void swap_memory_of(unsigned int cpu, void *arg)
{
	struct ks_ring_memory *mems = arg;

	if (mems[cpu].slots)
		ks_ring_set_memory(per_cpu_ptr(&ks_rings, cpu), &mems[cpu]);
}

static int swap_memory(void *arg)
{
	change_rings(swap_memory_of, arg);
	return 0;
}

static int change_memory(unsigned int kb, unsigned int shift)
{
	struct ks_ring_memory *mems;
	unsigned int cpu;
	int ret = 0;

	lockdep_assert_held_write(&ks_buffer_sem);
	mems = kcalloc(nr_cpu_ids, sizeof(*mems), GFP_KERNEL);
	if (!mems)
		return -ENOMEM;
	for_each_possible_cpu(cpu)
		if (!ret && per_cpu_ptr(&ks_rings, cpu)->mem.nslots)
			ret = alloc_memory(&mems[cpu], cpu, kb, shift);
	if (!ret)
		ret = stop_machine(swap_memory, mems, cpu_online_mask);
	if (!ret) {
		WRITE_ONCE(buffer_kb, kb);
		WRITE_ONCE(buffer_shift, shift);
	}
	/* The old memory, which nobody can see now; or the new, unused. */
	for_each_possible_cpu(cpu)
		kvfree(mems[cpu].slots);
	kfree(mems);
	return ret;
}

int ks_buffer_resize(unsigned int kb)
{
	int ret;

	down_write(&ks_buffer_sem);
	ret = change_memory(kb, buffer_shift);
	up_write(&ks_buffer_sem);
	return ret;
}

int ks_buffer_fit(size_t size)
{
	unsigned int shift = max_t(unsigned int, KS_RING_SHIFT_MIN,
				   order_base_2(size));
	int ret = 0;

	down_write(&ks_buffer_sem);
	if (shift > buffer_shift)
		ret = change_memory(buffer_kb, shift);
	up_write(&ks_buffer_sem);
	return ret;
}

unsigned int ks_buffer_kb(void)
{
	return READ_ONCE(buffer_kb);
}

static void set_mode_of(unsigned int cpu, void *arg)
{
	ks_ring_set_oldest(per_cpu_ptr(&ks_rings, cpu),
			   buffer_mode == KS_MODE_OLDEST);
}

static int set_mode(void *arg)
{
	change_rings(set_mode_of, NULL);
	return 0;
}

void ks_buffer_set_mode(enum ks_mode mode)
{
	down_write(&ks_buffer_sem);
	if (mode != buffer_mode) {
		WRITE_ONCE(buffer_mode, mode);
		stop_machine(set_mode, NULL, cpu_online_mask);
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
