// SPDX-License-Identifier: GPL-2.0
/* Tests of prototypes out of type information that is whole. */
#include <kretscope/btf.h>

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <stdlib.h>

#include "btf_blob.h"
#include "btf_plains.h"
#include "test.h"

static struct blob blob, base_blob;

/* Allocations that succeed before one fails. */
static unsigned int calls_left = -1;

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);

void *__wrap_calloc(size_t n, size_t size)
{
	return calls_left-- ? __real_calloc(n, size) : NULL;
}

/* Look one up in &blob. */
static int find(const char *name, struct ks_proto *proto)
{
	struct ks_btf btf;
	int ret;

	ret = blob_open(&btf, &blob, NULL);
	EXPECT(!ret, "%d", ret);
	ret = ks_btf_find(&btf, NULL, name, proto);
	blob_close(&btf);
	return ret;
}

#define END	{ NULL, -1 }
#define PARAMS(...)	((const struct blob_param[]){ __VA_ARGS__, END })
#define NO_PARAMS	((const struct blob_param[]){ END })

static void expect_type(const char *what, const struct ks_type *is, u8 base,
			u8 size, bool is_signed)
{
	EXPECT(is->base == base && is->size == size &&
	       is->is_signed == is_signed, "%s: %u/%u/%u", what, is->base,
	       is->size, is->is_signed);
}

static u32 add_plain(const struct plain *plain)
{
	u32 id = blob_type(&blob, plain->what, plain->kind, 0, plain->size);
	u32 i;

	if (plain->kflag)
		blob_set_kflag(&blob);
	for (i = 0; i < plain->words; i++)
		blob_word(&blob, plain->word);
	return id;
}

static void test_types(void)
{
	struct ks_btf btf;
	struct ks_proto proto = { };
	unsigned int i;
	char name[32];
	int ret;

	blob_init(&blob, NULL);
	for (i = 0; i < ARRAY_SIZE(plains); i++) {
		u32 id = add_plain(&plains[i]);

		snprintf(name, sizeof(name), "f_%s", plains[i].what);
		blob_func(&blob, name, id, PARAMS({ plains[i].what, id }));
	}
	ret = blob_open(&btf, &blob, NULL);
	EXPECT(!ret, "%d", ret);
	for (i = 0; i < ARRAY_SIZE(plains); i++) {
		const struct plain *p = &plains[i];

		snprintf(name, sizeof(name), "f_%s", p->what);
		ret = ks_btf_find(&btf, NULL, name, &proto);
		EXPECT(!ret && proto.nr == 1 && !proto.is_variadic,
		       "%s: %d", name, ret);
		EXPECT(!strcmp(proto.param[0].name, p->what), "%s",
		       proto.param[0].name);
		expect_type(p->what, &proto.param[0].type, p->param.base,
			    p->param.size, p->param.is_signed);
		expect_type(name, &proto.ret, p->ret.base, p->ret.size,
			    p->ret.is_signed);
		EXPECT(proto.is_in_registers ==
		       (p->param.base != KS_BASE_NONE), "%s", name);
	}
	blob_close(&btf);
}

/* A kernel whose enums all are without a sign cannot be told from an old one */
static void test_old_enum(void)
{
	struct ks_proto proto = { };
	u32 id;

	blob_init(&blob, NULL);
	id = blob_type(&blob, "e", BTF_KIND_ENUM, 1, 4);
	blob_word(&blob, 0);
	blob_word(&blob, -1);
	blob_func(&blob, "f", id, NO_PARAMS);
	EXPECT(!find("f", &proto), "f");
	expect_type("old", &proto.ret, KS_BASE_DEC, 4, true);
	blob_type(&blob, "e64", KS_BTF_KIND_ENUM64, 0, 8);
	EXPECT(!find("f", &proto), "f");
	expect_type("new", &proto.ret, KS_BASE_DEC, 4, false);
}

static void test_void(void)
{
	struct ks_proto proto = { };
	u32 id;

	blob_init(&blob, NULL);
	blob_func(&blob, "f", 0, NO_PARAMS);
	id = blob_type(&blob, "", BTF_KIND_CONST, 0, 0);
	blob_func(&blob, "g", id, NO_PARAMS);
	EXPECT(!find("f", &proto), "f");
	EXPECT(!proto.nr && proto.is_in_registers && !proto.is_variadic, "f");
	expect_type("void", &proto.ret, KS_BASE_NONE, 0, false);
	EXPECT(!find("g", &proto), "g");
	expect_type("const void", &proto.ret, KS_BASE_NONE, 0, false);
}

