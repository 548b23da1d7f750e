// SPDX-License-Identifier: GPL-2.0
/*
 * The type information that the kernel shows of itself and of its modules.
 *
 * It exports no way to its own copy, but files of it are in sysfs: the only
 * files that this module reads.
 */
#include <kretscope/btf.h>

#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#define FOLDER		"/sys/kernel/btf/"
#define KERNEL		"vmlinux"

/* Ten times what kernels with everything built in have. */
#define FILE_MAX	(64UL << 20)

/**
 * struct ks_btf_blob - one file
 * @next: the one read before
 * @name: its name
 * @btf: what it holds; its @first is 0 as long as it is not ready
 * @ret: 0, or why it could not be read or understood
 */
struct ks_btf_blob {
	struct ks_btf_blob *next;
	char name[MODULE_NAME_LEN];
	struct ks_btf btf;
	int ret;
};

/* The whole of an open file; sysfs gives a page at a time. */
static int read_whole(struct file *file, void *data, size_t size)
{
	loff_t pos = 0;
	ssize_t len;

	while (pos < size) {
		len = kernel_read(file, data + pos, size - pos, &pos);
		if (len < 0)
			return len;
		if (!len)
			return -EBADMSG;
	}
	return 0;
}

static int read_file(const char *name, struct ks_btf *btf)
{
	char path[sizeof(FOLDER) + MODULE_NAME_LEN];
	struct file *file;
	loff_t size;
	void *data;
	int ret;

	snprintf(path, sizeof(path), FOLDER "%s", name);
	file = filp_open(path, O_RDONLY, 0);
	if (IS_ERR(file))
		return PTR_ERR(file);
	ret = -EFBIG;
	size = i_size_read(file_inode(file));
	if (size > FILE_MAX)
		goto out_close;
	ret = -ENOMEM;
	data = kvmalloc(size, GFP_KERNEL);
	if (!data)
		goto out_close;
	ret = read_whole(file, data, size);
	if (ret)
		goto out_free;
	btf->data = data;
	btf->size = size;
	filp_close(file, NULL);
	return 0;

out_free:
	kvfree(data);
out_close:
	filp_close(file, NULL);
	return ret;
}

/* A file that was read, or tried to; NULL without memory to note it. */
static struct ks_btf_blob *get_blob(struct ks_btf_set *set, const char *name)
{
	struct ks_btf_blob *blob;

	for (blob = set->blobs; blob; blob = blob->next)
		if (!strcmp(blob->name, name))
			return blob;
	blob = kzalloc(sizeof(*blob), GFP_KERNEL);
	if (!blob)
		return NULL;
	snprintf(blob->name, sizeof(blob->name), "%s", name);
	blob->ret = read_file(blob->name, &blob->btf);
	blob->next = set->blobs;
	set->blobs = blob;
	return blob;
}

static int make_ready(struct ks_btf_blob *blob, const struct ks_btf *base)
{
	if (!blob->ret && !blob->btf.first)
		blob->ret = ks_btf_init(&blob->btf, base);
	return blob->ret;
}

void ks_btf_set_exit(struct ks_btf_set *set)
{
	struct ks_btf_blob *blob;

	while (set->blobs) {
		blob = set->blobs;
		set->blobs = blob->next;
		ks_btf_exit(&blob->btf);
		kvfree(blob->btf.data);
		kfree(blob);
	}
}

/* A module's file has its name, with '_' for each '-'. */
static int copy_module(char *buf, size_t size, const char *module)
{
	if (strchr(module, '/') || strscpy(buf, module, size) < 0)
		return -ENOENT;
	strreplace(buf, '-', '_');
	return 0;
}

/* The kernel's own is large: not read for a module that has none itself. */
int ks_btf_set_find(struct ks_btf_set *set, const char *module,
		    const char *sym, struct ks_proto *proto)
{
	bool is_kernel = !module || !*module;
	struct ks_btf_blob *kernel, *blob;
	const struct ks_btf *base = NULL;
	char name[MODULE_NAME_LEN];
	int ret;

	if (strchr(sym, '.'))
		return -ENOENT;
	ret = copy_module(name, sizeof(name), is_kernel ? KERNEL : module);
	if (ret)
		return ret;
	blob = get_blob(set, name);
	if (!blob)
		return -ENOMEM;
	if (!is_kernel && !blob->ret) {
		kernel = get_blob(set, KERNEL);
		if (!kernel)
			return -ENOMEM;
		ret = make_ready(kernel, NULL);
		if (ret)
			return ret;
		base = &kernel->btf;
	}
	ret = make_ready(blob, base);
	return ret ? ret : ks_btf_find(&blob->btf, base, sym, proto);
}
