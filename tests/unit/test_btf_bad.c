// SPDX-License-Identifier: GPL-2.0
/* Tests of type information that is broken: refused, and not read beyond. */
#include <kretscope/btf.h>

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <stdlib.h>

#include "btf_blob.h"
#include "test.h"

static struct blob blob, base_blob;

/* Prototype of a function in @b, or the error on the way to it. */
static int find(const struct blob *b, const char *name)
{
	struct ks_proto proto;
	struct ks_btf btf;
	int ret;

	ret = blob_open(&btf, b, NULL);
	if (!ret)
		ret = ks_btf_find(&btf, NULL, name, &proto);
	blob_close(&btf);
	return ret;
}

static void start(void)
{
	blob_init(&blob, NULL);
	blob_sample(&blob);
}

/* A header, all of whose fields are given; 0 is what the sample has. */
static void expect_header(const char *what, struct ks_btf_header h, int want)
{
	int ret;

	start();
	blob.header = h;
	ret = find(&blob, "f");
	EXPECT(ret == want, "%s: %d", what, ret);
}

#define HEADER(...)	((struct ks_btf_header){ __VA_ARGS__ })
#define BAD(...)							\
	expect_header(#__VA_ARGS__, HEADER(__VA_ARGS__), -EBADMSG)

static void test_header(void)
{
	u32 types, strs;

	start();
	types = blob.types_len;
	strs = blob.strs_len;
	expect_header("as it is", HEADER(), 0);
	BAD(.magic = 0x9feb);
	BAD(.magic = 1);
	BAD(.version = 2);
	BAD(.hdr_len = 1);
	BAD(.hdr_len = 20);
	BAD(.hdr_len = 23);
	BAD(.hdr_len = 25);
	BAD(.hdr_len = 26);
	BAD(.hdr_len = 28);
	BAD(.hdr_len = 24 + types + strs);
	BAD(.hdr_len = 0x7ffffffc);
	BAD(.hdr_len = 0xfffffffc);
	BAD(.type_off = 1);
	BAD(.type_off = 2);
	BAD(.type_off = types);
	BAD(.type_off = 0xfffffffc);
	BAD(.type_len = types - 1);
	BAD(.type_len = types - 4);
	BAD(.type_len = types + 4);
	BAD(.type_len = types + strs + 1);
	BAD(.type_len = 0xffffffff);
	BAD(.type_off = 0xfffffffc, .type_len = 4);
	BAD(.str_off = types - 1);
	BAD(.str_off = types + 1);
	BAD(.str_off = 0xffffffff);
	BAD(.str_len = strs - 1);
	BAD(.str_len = strs + 1);
	BAD(.str_len = 0xffffffff);
	BAD(.str_off = 24 + types, .str_len = 0xffffffff);
	/* Headers that are good but for their own length. */
	BAD(.hdr_len = 20, .type_off = 4, .str_off = 4 + types);
	blob_init(&blob, NULL);
	blob.strs_len = 2;
	blob.header.str_len = 1;
	EXPECT(find(&blob, "f") == -ENOENT, "as it is");
	blob.header.hdr_len = 25;
	EXPECT(find(&blob, "f") == -EBADMSG, "not aligned");
	/* Half a type that nothing is behind. */
	start();
	blob.strs_len = (blob.strs_len + 3) / 4 * 4;
	blob.header.type_off = types + blob.strs_len - 4;
	blob.header.type_len = 4;
	EXPECT(find(&blob, "f") == -EBADMSG, "half a type");
	/* The last one only: what refers to others is without a name. */
	BAD(.str_off = types + strs - 1, .str_len = 1);
}

static void test_layout_header(void)
{
	static const struct ks_btf_header bads[] = {
		{ .layout_off = 1 },
		{ .layout_off = 2 },
		{ .layout_off = 0xfffffffc },
		{ .layout_len = 0x7fffffff },
		{ .layout_off = 0xfffffffc, .layout_len = 4 },
	};
	unsigned int i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(bads); i++) {
		start();
		blob.nr_layouts = 4;
		EXPECT(!find(&blob, "f"), "%u", i);
		blob.header = bads[i];
		ret = find(&blob, "f");
		EXPECT(ret == -EBADMSG, "%u: %d", i, ret);
	}
}

/* Whatever is missing at the end. */
static void expect_cut(void)
{
	size_t size, cut;
	void *whole;
	int ret;

	whole = blob_pack(&blob, &size);
	for (cut = 0; cut < size; cut++) {
		struct ks_btf btf = { .data = malloc(cut), .size = cut };

		memcpy((void *)btf.data, whole, cut);
		ret = ks_btf_init(&btf, NULL);
		EXPECT(ret == -EBADMSG, "%zu: %d", cut, ret);
		blob_close(&btf);
	}
	free(whole);
}

static void test_cut(void)
{
	start();
	expect_cut();
	blob.nr_layouts = 1;
	expect_cut();
}

