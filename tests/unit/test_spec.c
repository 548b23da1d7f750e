// SPDX-License-Identifier: GPL-2.0
/* Tests of the parser of probe specs. */
#include <kretscope/spec.h>

#include <linux/kernel.h>
#include <linux/errno.h>
#include <linux/string.h>

#include <kretscope/errlog.h>

#include "test.h"

#define TEXT_MAX	2048

#define N10	"abcdefghij"
#define N50	N10 N10 N10 N10 N10
#define N55	N50 "abcde"
#define N63	N50 N10 "abc"
#define N64	N50 N10 "abcd"
#define N500	N50 N50 N50 N50 N50 N50 N50 N50 N50 N50
#define N511	N500 N10 "a"
#define N512	N500 N10 "ab"

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

/**
 * struct bad - a list that must be refused
 * @text: the list
 * @index: which spec of it
 * @col: at which column
 * @err: why
 * @detail: what the detail is, or NULL for none
 * @spec: the spec as reported, or NULL where it is @text
 */
struct bad {
	const char *text;
	unsigned int index;
	unsigned int col;
	enum ks_err err;
	const char *detail;
	const char *spec;
};

#define MODULE_HINT	"for a symbol of a module write 'r MOD:SYM'"
#define BARE_HINT	"more than a bare symbol needs one"

