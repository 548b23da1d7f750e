// SPDX-License-Identifier: GPL-2.0
/* Tests of what reads arguments in handlers, and of the text made of it. */
#include <kretscope/fetch.h>

#include <compat/mm.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/thread_info.h>

#include "fetch_rig.h"
#include "test.h"

static struct ks_fetch fetch;
static u64 values[KS_VALUES_MAX / 8 + 2];
static char *data;		/* in kernel memory, argument 1 */
static char *user;		/* argument 2 */
static char text[16384];

#define GUARD	0xa5a5a5a5a5a5a5a5ULL

static void put(char *at, u64 val)
{
	memcpy(at, &val, sizeof(val));
}

static void set_up(void)
{
	static const u8 bytes[8] = { 1, 0xff, 0x7f, 0x80, 0, 'A', '\'', 7 };
	static const u32 words[4] = { 1, 0xffffffff, 3, 0x80000000 };
	unsigned int nr;

	rig_init();
	data = rig_kernel.start + THREAD_SIZE;
	user = rig_user.start;
	put(data, 0x8182838485868788);
	put(data + 8, (unsigned long)data + 64);
	memcpy(data + 16, bytes, sizeof(bytes));
	strcpy(data + 24, "hello");
	put(data + 32, (unsigned long)user);
	put(data + 40, (unsigned long)data + 24);
	memcpy(data + 64, words, sizeof(words));
	put(data + 80, (unsigned long)data + 80);
	put(data + 88, -2ULL);
	put(data + 96, SHIM_KADDR_FIRST);
	strcpy(user, "user text");
	put(user + 16, 77);
	put(user + 24, (unsigned long)data);
	put(user + 32, (unsigned long)user);
	for (nr = 1; nr <= RIG_NR_REGS + 2; nr++)
		rig_set_argument(nr, 1000 + nr);
	rig_set_argument(1, (unsigned long)data);
	rig_set_argument(2, (unsigned long)user);
	rig_set_argument(3, 0x1234567890abfffe);
	put((char *)rig_regs.sp + 8 * 100, 4711);
}

/* Read all; what is there in front must not matter. */
static void fetch_all(u64 ret)
{
	const u64 *all = values;
	unsigned int words = fetch.size / 8;

	memset(values, 0xa5, sizeof(values));
	if (fetch.has_entry)
		ks_fetch_entry(&fetch, &rig_regs, values);
	else
		memset(values, 0, fetch.size);
	if (fetch.has_return)
		ks_fetch_return(&fetch, ret, values);
	EXPECT(all[words] == GUARD, "a word is written behind %u", words);
}

static const char *format(u64 ret)
{
	size_t max = ks_fetch_line_max(&fetch);
	size_t len;

	memset(text, '#', sizeof(text));
	len = ks_fetch_format(text, &fetch, values, ret);
	EXPECT(len <= max && max < sizeof(text), "%zu of %zu", len, max);
	EXPECT(text[max] == '#', "a byte is written behind %zu", max);
	text[len] = '\0';
	return text;
}

static void check(const char *args, u64 ret, const char *want)
{
	struct ks_fetch_env env = rig_env;
	const char *have;

	env.is_return = true;
	EXPECT(!rig_compile(&fetch, &env, args), "%s: %s at %u", args,
	       rig_code(rig_report.err), rig_report.col);
	if (rig_report.nr)
		return;
	fetch_all(ret);
	have = format(ret);
	EXPECT(!strcmp(have, want), "%s: \"%s\", not \"%s\"", args, have, want);
}

/* The type of a register's and of a memory's value must cut off the rest. */
static void test_types(void)
{
	check("$arg3:u8 $arg3:u16 $arg3:u32 $arg3:u64", 0,
	      " arg1=254 arg2=65534 arg3=2427191294 arg4=1311768467294912510");
	check("$arg3:s8 $arg3:s16 $arg3:s32 $arg3:s64", 0,
	      " arg1=-2 arg2=-2 arg3=-1867776002 arg4=1311768467294912510");
	check("$arg3:x8 $arg3:x16 $arg3:x32 $arg3:x64 $arg3", 0,
	      " arg1=0xfe arg2=0xfffe arg3=0x90abfffe arg4=0x1234567890abfffe"
	      " arg5=0x1234567890abfffe");
	check("+0($arg1):u8 +0($arg1):u16 +0($arg1):u32 +0($arg1):u64", 0,
	      " arg1=136 arg2=34696 arg3=2240186248 arg4=9332165983064197000");
	check("+0($arg1):s8 +0($arg1):s16 +0($arg1):s32 +0($arg1):s64", 0,
	      " arg1=-120 arg2=-30840 arg3=-2054781048"
	      " arg4=-9114578090645354616");
	check("+0($arg1):x8 +1($arg1):x16 +1($arg1):x32 +0($arg1)", 0,
	      " arg1=0x88 arg2=0x8687 arg3=0x84858687 arg4=0x8182838485868788");
	check("\\-1:u8 \\-1:s8 \\0x180:s8 \\-1:x32 \\-1:u64 \\2:bool", 0,
	      " arg1=255 arg2=-1 arg3=-128 arg4=0xffffffff"
	      " arg5=18446744073709551615 arg6=true");
	check("$stack100:u16 $stack100:x8 $stack100:s8 $stack100", 0,
	      " arg1=4711 arg2=0x67 arg3=103 arg4=0x1267");
}

