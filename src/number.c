// SPDX-License-Identifier: GPL-2.0
/* Reads numbers of which the text goes on. */
#include <kretscope/number.h>

#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/overflow.h>

int ks_number_parse(const char **pos, u64 *val)
{
	const char *s = *pos;
	unsigned int base = 10;
	unsigned int digit;
	u64 num = 0;
	int ret = 0;

	if (s[0] == '0') {
		base = 8;
		if ((s[1] == 'x' || s[1] == 'X') && isxdigit(s[2])) {
			base = 16;
			s += 2;
		}
	}
	for (; isxdigit(*s); s++) {
		digit = isdigit(*s) ? *s - '0' : (*s | 0x20) - 'a' + 10;
		if (digit >= base)
			break;
		if (check_mul_overflow(num, (u64)base, &num) ||
		    check_add_overflow(num, (u64)digit, &num))
			ret = -ERANGE;
	}
	if (s == *pos)
		return -EINVAL;
	*pos = s;
	*val = num;
	return ret;
}
