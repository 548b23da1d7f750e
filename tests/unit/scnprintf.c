// SPDX-License-Identifier: GPL-2.0
/* What "%p" and "%pS" make of addresses, where there are no symbols. */
#include <linux/kernel.h>
#include <linux/string.h>

#include <stdarg.h>

int scnprintf(char *buf, size_t size, const char *fmt, ...)
{
	va_list args;
	u64 val;

	va_start(args, fmt);
	val = (unsigned long)va_arg(args, void *);
	va_end(args);
	if (!strcmp(fmt, "%pS"))
		return snprintf(buf, size, "0x%llx", val);
	return snprintf(buf, size, "(hash)");
}