static const struct bad bads[] = {
	/* bytes */
	{ "r:rd vfs_read\r", 1, 14, KS_ERR_BAD_BYTE },
	{ "vfs\001read", 1, 4, KS_ERR_BAD_BYTE },
	{ "r:rd vfs\vread", 1, 9, KS_ERR_BAD_BYTE },
	{ "vfs_read\177", 1, 9, KS_ERR_BAD_BYTE },
	{ "vfs_\303\244", 1, 5, KS_ERR_BAD_BYTE },
	{ "vfs_read;\fvfs_write", 2, 1, KS_ERR_BAD_BYTE, NULL, "\fvfs_write" },
	/* kind */
	{ "q:", 1, 1, KS_ERR_NO_KIND, MODULE_HINT },
	{ "q:ev vfs_read", 1, 1, KS_ERR_NO_KIND, MODULE_HINT },
	{ "ext4:ext4_sync_fs", 1, 1, KS_ERR_NO_KIND, MODULE_HINT },
	{ "q vfs_read", 1, 1, KS_ERR_NO_KIND, BARE_HINT },
	{ "vfs_read n=%dx", 1, 1, KS_ERR_NO_KIND, BARE_HINT },
	{ "read:ev vfs_read", 1, 1, KS_ERR_NO_KIND, MODULE_HINT },
	{ "pr vfs_read", 1, 1, KS_ERR_NO_KIND, BARE_HINT },
	{ "R vfs_read", 1, 1, KS_ERR_NO_KIND, BARE_HINT },
	{ ":ev vfs_read", 1, 1, KS_ERR_NO_KIND, MODULE_HINT },
	{ "-1 vfs_read", 1, 1, KS_ERR_NO_KIND, BARE_HINT },
	{ "f vfs_read", 1, 1, KS_ERR_FPROBE_LATER },
	{ "f:ev vfs_read", 1, 1, KS_ERR_FPROBE_LATER },
	{ "f8:ev vfs_read", 1, 1, KS_ERR_FPROBE_LATER },
	{ "f", 1, 1, KS_ERR_FPROBE_LATER },
	{ "-:rd", 1, 1, KS_ERR_REMOVE_LATER },
	{ "vfs_read; -:g/rd", 2, 1, KS_ERR_REMOVE_LATER, NULL, "-:g/rd" },
	/* maxactive */
	{ "p5", 1, 2, KS_ERR_P_MAXACTIVE },
	{ "p5 vfs_read", 1, 2, KS_ERR_P_MAXACTIVE },
	{ "p5:ev vfs_read", 1, 2, KS_ERR_P_MAXACTIVE },
	{ "p0:ev vfs_read", 1, 2, KS_ERR_P_MAXACTIVE },
	{ "r-1", 1, 2, KS_ERR_MAXACTIVE_BAD },
	{ "r-1:ev vfs_read", 1, 2, KS_ERR_MAXACTIVE_BAD },
	{ "r-1 vfs_read", 1, 2, KS_ERR_MAXACTIVE_BAD },
	{ "r+1 vfs_read", 1, 2, KS_ERR_MAXACTIVE_BAD },
	{ "r10x:ev vfs_read", 1, 4, KS_ERR_MAXACTIVE_BAD },
	{ "r10x vfs_read", 1, 4, KS_ERR_MAXACTIVE_BAD },
	{ "r08 vfs_read", 1, 3, KS_ERR_MAXACTIVE_BAD },
	{ "r0x vfs_read", 1, 3, KS_ERR_MAXACTIVE_BAD },
	{ "r1.5 vfs_read", 1, 3, KS_ERR_MAXACTIVE_BAD },
	{ "r4097", 1, 2, KS_ERR_MAXACTIVE_BIG },
	{ "r4097:ev vfs_read", 1, 2, KS_ERR_MAXACTIVE_BIG },
	{ "r4097 vfs_read", 1, 2, KS_ERR_MAXACTIVE_BIG },
	{ "r0x1001 vfs_read", 1, 2, KS_ERR_MAXACTIVE_BIG },
	{ "r4294967297 vfs_read", 1, 2, KS_ERR_MAXACTIVE_BIG },
	{ "r18446744073709551617 vfs_read", 1, 2, KS_ERR_MAXACTIVE_BIG },
	/* group */
	{ "p:/e s", 1, 3, KS_ERR_NO_GROUP },
	{ "p:1g/e s", 1, 3, KS_ERR_GROUP_BAD },
	{ "p:g.h/e s", 1, 4, KS_ERR_GROUP_BAD },
	{ "p:" N64 "/e s", 1, 3, KS_ERR_GROUP_LONG },
	/* name */
	{ "p: s", 1, 3, KS_ERR_NO_NAME },
	{ "p:", 1, 3, KS_ERR_NO_NAME },
	{ "p:g/ s", 1, 5, KS_ERR_NO_NAME },
	{ "p:1e s", 1, 3, KS_ERR_NAME_BAD },
	{ "p:g/1e s", 1, 5, KS_ERR_NAME_BAD },
	{ "p:e.x s", 1, 4, KS_ERR_NAME_BAD },
	{ "p:e-x s", 1, 4, KS_ERR_NAME_BAD },
	{ "p:g/e/x s", 1, 6, KS_ERR_NAME_BAD },
	{ "p:a:b s", 1, 4, KS_ERR_NAME_BAD },
	{ "r:vfs_read,vfs_write", 1, 11, KS_ERR_NAME_BAD },
	{ "p:" N64 " s", 1, 3, KS_ERR_NAME_LONG },
	{ "p:g/" N64 " s", 1, 5, KS_ERR_NAME_LONG },
	{ "r " N64, 1, 3, KS_ERR_NAME_MADE_LONG },
	{ N64, 1, 1, KS_ERR_NAME_MADE_LONG },
	{ "p m:" N50 N10 "+0x1", 1, 3, KS_ERR_NAME_MADE_LONG },
	{ "vfs_read;vfs_read", 2, 1, KS_ERR_NAME_TWICE, NULL, "vfs_read" },
	{ "a,b, a", 3, 1, KS_ERR_NAME_TWICE, NULL, "a" },
	{ "r:x a; p  vfs_read; r:x b", 3, 3, KS_ERR_NAME_TWICE, NULL,
	  "r:x b" },
	{ "r:g/x a; r:g/x b", 2, 5, KS_ERR_NAME_TWICE, NULL, "r:g/x b" },
	{ "r:a_0x10 b; p a+16", 2, 3, KS_ERR_NAME_TWICE, NULL, "p a+16" },
	{ "p vfs_read; r16 vfs_read", 2, 5, KS_ERR_NAME_TWICE, NULL,
	  "r16 vfs_read" },
	/* symbol */
	{ "p", 1, 2, KS_ERR_NO_SYMBOL },
	{ "r", 1, 2, KS_ERR_NO_SYMBOL },
	{ "r64", 1, 4, KS_ERR_NO_SYMBOL },
	{ "  r  ", 1, 2, KS_ERR_NO_SYMBOL, NULL, "r" },
	{ "a,r,b", 2, 2, KS_ERR_NO_SYMBOL, NULL, "r" },
	{ "r ext4:", 1, 8, KS_ERR_NO_SYMBOL },
	{ "r:ev ext4: x", 1, 11, KS_ERR_NO_SYMBOL },
	{ "r if lat > 5", 1, 3, KS_ERR_NO_SYMBOL },
	{ "r if+0", 1, 3, KS_ERR_NO_SYMBOL },
	{ "if", 1, 1, KS_ERR_NO_SYMBOL },
	{ "r hist:keys=ret", 1, 3, KS_ERR_NO_SYMBOL },
	{ "r:vfs_read", 1, 11, KS_ERR_NAME_ONLY,
	  "write 'r vfs_read' or 'r:NAME vfs_read'" },
	{ "r64:g/vfs_read ", 1, 15, KS_ERR_NAME_ONLY,
	  "write 'r64 vfs_read' or 'r64:NAME vfs_read'", "r64:g/vfs_read" },
	{ "p:vfs_read n=%dx", 1, 12, KS_ERR_ARG_FIRST,
	  "write 'p vfs_read' or 'p:NAME vfs_read'" },
	{ "p $arg1", 1, 3, KS_ERR_ARG_FIRST },
	{ "p:ev %ax", 1, 6, KS_ERR_ARG_FIRST,
	  "write 'p ev' or 'p:NAME ev'" },
	{ "r +8(%di)", 1, 3, KS_ERR_ARG_FIRST },
	{ "r -8(%di)", 1, 3, KS_ERR_ARG_FIRST },
	{ "r @jiffies", 1, 3, KS_ERR_ARG_FIRST },
	{ "r \\1", 1, 3, KS_ERR_ARG_FIRST },
	{ "a=b", 1, 1, KS_ERR_ARG_FIRST },
	{ "-x", 1, 1, KS_ERR_ARG_FIRST },
	{ "r 0xffffffff81000000", 1, 3, KS_ERR_SYM_BAD },
	{ "1abc", 1, 1, KS_ERR_SYM_BAD },
	{ ".isra", 1, 1, KS_ERR_SYM_BAD },
	{ "#comment", 1, 1, KS_ERR_SYM_BAD },
	{ "vfs_read%return", 1, 9, KS_ERR_SYM_BAD },
	{ "r vfs/read", 1, 6, KS_ERR_SYM_BAD },
	{ "r vfs!read", 1, 6, KS_ERR_SYM_BAD },
	{ "r a:b:c", 1, 6, KS_ERR_SYM_BAD },
	{ "r a:@b", 1, 5, KS_ERR_SYM_BAD },
	{ "r a:+5", 1, 5, KS_ERR_SYM_BAD },
	{ "r a:!b", 1, 5, KS_ERR_SYM_BAD },
	{ "'vfs_read'", 1, 1, KS_ERR_SYM_BAD },
	{ "r:n " N512, 1, 5, KS_ERR_SYM_LONG },
	{ N512, 1, 1, KS_ERR_SYM_LONG },
	/* module */
	{ "r :vfs_read", 1, 3, KS_ERR_NO_MODULE },
	{ "r ext-4:vfs_read", 1, 6, KS_ERR_MODULE_BAD },
	{ "r ex.t:vfs_read", 1, 5, KS_ERR_MODULE_BAD },
	{ "r $ext:vfs_read", 1, 3, KS_ERR_ARG_FIRST },
	{ "r:n " N55 "f:s", 1, 5, KS_ERR_MODULE_LONG },
	/* offset */
	{ "p vfs_read+", 1, 12, KS_ERR_NO_OFFSET },
	{ "p vfs_read+ 5", 1, 12, KS_ERR_NO_OFFSET },
	{ "p vfs_read+x", 1, 12, KS_ERR_OFF_BAD },
	{ "p vfs_read+0x", 1, 13, KS_ERR_OFF_BAD },
	{ "p vfs_read+0xg", 1, 13, KS_ERR_OFF_BAD },
	{ "p vfs_read+08", 1, 13, KS_ERR_OFF_BAD },
	{ "p vfs_read+1a", 1, 13, KS_ERR_OFF_BAD },
	{ "p vfs_read++1", 1, 12, KS_ERR_OFF_BAD },
	{ "p vfs_read+-1", 1, 12, KS_ERR_OFF_BAD },
	{ "p vfs_read+1+1", 1, 13, KS_ERR_OFF_BAD },
	{ "p vfs_read+4:u64", 1, 13, KS_ERR_OFF_BAD },
	{ "p vfs_read+0x10000000000000000", 1, 12, KS_ERR_OFF_BIG },
	{ "p vfs_read+18446744073709551616", 1, 12, KS_ERR_OFF_BIG },
	{ "p vfs_read+99999999999999999999999", 1, 12, KS_ERR_OFF_BIG },
	{ "p vfs_read-0x10", 1, 11, KS_ERR_OFF_NEGATIVE },
	{ "vfs_read-4", 1, 9, KS_ERR_OFF_NEGATIVE },
	{ "r vfs_read+0x10", 1, 11, KS_ERR_OFF_ON_RETURN },
	{ "r4:ev ext4:foo+1", 1, 15, KS_ERR_OFF_ON_RETURN },
	{ "r vfs_read+x", 1, 12, KS_ERR_OFF_BAD },
	{ "vfs_read+0x10", 1, 9, KS_ERR_OFF_ON_BARE },
	{ "vfs_read+0", 1, 9, KS_ERR_OFF_ON_BARE },
	/* ',' */
	{ "r vfs_read,vfs_write", 1, 11, KS_ERR_COMMA },
	{ "r:rd vfs_read,r:wr vfs_write", 1, 14, KS_ERR_COMMA },
	{ "r vfs_read , vfs_write", 1, 12, KS_ERR_COMMA },
	{ "p vfs_read+0x10,vfs_write", 1, 16, KS_ERR_COMMA },
	{ "r ext4:,x", 1, 8, KS_ERR_COMMA },
	{ "vfs_read,r vfs_write", 1, 9, KS_ERR_COMMA },
	{ "vfs_read, r:wr vfs_write", 1, 9, KS_ERR_COMMA },
	{ " a , b,r:wr c ", 2, 6, KS_ERR_COMMA, NULL, "a , b,r:wr c" },
	{ "a,b,c if lat > 5", 2, 4, KS_ERR_COMMA },
	{ "a,b; r c", 1, 2, KS_ERR_COMMA, NULL, "a,b" },
	{ "r c;  a , b", 2, 3, KS_ERR_COMMA, NULL, "a , b" },
	{ "p c\na,b", 2, 2, KS_ERR_COMMA, NULL, "a,b" },
	{ "a, b\n\np c", 1, 2, KS_ERR_COMMA, NULL, "a, b" },
	/* behind the target */
	{ "r vfs_read vfs_write", 1, 12, KS_ERR_TRAILING },
	{ "r vfs_read r vfs_write", 1, 12, KS_ERR_TRAILING },
	{ "r vfs_read iffy", 1, 12, KS_ERR_TRAILING },
	{ "r vfs_read hist", 1, 12, KS_ERR_TRAILING },
	{ "r vfs_read n=%dx", 1, 12, KS_ERR_ARG_LATER },
	{ "p:ev vfs_read n=%dx", 1, 15, KS_ERR_ARG_LATER },
	{ "p vfs_read $arg1", 1, 12, KS_ERR_ARG_LATER },
	{ "p s $retval", 1, 5, KS_ERR_ARG_LATER },
	{ "p s %nosuch", 1, 5, KS_ERR_ARG_LATER },
	{ "p s +8(%di", 1, 5, KS_ERR_ARG_LATER },
	{ "p s -8(%di)", 1, 5, KS_ERR_ARG_LATER },
	{ "p s @jiffies", 1, 5, KS_ERR_ARG_LATER },
	{ "p s \\1", 1, 5, KS_ERR_ARG_LATER },
	{ "p s\ta=$arg1:nosuch a=$arg2", 1, 5, KS_ERR_ARG_LATER },
	{ "r s hist:keys=pid,tid", 1, 5, KS_ERR_HIST_LATER },
	{ "r:e s   if lat > 1ms", 1, 9, KS_ERR_IF_LATER },
	{ "r s if(lat>5)", 1, 5, KS_ERR_IF_LATER },
	{ "r s if", 1, 5, KS_ERR_IF_LATER },
	/* targets of later */
	{ "/bin/sh:main", 1, 1, KS_ERR_USER_LATER },
	{ "p /bin/sh:0x1000", 1, 3, KS_ERR_USER_LATER },
	{ "r:ev /bin/sh:main", 1, 6, KS_ERR_USER_LATER },
	{ "vfs_*", 1, 5, KS_ERR_GLOB_LATER },
	{ "r vfs_*", 1, 7, KS_ERR_GLOB_LATER },
	{ "r *", 1, 3, KS_ERR_GLOB_LATER },
	{ "r ext4:*", 1, 8, KS_ERR_GLOB_LATER },
	{ "r vfs_rea?", 1, 10, KS_ERR_GLOB_LATER },
	{ "r vfs_[rw]*", 1, 7, KS_ERR_GLOB_LATER },
	{ "a,b*", 2, 2, KS_ERR_GLOB_LATER, NULL, "b*" },
	{ "vfs_read@2", 1, 9, KS_ERR_PICK_LATER },
	{ "r:e vfs_read@2", 1, 13, KS_ERR_PICK_LATER },
	{ "!vfs_read", 1, 1, KS_ERR_EXCLUDE_LATER },
	{ "r !vfs_read", 1, 3, KS_ERR_EXCLUDE_LATER },
	/* which spec of a list; nothing behind a mistake is looked at */
	{ "a; b ;r -1;q:", 3, 3, KS_ERR_ARG_FIRST, NULL, "r -1" },
	{ "\n\n a\n;; \n p5 b\n", 2, 2, KS_ERR_P_MAXACTIVE, NULL, "p5 b" },
};

