// SPDX-License-Identifier: GPL-2.0
/* Compiles filters: how && || ! ( ) join comparisons. */
#include <kretscope/filter.h>

#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "filter_code.h"

#define BLANKS	" \t"

/* In the order in which they bind, '(' being a wall. */
enum node_kind { KIND_PAREN, KIND_OR, KIND_AND, KIND_NOT, KIND_TEST };

/**
 * struct node - a comparison, or an operator and what it stands before or
 *	between
 * @kind: enum node_kind, but not KIND_PAREN
 * @left: number of the first node under it
 * @right: of the second
 * @test: number of the first comparison in it
 * @is_inverted: of a comparison: see struct ks_filter_leaf
 * @can_be_no: whether it can at entry; see join()
 * @can_be_yes: likewise
 * @no: where to go if it is false
 * @yes: where to go if it is true
 * @is_negated: an odd number of '!' is above it
 */
struct node {
	u8 kind;
	u8 left;
	u8 right;
	u8 test;
	bool is_inverted;
	bool can_be_no;
	bool can_be_yes;
	u8 no;
	u8 yes;
	bool is_negated;
};

/**
 * struct wait - an operator or '(' that what follows it still belongs to
 * @kind: enum node_kind
 * @pos: where it is
 */
struct wait {
	u8 kind;
	const char *pos;
};

/* On each level of depth, one || and one && may wait besides. */
#define WAITS_MAX	(KS_FILTER_DEPTH_MAX + 2 * (KS_FILTER_DEPTH_MAX + 1))

/**
 * struct parser - state while an expression is parsed
 * @code: the comparisons
 * @nr: number of nodes; those under a node come before it
 * @node: the nodes
 * @nr_items: comparisons and operators seen so far
 * @depth: '(' and '!' in @wait
 * @nr_waits: number of operators and '(' that wait
 * @wait: those
 * @nr_done: number of nodes that are under no other one
 * @done: those
 */
struct parser {
	struct ks_filter_code code;
	unsigned int nr;
	struct node node[KS_FILTER_OPS_MAX];
	unsigned int nr_items;
	unsigned int depth;
	unsigned int nr_waits;
	struct wait wait[WAITS_MAX];
	unsigned int nr_done;
	u8 done[KS_FILTER_OPS_MAX];
};

static int refuse(const struct parser *p, enum ks_err err)
{
	return ks_filter_refuse(&p->code, p->code.pos, err, NULL);
}

static int refuse_limit(const struct parser *p, enum ks_err err)
{
	refuse(p, err);
	return -E2BIG;
}

static struct node *add_node(struct parser *p, enum node_kind kind)
{
	struct node *node = &p->node[p->nr];

	node->kind = kind;
	p->done[p->nr_done++] = p->nr++;
	return node;
}

static int parse_test(struct parser *p)
{
	struct ks_filter_leaf leaf;
	struct node *node;
	int ret;

	if (p->nr_items++ == KS_FILTER_OPS_MAX)
		return refuse_limit(p, KS_ERR_IF_OPS);
	ret = ks_filter_compare(&p->code, &leaf);
	if (ret)
		return ret;
	node = add_node(p, KIND_TEST);
	node->test = p->code.nr - 1;
	node->is_inverted = leaf.is_inverted;
	node->can_be_no = leaf.can_be_no;
	node->can_be_yes = leaf.can_be_yes;
	return 0;
}

/*
 * Make a node of the operator that waits last, and of what is done.
 *
 * At entry, a && b can be false if one of the two can, and be true if both
 * can; || is the other way round, and '!' swaps. As if the comparisons had
 * nothing to do with each other: of "pid == 1 && pid == 2" this says that it
 * can be true. So "can be no" may err, but "cannot" does not.
 */
