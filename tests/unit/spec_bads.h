/* SPDX-License-Identifier: GPL-2.0 */
/* Lists of specs that must be refused, and names as long as they may be. */
#ifndef TEST_SPEC_BADS_H
#define TEST_SPEC_BADS_H

#include <kretscope/errors.h>

#define N10	"abcdefghij"
#define N50	N10 N10 N10 N10 N10
#define N55	N50 "abcde"
#define N63	N50 N10 "abc"
#define N64	N50 N10 "abcd"
#define N500	N50 N50 N50 N50 N50 N50 N50 N50 N50 N50
#define N511	N500 N10 "a"
#define N512	N500 N10 "ab"

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
	{ "-:", 1, 3, KS_ERR_NO_NAME },
	{ "-:g/", 1, 5, KS_ERR_NO_NAME },
	{ "-:a.b", 1, 4, KS_ERR_NAME_BAD },
	{ "-:rd vfs_read", 1, 6, KS_ERR_REMOVE_MORE },
	{ "-:rd;r:rd s;-:rd", 3, 3, KS_ERR_NAME_TWICE, NULL, "-:rd" },
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
	{ "r a!", 1, 4, KS_ERR_SYM_BAD },
	{ "p a!+4", 1, 4, KS_ERR_SYM_BAD },
	{ "!!a", 1, 2, KS_ERR_SYM_BAD },
	{ "r !!a", 1, 4, KS_ERR_SYM_BAD },
	{ "!", 1, 2, KS_ERR_NO_SYMBOL },
	{ "r !", 1, 4, KS_ERR_NO_SYMBOL },
	{ "r:ev ! a", 1, 7, KS_ERR_NO_SYMBOL },
	{ "r !m: a", 1, 6, KS_ERR_NO_SYMBOL },
	{ "r !:a", 1, 4, KS_ERR_NO_MODULE },
	{ "r !a=b", 1, 4, KS_ERR_ARG_FIRST },
	{ "r:ev !%ax", 1, 7, KS_ERR_ARG_FIRST },
	{ "!m:a", 1, 1, KS_ERR_NO_KIND, MODULE_HINT },
	{ "! a", 1, 1, KS_ERR_NO_KIND, BARE_HINT },
	{ "!r a", 1, 1, KS_ERR_NO_KIND, BARE_HINT },
	{ "r! a", 1, 1, KS_ERR_NO_KIND, BARE_HINT },
	{ "r:!ev a", 1, 3, KS_ERR_NAME_BAD },
	{ "r 4!a", 1, 3, KS_ERR_SYM_BAD },
	{ "r a !b", 1, 5, KS_ERR_TRAILING },
	{ "r !a+1", 1, 5, KS_ERR_OFF_ON_RETURN },
	{ "!a+1", 1, 3, KS_ERR_OFF_ON_BARE },
	{ "r !a,b", 1, 5, KS_ERR_COMMA },
	{ "!a*", 1, 3, KS_ERR_GLOB_LATER },
	{ "r !/bin/sh:main", 1, 4, KS_ERR_USER_LATER },
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
	{ "r s a=$arg1 b", 1, 13, KS_ERR_TRAILING },
	{ "r s a=" N511 N511, 1, 5, KS_ERR_CLAUSES_LONG },
	{ "r vfs_read hist", 1, 12, KS_ERR_TRAILING },
	{ "r s hist:keys=pid,tid", 1, 5, KS_ERR_HIST_LATER },
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
	/* which spec of a list; nothing behind a mistake is looked at */
	{ "a; b ;r -1;q:", 3, 3, KS_ERR_ARG_FIRST, NULL, "r -1" },
	{ "\n\n a\n;; \n p5 b\n", 2, 2, KS_ERR_P_MAXACTIVE, NULL, "p5 b" },
};

#endif
