// SPDX-License-Identifier: GPL-2.0
/* Tests of the parser of probe specs. */
#include <kretscope/spec.h>

#include <linux/kernel.h>
#include <linux/errno.h>
#include <linux/string.h>

#include <kretscope/errlog.h>

#include "spec_bads.h"
#include "test.h"

#define TEXT_MAX	2048

/* What the parser reported last. */
static struct {
	unsigned int nr;
	unsigned int index;
	char text[TEXT_MAX];
	unsigned int col;
	enum ks_err err;
	char detail[256];
} report;

void ks_errlog(unsigned int index, const char *text, unsigned int col,
	       enum ks_err err, const char *detail)
{
	report.nr++;
	report.index = index;
	snprintf(report.text, sizeof(report.text), "%s", text);
	report.col = col;
	report.err = err;
	snprintf(report.detail, sizeof(report.detail), "%s", detail ?: "");
}

static const char *const code_names[] = {
#define CODE_NAME(code, text) \
	[KS_ERR_##code] = #code,
	KS_ERRORS(CODE_NAME)
#undef CODE_NAME
};

static bool is_later(enum ks_err err)
{
	return err == KS_ERR_USER_LATER;
}

static void test_bad(void)
{
	static bool seen[KS_ERR_NR];
	struct ks_specs specs;
	unsigned int i;
	int want, ret;

	for (i = 0; i < ARRAY_SIZE(bads); i++) {
		const struct bad *bad = &bads[i];

		memset(&report, 0, sizeof(report));
		want = is_later(bad->err) ? -EOPNOTSUPP : -EINVAL;
		ret = ks_specs_init(&specs, bad->text);
		EXPECT(ret == want, "%s: %d", bad->text, ret);
		EXPECT(!specs.nr && !specs.vec && !specs.text, "%s", bad->text);
		EXPECT(report.nr == 1, "%s: %u", bad->text, report.nr);
		EXPECT(report.err == bad->err, "%s: %s", bad->text,
		       code_names[report.err]);
		EXPECT(report.col == bad->col, "%s: %u", bad->text, report.col);
		EXPECT(report.index == bad->index, "%s: %u", bad->text,
		       report.index);
		EXPECT(!strcmp(report.text, bad->spec ?: bad->text),
		       "%s: %s", bad->text, report.text);
		EXPECT(!strcmp(report.detail, bad->detail ?: ""), "%s: %s",
		       bad->text, report.detail);
		seen[report.err] = true;
	}

#define IS_SEEN(code, text) \
	EXPECT(seen[KS_ERR_##code], "no case for " #code);
	KS_ERRORS_SPEC(IS_SEEN)
	KS_ERRORS_LATER(IS_SEEN)
#undef IS_SEEN
}

/**
 * struct good - a list that must be taken
 * @text: the list
 * @canon: its specs in canonical form, with ';' between them
 */
struct good {
	const char *text;
	const char *canon;
};

static const struct good goods[] = {
	{ "", "" },
	{ " \t ;\n, ;", "" },
	{ "vfs_read", "r:vfs_read vfs_read" },
	{ "vfs_read,vfs_write", "r:vfs_read vfs_read;r:vfs_write vfs_write" },
	{ " vfs_read ,\tvfs_write , ",
	  "r:vfs_read vfs_read;r:vfs_write vfs_write" },
	{ ",a,,b,\nc;d", "r:a a;r:b b;r:c c;r:d d" },
	{ "r vfs_read", "r:vfs_read vfs_read" },
	{ "p vfs_read", "p:vfs_read vfs_read" },
	{ "\t r \t vfs_read\t", "r:vfs_read vfs_read" },
	{ "r:rd vfs_read;p:open do_sys_openat2",
	  "r:rd vfs_read;p:open do_sys_openat2" },
	{ "r:rd vfs_read\n\n; p:open  do_sys_openat2 ;\n",
	  "r:rd vfs_read;p:open do_sys_openat2" },
	{ "r:rd a;b\nc", "r:rd a;r:b b;r:c c" },
	{ "r64:g/rd mod:sym", "r64:g/rd mod:sym" },
	{ "r0 a", "r:a a" },
	{ "r1 a", "r1:a a" },
	{ "r4096:x a", "r4096:x a" },
	{ "r0x40:x a", "r64:x a" },
	{ "r010 a", "r8:a a" },
	{ "p:net-x/e a", "p:net-x/e a" },
	{ "p:_/_1 _", "p:_/_1 _" },
	{ "p a+0x10", "p:a_0x10 a+0x10" },
	{ "p a+16;p:x a+020;p:y a+0X1f",
	  "p:a_0x10 a+0x10;p:x a+0x10;p:y a+0x1f" },
	{ "p a+0;p:x a+0x0", "p:a a;p:x a" },
	{ "r a+0", "r:a a" },
	{ "p a+0xffffffffffffffff",
	  "p:a_0xffffffffffffffff a+0xffffffffffffffff" },
	{ "p a+18446744073709551615",
	  "p:a_0xffffffffffffffff a+0xffffffffffffffff" },
	{ "finish_task_switch.isra.0",
	  "r:finish_task_switch_isra_0 finish_task_switch.isra.0" },
	{ "p foo.part.1+4", "p:foo_part_1_0x4 foo.part.1+0x4" },
	{ "r _ZN4core$LT$x$GT$", "r:_ZN4core_LT_x_GT_ _ZN4core$LT$x$GT$" },
	{ "p 8021q:vlan_x", "p:vlan_x 8021q:vlan_x" },
	/* symbols that begin like a kind */
	{ "r600_init,pipe_read,r8152_poll,f2fs_sync,r10x,p5a,ring,p_x",
	  "r:r600_init r600_init;r:pipe_read pipe_read;"
	  "r:r8152_poll r8152_poll;r:f2fs_sync f2fs_sync;r:r10x r10x;"
	  "r:p5a p5a;r:ring ring;r:p_x p_x" },
	{ "r if:x;r m:if;iffy", "r:x if:x;r:if m:if;r:iffy iffy" },
	{ "r r", "r:r r" },
	{ "p p", "p:p p" },
	{ "r r64", "r:r64 r64" },
	/* forced */
	{ "!vfs_read", "r:vfs_read !vfs_read" },
	{ "a,!b, c", "r:a a;r:b !b;r:c c" },
	{ "r !vfs_read", "r:vfs_read !vfs_read" },
	{ "r4:g/x \t!mod:sym", "r4:g/x !mod:sym" },
	{ "p !m:a+16", "p:a_0x10 !m:a+0x10" },
	{ "p:x !r", "p:x !r" },
	{ "!r600_init", "r:r600_init !r600_init" },
	/* namesakes */
	{ "a@1,a@2, m@65535", "r:a_1 a@1;r:a_2 a@2;r:m_65535 m@65535" },
	{ "a@010;a@0x10", "r:a_8 a@8;r:a_16 a@16" },
	{ "p:x !m:foo.isra.0@3", "p:x !m:foo.isra.0@3" },
	{ "r8 foo.isra.0@3", "r8:foo_isra_0_3 foo.isra.0@3" },
	{ "p m:a@2+0x10;p a@3+0", "p:a_2_0x10 m:a@2+0x10;p:a_3 a@3" },
	{ "r a@2 n=$arg1 if n > 2", "r:a_2 a@2 n=$arg1 if n > 2" },
	/* patterns, which have no names as long as nothing matches them */
	{ "*", "r *" },
	{ "vfs_*,!a?, [a-c]*,b", "r vfs_*;r !a?;r [a-c]*;r:b b" },
	{ "r*;p?;f*;r4*;if*", "r r*;r p?;r f*;r r4*;r if*" },
	{ "p?", "r p?" },
	{ "r16 m:*.isra.[0-9]", "r16 m:*.isra.[0-9]" },
	{ "p:g/ !m:[!a_$.-]x", "p:g/ !m:[!a_$.-]x" },
	{ "r4:g/ a*;r:g/ b*;r a*;r a*",
	  "r4:g/ a*;r:g/ b*;r a*;r a*" },
	{ "p a* $args if comm ~ '[x'", "p a* $args if comm ~ '[x'" },
	/* arguments and filter are taken as they are */
	{ "p vfs_read n=%dx", "p:vfs_read vfs_read n=%dx" },
	{ "p:ev vfs_read  n=%dx\t$arg1 ", "p:ev vfs_read n=%dx\t$arg1" },
	{ "p s +8(%di;p:x s @a \\1 -8(%si)",
	  "p:s s +8(%di;p:x s @a \\1 -8(%si)" },
	{ "r:e s   if lat > 1ms", "r:e s if lat > 1ms" },
	{ "r s if(lat>5)", "r:s s if(lat>5)" },
	{ "r s if", "r:s s if" },
	{ "r s a=$arg1  b=$arg2 if a == 1, b hist:",
	  "r:s s a=$arg1  b=$arg2 if a == 1, b hist:" },
	{ "r s if comm == \"a;b\";p:x s if comm ~ \"\\\";\\\\\"",
	  "r:s s if comm == \"a;b\";p:x s if comm ~ \"\\\";\\\\\"" },
	{ "r s if comm == \"a;b\n", "r:s s if comm == \"a;b" },
	{ "r s if comm == 'a;\"b';p:x s", "r:s s if comm == 'a;\"b';p:x s" },
	{ "r s hist:keys=pid,tid:vals=lat", "r:s s hist:keys=pid,tid:vals=lat" },
	{ "p s hist:y;r:x s a=$arg1\thist:x  if a", "p:s s hist:y;"
	  "r:x s a=$arg1\thist:x  if a" },
	/* removing */
	{ "-:rd; -:g/rd ;r:rd s", "-:rd;-:g/rd;r:rd s" },
	{ "r:rd s\n-:rd", "r:rd s;-:rd" },
	/* the same name in another group is another event */
	{ "r:a/x s;r:b/x s;r:x s", "r:a/x s;r:b/x s;r:x s" },
	/* at the limits */
	{ "p:" N63 "/" N63 " s", "p:" N63 "/" N63 " s" },
	{ N63, "r:" N63 " " N63 },
	{ "r:x " N511, "r:x " N511 },
	{ "p:x !" N55 ":" N511 "+1", "p:x !" N55 ":" N511 "+0x1" },
	{ "p " N50 "abcdefgh+0x11", "p:" N50 "abcdefgh_0x11 " N50
	  "abcdefgh+0x11" },
};

static void format_all(char *buf, size_t size, const struct ks_specs *specs)
{
	char one[KS_SPEC_MAX];
	unsigned int i;
	size_t len;

	*buf = '\0';
	for (i = 0; i < specs->nr; i++) {
		len = ks_spec_format(one, &specs->vec[i]);
		EXPECT(len == strlen(one), "%s: %zu", one, len);
		EXPECT(strlen(buf) + len + 2 <= size, "%s", one);
		if (i)
			strcat(buf, ";");
		strcat(buf, one);
	}
}

static void test_good(void)
{
	char canon[2 * TEXT_MAX];
	struct ks_specs specs;
	unsigned int i, k;
	int ret;

	for (i = 0; i < ARRAY_SIZE(goods); i++) {
		const struct good *good = &goods[i];

		memset(&report, 0, sizeof(report));
		ret = ks_specs_init(&specs, good->text);
		EXPECT(!ret, "%s: %d %s col %u", good->text, ret,
		       code_names[report.err], report.col);
		EXPECT(!report.nr, "%s", good->text);
		format_all(canon, sizeof(canon), &specs);
		EXPECT(!strcmp(canon, good->canon), "%s: %s", good->text,
		       canon);
		for (k = 0; k < specs.nr; k++)
			EXPECT(specs.vec[k].index == k + 1, "%s: %u",
			       good->text, specs.vec[k].index);
		ks_specs_exit(&specs);

		/* The canonical form stands for itself. */
		ret = ks_specs_init(&specs, good->canon);
		EXPECT(!ret, "%s: %d", good->canon, ret);
		format_all(canon, sizeof(canon), &specs);
		EXPECT(!strcmp(canon, good->canon), "%s: %s", good->canon,
		       canon);
		ks_specs_exit(&specs);
	}
}

static void test_longest(void)
{
	static const char text[] = "r4096:" N63 "/" N63 " !" N55 ":" N511;
	char buf[KS_SPEC_MAX];
	struct ks_specs specs;
	size_t len;
	int ret;

	ret = ks_specs_init(&specs, text);
	EXPECT(!ret, "%d", ret);
	if (ret)
		return;
	/* None has both a maxactive and an offset, but there is room. */
	specs.vec[0].offset = ~0ULL;
	specs.vec[0].pick = KS_PICK_MAX;
	len = ks_spec_format(buf, &specs.vec[0]);
	EXPECT(len == sizeof(text) - 1 + 19 + 6, "%zu", len);
	EXPECT(len < KS_SPEC_MAX && len == strlen(buf), "%zu", len);
	ks_specs_exit(&specs);
}

static void test_long_clauses(void)
{
	char text[KS_CLAUSES_LEN + 16], buf[KS_SPEC_MAX];
	struct ks_specs specs;
	int ret;

	memset(text, 'x', sizeof(text));
	memcpy(text, "p:e s a=", 8);
	text[6 + KS_CLAUSES_LEN - 1] = '\0';
	ret = ks_specs_init(&specs, text);
	EXPECT(!ret, "%d", ret);
	if (!ret) {
		EXPECT(ks_spec_format(buf, specs.vec) == strlen(text) &&
		       !strcmp(buf, text), "%s", buf);
		ks_specs_exit(&specs);
	}
	text[6 + KS_CLAUSES_LEN - 1] = 'x';
	text[6 + KS_CLAUSES_LEN] = '\0';
	memset(&report, 0, sizeof(report));
	ret = ks_specs_init(&specs, text);
	EXPECT(ret == -EINVAL && report.err == KS_ERR_CLAUSES_LONG &&
	       report.col == 7, "%d %s %u", ret, code_names[report.err],
	       report.col);
}

static void test_clauses(void)
{
	struct ks_specs specs;
	const struct ks_spec *s;
	int ret;

	ret = ks_specs_init(&specs, "p s a=$arg1  b=$arg2 hist:keys=a  if a;"
				    "p:x s a=$arg1;p:y s if a;p:z s hist:x");
	EXPECT(!ret && specs.nr == 4, "%d %u", ret, specs.nr);
	if (ret)
		return;
	s = &specs.vec[0];
	EXPECT(s->args_len == 16 && s->hist_at == 22 && s->hist_end == 28 &&
	       s->if_at == 32, "%u %u %u %u", s->args_len, s->hist_at,
	       s->hist_end, s->if_at);
	s = &specs.vec[1];
	EXPECT(s->args_len == 7 && !s->hist_at && !s->if_at, "%u", s->args_len);
	s = &specs.vec[2];
	EXPECT(!s->args_len && !s->hist_at && s->if_at == 2, "%u", s->if_at);
	s = &specs.vec[3];
	EXPECT(!s->args_len && s->hist_at == 5 && s->hist_end == 6 && !s->if_at,
	       "%u %u", s->hist_at, s->hist_end);
	ks_specs_exit(&specs);
}

static void test_fields(void)
{
	struct ks_specs specs;
	const struct ks_spec *s;
	int ret;

	ret = ks_specs_init(&specs, "  r64:grp/ev  mod:sym.isra.0+0 ;"
				    "p\tmod:sym+0x1f; bare;"
				    "p m:s@7+1;r:g/ s*;!s@2;r *");
	EXPECT(!ret && specs.nr == 7, "%d %u", ret, specs.nr);
	if (ret)
		return;

	s = &specs.vec[0];
	EXPECT(!strcmp(s->text, "r64:grp/ev  mod:sym.isra.0+0"), "%s", s->text);
	EXPECT(s->kind == 'r' && s->maxactive == 64, "%u", s->maxactive);
	EXPECT(!strcmp(s->group, "grp") && !strcmp(s->name, "ev"), "%s/%s",
	       s->group, s->name);
	EXPECT(!strcmp(s->mod, "mod") && !strcmp(s->sym, "sym.isra.0"),
	       "%s:%s", s->mod, s->sym);
	EXPECT(s->is_named && !s->is_bare && !s->offset, "%s", s->text);
	EXPECT(s->name_col == 9, "%u", s->name_col);
	EXPECT(s->target_col == 13, "%u", s->target_col);
	EXPECT(s->sym_col == 17, "%u", s->sym_col);
	EXPECT(s->offset_col == 27, "%u", s->offset_col);

	s = &specs.vec[1];
	EXPECT(!strcmp(s->text, "p\tmod:sym+0x1f"), "%s", s->text);
	EXPECT(s->kind == 'p' && !s->maxactive && s->offset == 0x1f, "%s",
	       s->text);
	EXPECT(!*s->group && !strcmp(s->name, "sym_0x1f"), "%s", s->name);
	EXPECT(!s->is_named && !s->is_bare, "%s", s->text);
	EXPECT(s->name_col == 3 && s->target_col == 3 && s->sym_col == 7 &&
	       s->offset_col == 10, "%u %u %u %u", s->name_col, s->target_col,
	       s->sym_col, s->offset_col);

	s = &specs.vec[2];
	EXPECT(s->is_bare && s->kind == 'r' && !*s->mod && !s->is_named, "%s",
	       s->text);
	EXPECT(s->name_col == 1 && s->target_col == 1 && s->sym_col == 1 &&
	       !s->offset_col, "%u %u %u %u", s->name_col, s->target_col,
	       s->sym_col, s->offset_col);
	EXPECT(!s->is_glob && !s->pick && !s->pick_col, "%s", s->text);

	s = &specs.vec[3];
	EXPECT(s->pick == 7 && s->pick_col == 7 && s->offset_col == 8 &&
	       !strcmp(s->sym, "s") && s->offset == 1, "%u %u %u", s->pick,
	       s->pick_col, s->offset_col);
	s = &specs.vec[4];
	EXPECT(s->is_glob && !s->is_bare && !*s->name && !s->is_named &&
	       !strcmp(s->group, "g") && !strcmp(s->sym, "s*") &&
	       s->name_col == 5 && s->sym_col == 6, "%s/%s %s %u", s->group,
	       s->name, s->sym, s->name_col);
	s = &specs.vec[5];
	EXPECT(s->is_bare && s->is_forced && s->pick == 2 && !s->is_glob,
	       "%s", s->text);
	s = &specs.vec[6];
	EXPECT(s->is_glob && s->name_col == 3, "%u", s->name_col);
	ks_specs_exit(&specs);
	EXPECT(!specs.nr && !specs.vec && !specs.text, "not emptied");
	ks_specs_exit(&specs);
}

static const struct test tests[] = {
	{ "bad specs: code, column, spec and detail", test_bad },
	{ "good specs: canonical form", test_good },
	{ "the longest spec fits KS_SPEC_MAX", test_longest },
	{ "as many clauses as fit, and one byte more", test_long_clauses },
	{ "fields and columns of a parsed spec", test_fields },
	{ "where the clauses of a spec are", test_clauses },
	{}
};

int main(void)
{
	return test_run("spec", tests);
}