static void test_strings(void)
{
	start();
	blob.strs[blob.strs_len - 1] = 'x';
	EXPECT(find(&blob, "f") == -EBADMSG, "not terminated");
	start();
	blob.strs[0] = 'x';
	EXPECT(find(&blob, "f") == -EBADMSG, "no empty string first");
	blob_init(&blob, NULL);
	blob.strs_len = 0;
	EXPECT(find(&blob, "f") == -EBADMSG, "none at all");
	blob_init(&blob, NULL);
	EXPECT(find(&blob, "f") == -ENOENT, "no types is fine");
}

/* Look a function up that returns @id. */
static int find_ret(u32 id)
{
	static const struct blob_param params[] = { { NULL, -1 } };

	blob_func(&blob, "g", id, params);
	return find(&blob, "g");
}

/* Look a function up that takes @id. */
static int find_param(u32 id)
{
	const struct blob_param params[] = { { "a", id }, { NULL, -1 } };

	blob_func(&blob, "h", 0, params);
	return find(&blob, "h");
}

static void test_cycles(void)
{
	static const u32 kinds[] = {
		BTF_KIND_TYPEDEF, BTF_KIND_VOLATILE, BTF_KIND_CONST,
		BTF_KIND_RESTRICT, KS_BTF_KIND_TYPE_TAG,
	};
	unsigned int i, nr;
	int ret;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		blob_init(&blob, NULL);
		blob_type(&blob, "", kinds[i], 0, 1);
		ret = find_ret(1);
		EXPECT(ret == -EBADMSG, "itself %u: %d", kinds[i], ret);

		blob_init(&blob, NULL);
		blob_type(&blob, "", kinds[i], 0, 2);
		blob_type(&blob, "", BTF_KIND_TYPEDEF, 0, 1);
		ret = find_ret(2);
		EXPECT(ret == -EBADMSG, "two %u: %d", kinds[i], ret);
		ret = find_param(2);
		EXPECT(ret == -EBADMSG, "parameter %u: %d", kinds[i], ret);
	}
	for (nr = 30; nr < 35; nr++) {
		blob_init(&blob, NULL);
		blob_int(&blob, "int", 4, BTF_INT_SIGNED);
		for (i = 1; i <= nr; i++)
			blob_type(&blob, "", BTF_KIND_CONST, 0, i);
		ret = find_ret(i);
		EXPECT(ret == (nr < 32 ? 0 : -EBADMSG), "%u: %d", nr, ret);
	}
}

static void expect_bad(const char *what)
{
	int ret = find(&blob, "bad");

	EXPECT(ret == -EBADMSG, "%s: %d", what, ret);
	/* The rest of it is as good as before. */
	ret = find(&blob, "f");
	EXPECT(!ret, "%s: %d", what, ret);
}

static void test_references(void)
{
	struct blob_param params[3] = { { "a", 1 }, { "b", 1 }, { NULL, -1 } };
	u32 id;

	start();
	blob_type(&blob, "bad", BTF_KIND_FUNC, 0, 0);
	expect_bad("void for a prototype");
	start();
	blob_type(&blob, "bad", BTF_KIND_FUNC, 0, 1);
	expect_bad("int for a prototype");
	start();
	blob_type(&blob, "bad", BTF_KIND_FUNC, 0, blob.next_id);
	expect_bad("itself for a prototype");
	start();
	blob_type(&blob, "bad", BTF_KIND_FUNC, 0, blob.next_id + 1);
	expect_bad("no such prototype");
	start();
	blob_type(&blob, "bad", BTF_KIND_FUNC, 0, 0xffffffff);
	expect_bad("id -1");
	start();
	blob_func(&blob, "bad", 0x7fffffff, params);
	expect_bad("no such return type");
	start();
	params[1].type = 1000;
	blob_func(&blob, "bad", 1, params);
	expect_bad("no such type");
	start();
	params[1].type = 0;
	blob_func(&blob, "bad", 1, params);
	expect_bad("last of type void, but with a name");
	start();
	params[0] = (struct blob_param){ "", 0 };
	params[1].type = 1;
	blob_func(&blob, "bad", 1, params);
	expect_bad("void in front");
	start();
	id = blob_type(&blob, "", BTF_KIND_CONST, 0, 0);
	params[0] = (struct blob_param){ "a", id };
	blob_func(&blob, "bad", 1, params);
	expect_bad("const void");
	start();
	params[0].type = 1;
	blob_func(&blob, "bad", 1, params);
	blob.types[blob.types_len / sizeof(u32) - 5] = blob.strs_len;
	expect_bad("name outside");
	start();
	blob_type(&blob, "bad", BTF_KIND_FUNC, 0, 1);
	blob.types[blob.types_len / sizeof(u32) - 3] = blob.strs_len;
	EXPECT(find(&blob, "f") == -EBADMSG, "name of a function outside");
	blob.types[blob.types_len / sizeof(u32) - 3] = 0xffffffff;
	EXPECT(find(&blob, "f") == -EBADMSG, "name of a function at -1");
}

