/* SPDX-License-Identifier: GPL-2.0 */
/* What the fuzzers share. */
#ifndef UNIT_FUZZ_H
#define UNIT_FUZZ_H

#include <stdio.h>
#include <stdlib.h>

#include <linux/types.h>

/* The fuzzer keeps the input that this fails for; tests/unit/run shows why. */
#define CHECK(cond)							\
	do {								\
		if (!(cond)) {						\
			fprintf(stderr, "not true: %s\n", #cond);	\
			abort();					\
		}							\
	} while (0)

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

#endif
