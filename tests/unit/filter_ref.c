// SPDX-License-Identifier: GPL-2.0
/* Random filters as text, and what they mean, in the simplest words. */
#include "filter_ref.h"

#include <linux/kernel.h>
#include <linux/string.h>

#include <stdlib.h>

#include "filter_rig.h"
#include "test.h"

typedef __int128 wide;

enum ref_kind { REF_TEST, REF_NOT, REF_AND, REF_OR };

static const char *const opers[] = {
	"==", "!=", "<", "<=", ">", ">=", "&", "~",
};

static const char *const names[] = {
	"lat", "ret", "pid", "tid", "cpu", "comm",
};

struct ref {
	enum ref_kind kind;
	struct ref *left, *right;
	/* Of a REF_TEST: */
	const struct ks_arg *arg;
	const char *name;
	const char *oper;
	bool is_text;
	wide number;
	char text[32];
};

static u64 number(void)
{
	return test_random() * 0x2545f4914f6cdd1dULL >> 7;
}

static unsigned int pick(unsigned int nr)
{
	return number() % nr;
}

static struct ks_type type_of(const struct ref *ref)
{
	static const struct ks_type u32_type = { KS_BASE_DEC, 4 };
	static const struct ks_type u64_type = { KS_BASE_DEC, 8 };

	if (ref->arg)
		return ref->arg->type;
	if (!strcmp(ref->name, "ret"))
		return rig_fetch.ret;
	return strcmp(ref->name, "lat") ? u32_type : u64_type;
}

static bool is_as_ret(const struct ref *ref)
{
	return ref->arg ? ref->arg->when == KS_AS_RET :
			  !strcmp(ref->name, "ret");
}

/* The number that a register shows as. */
static wide wide_of(struct ks_type type, u64 raw)
{
	if (type.base == KS_BASE_ERRNO) {
		if (raw >= 0xfffff001 && raw <= 0xffffffff)
			return (int)raw;
		return (s64)raw;
	}
	if (type.base == KS_BASE_BOOL)
		return (raw & 0xff) != 0;
	switch (type.size) {
	case 1:
		return type.is_signed ? (wide)(signed char)raw : (wide)(u8)raw;
	case 2:
		return type.is_signed ? (wide)(short)raw : (wide)(u16)raw;
	case 4:
		return type.is_signed ? (wide)(int)raw : (wide)(u32)raw;
	default:
		return type.is_signed ? (wide)(s64)raw : (wide)raw;
	}
}

/* A number that the field can be compared with. */
static wide make_number(struct ks_type type, const char *oper)
{
	u64 raw = rig_number(number);
	wide val = wide_of(type, raw);

	if (type.base == KS_BASE_ERRNO || type.size == 8)
		val = pick(2) ? (wide)raw : (wide)(s64)raw;
	return strcmp(oper, "&") || val ? val : 1;
}

static void make_text(struct ref *ref)
{
	static const char *const parts[] = {
		"a", "b", "a", "*", "?", "[ab]", "[!a]", "[]a-b]", "[!]-]",
	};
	unsigned int nr = pick(8), max = 15;
	bool is_glob = !strcmp(ref->oper, "~");

	if (!pick(8))
		nr = 15;
	ref->text[0] = '\0';
	while (nr-- && strlen(ref->text) + 5 < max)
		strcat(ref->text, parts[pick(is_glob ? ARRAY_SIZE(parts) : 3)]);
}

static struct ref *make_test(struct ref *ref)
{
	unsigned int i;

	ref->kind = REF_TEST;
	i = pick(rig_fetch.nr + ARRAY_SIZE(names));
	if (i < rig_fetch.nr) {
		ref->arg = &rig_fetch.arg[i];
		ref->name = ref->arg->name;
		ref->is_text = ref->arg->type.base == KS_BASE_STRING ||
			       ref->arg->type.base == KS_BASE_USTRING;
		if (ref->arg->nr)
			return make_test(memset(ref, 0, sizeof(*ref)));
	} else {
		ref->name = names[i - rig_fetch.nr];
		ref->is_text = !strcmp(ref->name, "comm");
	}
	if (ref->is_text) {
		ref->oper = opers[pick(2) ? 7 : pick(2)];
		make_text(ref);
	} else {
		ref->oper = opers[pick(7)];
		ref->number = make_number(type_of(ref), ref->oper);
	}
	return ref;
}

struct ref *ref_create(unsigned int depth)
{
	struct ref *ref = calloc(1, sizeof(*ref));

	ref->kind = depth ? pick(4) : REF_TEST;
	if (ref->kind == REF_TEST)
		return make_test(ref);
	ref->left = ref_create(depth - 1);
	if (ref->kind != REF_NOT)
		ref->right = ref_create(depth - 1);
	return ref;
}

void ref_destroy(struct ref *ref)
{
	if (!ref)
		return;
	ref_destroy(ref->left);
	ref_destroy(ref->right);
	free(ref);
}

static char *put(char *p, const char *str)
{
	while (!pick(4))
		*p++ = pick(2) ? ' ' : '\t';
	return stpcpy(p, str);
}

static char *put_number(char *p, wide val)
{
	static const char *const forms[] = { "%llu", "0x%llx", "0%llo" };
	u64 size = val < 0 ? -(u64)val : (u64)val;
	char buf[32];

	snprintf(buf, sizeof(buf), forms[pick(3)], size);
	if (val < 0)
		return stpcpy(put(p, "-"), buf);
	if (!pick(8))
		return stpcpy(put(p, "+"), buf);
	return put(p, buf);
}

