// SPDX-License-Identifier: GPL-2.0
/* Fuzzes the parser of type information. */
#include <kretscope/btf.h>

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <stdlib.h>

#include "btf_blob.h"
#include "fuzz.h"

/*
 * An input is the length of the base in two bytes, the base, and what is split
 * from it. Without a base the rest stands alone.
 */
#define PREFIX	2

static void write_seed(const char *dir, const char *name,
		       const struct blob *base, const struct blob *b)
{
	size_t base_size = 0, size;
	void *base_data = base ? blob_pack(base, &base_size) : NULL;
	void *data = blob_pack(b, &size);
	u16 prefix = base_size;
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	file = fopen(path, "w");
	CHECK(file);
	fwrite(&prefix, PREFIX, 1, file);
	if (base)
		fwrite(base_data, base_size, 1, file);
	fwrite(data, size, 1, file);
	CHECK(!fclose(file));
	free(base_data);
	free(data);
}

int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Before the corpus, which is the last argument, is read. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static struct blob base, b;
	const char *dir = (*argv)[*argc - 1];
	u32 num;

	blob_init(&base, NULL);
	blob_sample(&base);
	write_seed(dir, "whole", NULL, &base);
	blob_init(&b, &base);
	blob_sample(&b);
	write_seed(dir, "split", &base, &b);

	blob_init(&b, NULL);
	num = blob_int(&b, "int", 4, BTF_INT_SIGNED);
	blob_func(&b, "f", num, (struct blob_param[]){ { "a", num },
						       { NULL, -1 } });
	write_seed(dir, "small", NULL, &b);
	blob_func(&b, "f", num, (struct blob_param[]){ { NULL, -1 } });
	blob_type(&b, "new", 20, 1, 0);
	blob_word(&b, 0);
	b.nr_layouts = 21;
	b.layouts[20].elem_sz = 4;
	write_seed(dir, "layout", NULL, &b);
	return 0;
}

static void check_type(const struct ks_type *type)
{
	switch (type->base) {
	case KS_BASE_NONE:
		CHECK(!type->size && !type->is_signed);
		return;
	case KS_BASE_PTR:
	case KS_BASE_HEX:
		CHECK(type->size == 8 && !type->is_signed);
		return;
	case KS_BASE_CHAR:
		CHECK(type->size == 1);
		return;
	case KS_BASE_ERRNO:
		CHECK(type->size >= 4 && type->is_signed);
		break;
	default:
		CHECK(type->base == KS_BASE_DEC || type->base == KS_BASE_BOOL);
	}
	CHECK(type->size == 1 || type->size == 2 || type->size == 4 ||
	      type->size == 8);
}

static void check_proto(const struct ks_proto *proto)
{
	unsigned int i;

	check_type(&proto->ret);
	for (i = 0; i < KS_PROTO_MAX; i++) {
		const struct ks_param *param = &proto->param[i];

		check_type(&param->type);
		CHECK(memchr(param->name, 0, sizeof(param->name)));
		CHECK(!strpbrk(param->name, " \n\"="));
		CHECK(param->type.base != KS_BASE_ERRNO &&
		      param->type.base != KS_BASE_HEX);
		if (i >= proto->nr)
			CHECK(!*param->name && !param->type.base);
		else if (proto->is_in_registers)
			CHECK(param->type.base);
	}
}

static void look_up(const struct ks_btf *btf, const struct ks_btf *base)
{
	static const char *const names[] = { "f", "int", "", "list", "a" };
	struct ks_proto proto, again;
	unsigned int i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		ret = ks_btf_find(btf, base, names[i], &proto);
		CHECK(!ret || ret == -ENOENT || ret == -ENOTUNIQ ||
		      ret == -EBADMSG);
		CHECK(ret == ks_btf_find(btf, base, names[i], &again));
		if (ret)
			continue;
		check_proto(&proto);
		CHECK(!memcmp(&proto, &again, sizeof(proto)));
	}
}

static int open_part(struct ks_btf *btf, const struct ks_btf *base,
		     const u8 *data, size_t size)
{
	void *copy = malloc(size);
	int ret;

	memcpy(copy, data, size);
	*btf = (struct ks_btf){ .data = copy, .size = size };
	ret = ks_btf_init(btf, base);
	CHECK(!ret || ret == -EBADMSG);
	if (ret)
		CHECK(ks_btf_find(btf, base, "f", &(struct ks_proto){}) ==
		      -ENOENT);
	return ret;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct ks_btf base, btf;
	u16 base_size;

	if (size < PREFIX)
		return 0;
	memcpy(&base_size, data, PREFIX);
	data += PREFIX;
	size -= PREFIX;
	base_size = min_t(size_t, base_size, size);

	if (!base_size) {
		if (!open_part(&btf, NULL, data, size))
			look_up(&btf, NULL);
		blob_close(&btf);
		return 0;
	}
	if (!open_part(&base, NULL, data, base_size)) {
		look_up(&base, NULL);
		if (!open_part(&btf, &base, data + base_size, size - base_size))
			look_up(&btf, &base);
		blob_close(&btf);
	}
	blob_close(&base);
	return 0;
}
