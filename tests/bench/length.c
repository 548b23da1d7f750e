// SPDX-License-Identifier: GPL-2.0
/*
 * Measures how long vfs_read() itself is, in ns of the guest, with nothing
 * attached to it: in the parameter "length", after loading. What calls of it
 * take, less what as many calls of an empty function take from the same place.
 * So it falls short by the two or three instructions of the empty one.
 *
 * vfs_read() is not exported, so its address is given. It gets what read(2) of
 * one byte of /dev/zero gives it, for each check it makes costs instructions;
 * the byte goes to memory of the process that loads the module.
 */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/mman.h>
#include <linux/module.h>

#define ROUNDS		20
#define CALLS		500

typedef ssize_t (*read_fn)(struct file *file, char __user *buf, size_t count,
			   loff_t *pos);

static unsigned long address;
module_param(address, ulong, 0400);
static unsigned long length;
module_param(length, ulong, 0400);

static noinline notrace ssize_t read_nothing(struct file *file,
					     char __user *buf, size_t count,
					     loff_t *pos)
{
	return 1;
}

/*
 * Of several rounds the least: the others had a timer tick inside. One loop for
 * both functions, so that all but their own instructions cancels out.
 */
static noinline __noclone u64 read_time(read_fn fn, struct file *file,
					char __user *buf)
{
	u64 best = U64_MAX;
	loff_t pos = 0;
	int round, i;

	for (round = 0; round < ROUNDS; round++) {
		u64 start = ktime_get_mono_fast_ns();

		for (i = 0; i < CALLS; i++)
			if (fn(file, buf, 1, &pos) != 1)
				return 0;
		best = min(best, ktime_get_mono_fast_ns() - start);
	}
	return best;
}

static int __init length_init(void)
{
	struct file *file;
	unsigned long buf;
	u64 all, rest;

	if (!address)
		return -EINVAL;
	buf = vm_mmap(NULL, 0, PAGE_SIZE, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, 0);
	if (IS_ERR_VALUE(buf))
		return buf;
	file = filp_open("/dev/zero", O_RDONLY, 0);
	if (IS_ERR(file))
		return PTR_ERR(file);
	rest = read_time(read_nothing, file, (char __user *)buf);
	all = read_time((read_fn)address, file, (char __user *)buf);
	filp_close(file, NULL);
	if (all <= rest)
		return -EIO;
	length = (all - rest) / CALLS;
	return 0;
}

static void __exit length_exit(void)
{
}

module_init(length_init);
module_exit(length_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("How many instructions a call of vfs_read takes");