static void test_odd_types(void)
{
	rig_set_argument(4, 0xffffff00);
	rig_set_argument(5, 0xfffffffe);
	check("$arg4:bool $arg3:bool +16($arg1):bool +20($arg1):bool", 0,
	      " arg1=false arg2=true arg3=true arg4=false");
	check("+21($arg1):char +22($arg1):char +23($arg1):char $arg4:char", 0,
	      " arg1='A' arg2='\\'' arg3='\\x07' arg4='\\x00'");
	check("$arg5:errno $arg5:s64 +88($arg1):errno +88($arg1):ptr", 0,
	      " arg1=-2 (ENOENT) arg2=4294967294 arg3=-2 (ENOENT)"
	      " arg4=-2 (ENOENT)");
	check("$arg1:ptr \\0:ptr +96($arg1):ptr +96($arg1):symbol \\0:symbol",
	      0, " arg1=(hash) arg2=0 arg3=(hash) arg4=(kaddr) arg5=0");
	check("+96($arg1) +96($arg1):s64 +96($arg1):x32", 0,
	      " arg1=(kaddr) arg2=(kaddr) arg3=0x0");
	rig_set_argument(4, 1004);
	rig_set_argument(5, 1005);
}

static void test_sources(void)
{
	char args[128], want[128];

	check("a=$arg4:u64 " RIG_REG_1 ":x8", 0, " a=1004 arg2=0x0");
	snprintf(args, sizeof(args), "$arg%d:u64 $arg%d:u64 $arg%d:u64",
		 RIG_NR_REGS, RIG_NR_REGS + 1, RIG_NR_REGS + 2);
	snprintf(want, sizeof(want), " arg1=%d arg2=%d arg3=%d",
		 1000 + RIG_NR_REGS, 1001 + RIG_NR_REGS, 1002 + RIG_NR_REGS);
	check(args, 0, want);
	snprintf(args, sizeof(args), "$stack%d:u64 $stack%d:u64",
		 RIG_STACK_SKIP, RIG_STACK_SKIP + 1);
	snprintf(want, sizeof(want), " arg1=%d arg2=%d", 1001 + RIG_NR_REGS,
		 1002 + RIG_NR_REGS);
	check(args, 0, want);
	check("$comm c=$comm:string", 0, " arg1=\"a task\" c=\"a task\"");
	check("@data.0$x @data.0$x+16:u8 @data.0$x+0x19:string", 0,
	      " arg1=0x8182838485868788 arg2=1 arg3=\"ello\"");
	check("\\0x10:u64 \\-3:s64 \\010:u8", 0, " arg1=16 arg2=-3 arg3=8");
	check("", 0, "");

	/* It changes meanwhile. */
	memcpy(shim_task.comm, "0123456789abcde\001", sizeof(shim_task.comm));
	check("$comm", 0, " arg1=\"0123456789abcde\"");
	strcpy(shim_task.comm, "a task");
}

/* Behind the NUL of a task's name may be an older one. */
static void test_comm(void)
{
	static const char names[][KS_COMM_LEN] = {
		"ls\0bcdefghijklm", "ls\0\0\0\0\0\0\0\0\0\0\0\0\0",
		"ls\0rather-long-\1", "longer name", "longer name\0xyz",
	};
	u64 values[ARRAY_SIZE(names)][KS_VALUES_MAX / 8];
	char old[KS_COMM_LEN];
	unsigned int i;

	memset(values, 0, sizeof(values));
	memcpy(old, shim_task.comm, sizeof(old));
	EXPECT(!rig_compile(&fetch, &rig_env, "$comm"), "%d", rig_report.err);
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		memcpy(shim_task.comm, names[i], KS_COMM_LEN);
		ks_fetch_entry(&fetch, &rig_regs, values[i]);
		EXPECT(!strcmp((char *)&values[i][1], names[i]), "%s",
		       (char *)&values[i][1]);
	}
	EXPECT(!memcmp(values[0], values[1], sizeof(*values)) &&
	       !memcmp(values[0], values[2], sizeof(*values)) &&
	       !memcmp(values[3], values[4], sizeof(*values)), "%s", names[0]);
	memcpy(shim_task.comm, old, sizeof(old));
}

