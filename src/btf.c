// SPDX-License-Identifier: GPL-2.0
/* Prototypes of functions, from the kernel's own type information (BTF). */
#include <kretscope/btf.h>

#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <compat/btf.h>

/* Types between two offers of the CPU. */
#define RESCHED_EVERY	4096

/* Names and qualifiers in front of a type; as many as the kernel follows. */
#define CHAIN_MAX	32

/* The language demands 127 of a compiler. */
#define PARAMS_MAX	255

/* The header without the layout section, which it had from the start. */
#define HEADER_MIN	offsetof(struct ks_btf_header, layout_off)

/**
 * struct ks_btf_func - a function in the hash
 * @type: which type it is, from 0
 * @next: the next of the same head, from 1; 0: none
 */
struct ks_btf_func {
	u32 type;
	u32 next;
};

/* What follows a struct btf_type, as the layout section says it of new ones. */
static const struct ks_btf_layout known_layouts[] = {
	[BTF_KIND_INT]		= { .info_sz = sizeof(u32) },
	[BTF_KIND_PTR]		= { },
	[BTF_KIND_ARRAY]	= { .info_sz = sizeof(struct btf_array) },
	[BTF_KIND_STRUCT]	= { .elem_sz = sizeof(struct btf_member) },
	[BTF_KIND_UNION]	= { .elem_sz = sizeof(struct btf_member) },
	[BTF_KIND_ENUM]		= { .elem_sz = sizeof(struct btf_enum) },
	[BTF_KIND_FWD]		= { },
	[BTF_KIND_TYPEDEF]	= { },
	[BTF_KIND_VOLATILE]	= { },
	[BTF_KIND_CONST]	= { },
	[BTF_KIND_RESTRICT]	= { },
	[BTF_KIND_FUNC]		= { },
	[BTF_KIND_FUNC_PROTO]	= { .elem_sz = sizeof(struct btf_param) },
	[BTF_KIND_VAR]		= { .info_sz = sizeof(struct btf_var) },
	[BTF_KIND_DATASEC]	= { .elem_sz = sizeof(struct btf_var_secinfo) },
	[KS_BTF_KIND_FLOAT]	= { },
	[KS_BTF_KIND_DECL_TAG]	= { .info_sz = sizeof(struct ks_btf_decl_tag) },
	[KS_BTF_KIND_TYPE_TAG]	= { },
	[KS_BTF_KIND_ENUM64]	= { .elem_sz = sizeof(struct ks_btf_enum64) },
};

/* A section of the data; all but strings consist of words. */
static const void *section(const struct ks_btf *btf, u32 hdr_len, u32 off,
			   u32 len, u32 align)
{
	if ((u64)hdr_len + off + len > btf->size || off % align)
		return NULL;
	return btf->data + hdr_len + off;
}

static int read_header(struct ks_btf *btf, bool is_split)
{
	struct ks_btf_header hdr = { };

	if (btf->size < HEADER_MIN)
		return -EBADMSG;
	memcpy(&hdr, btf->data, HEADER_MIN);
	if (hdr.magic != BTF_MAGIC || hdr.version != BTF_VERSION ||
	    hdr.hdr_len < HEADER_MIN || hdr.hdr_len > btf->size ||
	    hdr.hdr_len % sizeof(u32))
		return -EBADMSG;
	memcpy(&hdr, btf->data, min_t(size_t, hdr.hdr_len, sizeof(hdr)));

	btf->types = section(btf, hdr.hdr_len, hdr.type_off, hdr.type_len,
			     sizeof(u32));
	btf->types_len = hdr.type_len;
	btf->strs = section(btf, hdr.hdr_len, hdr.str_off, hdr.str_len, 1);
	btf->strs_len = hdr.str_len;
	btf->layouts = section(btf, hdr.hdr_len, hdr.layout_off,
			       hdr.layout_len, sizeof(u32));
	btf->nr_layouts = hdr.layout_len / sizeof(*btf->layouts);
	if (!btf->types || !btf->strs || !btf->layouts)
		return -EBADMSG;
	/* Every string ends, and offset 0 is the empty one. */
	if (btf->strs_len ? btf->strs[btf->strs_len - 1] : !is_split)
		return -EBADMSG;
	return is_split || !*btf->strs ? 0 : -EBADMSG;
}