static void join(struct parser *p)
{
	enum node_kind kind = p->wait[--p->nr_waits].kind;
	unsigned int right = p->done[--p->nr_done];
	const struct node *b = &p->node[right];
	const struct node *a;
	struct node *node;
	unsigned int left;

	if (kind == KIND_NOT) {
		p->depth--;
		node = add_node(p, kind);
		node->left = right;
		node->test = b->test;
		node->can_be_no = b->can_be_yes;
		node->can_be_yes = b->can_be_no;
		return;
	}
	left = p->done[--p->nr_done];
	a = &p->node[left];
	node = add_node(p, kind);
	node->left = left;
	node->right = right;
	node->test = a->test;
	if (kind == KIND_AND) {
		node->can_be_no = a->can_be_no || b->can_be_no;
		node->can_be_yes = a->can_be_yes && b->can_be_yes;
	} else {
		node->can_be_no = a->can_be_no && b->can_be_no;
		node->can_be_yes = a->can_be_yes || b->can_be_yes;
	}
}

/* Join all that binds at least as strongly as @kind, up to the last '('. */
static void join_down_to(struct parser *p, enum node_kind kind)
{
	while (p->nr_waits && p->wait[p->nr_waits - 1].kind >= kind)
		join(p);
}

static int parse_operator(struct parser *p, enum node_kind kind,
			  unsigned int len)
{
	if (kind != KIND_PAREN && p->nr_items++ == KS_FILTER_OPS_MAX)
		return refuse_limit(p, KS_ERR_IF_OPS);
	if ((kind == KIND_PAREN || kind == KIND_NOT) &&
	    p->depth++ == KS_FILTER_DEPTH_MAX)
		return refuse_limit(p, KS_ERR_IF_DEPTH);
	if (kind == KIND_AND || kind == KIND_OR)
		join_down_to(p, kind);
	p->wait[p->nr_waits].kind = kind;
	p->wait[p->nr_waits].pos = p->code.pos;
	p->nr_waits++;
	p->code.pos += len;
	return 0;
}

/* {'(' | '!'} comparison */
static int parse_operand(struct parser *p)
{
	int ret = 0;

	while (!ret) {
		p->code.pos += strspn(p->code.pos, BLANKS);
		if (*p->code.pos == '(')
			ret = parse_operator(p, KIND_PAREN, 1);
		else if (*p->code.pos == '!')
			ret = parse_operator(p, KIND_NOT, 1);
		else
			return parse_test(p);
	}
	return ret;
}

/* {')'} and what joins to the next operand; *@is_end: there is none. */
static int parse_joint(struct parser *p, bool *is_end)
{
	for (;;) {
		join_down_to(p, KIND_NOT);
		p->code.pos += strspn(p->code.pos, BLANKS);
		if (*p->code.pos != ')')
			break;
		join_down_to(p, KIND_OR);
		if (!p->nr_waits)
			return refuse(p, KS_ERR_IF_NOT_OPEN);
		p->nr_waits--;
		p->depth--;
		p->code.pos++;
	}
	if (!strncmp(p->code.pos, "&&", 2))
		return parse_operator(p, KIND_AND, 2);
	if (!strncmp(p->code.pos, "||", 2))
		return parse_operator(p, KIND_OR, 2);
	if (*p->code.pos)
		return refuse(p, KS_ERR_IF_NO_JOIN);
	join_down_to(p, KIND_OR);
	if (p->nr_waits)
		return ks_filter_refuse(&p->code, p->wait[p->nr_waits - 1].pos,
					KS_ERR_IF_NOT_CLOSED, NULL);
	*is_end = true;
	return 0;
}

static int parse(struct parser *p)
{
	bool is_end = false;
	int ret = 0;

	p->code.pos += strspn(p->code.pos, BLANKS);
	if (!*p->code.pos)
		return refuse(p, KS_ERR_IF_EMPTY);
	while (!ret && !is_end) {
		ret = parse_operand(p);
		if (!ret)
			ret = parse_joint(p, &is_end);
	}
	return ret;
}

