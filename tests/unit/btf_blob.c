// SPDX-License-Identifier: GPL-2.0
/* Makes type information by hand, whole or broken. */
#include "btf_blob.h"

#include <linux/string.h>

#include <stdlib.h>

void blob_init(struct blob *b, const struct blob *base)
{
	memset(b, 0, sizeof(*b));
	b->next_id = base ? base->next_id : 1;
	b->first_str = base ? base->first_str + base->strs_len : 0;
	b->strs_len = !base;
}

u32 blob_string(struct blob *b, const char *str)
{
	u32 off = b->strs_len;

	if (!*str)
		return 0;
	strcpy(b->strs + off, str);
	b->strs_len += strlen(str) + 1;
	return b->first_str + off;
}

void blob_word(struct blob *b, u32 word)
{
	b->types[b->types_len / sizeof(u32)] = word;
	b->types_len += sizeof(u32);
}

u32 blob_type(struct blob *b, const char *name, u32 kind, u32 vlen, u32 size)
{
	blob_word(b, blob_string(b, name));
	blob_word(b, kind << 24 | vlen);
	blob_word(b, size);
	return b->next_id++;
}

void blob_set_kflag(struct blob *b)
{
	b->types[b->types_len / sizeof(u32) - 2] |= 1U << 31;
}

u32 blob_int(struct blob *b, const char *name, u32 size, u32 encoding)
{
	u32 id = blob_type(b, name, BTF_KIND_INT, 0, size);

	blob_word(b, encoding << 24 | size * 8);
	return id;
}

u32 blob_proto(struct blob *b, u32 ret, const struct blob_param *params)
{
	u32 nr = 0;
	u32 id, i;

	while (params[nr].type != (u32)-1)
		nr++;
	id = blob_type(b, "", BTF_KIND_FUNC_PROTO, nr, ret);
	for (i = 0; i < nr; i++) {
		blob_word(b, blob_string(b, params[i].name));
		blob_word(b, params[i].type);
	}
	return id;
}

u32 blob_func(struct blob *b, const char *name, u32 ret,
	      const struct blob_param *params)
{
	u32 proto = blob_proto(b, ret, params);

	return blob_type(b, name, BTF_KIND_FUNC, BTF_FUNC_GLOBAL, proto);
}

/* One type with @vlen elements of @words words each. */
static u32 add_list(struct blob *b, u32 kind, u32 vlen, u32 words)
{
	u32 id = blob_type(b, "list", kind, vlen, 4);
	u32 i;

	for (i = 0; i < vlen * words; i++)
		blob_word(b, 0);
	return id;
}

void blob_sample(struct blob *b)
{
	u32 num = blob_int(b, "int", 4, BTF_INT_SIGNED);
	u32 ptr = blob_type(b, "", BTF_KIND_PTR, 0, num);
	u32 name, i;

	blob_type(b, "", BTF_KIND_ARRAY, 0, 0);
	for (i = 0; i < 3; i++)
		blob_word(b, num);
	for (i = 0; i < 3; i++) {
		add_list(b, BTF_KIND_STRUCT, i, 3);
		add_list(b, BTF_KIND_UNION, i, 3);
		add_list(b, BTF_KIND_ENUM, i, 2);
		add_list(b, BTF_KIND_FUNC_PROTO, i, 2);
		add_list(b, BTF_KIND_DATASEC, i, 3);
		add_list(b, KS_BTF_KIND_ENUM64, i, 3);
	}
	blob_type(b, "fwd", BTF_KIND_FWD, 0, 0);
	name = blob_type(b, "name", BTF_KIND_TYPEDEF, 0, num);
	name = blob_type(b, "", BTF_KIND_VOLATILE, 0, name);
	name = blob_type(b, "", BTF_KIND_CONST, 0, name);
	name = blob_type(b, "", BTF_KIND_RESTRICT, 0, name);
	name = blob_type(b, "tag", KS_BTF_KIND_TYPE_TAG, 0, name);
	blob_type(b, "var", BTF_KIND_VAR, 0, num);
	blob_word(b, BTF_VAR_STATIC);
	blob_type(b, "float", KS_BTF_KIND_FLOAT, 0, 8);
	blob_type(b, "tag", KS_BTF_KIND_DECL_TAG, 0, num);
	blob_word(b, -1);
	blob_func(b, "f", name, (struct blob_param[]){
		{ "a", name }, { "b", ptr }, { "", 0 }, { NULL, -1 } });
}

void *blob_pack(const struct blob *b, size_t *size)
{
	struct ks_btf_header h = b->header;
	u32 hdr_len = offsetof(struct ks_btf_header, layout_off);
	u32 layout_len = b->nr_layouts * sizeof(*b->layouts);
	u8 *data;

	if (b->nr_layouts)
		hdr_len = sizeof(h);
	h.magic = h.magic ?: BTF_MAGIC;
	h.version = h.version ?: BTF_VERSION;
	h.hdr_len = h.hdr_len ?: hdr_len;
	h.type_len = h.type_len ?: b->types_len;
	h.layout_off = h.layout_off ?: b->types_len;
	h.layout_len = h.layout_len ?: layout_len;
	h.str_off = h.str_off ?: b->types_len + layout_len;
	h.str_len = h.str_len ?: b->strs_len;

	*size = hdr_len + b->types_len + layout_len + b->strs_len;
	data = malloc(*size);
	memcpy(data, &h, hdr_len);
	memcpy(data + hdr_len, b->types, b->types_len);
	memcpy(data + hdr_len + b->types_len, b->layouts, layout_len);
	memcpy(data + *size - b->strs_len, b->strs, b->strs_len);
	return data;
}

int blob_open(struct ks_btf *btf, const struct blob *b,
	      const struct ks_btf *base)
{
	size_t size;
	void *data = blob_pack(b, &size);

	*btf = (struct ks_btf){ .data = data, .size = size };
	return ks_btf_init(btf, base);
}

void blob_close(struct ks_btf *btf)
{
	ks_btf_exit(btf);
	free((void *)btf->data);
}
