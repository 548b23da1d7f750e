/* SPDX-License-Identifier: GPL-2.0 */
/* Powers of two, on the host. */
#ifndef SHIM_LINUX_LOG2_H
#define SHIM_LINUX_LOG2_H

#define ilog2(n)	(63 - __builtin_clzll(n))

static inline unsigned long roundup_pow_of_two(unsigned long n)
{
	unsigned long power = 1;

	while (power < n)
		power *= 2;
	return power;
}

#endif