static void test_sample(void)
{
	struct ks_proto proto = { };
	int ret;

	blob_init(&blob, NULL);
	blob_sample(&blob);
	ret = find("f", &proto);
	EXPECT(!ret && proto.nr == 2 && proto.is_variadic &&
	       proto.is_in_registers, "%d %u", ret, proto.nr);
	EXPECT(!strcmp(proto.param[0].name, "a"), "%s", proto.param[0].name);
	EXPECT(!strcmp(proto.param[1].name, "b"), "%s", proto.param[1].name);
	EXPECT(!*proto.param[2].name, "%s", proto.param[2].name);
	expect_type("a", &proto.param[0].type, KS_BASE_DEC, 4, true);
	expect_type("b", &proto.param[1].type, KS_BASE_PTR, 8, false);
	expect_type("...", &proto.param[2].type, KS_BASE_NONE, 0, false);
	expect_type("ret", &proto.ret, KS_BASE_ERRNO, 4, true);
	/* Names of what is no function. */
	EXPECT(find("var", &proto) == -ENOENT, "var");
	EXPECT(find("", &proto) == -ENOENT, "empty");
	EXPECT(find("ff", &proto) == -ENOENT, "ff");
}

static void test_many_params(void)
{
	struct blob_param params[257];
	struct ks_proto proto = { };
	u32 num, agg;
	int i, ret;

	blob_init(&blob, NULL);
	num = blob_int(&blob, "int", 4, BTF_INT_SIGNED);
	agg = blob_type(&blob, "s", BTF_KIND_STRUCT, 0, 4);
	for (i = 0; i < 257; i++)
		params[i] = (struct blob_param){ "p", num };
	params[256] = (struct blob_param)END;
	blob_func(&blob, "f256", num, params);
	params[255] = (struct blob_param)END;
	blob_func(&blob, "f255", num, params);
	params[254].type = agg;
	blob_func(&blob, "f255s", num, params);

	ret = find("f255", &proto);
	EXPECT(!ret && proto.nr == 255 && proto.is_in_registers, "%d", ret);
	for (i = 0; i < KS_PROTO_MAX; i++)
		expect_type("p", &proto.param[i].type, KS_BASE_DEC, 4, true);
	ret = find("f255s", &proto);
	EXPECT(!ret && proto.nr == 255 && !proto.is_in_registers, "%d", ret);
	EXPECT(find("f256", &proto) == -EBADMSG, "f256");
}

static void test_names(void)
{
	static const char long_name[] = "a123456789b123456789c123456789d12345";
	struct ks_proto proto = { };
	u32 num;

	blob_init(&blob, NULL);
	num = blob_int(&blob, "int", 4, BTF_INT_SIGNED);
	blob_func(&blob, "f", num, PARAMS({ long_name, num }, { "", num },
					  { "a b", num }, { "a\xe9", num },
					  { "a\n", num }, { "_A9", num }));
	EXPECT(!find("f", &proto), "f");
	EXPECT(strlen(proto.param[0].name) == KS_ARG_NAME_LEN - 1 &&
	       !strncmp(proto.param[0].name, long_name, KS_ARG_NAME_LEN - 1),
	       "%s", proto.param[0].name);
	EXPECT(!*proto.param[1].name, "%s", proto.param[1].name);
	EXPECT(!*proto.param[2].name, "%s", proto.param[2].name);
	EXPECT(!*proto.param[3].name, "%s", proto.param[3].name);
	EXPECT(!*proto.param[4].name, "%s", proto.param[4].name);
	EXPECT(!strcmp(proto.param[5].name, "_A9"), "%s", proto.param[5].name);
}

