// SPDX-License-Identifier: GPL-2.0
/* Fields: which there are, and where their values lie. */
#include <kretscope/field.h>

#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <kretscope/errlog.h>

#define FACT(member)	offsetof(struct ks_facts, member)
#define TYPE_U32	{ KS_BASE_DEC, 4 }

static const struct {
	const char *name;
	struct ks_field field;
} fields[] = {
	{ "lat", { .type = { KS_BASE_DEC, 8 }, .load = KS_LOAD_U64,
		   .offset = FACT(lat), .is_late = true, .is_time = true } },
	/* Its type is that of the function. */
	{ "ret", { .load = KS_LOAD_RET, .is_late = true } },
	{ "pid", { .type = TYPE_U32, .load = KS_LOAD_U32,
		   .offset = FACT(pid) } },
	{ "tid", { .type = TYPE_U32, .load = KS_LOAD_U32,
		   .offset = FACT(tid) } },
	/* Records show the CPU of the return. */
	{ "cpu", { .type = TYPE_U32, .load = KS_LOAD_U32,
		   .offset = FACT(cpu), .is_late = true } },
	{ "comm", { .type = { KS_BASE_STRING }, .load = KS_LOAD_COMM,
		    .size = KS_COMM_LEN } },
};

int ks_field_refuse(const struct ks_field_env *env, const char *pos,
		    enum ks_err err)
{
	ks_errlog(env->index, env->text, pos - env->text + 1, err, NULL);
	return -EINVAL;
}

size_t ks_field_word(const char *pos)
{
	size_t len = 0;

	while (isalnum(pos[len]) || pos[len] == '_')
		len++;
	return len;
}

bool ks_field_is_word(const char *pos, size_t len, const char *word)
{
	return strlen(word) == len && !memcmp(pos, word, len);
}

static void set_arg(const struct ks_field_env *env, const struct ks_arg *arg,
		    struct ks_field *field)
{
	memset(field, 0, sizeof(*field));
	field->type = arg->type;
	field->is_late = arg->when != KS_AT_ENTRY;
	if (arg->when == KS_AS_RET) {
		field->load = KS_LOAD_RET;
		return;
	}
	field->arg = arg - env->fetch->arg;
	field->offset = arg->offset;
	field->load = KS_LOAD_ARG;
	if (ks_type_is_text(&arg->type)) {
		field->load = KS_LOAD_STRING;
		field->size = arg->size;
	}
}

int ks_field_find(const struct ks_field_env *env, const char *pos, size_t len,
		  struct ks_field *field)
{
	const struct ks_arg *arg = ks_fetch_find(env->fetch, pos, len);
	bool is_return_only;
	unsigned int i;

	if (arg) {
		if (arg->nr)
			return ks_field_refuse(env, pos, KS_ERR_FIELD_ARRAY);
		set_arg(env, arg, field);
	} else {
		for (i = 0; i < ARRAY_SIZE(fields); i++)
			if (ks_field_is_word(pos, len, fields[i].name))
				break;
		if (i == ARRAY_SIZE(fields))
			return ks_field_refuse(env, pos, KS_ERR_FIELD_NONE);
		*field = fields[i].field;
		if (field->load == KS_LOAD_RET)
			field->type = env->fetch->ret;
	}
	is_return_only = field->load == KS_LOAD_RET || field->is_time;
	if (is_return_only && !env->is_return)
		return ks_field_refuse(env, pos, KS_ERR_FIELD_ON_HIT);
	if (field->type.base == KS_BASE_NONE)
		return ks_field_refuse(env, pos, KS_ERR_FIELD_VOID);
	/* A hit is all there is to know. */
	field->is_late &= env->is_return;
	return 0;
}
