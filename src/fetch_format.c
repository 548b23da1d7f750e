// SPDX-License-Identifier: GPL-2.0
/* Text of the arguments of one call: made when it is read. */
#include <kretscope/fetch.h>

#include <linux/string.h>

#define FAULT		"(fault)"
#define CUT		"..."
#define ESCAPED_MAX	4	/* "\xHH" */

/* The return value named ret is in the record's own text. */
static bool is_shown(const struct ks_arg *arg)
{
	return arg->when != KS_AS_RET || strcmp(arg->name, "ret");
}

const struct ks_arg *ks_fetch_find(const struct ks_fetch *fetch,
				   const char *name, size_t len)
{
	unsigned int i;

	for (i = 0; i < fetch->nr; i++)
		if (strlen(fetch->arg[i].name) == len &&
		    !memcmp(fetch->arg[i].name, name, len))
			return &fetch->arg[i];
	return NULL;
}

size_t ks_fetch_text_max(size_t size)
{
	return strlen("\"\"" CUT) + size * ESCAPED_MAX;
}

static size_t arg_max(const struct ks_arg *arg)
{
	size_t value = KS_NUMBER_MAX;

	if (arg->type.base == KS_BASE_SYMBOL)
		value = KS_VALUE_MAX;
	if (arg->nr)
		value = strlen("{}") + arg->nr * (value + strlen(","));
	if (ks_type_is_text(&arg->type))
		value = ks_fetch_text_max(arg->size);
	return strlen(" =") + strlen(arg->name) + value;
}

size_t ks_fetch_line_max(const struct ks_fetch *fetch)
{
	/* ks_type_format() wants so much, however short its text will be. */
	size_t max = KS_VALUE_MAX;
	unsigned int i;

	for (i = 0; i < fetch->nr; i++)
		if (is_shown(&fetch->arg[i]))
			max += arg_max(&fetch->arg[i]);
	return max;
}

static char *append(char *p, const char *text)
{
	size_t len = strlen(text);

	memcpy(p, text, len);
	return p + len;
}

static char *append_byte(char *p, u8 byte)
{
	static const char digits[] = "0123456789abcdef";

	if (byte < ' ' || byte > '~') {
		p = append(p, "\\x");
		*p++ = digits[byte >> 4];
		*p++ = digits[byte & 0xf];
		return p;
	}
	if (byte == '"' || byte == '\\')
		*p++ = '\\';
	*p++ = byte;
	return p;
}

size_t ks_fetch_format_text(char *buf, const void *text, size_t size)
{
	const char *bytes = text;
	char *p = buf;
	size_t i;

	*p++ = '"';
	for (i = 0; i < size - 1 && bytes[i]; i++)
		p = append_byte(p, bytes[i]);
	*p++ = '"';
	if (bytes[size - 1] == KS_STRING_CUT)
		p = append(p, CUT);
	return p - buf;
}

size_t ks_fetch_format_fault(char *buf)
{
	return append(buf, FAULT) - buf;
}

size_t ks_fetch_format_name(char *buf, const char *name)
{
	char *p = buf;

	*p++ = ' ';
	p = append(p, name);
	*p++ = '=';
	return p - buf;
}

static char *append_array(char *p, const struct ks_arg *arg, const char *value)
{
	unsigned int i;
	u64 raw;

	*p++ = '{';
	for (i = 0; i < arg->nr; i++) {
		if (i)
			*p++ = ',';
		raw = 0;
		memcpy(&raw, value + i * arg->type.size, arg->type.size);
		p += ks_type_format(p, &arg->type,
				    ks_type_value(&arg->type, raw));
	}
	*p++ = '}';
	return p;
}

static char *append_value(char *p, const struct ks_arg *arg,
			  const void *values, u64 ret)
{
	const char *value = (const char *)values + arg->offset;
	u64 val;

	if (arg->when == KS_AS_RET)
		return p + ks_type_format(p, &arg->type,
					  ks_type_value(&arg->type, ret));
	if (ks_type_is_text(&arg->type))
		return p + ks_fetch_format_text(p, value, arg->size);
	if (arg->nr)
		return append_array(p, arg, value);
	memcpy(&val, value, sizeof(val));
	return p + ks_type_format(p, &arg->type, val);
}

size_t ks_fetch_format(char *buf, const struct ks_fetch *fetch,
		       const void *values, u64 ret)
{
	const struct ks_arg *arg;
	u64 faults = 0;
	char *p = buf;
	unsigned int i;

	if (fetch->size)
		memcpy(&faults, values, sizeof(faults));
	for (i = 0; i < fetch->nr; i++) {
		arg = &fetch->arg[i];
		if (!is_shown(arg))
			continue;
		p += ks_fetch_format_name(p, arg->name);
		p = faults >> i & 1 ? append(p, FAULT) :
				      append_value(p, arg, values, ret);
	}
	return p - buf;
}
