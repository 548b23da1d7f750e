// SPDX-License-Identifier: GPL-2.0
/*
 * The ways from stubs to the bodies of functions.
 *
 * Each is a static call of its own: an indirect one would fault where the
 * kernel enforces IBT, since the body's start is behind the function's ENDBR,
 * and cost a retpoline elsewhere.
 */
#include "stub.h"

#include <linux/kernel.h>
#include <linux/static_call.h>

/* What a static call to a body takes and returns is the function's business. */
void ks_body(void);

#define BODY(nr)	DEFINE_STATIC_CALL_NULL(ks_body_##nr, ks_body)
#define WAY(nr)		{ &STATIC_CALL_KEY(ks_body_##nr), \
			  STATIC_CALL_TRAMP_ADDR(ks_body_##nr) },
/* X for each of sixteen, with @sep between. */
#define SIXTEEN(X, hi, sep)						\
	X(hi##0) sep X(hi##1) sep X(hi##2) sep X(hi##3) sep		\
	X(hi##4) sep X(hi##5) sep X(hi##6) sep X(hi##7) sep		\
	X(hi##8) sep X(hi##9) sep X(hi##a) sep X(hi##b) sep		\
	X(hi##c) sep X(hi##d) sep X(hi##e) sep X(hi##f)

SIXTEEN(BODY, 0, ;);
SIXTEEN(BODY, 1, ;);
SIXTEEN(BODY, 2, ;);
SIXTEEN(BODY, 3, ;);
SIXTEEN(BODY, 4, ;);

DEFINE_STATIC_CALL_NULL(ks_first_stub, ks_body);

/**
 * struct way - from a stub to the body of its function
 * @key: of the static call
 * @tramp: its trampoline
 */
struct way {
	struct static_call_key *key;
	void *tramp;
};

static const struct way ways[] = {
	SIXTEEN(WAY, 0, /* none */)
	SIXTEEN(WAY, 1, /* none */)
	SIXTEEN(WAY, 2, /* none */)
	SIXTEEN(WAY, 3, /* none */)
	SIXTEEN(WAY, 4, /* none */)
};

static_assert(ARRAY_SIZE(ways) == KS_STUBS);

void ks_way_to_body(unsigned int nr, unsigned long body)
{
	__static_call_update(ways[nr].key, ways[nr].tramp, (void *)body);
}

void ks_way_to_rehearse(unsigned long entry)
{
	static_call_update(ks_first_stub, (typeof(&ks_body))entry);
}