static void test_kinds(void)
{
	u32 kind, word;
	int ret;

	for (kind = 0; kind < 128; kind++) {
		if (kind >= BTF_KIND_INT && kind <= KS_BTF_KIND_ENUM64)
			continue;
		start();
		blob_type(&blob, "", kind, 0, 0);
		ret = find(&blob, "f");
		EXPECT(ret == -EBADMSG, "%u: %d", kind, ret);
		/* Nor is it known to a layout section that ends before. */
		blob.nr_layouts = kind;
		ret = find(&blob, "f");
		EXPECT(ret == -EBADMSG, "%u: %d", kind, ret);
	}
	start();
	blob_type(&blob, "", BTF_KIND_STRUCT, 0xffffff, 0);
	EXPECT(find(&blob, "f") == -EBADMSG, "many members");
	start();
	blob_type(&blob, "", 127, 0xffffff, 0);
	blob.nr_layouts = 128;
	blob.layouts[127].elem_sz = 255;
	blob.layouts[127].info_sz = 255;
	EXPECT(find(&blob, "f") == -EBADMSG, "large elements");
	start();
	blob_type(&blob, "", BTF_KIND_VAR, 0, 1);
	EXPECT(find(&blob, "f") == -EBADMSG, "a word less");
	start();
	blob_type(&blob, "", 127, 0, 0);
	blob_word(&blob, 0);
	blob.nr_layouts = 128;
	blob.layouts[127].info_sz = 4;
	EXPECT(!find(&blob, "f"), "aligned");
	/* Two of them one after the other end on a whole word again. */
	word = 127 << 24;
	memcpy((u8 *)blob.types + blob.types_len + 2, &word, sizeof(word));
	blob.types_len += 12;
	blob.layouts[127].info_sz = 2;
	EXPECT(find(&blob, "f") == -EBADMSG, "not aligned");
}

/* Ids and strings in front of and behind what a part and its base have. */
static void test_split(void)
{
	static const struct blob_param none[] = { { NULL, -1 } };
	struct ks_proto proto;
	struct ks_btf base, btf;
	int ret, i;

	for (i = -3; i < 3; i++) {
		blob_init(&base_blob, NULL);
		blob_int(&base_blob, "int", 4, 0);
		blob_int(&base_blob, "long", 8, 0);
		ret = blob_open(&base, &base_blob, NULL);
		EXPECT(!ret, "%d", ret);
		blob_init(&blob, &base_blob);
		/* Own ids: 3 a char, 4 the prototype, 5 the function. */
		blob_int(&blob, "char", 1, 0);
		blob_func(&blob, "f", 3 + i, none);
		ret = blob_open(&btf, &blob, &base);
		EXPECT(!ret, "%d", ret);
		ret = ks_btf_find(&btf, &base, "f", &proto);
		EXPECT(!ret, "%d: %d", i, ret);
		blob_close(&btf);

		blob_init(&blob, &base_blob);
		blob_func(&blob, "f", 6 + i, none);
		ret = blob_open(&btf, &blob, &base);
		EXPECT(!ret, "%d", ret);
		ret = ks_btf_find(&btf, &base, "f", &proto);
		EXPECT(ret == (6 + i > 4 ? -EBADMSG : 0), "%d: %d", i, ret);
		blob_close(&btf);
		blob_close(&base);
	}
}

/* Any word may be anything: nothing outside is read (that is ASan's to say). */
static void test_any_word(void)
{
	static const u32 evil[] = {
		0, 1, 2, 3, 4, 5, 23, 24, 25, 0xff, 0xffff, 0x10000, 0xffffff,
		0x0c000000, 0x0d000001, 0x0d0000ff, 0x0d000100, 0x06ffffff,
		0x7fffffff, 0x80000000, 0xfffffff4, 0xfffffffc, 0xffffffff,
	};
	struct ks_proto proto;
	struct ks_btf base, btf;
	size_t size, at;
	unsigned int i;
	u32 *data;
	int ret;

	start();
	data = blob_pack(&blob, &size);
	blob_init(&base_blob, &blob);
	blob_sample(&base_blob);
	for (at = 0; at < size / sizeof(u32); at++) {
		u32 word = data[at];

		for (i = 0; i < 2 * ARRAY_SIZE(evil); i++) {
			data[at] = i % 2 ? evil[i / 2] : word + evil[i / 2];
			base = (struct ks_btf){ .data = data, .size = size };
			ret = ks_btf_init(&base, NULL);
			EXPECT(!ret || ret == -EBADMSG, "%zu: %d", at, ret);
			ks_btf_find(&base, NULL, "f", &proto);
			/* What was refused is as a base without anything. */
			ret = blob_open(&btf, &base_blob, &base);
			EXPECT(!ret || ret == -EBADMSG, "%zu: %d", at, ret);
			ks_btf_find(&btf, &base, "f", &proto);
			blob_close(&btf);
			ks_btf_exit(&base);
		}
		data[at] = word;
	}
	free(data);
}

static const struct test tests[] = {
	{ "header", test_header },
	{ "header with a layout section", test_layout_header },
	{ "cut off anywhere", test_cut },
	{ "strings", test_strings },
	{ "cycles and long chains of types", test_cycles },
	{ "references", test_references },
	{ "unknown kinds and large counts", test_kinds },
	{ "references between a module and the kernel", test_split },
	{ "any word anything", test_any_word },
	{ }
};

int main(void)
{
	return test_run("btf_bad", tests);
}