/* Where every register is: its word says which it is. */
static void test_registers(void)
{
#ifdef CONFIG_X86_64
	static const char *const names[] = {
		"r15", "r14", "r13", "r12", "bp", "bx", "r11", "r10", "r9",
		"r8", "ax", "cx", "dx", "si", "di", "orig_ax", "ip", "cs",
		"flags", "sp", "ss",
	};
#else
	static const char *const names[] = {
		"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9",
		"x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18",
		"x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27",
		"x28", "x29", "x30", "sp", "pc", "pstate",
	};
#endif
	struct pt_regs saved = rig_regs;
	char args[32], want[32];
	unsigned int i;

	EXPECT(sizeof(rig_regs) == sizeof(u64) * ARRAY_SIZE(names), "%zu",
	       sizeof(rig_regs));
	for (i = 0; i < ARRAY_SIZE(names); i++)
		((u64 *)&rig_regs)[i] = 500 + i;
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		snprintf(args, sizeof(args), "%%%s:u64", names[i]);
		snprintf(want, sizeof(want), " arg1=%u", 500 + i);
		check(args, 0, want);
	}
	rig_regs = saved;
}

static void test_derefs(void)
{
	check("+64($arg1):s32 +68($arg1):s32 -8(" RIG_REG_2 "):u8", 0,
	      " arg1=1 arg2=-1 arg3=(fault)");
	check("+0(+8($arg1)):u32 -48(+8($arg1)):u8", 0, " arg1=1 arg2=1");
	check("+8(+0(+0(+0(+0(+0(+0(+80($arg1)))))))):errno", 0,
	      " arg1=-2 (ENOENT)");
	check("+u16($arg2):u8 +u0(+32($arg1)):char +16(+u24($arg2)):u8", 0,
	      " arg1=77 arg2='u' arg3=1");
	check("+u0(+u32(+u32($arg2))):char +0(@data.0$x+8):u32", 0,
	      " arg1='u' arg2=1");
	check("$arg4:u64 +0(+8($arg1)):u32 $arg4:u64", 0,
	      " arg1=1004 arg2=1 arg3=1004");
}

/* User memory is none of the kernel's, and the other way round. */
static void test_faults(void)
{
	char args[64];

	check("+16($arg2):u8 +u16($arg1):u8", 0, " arg1=(fault) arg2=(fault)");
	check("+0($arg2):string +u0($arg1):string", 0,
	      " arg1=(fault) arg2=(fault)");
	check("$arg1:ustring $arg2:string", 0, " arg1=(fault) arg2=(fault)");
	check("+0($arg2):u8[3] +u0($arg1):u8[3]", 0,
	      " arg1=(fault) arg2=(fault)");
	check("\\1:u8 +0($arg4):u8 +8(+0(+0($arg4))):u8 \\2:u8", 0,
	      " arg1=1 arg2=(fault) arg3=(fault) arg4=2");
	check("$stack2047 $stack1024:u8", 0, " arg1=(fault) arg2=(fault)");
	check("$stack1023:u8", 0, " arg1=0");
	check("+0($stack2000):u8 $stack2000:string", 0,
	      " arg1=(fault) arg2=(fault)");
	snprintf(args, sizeof(args), "+0(\\0x%lx):u64 +0(\\0x%lx):u64",
		 (unsigned long)rig_kernel.end - 8,
		 (unsigned long)rig_kernel.end - 7);
	check(args, 0, " arg1=0 arg2=(fault)");
	/* No more is read than is wanted. */
	snprintf(args, sizeof(args), "+0(\\0x%lx):u8 +0(\\0x%lx):u8[9]",
		 (unsigned long)rig_kernel.end - 1,
		 (unsigned long)rig_kernel.end - 9);
	check(args, 0, " arg1=0 arg2={0,0,0,0,0,0,0,0,0}");
	check("$arg4:u64 +0(+0($retval)) a=+0($retval):string", 5,
	      " arg1=1004 arg2=(fault) a=(fault)");
}

