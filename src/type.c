// SPDX-License-Identifier: GPL-2.0
/* Types of values: their names, and text of values. */
#include <kretscope/type.h>

#include <compat/mm.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <kretscope/format.h>

static const struct {
	const char *name;
	struct ks_type type;
} types[] = {
	{ "u8", { KS_BASE_DEC, 1, false } },
	{ "u16", { KS_BASE_DEC, 2, false } },
	{ "u32", { KS_BASE_DEC, 4, false } },
	{ "u64", { KS_BASE_DEC, 8, false } },
	{ "s8", { KS_BASE_DEC, 1, true } },
	{ "s16", { KS_BASE_DEC, 2, true } },
	{ "s32", { KS_BASE_DEC, 4, true } },
	{ "s64", { KS_BASE_DEC, 8, true } },
	{ "x8", { KS_BASE_HEX, 1, false } },
	{ "x16", { KS_BASE_HEX, 2, false } },
	{ "x32", { KS_BASE_HEX, 4, false } },
	{ "x64", { KS_BASE_HEX, 8, false } },
	{ "bool", { KS_BASE_BOOL, 1, false } },
	{ "char", { KS_BASE_CHAR, 1, false } },
	{ "string", { KS_BASE_STRING, 0, false } },
	{ "ustring", { KS_BASE_USTRING, 0, false } },
	{ "symbol", { KS_BASE_SYMBOL, 8, false } },
	{ "errno", { KS_BASE_ERRNO, 8, false } },
	{ "ptr", { KS_BASE_PTR, 8, false } },
};

bool ks_type_by_name(const char *name, size_t len, struct ks_type *type)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		if (strlen(types[i].name) == len &&
		    !memcmp(types[i].name, name, len)) {
			*type = types[i].type;
			return true;
		}
	}
	return false;
}

/* A prototype may have a signed char, or an enum that shows as an errno. */
static bool is_same(const struct ks_type *a, const struct ks_type *b)
{
	if (a->base != b->base)
		return false;
	if (a->base == KS_BASE_DEC)
		return a->size == b->size && a->is_signed == b->is_signed;
	return a->base != KS_BASE_HEX || a->size == b->size;
}

const char *ks_type_name(const struct ks_type *type)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(types); i++)
		if (is_same(type, &types[i].type))
			return types[i].name;
	return "void";
}

static size_t put_text(char *buf, const char *text)
{
	size_t len = strlen(text);

	memcpy(buf, text, len);
	return len;
}

static size_t put_hex(char *buf, u64 val)
{
	char *p = buf;
	int shift = 60;

	p += put_text(p, "0x");
	while (shift && !(val >> shift))
		shift -= 4;
	for (; shift >= 0; shift -= 4)
		*p++ = "0123456789abcdef"[val >> shift & 0xf];
	return p - buf;
}

static size_t put_char(char *buf, u8 val)
{
	char *p = buf;

	*p++ = '\'';
	if (val < ' ' || val > '~') {
		p += put_text(p, "\\x");
		*p++ = "0123456789abcdef"[val >> 4];
		*p++ = "0123456789abcdef"[val & 0xf];
	} else {
		if (val == '\'' || val == '\\')
			*p++ = '\\';
		*p++ = val;
	}
	*p++ = '\'';
	return p - buf;
}

static bool is_errno(u64 val)
{
	return val >= -(u64)MAX_ERRNO;
}

static size_t put_errno(char *buf, u64 val)
{
	const char *name = ks_format_errno(-val);
	char *p = buf + ks_format_s64(buf, val);

	if (name) {
		p += put_text(p, " (");
		p += put_text(p, name);
		*p++ = ')';
	}
	return p - buf;
}

static size_t put_symbol(char *buf, u64 val)
{
	size_t len = scnprintf(buf, KS_VALUE_MAX, "%pS",
			       (void *)(unsigned long)val);

	/* Where there is no symbol it is the bare address, "0x123". */
	if (buf[0] != '0')
		return len;
	return ks_is_kernel_addr(val) ? put_text(buf, "(kaddr)") :
					put_hex(buf, val);
}

static size_t put_address(char *buf, u8 base, u64 val)
{
	if (!val)
		return put_text(buf, "0");
	if (is_errno(val))
		return put_errno(buf, val);
	if (base == KS_BASE_SYMBOL)
		return put_symbol(buf, val);
	return scnprintf(buf, KS_NUMBER_MAX, "%p", (void *)(unsigned long)val);
}

static bool is_nameless(u64 val)
{
	char name[KS_VALUE_MAX];

	put_symbol(name, val);
	return name[0] == '(';
}

/* A narrower number with such a sign extension is no address. */
bool ks_type_hides(const struct ks_type *type, u64 val)
{
	if (is_errno(val))
		return false;
	if (type->base == KS_BASE_SYMBOL)
		return val && is_nameless(val);
	return ks_type_is_number(type) && type->size == 8 &&
	       ks_is_kernel_addr(val);
}

static size_t put_number(char *buf, const struct ks_type *type, u64 val)
{
	if (type->base == KS_BASE_ERRNO && is_errno(val))
		return put_errno(buf, val);
	if (ks_type_hides(type, val))
		return put_text(buf, "(kaddr)");
	if (type->base == KS_BASE_HEX)
		return put_hex(buf, val);
	return type->is_signed || type->base == KS_BASE_ERRNO ?
	       ks_format_s64(buf, val) : ks_format_u64(buf, val);
}

size_t ks_type_format(char *buf, const struct ks_type *type, u64 val)
{
	switch (type->base) {
	case KS_BASE_DEC:
	case KS_BASE_HEX:
	case KS_BASE_ERRNO:
		return put_number(buf, type, val);
	case KS_BASE_BOOL:
		return put_text(buf, val ? "true" : "false");
	case KS_BASE_CHAR:
		return put_char(buf, val);
	case KS_BASE_SYMBOL:
	case KS_BASE_PTR:
		return put_address(buf, type->base, val);
	}
	return 0;
}