static const struct ks_btf_layout *layout_of(const struct ks_btf *btf, u32 kind)
{
	if (kind == BTF_KIND_UNKN)
		return NULL;
	if (kind < ARRAY_SIZE(known_layouts))
		return &known_layouts[kind];
	return kind < btf->nr_layouts ? &btf->layouts[kind] : NULL;
}

/* The type at @off, which moves behind it; NULL if that is none. */
static const struct btf_type *next_type(const struct ks_btf *btf, u32 *off)
{
	const struct btf_type *type = btf->types + *off;
	u32 left = btf->types_len - *off;
	const struct ks_btf_layout *layout;
	u64 len = sizeof(*type);

	if (left < len)
		return NULL;
	layout = layout_of(btf, KS_BTF_KIND(type->info));
	if (!layout)
		return NULL;
	len += layout->info_sz + (u64)layout->elem_sz * KS_BTF_VLEN(type->info);
	if (left < len || len % sizeof(u32))
		return NULL;
	*off += len;
	return type;
}

/* Check that all types are whole, and count them. */
static int count_types(struct ks_btf *btf)
{
	const struct btf_type *type;
	u32 off = 0;
	u32 kind;

	while (off < btf->types_len) {
		type = next_type(btf, &off);
		if (!type)
			return -EBADMSG;
		kind = KS_BTF_KIND(type->info);
		if (kind == BTF_KIND_FUNC)
			btf->nr_funcs++;
		if (kind == KS_BTF_KIND_ENUM64 ||
		    (kind == BTF_KIND_ENUM && KS_BTF_KFLAG(type->info)))
			btf->has_enum_sign = true;
		if (++btf->nr % RESCHED_EVERY == 0)
			cond_resched();
	}
	return 0;
}

static const char *string_at(const struct ks_btf *btf,
			     const struct ks_btf *base, u32 off)
{
	if (base && off < base->strs_len)
		return base->strs + off;
	if (base)
		off -= base->strs_len;
	return off < btf->strs_len ? btf->strs + off : NULL;
}

/* The first function of the bucket that a name belongs to. */
static u32 *head_of(const struct ks_btf *btf, const char *name)
{
	u32 hash = 2166136261U;

	/* FNV-1a */
	for (; *name; name++)
		hash = (hash ^ (u8)*name) * 16777619U;
	return &btf->heads[hash & (btf->nr_heads - 1)];
}

/* Note where each type is, and put the functions into the hash. */
static int index_types(struct ks_btf *btf, const struct ks_btf *base)
{
	u32 nr_funcs = 0;
	u32 off = 0;
	u32 i;

	for (i = 0; i < btf->nr; i++) {
		const struct btf_type *type;
		const char *name;
		u32 *head;

		if (i % RESCHED_EVERY == 0)
			cond_resched();
		btf->offs[i] = off;
		type = next_type(btf, &off);
		if (KS_BTF_KIND(type->info) != BTF_KIND_FUNC)
			continue;
		name = string_at(btf, base, type->name_off);
		if (!name)
			return -EBADMSG;
		head = head_of(btf, name);
		btf->funcs[nr_funcs].type = i;
		btf->funcs[nr_funcs].next = *head;
		*head = ++nr_funcs;
	}
	return 0;
}

static int alloc_index(struct ks_btf *btf)
{
	for (btf->nr_heads = 1; btf->nr_heads < btf->nr_funcs;)
		btf->nr_heads *= 2;
	btf->offs = kvcalloc(btf->nr + 1, sizeof(*btf->offs), GFP_KERNEL);
	btf->funcs = kvcalloc(btf->nr_funcs + 1, sizeof(*btf->funcs),
			      GFP_KERNEL);
	btf->heads = kvcalloc(btf->nr_heads, sizeof(*btf->heads), GFP_KERNEL);
	return btf->offs && btf->funcs && btf->heads ? 0 : -ENOMEM;
}