static void set_exits(struct node *node, u8 no, u8 yes, bool is_negated)
{
	node->no = no;
	node->yes = yes;
	node->is_negated = is_negated;
}

/* Where the evaluation of a node starts. */
static u8 place_of(const struct node *node)
{
	return KS_FILTER_PLACE(node->test);
}

/*
 * Tell each comparison where to go, from the whole expression, which is the
 * last node, down to them.
 */
static void thread_jumps(struct parser *p)
{
	struct ks_filter_op *op;
	struct node *node, *a, *b;
	unsigned int i = p->nr;

	set_exits(&p->node[i - 1], KS_NEXT_END + KS_FILTER_NO,
		  KS_NEXT_END + KS_FILTER_YES, false);
	while (i--) {
		node = &p->node[i];
		a = &p->node[node->left];
		b = &p->node[node->right];
		switch (node->kind) {
		case KIND_NOT:
			set_exits(a, node->yes, node->no, !node->is_negated);
			break;
		case KIND_AND:
			set_exits(a, node->no, place_of(b), node->is_negated);
			set_exits(b, node->no, node->yes, node->is_negated);
			break;
		case KIND_OR:
			set_exits(a, place_of(b), node->yes, node->is_negated);
			set_exits(b, node->no, node->yes, node->is_negated);
			break;
		case KIND_TEST:
			op = &p->code.op[node->test];
			op->next[KS_WAY_NO] = node->is_inverted ? node->yes :
								  node->no;
			op->next[KS_WAY_YES] = node->is_inverted ? node->no :
								   node->yes;
			op->next[KS_WAY_HOPE] = node->is_negated ? node->no :
								   node->yes;
			op->next[KS_WAY_FEAR] = node->is_negated ? node->yes :
								   node->no;
			break;
		}
	}
}

static struct ks_filter *make_filter(struct parser *p)
{
	const struct node *root = &p->node[p->nr - 1];
	struct ks_filter_code *code = &p->code;
	size_t ops_size = code->nr * sizeof(*code->op);
	struct ks_filter *filter;
	unsigned int i;

	static_assert(KS_FILTER_PLACE(KS_FILTER_TESTS_MAX) <= KS_NEXT_END);
	static_assert(sizeof(*code->op) % sizeof(u64) == 0);
	static_assert(sizeof(*filter) + sizeof(code->op) + sizeof(code->text) <=
		      65536);

	filter = kvcalloc(1, sizeof(*filter) + ops_size + code->text_len,
			  GFP_KERNEL);
	if (!filter)
		return ERR_PTR(-ENOMEM);
	filter->is_early = root->can_be_no;
	filter->needs_values = code->needs_values;
	for (i = 0; i < code->nr; i++) {
		filter->is_late |= code->op[i].is_late;
		code->op[i].text += sizeof(*filter) + ops_size;
	}
	memcpy(filter->op, code->op, ops_size);
	memcpy((char *)filter->op + ops_size, code->text, code->text_len);
	return filter;
}

struct ks_filter *ks_filter_create(const struct ks_field_env *env,
				   const char *pos)
{
	struct ks_filter *filter;
	struct parser *p;
	int ret;

	p = kvcalloc(1, sizeof(*p), GFP_KERNEL);
	if (!p)
		return ERR_PTR(-ENOMEM);
	p->code.env = env;
	p->code.pos = pos;
	ret = parse(p);
	if (ret) {
		filter = ERR_PTR(ret);
	} else {
		thread_jumps(p);
		filter = make_filter(p);
	}
	kvfree(p);
	return filter;
}

void ks_filter_destroy(struct ks_filter *filter)
{
	kvfree(filter);
}

bool ks_filter_is_early(const struct ks_filter *filter)
{
	return filter->is_early;
}

bool ks_filter_is_late(const struct ks_filter *filter)
{
	return filter->is_late;
}

bool ks_filter_needs_values(const struct ks_filter *filter)
{
	return filter->needs_values;
}