static void test_same_name(void)
{
	struct ks_proto proto = { };
	u32 num, ptr;

	blob_init(&blob, NULL);
	num = blob_int(&blob, "int", 4, BTF_INT_SIGNED);
	ptr = blob_type(&blob, "", BTF_KIND_PTR, 0, num);
	blob_func(&blob, "same", num, PARAMS({ "a", num }));
	blob_func(&blob, "same", num, PARAMS({ "a", num }));
	blob_func(&blob, "ret", num, PARAMS({ "a", num }));
	blob_func(&blob, "ret", ptr, PARAMS({ "a", num }));
	blob_func(&blob, "type", num, PARAMS({ "a", num }));
	blob_func(&blob, "type", num, PARAMS({ "a", ptr }));
	blob_func(&blob, "name", num, PARAMS({ "a", num }));
	blob_func(&blob, "name", num, PARAMS({ "b", num }));
	blob_func(&blob, "nr", num, PARAMS({ "a", num }));
	blob_func(&blob, "nr", num, NO_PARAMS);
	blob_func(&blob, "more", num, PARAMS({ "a", num }));
	blob_func(&blob, "more", num, PARAMS({ "a", num }, { "", 0 }));
	EXPECT(!find("same", &proto) && proto.nr == 1, "same");
	EXPECT(find("ret", &proto) == -ENOTUNIQ, "ret");
	EXPECT(find("type", &proto) == -ENOTUNIQ, "type");
	EXPECT(find("name", &proto) == -ENOTUNIQ, "name");
	EXPECT(find("nr", &proto) == -ENOTUNIQ, "nr");
	EXPECT(find("more", &proto) == -ENOTUNIQ, "more");
}

/* Ids and strings of both parts, in both directions that there are. */
static void test_split(void)
{
	struct ks_btf base, btf;
	struct ks_proto proto = { };
	u32 num, ptr, name, u64_id;
	int ret;

	blob_init(&base_blob, NULL);
	num = blob_int(&base_blob, "int", 4, BTF_INT_SIGNED);
	ptr = blob_type(&base_blob, "", BTF_KIND_PTR, 0, num);
	name = blob_string(&base_blob, "in_base");
	blob_func(&base_blob, "kernel", num, PARAMS({ "a", num }));
	blob_type(&base_blob, "signed", BTF_KIND_ENUM, 0, 4);
	blob_set_kflag(&base_blob);

	blob_init(&blob, &base_blob);
	u64_id = blob_int(&blob, "u64", 8, 0);
	blob_func(&blob, "enum",
		  blob_type(&blob, "e", BTF_KIND_ENUM, 0, 4), NO_PARAMS);
	blob_func(&blob, "module", num,
		  PARAMS({ "p", ptr }, { "x", u64_id }));
	/* The same, with the name of its parameter out of the base. */
	blob.types[blob.types_len / sizeof(u32) - 7] = name;

	ret = blob_open(&base, &base_blob, NULL);
	EXPECT(!ret, "%d", ret);
	ret = blob_open(&btf, &blob, &base);
	EXPECT(!ret, "%d", ret);
	ret = ks_btf_find(&btf, &base, "module", &proto);
	EXPECT(!ret && proto.nr == 2, "%d", ret);
	EXPECT(!strcmp(proto.param[0].name, "in_base"), "%s",
	       proto.param[0].name);
	EXPECT(!strcmp(proto.param[1].name, "x"), "%s", proto.param[1].name);
	expect_type("p", &proto.param[0].type, KS_BASE_PTR, 8, false);
	expect_type("x", &proto.param[1].type, KS_BASE_DEC, 8, false);
	expect_type("ret", &proto.ret, KS_BASE_ERRNO, 4, true);
	EXPECT(!ks_btf_find(&btf, &base, "enum", &proto), "enum");
	expect_type("enum", &proto.ret, KS_BASE_DEC, 4, false);
	EXPECT(ks_btf_find(&btf, &base, "kernel", &proto) == -ENOENT, "split");
	EXPECT(ks_btf_find(&base, NULL, "kernel", &proto) == 0, "base");
	EXPECT(ks_btf_find(&base, NULL, "module", &proto) == -ENOENT, "base");
	blob_close(&btf);

	/* Nothing of its own is fine for a part, but not for a whole. */
	blob_init(&blob, &base_blob);
	ret = blob_open(&btf, &blob, &base);
	EXPECT(!ret, "%d", ret);
	blob_close(&btf);
	ret = blob_open(&btf, &blob, NULL);
	EXPECT(ret == -EBADMSG, "%d", ret);
	blob_close(&btf);
	blob_close(&base);
}

