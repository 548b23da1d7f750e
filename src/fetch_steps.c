// SPDX-License-Identifier: GPL-2.0
/* Makes the steps that read one argument. */
#include "fetch_steps.h"

#include <linux/bits.h>
#include <linux/string.h>

#include "fetch_op.h"

static void add_step(struct ks_steps *steps, unsigned int op, u64 val)
{
	struct ks_insn *insn = &steps->vec[steps->nr++];

	insn->op = op;
	insn->val = val;
}

static void add_deref(struct ks_steps *steps, unsigned int op,
		      const struct ks_deref *deref)
{
	add_step(steps, op | (deref->is_user ? KS_OP_USER : 0), deref->offset);
}

/* Steps that take what is innermost. */
static void add_source(struct ks_steps *steps, const struct ks_parsed *arg)
{
	static const u8 ops[] = {
		[KS_FROM_REG] = KS_OP_REG,
		[KS_FROM_STACK] = KS_OP_STACK,
		[KS_FROM_RET] = KS_OP_REG,
		[KS_FROM_IMM] = KS_OP_IMM,
	};

	add_step(steps, ops[arg->source], arg->val);
}

/* A number that is not in memory; most are in a register: one step. */
static void add_plain(struct ks_steps *steps, const struct ks_parsed *arg)
{
	bool is_rule = arg->type.base == KS_BASE_BOOL ||
		       (arg->type.base == KS_BASE_ERRNO &&
			!arg->type.is_signed);
	unsigned int bits = 8 * arg->type.size;
	struct ks_insn *insn = steps->vec;

	switch (arg->source) {
	case KS_FROM_REG:
		add_step(steps, is_rule ? KS_OP_TYPED : KS_OP_PLAIN, arg->val);
		insn->mask = GENMASK_ULL(bits - 1, 0);
		insn->sign = arg->type.is_signed ? BIT_ULL(bits - 1) : 0;
		break;
	case KS_FROM_IMM:
		add_step(steps, KS_OP_CONST,
			 ks_type_value(&arg->type, arg->val));
		break;
	case KS_FROM_STACK:
		add_source(steps, arg);
		add_step(steps, KS_OP_STORE, 0);
		break;
	}
}

void ks_fetch_steps(struct ks_steps *steps, const struct ks_parsed *arg)
{
	struct ks_deref last = { 0 };
	unsigned int op = KS_OP_MEM;
	unsigned int i;

	memset(steps, 0, sizeof(*steps));
	if (arg->source == KS_FROM_COMM) {
		add_step(steps, KS_OP_COMM, 0);
		return;
	}
	if (!arg->nr_deref && !ks_type_is_text(&arg->type)) {
		add_plain(steps, arg);
		return;
	}
	add_source(steps, arg);
	for (i = arg->nr_deref; i > 1; i--)
		add_deref(steps, KS_OP_DEREF, &arg->deref[i - 1]);
	/* The outermost reads what is wanted; of text it gives the address. */
	if (arg->nr_deref)
		last = arg->deref[0];
	if (ks_type_is_text(&arg->type))
		op = KS_OP_STRING;
	else if (arg->nr)
		op = KS_OP_ARRAY;
	if (arg->type.base == KS_BASE_USTRING)
		last.is_user = true;
	add_deref(steps, op, &last);
}