/* @level: how strongly what it is in binds */
static char *print(const struct ref *ref, char *p, int level)
{
	int own = ref->kind == REF_OR ? 1 : ref->kind == REF_AND ? 2 : 3;
	bool is_wrapped = own < level || !pick(6);

	if (is_wrapped)
		p = put(p, "(");
	switch (ref->kind) {
	case REF_TEST:
		p = put(p, ref->name);
		p = put(p, ref->oper);
		if (!ref->is_text) {
			p = put_number(p, ref->number);
			break;
		}
		p = put(p, "\"");
		p = stpcpy(p, ref->text);
		p = stpcpy(p, "\"");
		break;
	case REF_NOT:
		p = put(p, "!");
		p = print(ref->left, p, 3);
		break;
	case REF_AND:
	case REF_OR:
		p = print(ref->left, p, own);
		p = put(p, ref->kind == REF_AND ? "&&" : "||");
		p = print(ref->right, p, own);
		break;
	}
	if (is_wrapped)
		p = put(p, ")");
	return p;
}

size_t ref_print(const struct ref *ref, char *buf)
{
	return print(ref, buf, 0) - buf;
}

static bool glob(const char *pat, const char *str)
{
	const char *p;
	bool is_not, is_in = false;

	if (!*pat)
		return !*str;
	if (*pat == '*')
		return glob(pat + 1, str) || (*str && glob(pat, str + 1));
	if (!*str)
		return false;
	if (*pat != '[')
		return (*pat == '?' || *pat == *str) && glob(pat + 1, str + 1);
	p = pat + 1;
	is_not = *p == '!';
	p += is_not;
	do {
		if (p[1] == '-' && p[2] != ']') {
			is_in |= (u8)*str >= (u8)p[0] && (u8)*str <= (u8)p[2];
			p += 3;
		} else {
			is_in |= *str == *p++;
		}
	} while (*p != ']');
	return is_in != is_not && glob(p + 1, str + 1);
}

bool ref_glob(const char *pat, const char *str, unsigned int limit)
{
	char *copy = strndup(str, limit);
	bool is_match = glob(pat, copy);

	free(copy);
	return is_match;
}

static bool run_text(const struct ref *ref, const struct ks_facts *call)
{
	const char *str = ref->arg ? call->values + ref->arg->offset :
				     call->comm;
	unsigned int limit = ref->arg ? ref->arg->size - 1 : KS_COMM_LEN;
	bool is_same;

	if (*ref->oper == '~')
		return ref_glob(ref->text, str, limit);
	is_same = strnlen(str, limit) == strlen(ref->text) &&
		  !strncmp(str, ref->text, limit);
	return is_same == (*ref->oper == '=');
}

static bool run_number(const struct ref *ref, const struct ks_facts *call)
{
	const char *oper = ref->oper;
	wide val = ref->number;
	wide have;
	u64 raw;

	if (is_as_ret(ref))
		raw = call->ret;
	else if (ref->arg)
		memcpy(&raw, call->values + ref->arg->offset, sizeof(raw));
	else if (*ref->name == 'l')
		raw = call->lat;
	else
		raw = *ref->name == 'p' ? call->pid :
		      *ref->name == 't' ? call->tid : call->cpu;
	have = wide_of(type_of(ref), raw);
	if (!strcmp(oper, "=="))
		return have == val;
	if (!strcmp(oper, "!="))
		return have != val;
	if (!strcmp(oper, "<"))
		return have < val;
	if (!strcmp(oper, "<="))
		return have <= val;
	if (!strcmp(oper, ">"))
		return have > val;
	if (!strcmp(oper, ">="))
		return have >= val;
	return (u64)have & (u64)val;
}

static bool is_late(const struct ref *ref)
{
	return ref->arg ? ref->arg->when != KS_AT_ENTRY :
			  !strcmp(ref->name, "lat") ||
			  !strcmp(ref->name, "ret") ||
			  !strcmp(ref->name, "cpu");
}

static enum ks_verdict run_test(const struct ref *ref,
				const struct ks_facts *call,
				bool is_return)
{
	const u64 *unread = call->values;

	if (is_return && !call->is_return && is_late(ref))
		return KS_FILTER_OPEN;
	if (ref->arg && !is_as_ret(ref) &&
	    *unread & 1ULL << (ref->arg - rig_fetch.arg))
		return KS_FILTER_OPEN;
	return ref->is_text ? run_text(ref, call) : run_number(ref, call);
}

enum ks_verdict ref_run(const struct ref *ref,
			const struct ks_facts *call, bool is_return)
{
	enum ks_verdict a, b;

	if (ref->kind == REF_TEST)
		return run_test(ref, call, is_return);
	a = ref_run(ref->left, call, is_return);
	if (ref->kind == REF_NOT)
		return a == KS_FILTER_OPEN ? a :
		       a == KS_FILTER_YES ? KS_FILTER_NO : KS_FILTER_YES;
	b = ref_run(ref->right, call, is_return);
	if (ref->kind == REF_AND) {
		if (a == KS_FILTER_NO || b == KS_FILTER_NO)
			return KS_FILTER_NO;
		return a == KS_FILTER_YES ? b : a;
	}
	if (a == KS_FILTER_YES || b == KS_FILTER_YES)
		return KS_FILTER_YES;
	return a == KS_FILTER_NO ? b : a;
}

bool ref_is_return_only(const struct ref *ref)
{
	if (ref->kind == REF_TEST)
		return is_as_ret(ref) || !strcmp(ref->name, "lat");
	return ref_is_return_only(ref->left) ||
	       (ref->right && ref_is_return_only(ref->right));
}