static void test_hash(void)
{
	struct ks_btf btf;
	struct ks_proto proto = { };
	unsigned int i;
	char name[16];
	int ret;

	blob_init(&blob, NULL);
	for (i = 0; i < 1009; i++) {
		u32 id = blob_int(&blob, "", 1 << i % 4, 0);

		snprintf(name, sizeof(name), "f%u", i);
		blob_func(&blob, name, id, NO_PARAMS);
	}
	ret = blob_open(&btf, &blob, NULL);
	EXPECT(!ret, "%d", ret);
	for (i = 0; i < 1009; i++) {
		snprintf(name, sizeof(name), "f%u", i);
		ret = ks_btf_find(&btf, NULL, name, &proto);
		EXPECT(!ret && proto.ret.size == 1 << i % 4, "%s", name);
		snprintf(name, sizeof(name), "g%u", i);
		ret = ks_btf_find(&btf, NULL, name, &proto);
		EXPECT(ret == -ENOENT, "%s: %d", name, ret);
	}
	blob_close(&btf);
}

static void test_layout(void)
{
	struct ks_btf base, btf;
	struct ks_proto proto = { };
	u32 i;

	blob_init(&blob, NULL);
	blob_int(&blob, "int", 4, BTF_INT_SIGNED);
	blob_type(&blob, "new", 0x7e, 3, 0);
	for (i = 0; i < 7; i++)
		blob_word(&blob, 0xffffffff);
	blob_func(&blob, "f", 2, NO_PARAMS);
	blob.nr_layouts = 0x7f;
	blob.layouts[0x7e].info_sz = 4;
	blob.layouts[0x7e].elem_sz = 8;
	EXPECT(!find("f", &proto), "f");
	expect_type("new", &proto.ret, KS_BASE_HEX, 8, false);

	/* A module's needs none of its own. */
	blob_open(&base, &blob, NULL);
	blob_init(&base_blob, &blob);
	blob_type(&base_blob, "new", 0x7e, 0, 0);
	blob_word(&base_blob, 0);
	blob_func(&base_blob, "g", 1, NO_PARAMS);
	EXPECT(!blob_open(&btf, &base_blob, &base), "base's layout");
	EXPECT(!ks_btf_find(&btf, &base, "g", &proto), "g");
	blob_close(&btf);
	blob_close(&base);
}

static void test_no_memory(void)
{
	struct ks_btf btf;
	struct ks_proto proto = { };
	unsigned int nr;
	int ret;

	blob_init(&blob, NULL);
	blob_sample(&blob);
	for (nr = 0; nr < 10; nr++) {
		calls_left = nr;
		ret = blob_open(&btf, &blob, NULL);
		calls_left = -1;
		EXPECT(ret == (nr < 3 ? -ENOMEM : 0), "%u: %d", nr, ret);
		ret = ks_btf_find(&btf, NULL, "f", &proto);
		EXPECT(ret == (nr < 3 ? -ENOENT : 0), "%u: %d", nr, ret);
		blob_close(&btf);
	}
}

static void test_value(void)
{
	static const struct ks_type untyped = { KS_BASE_ERRNO, 8, false };
	static const struct ks_type num = { KS_BASE_ERRNO, 4, true };
	static const struct ks_type wide = { KS_BASE_ERRNO, 8, true };
	static const u64 raws[][4] = {
		/* register, untyped, int, long */
		{ 0, 0, 0, 0 },
		{ -2, -2, -2, -2 },
		{ 0xfffffffe, -2, -2, 0xfffffffe },
		{ 0x12345678fffffffe, 0x12345678fffffffe, -2,
		  0x12345678fffffffe },
		{ 0xfffff001, -4095, -4095, 0xfffff001 },
		{ 0xfffff000, 0xfffff000, -4096, 0xfffff000 },
		{ 0x100000007, 0x100000007, 7, 0x100000007 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(raws); i++) {
		const u64 *r = raws[i];

		EXPECT(ks_type_value(&untyped, r[0]) == r[1], "%u", i);
		EXPECT(ks_type_value(&num, r[0]) == r[2], "%u", i);
		EXPECT(ks_type_value(&wide, r[0]) == r[3], "%u", i);
	}
}

static const struct test tests[] = {
	{ "types of values", test_types },
	{ "enums without a sign", test_old_enum },
	{ "void", test_void },
	{ "all kinds", test_sample },
	{ "many parameters", test_many_params },
	{ "names of parameters", test_names },
	{ "functions of the same name", test_same_name },
	{ "a module's, split from the kernel's", test_split },
	{ "every function is found", test_hash },
	{ "kinds that only the layout section knows", test_layout },
	{ "no memory", test_no_memory },
	{ "values of typed return registers", test_value },
	{ }
};

int main(void)
{
	return test_run("btf", tests);
}
