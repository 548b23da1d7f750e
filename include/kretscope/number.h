/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers in the text of a spec. */
#ifndef KRETSCOPE_NUMBER_H
#define KRETSCOPE_NUMBER_H

#include <linux/types.h>

/**
 * ks_number_parse() - read a number, up to the first byte that is no part of it
 * @pos: where it begins; moved behind its last digit, unless there is none
 * @val: set to the number
 *
 * Decimal, 0x hexadecimal or 0 octal, as kstrtoull(..., 0, ...) and ftrace's
 * grammar have it; no sign.
 *
 * Return: 0; -EINVAL: there is no digit; -ERANGE: it does not fit in 64 bits,
 * and @pos is behind it all the same.
 */
int ks_number_parse(const char **pos, u64 *val);

#endif