static void test_bad(void)
{
	static bool seen[KS_ERR_NR];
	struct ks_specs specs;
	unsigned int i;
	int want, ret;

	for (i = 0; i < ARRAY_SIZE(bads); i++) {
		const struct bad *bad = &bads[i];

		memset(&report, 0, sizeof(report));
		want = bad->err >= KS_ERR_ARG_LATER ? -EOPNOTSUPP : -EINVAL;
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
	/* the same name in another group is another event */
	{ "r:a/x s;r:b/x s;r:x s", "r:a/x s;r:b/x s;r:x s" },
	/* at the limits */
	{ "p:" N63 "/" N63 " s", "p:" N63 "/" N63 " s" },
	{ N63, "r:" N63 " " N63 },
	{ "r:x " N511, "r:x " N511 },
	{ "p:x " N55 ":" N511 "+1", "p:x " N55 ":" N511 "+0x1" },
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
	static const char text[] = "r4096:" N63 "/" N63 " " N55 ":" N511;
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
	len = ks_spec_format(buf, &specs.vec[0]);
	EXPECT(len == sizeof(text) - 1 + 19, "%zu", len);
	EXPECT(len < KS_SPEC_MAX && len == strlen(buf), "%zu", len);
	ks_specs_exit(&specs);
}

static void test_fields(void)
{
	struct ks_specs specs;
	const struct ks_spec *s;
	int ret;

	ret = ks_specs_init(&specs, "  r64:grp/ev  mod:sym.isra.0+0 ;"
				    "p\tmod:sym+0x1f; bare");
	EXPECT(!ret && specs.nr == 3, "%d %u", ret, specs.nr);
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
	ks_specs_exit(&specs);
	EXPECT(!specs.nr && !specs.vec && !specs.text, "not emptied");
	ks_specs_exit(&specs);
}

static const struct test tests[] = {
	{ "bad specs: code, column, spec and detail", test_bad },
	{ "good specs: canonical form", test_good },
	{ "the longest spec fits KS_SPEC_MAX", test_longest },
	{ "fields and columns of a parsed spec", test_fields },
	{}
};

int main(void)
{
	return test_run("spec", tests);
}