/* A bit for what failed, and zeros in its place: nothing old gets out. */
static void test_fault_bytes(void)
{
	struct ks_fetch_env env = rig_env;
	unsigned int i;
	u64 faults = 0;

	env.is_return = true;
	EXPECT(!rig_compile(&fetch, &env,
			    "+0($arg4):u64 +0($arg4):u8[9] +0($arg4):string "
			    "$arg4:u64 +0($retval):u64 $retval:string"),
	       "%s", rig_code(rig_report.err));
	fetch.faults = &faults;
	fetch_all(5);
	EXPECT(values[0] == 0x37, "0x%llx", values[0]);
	EXPECT(faults == 5, "%llu faults", faults);
	for (i = 1; i < fetch.size / 8; i++)
		EXPECT(values[i] == (i == fetch.arg[3].offset / 8 ? 1004 : 0),
		       "%u: 0x%llx", i, values[i]);

	/* What fails half-way leaves nothing behind. */
	put(rig_kernel.end - 16, 0x4141414141414141);
	put(rig_kernel.end - 8, 0x4141414141414141);
	rig_set_argument(4, (unsigned long)rig_kernel.end - 15);
	EXPECT(!rig_compile(&fetch, &env, "+0($arg4):u8[16] $arg4:string"),
	       "%s", rig_code(rig_report.err));
	fetch_all(0);
	EXPECT(values[0] == 3, "0x%llx", values[0]);
	for (i = 1; i < fetch.size / 8; i++)
		EXPECT(!values[i], "%u: 0x%llx", i, values[i]);
	rig_set_argument(4, 1004);

	/* At entry, what is read at return is zero. */
	EXPECT(!rig_compile(&fetch, &env, "$retval:string $arg4 +0($retval)"),
	       "%s", rig_code(rig_report.err));
	memset(values, 0xa5, sizeof(values));
	ks_fetch_entry(&fetch, &rig_regs, values);
	for (i = 0; i < fetch.size / 8; i++)
		EXPECT(values[i] == (i == fetch.arg[1].offset / 8 ? 1004 : 0),
		       "%u: 0x%llx", i, values[i]);

	/* Nor does the rest of a chain go on with what it had. */
	EXPECT(!rig_compile(&fetch, &env, "+0(+100000($arg1)):u8 $arg4"), "%s",
	       rig_code(rig_report.err));
	fetch_all(0);
	EXPECT(values[0] == 1 && !values[1] && values[2] == 1004,
	       "0x%llx 0x%llx %llu", values[0], values[1], values[2]);

	/* A fault at entry is still known after the return. */
	EXPECT(!rig_compile(&fetch, &env, "+0($arg4) +0($retval):u8"), "%s",
	       rig_code(rig_report.err));
	fetch_all((unsigned long)data + 16);
	EXPECT(!strcmp(format(0), " arg1=(fault) arg2=1"), "%s", text);
}

static void test_arrays(void)
{
	check("+16($arg1):u8[5] +16($arg1):s8[4] +64($arg1):x32[3]", 0,
	      " arg1={1,255,127,128,0} arg2={1,-1,127,-128}"
	      " arg3={0x1,0xffffffff,0x3}");
	check("+64($arg1):s32[4] +20($arg1):char[3] +16($arg1):bool[5]", 0,
	      " arg1={1,-1,3,-2147483648} arg2={'\\x00','A','\\''}"
	      " arg3={true,true,true,true,false}");
	check("+u0($arg2):char[4] @data.0$x+16:u16[1] +88($arg1):errno[1]", 0,
	      " arg1={'u','s','e','r'} arg2={65281} arg3={-2 (ENOENT)}");
	check("+88($arg1):ptr[3] +65($arg1):x32[1]", 0,
	      " arg1={-2 (ENOENT),(hash),0} arg2={0xff000000}");
	check("a=+8(+8($arg1)):u32[1]", 0, " a={3}");
	/* Padding is zero, whatever is behind the array. */
	check("+0($arg1):u8[9]", 0,
	      " arg1={136,135,134,133,132,131,130,129,64}");
	EXPECT(values[1] == 0x8182838485868788 && values[2] == 0x40,
	       "0x%llx 0x%llx", values[1], values[2]);
}

static void test_return(void)
{
	check("$retval $arg4:u64", -2, " arg2=1004");
	check("r=$retval:s32 x=$retval:x8 $retval:s64", 0xfffffffe,
	      " r=-2 x=0xfe");
	check("$retval:string a=-8($retval):u8 b=+40($retval):s32[2]",
	      (unsigned long)data + 24, " arg1=\"hello\" a=1 b={1,-1}");
	check("s=+24($retval):string $arg4:u64 r=$retval:ptr",
	      (unsigned long)data, " s=\"hello\" arg2=1004 r=(hash)");
	check("s=$retval:ustring", (unsigned long)user, " s=\"user text\"");
}

static const struct test tests[] = {
	{ "values of every width: what is above does not matter", test_types },
	{ "bool, char, errno, ptr and symbol", test_odd_types },
	{ "arguments, stack, task, symbols and numbers", test_sources },
	{ "name of a task", test_comm },
	{ "every register", test_registers },
	{ "memory behind memory", test_derefs },
	{ "what cannot be read shows so", test_faults },
	{ "all bytes are written, zeros where nothing could be read",
	  test_fault_bytes },
	{ "arrays", test_arrays },
	{ "return values and what they point to", test_return },
	{}
};

int main(void)
{
	set_up();
	return test_run(UNIT, tests);
}
