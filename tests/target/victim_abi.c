// SPDX-License-Identifier: GPL-2.0
/* Functions of every way to pass arguments and results, and what they give. */
#include "victim.h"

#include <linux/kernel.h>

struct victim_pair {
	long first;
	long second;
};

struct victim_large {
	long word[4];
};

/* Each argument has a weight of its own, so that none can be another. */
static victim_fn long v_abi0(void)
{
	victim_count(v_abi0);
	return 2;
}

static victim_fn long v_abi1(long a)
{
	victim_count(v_abi1);
	return a * 3;
}

static victim_fn long v_abi2(long a, long b)
{
	victim_count(v_abi2);
	return a * 3 + b * 5;
}

static victim_fn long v_abi3(long a, int b, long c)
{
	victim_count(v_abi3);
	return a * 3 + b * 5 + c * 7;
}

static victim_fn long v_abi4(long a, long b, u8 c, long d)
{
	victim_count(v_abi4);
	return a * 3 + b * 5 + c * 7 + d * 11;
}

static victim_fn long v_abi5(long a, long b, long c, long d, long e)
{
	victim_count(v_abi5);
	return a * 3 + b * 5 + c * 7 + d * 11 + e * 13;
}

static victim_fn long v_abi6(long a, long b, long c, long d, long e, long f)
{
	victim_count(v_abi6);
	return a * 3 + b * 5 + c * 7 + d * 11 + e * 13 + f * 17;
}

/* In two registers. */
static victim_fn long v_abi_pair(struct victim_pair pair, long c)
{
	victim_count(v_abi_pair);
	return pair.first * 3 + pair.second * 5 + c * 7;
}

/* By two registers. */
static victim_fn __int128 v_abi_wide(long a, long b)
{
	victim_count(v_abi_wide);
	return ((__int128)(a * 3) << 64) | (u64)(b * 5);
}

static victim_fn struct victim_pair v_abi_two(long a, long b)
{
	struct victim_pair pair = { a * 3, b * 5 };

	victim_count(v_abi_two);
	return pair;
}

/* By memory whose address takes the first argument's register. */
static victim_fn struct victim_large v_abi_large(long a, long b)
{
	struct victim_large large = { { a, b, a * 3, b * 5 } };

	victim_count(v_abi_large);
	return large;
}

/* From here on some are on the stack. */
static victim_fn long v_abi12(long a, long b, long c, long d, long e, long f,
			      long g, long h, long i, long j, long k, long l)
{
	victim_count(v_abi12);
	return a * 3 + b * 5 + c * 7 + d * 11 + e * 13 + f * 17 + g * 19 +
	       h * 23 + i * 29 + j * 31 + k * 37 + l * 41;
}

static victim_fn long v_abi_by_value(struct victim_large large, long b)
{
	victim_count(v_abi_by_value);
	return large.word[0] * 3 + large.word[3] * 5 + b * 7;
}

static victim_fn long v_abi_sum(int nr, ...)
{
	long sum = 0;
	va_list list;

	victim_count(v_abi_sum);
	va_start(list, nr);
	while (nr--)
		sum = sum * 3 + va_arg(list, long);
	va_end(list);
	return sum;
}

/* How many of those that keep to registers do not give what they should. */
static long call_registers(long x)
{
	const struct victim_pair pair = { x, x + 1 };
	struct victim_large large;
	struct victim_pair two;
	__int128 wide;
	long bad = 0;

	bad += v_abi0() != 2;
	bad += v_abi1(x) != x * 3;
	bad += v_abi2(x, x + 1) != x * 8 + 5;
	bad += v_abi3(x, x + 1, x + 2) != x * 15 + 19;
	bad += v_abi4(x, x + 1, 200, x + 3) != x * 19 + 1438;
	bad += v_abi5(x, x + 1, x + 2, x + 3, x + 4) != x * 39 + 104;
	bad += v_abi6(x, x + 1, x + 2, x + 3, x + 4, x + 5) != x * 56 + 189;
	bad += v_abi_pair(pair, x + 2) != x * 15 + 19;
	wide = v_abi_wide(x, x + 1);
	bad += (long)(wide >> 64) != x * 3 || (long)wide != x * 5 + 5;
	two = v_abi_two(x, x + 1);
	bad += two.first != x * 3 || two.second != x * 5 + 5;
	large = v_abi_large(x, x + 1);
	bad += large.word[0] != x || large.word[1] != x + 1 ||
	       large.word[2] != x * 3 || large.word[3] != x * 5 + 5;
	return bad;
}

/* And of the others. */
static long call_stack(long x)
{
	const struct victim_large large = { { x, 0, 0, x + 1 } };
	long bad = 0;

	bad += v_abi12(x, x, x, x, x, x, x, x, x, x, x + 1, x + 2) !=
	       x * 236 + 119;
	bad += v_abi_by_value(large, x + 2) != x * 15 + 19;
	bad += v_abi_sum(9, 1L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, x) != 6561 + x;
	return bad;
}

const struct victim_op victim_abi_ops[] = {
	{ "abi_registers", true, call_registers },
	{ "abi_stack", true, call_stack },
	{ }
};
