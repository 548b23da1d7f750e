// SPDX-License-Identifier: GPL-2.0
/* Functions whose arguments are numbers, structures and text. */
#include "victim.h"

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

/* Two pages of vmalloc(), behind which there is none. */
#define AREA_SIZE	(2 * PAGE_SIZE)

struct victim_node {
	u8 byte;
	s8 signed_byte;
	u16 half;
	s32 word;
	u64 big;
	char name[16];
	u16 list[4];
	const struct victim_node *next;
	const char *text;
};

static const struct victim_node second = {
	.byte = 7,
	.name = "second",
	.text = "text of second",
};

static const struct victim_node first = {
	.byte = 0xfe,
	.signed_byte = -2,
	.half = 0xabcd,
	.word = -100000,
	.big = 0x123456789abcdefULL,
	.name = "first",
	.list = { 1, 2, 3, 65535 },
	.next = &second,
	.text = "text of first",
};

static char *area;

/* More than travel in registers; gives their sum. */
static victim_fn long v_many(long a, long b, long c, long d, long e, long f,
			     long g, long h, long i, long j)
{
	victim_count(v_many);
	return a + b + c + d + e + f + g + h + i + j;
}

static victim_fn long v_node(const struct victim_node *node)
{
	victim_count(v_node);
	return node->byte;
}

/* Changes its argument's register and memory before it returns. */
static victim_fn long v_text(char *text)
{
	long len = strlen(text);

	victim_count(v_text);
	memset(text, '#', len);
	return len;
}

/* Does not look at it. */
static victim_fn long v_address(unsigned long addr)
{
	victim_count(v_address);
	return 0;
}

static long call_many(long arg)
{
	return v_many(arg + 1, arg + 2, arg + 3, arg + 4, arg + 5, arg + 6,
		      arg + 7, arg + 8, arg + 9, arg + 10);
}

static long call_node(long arg)
{
	return v_node(arg ? &second : &first);
}

/* A text of @arg bytes, whose NUL is the last byte in front of no memory. */
static long call_text(long arg)
{
	static const char digits[] = "0123456789";
	char *text;
	long i;

	if (arg < 0 || arg >= AREA_SIZE)
		return -ERANGE;
	text = area + AREA_SIZE - 1 - arg;
	for (i = 0; i < arg; i++)
		text[i] = digits[i % 10];
	text[arg] = '\0';
	return v_text(text);
}

static long call_odd(long arg)
{
	char text[] = "a\"b\\c\n\x7f\xff.";

	return v_text(text);
}

/* @arg bytes in front of the end of memory. */
static long call_edge(long arg)
{
	if (arg < 0 || arg >= AREA_SIZE)
		return -ERANGE;
	memset(area, 'e', AREA_SIZE);
	return v_address((unsigned long)area + AREA_SIZE - arg);
}

static long call_address(long arg)
{
	return v_address(arg);
}

const struct victim_op victim_args_ops[] = {
	{ "v_many", true, call_many },
	{ "v_node", true, call_node },
	{ "v_text", true, call_text },
	{ "odd", false, call_odd },
	{ "edge", true, call_edge },
	{ "v_address", true, call_address },
	{ }
};

int victim_args_init(void)
{
	area = vmalloc(AREA_SIZE);
	return area ? 0 : -ENOMEM;
}

void victim_args_exit(void)
{
	vfree(area);
}