int ks_btf_init(struct ks_btf *btf, const struct ks_btf *base)
{
	int ret;

	ret = read_header(btf, base);
	btf->first = base ? base->first + base->nr : 1;
	btf->has_enum_sign = base && base->has_enum_sign;
	if (base && !btf->nr_layouts) {
		btf->layouts = base->layouts;
		btf->nr_layouts = base->nr_layouts;
	}
	if (!ret)
		ret = count_types(btf);
	if (!ret)
		ret = alloc_index(btf);
	if (!ret)
		ret = index_types(btf, base);
	if (ret)
		ks_btf_exit(btf);
	return ret;
}

void ks_btf_exit(struct ks_btf *btf)
{
	kvfree(btf->offs);
	kvfree(btf->funcs);
	kvfree(btf->heads);
	*btf = (struct ks_btf){ .data = btf->data, .size = btf->size };
}

static const struct btf_type *type_at(const struct ks_btf *btf,
				      const struct ks_btf *base, u32 id)
{
	if (base && id < btf->first)
		btf = base;
	/* Of an id below the first, too, this is beyond the count. */
	id -= btf->first;
	return id < btf->nr ? btf->types + btf->offs[id] : NULL;
}

/* The type behind names and qualifiers; NULL for void. */
static int resolve(const struct ks_btf *btf, const struct ks_btf *base, u32 id,
		   const struct btf_type **type)
{
	unsigned int i;

	for (i = 0; i < CHAIN_MAX; i++) {
		*type = NULL;
		if (!id)
			return 0;
		*type = type_at(btf, base, id);
		if (!*type)
			return -EBADMSG;
		switch (KS_BTF_KIND((*type)->info)) {
		case BTF_KIND_TYPEDEF:
		case BTF_KIND_VOLATILE:
		case BTF_KIND_CONST:
		case BTF_KIND_RESTRICT:
		case KS_BTF_KIND_TYPE_TAG:
			id = (*type)->type;
			continue;
		}
		return 0;
	}
	return -EBADMSG;
}

static struct ks_type int_type(const struct btf_type *type)
{
	u32 info = *(const u32 *)(type + 1);
	u32 encoding = BTF_INT_ENCODING(info);
	struct ks_type ret = {
		.base = KS_BASE_DEC,
		.size = type->size,
		.is_signed = encoding & BTF_INT_SIGNED,
	};

	/* A part of an int, as old compilers describe bitfields. */
	if (BTF_INT_OFFSET(info) || BTF_INT_BITS(info) != type->size * 8)
		ret.base = KS_BASE_NONE;
	else if (encoding & BTF_INT_BOOL)
		ret.base = KS_BASE_BOOL;
	else if (encoding & BTF_INT_CHAR && type->size == 1)
		ret.base = KS_BASE_CHAR;
	return ret;
}

/* The type of a value, KS_BASE_NONE if it does not fit one register. */
static struct ks_type value_type(const struct ks_btf *btf,
				 const struct btf_type *type)
{
	static const struct ks_type none = { .base = KS_BASE_NONE };
	struct ks_type ret = none;

	if (!type)
		return none;
	switch (KS_BTF_KIND(type->info)) {
	case BTF_KIND_PTR:
		ret.base = KS_BASE_PTR;
		ret.size = sizeof(u64);
		return ret;
	case BTF_KIND_INT:
		ret = int_type(type);
		break;
	case BTF_KIND_ENUM:
	case KS_BTF_KIND_ENUM64:
		ret.base = KS_BASE_DEC;
		ret.size = type->size;
		/* Where no enum at all tells, any may be negative. */
		ret.is_signed = KS_BTF_KFLAG(type->info) ||
				!btf->has_enum_sign;
		break;
	}
	switch (type->size) {
	case 1:
	case 2:
	case 4:
	case 8:
		return ret.base == KS_BASE_NONE ? none : ret;
	}
	return none;
}

/*
 * What is no identifier would break the lines that it is shown in. To the
 * kernel's isalnum() there are letters in Latin-1, too.
 */
static void copy_name(char *buf, size_t size, const char *name)
{
	const char *s;

	for (s = name; (isascii(*s) && isalnum(*s)) || *s == '_'; s++)
		;
	snprintf(buf, size, "%s", *s ? "" : name);
}

static int read_params(const struct ks_btf *btf, const struct ks_btf *base,
		       const struct btf_param *params, struct ks_proto *proto)
{
	const struct btf_type *type;
	const char *name;
	struct ks_type val;
	unsigned int i;
	int ret;

	for (i = 0; i < proto->nr; i++) {
		ret = resolve(btf, base, params[i].type, &type);
		name = string_at(btf, base, params[i].name_off);
		if (ret || !type || !name)
			return -EBADMSG;
		val = value_type(btf, type);
		if (val.base == KS_BASE_NONE)
			proto->is_in_registers = false;
		if (i >= KS_PROTO_MAX)
			continue;
		proto->param[i].type = val;
		copy_name(proto->param[i].name, sizeof(proto->param[i].name),
			  name);
	}
	return 0;
}

static int read_ret(const struct ks_btf *btf, const struct ks_btf *base,
		    u32 id, struct ks_type *val)
{
	const struct btf_type *type;
	int ret;

	ret = resolve(btf, base, id, &type);
	if (ret)
		return ret;
	*val = value_type(btf, type);
	if (type && val->base == KS_BASE_NONE) {
		val->base = KS_BASE_HEX;
		val->size = sizeof(u64);
	}
	/* Functions that return int or long return an errno when they fail. */
	if (type && KS_BTF_KIND(type->info) == BTF_KIND_INT &&
	    val->base == KS_BASE_DEC && val->is_signed && val->size >= 4)
		val->base = KS_BASE_ERRNO;
	return 0;
}

static int read_proto(const struct ks_btf *btf, const struct ks_btf *base,
		      u32 id, struct ks_proto *proto)
{
	const struct btf_type *type = type_at(btf, base, id);
	const struct btf_param *params;
	u32 nr;
	int ret;

	if (!type || KS_BTF_KIND(type->info) != BTF_KIND_FUNC_PROTO)
		return -EBADMSG;
	params = (const struct btf_param *)(type + 1);
	nr = KS_BTF_VLEN(type->info);
	if (nr > PARAMS_MAX)
		return -EBADMSG;

	memset(proto, 0, sizeof(*proto));
	proto->is_in_registers = true;
	/* "..." is a last one without type and name. */
	proto->is_variadic = nr && !params[nr - 1].type &&
			     !params[nr - 1].name_off;
	proto->nr = nr - proto->is_variadic;
	ret = read_params(btf, base, params, proto);
	if (ret)
		return ret;
	return read_ret(btf, base, type->type, &proto->ret);
}

int ks_btf_find(const struct ks_btf *btf, const struct ks_btf *base,
		const char *name, struct ks_proto *proto)
{
	bool is_found = false;
	struct ks_proto again;
	u32 i;
	int ret;

	for (i = btf->heads ? *head_of(btf, name) : 0; i;
	     i = btf->funcs[i - 1].next) {
		const struct btf_type *type;

		cond_resched();
		type = btf->types + btf->offs[btf->funcs[i - 1].type];
		if (strcmp(string_at(btf, base, type->name_off), name))
			continue;
		ret = read_proto(btf, base, type->type,
				 is_found ? &again : proto);
		if (ret)
			return ret;
		if (is_found && memcmp(proto, &again, sizeof(again)))
			return -ENOTUNIQ;
		is_found = true;
	}
	return is_found ? 0 : -ENOENT;
}
