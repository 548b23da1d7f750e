/* SPDX-License-Identifier: GPL-2.0 */
/* Arguments of every type, and calls with random values, for filters. */
#ifndef FILTER_RIG_H
#define FILTER_RIG_H

#include <kretscope/filter.h>

/* All that a spec could have, so that one set of arguments does for all. */
extern struct ks_fetch rig_fetch;

/* Bytes of ks_memory_alloc(), the last time. */
extern size_t rig_memory_size;

/**
 * struct rig - one call, as it is seen at entry and at return
 * @entry: what is not known there is random
 * @ret: the same call; the rest of it is known, too
 *
 * comm and values lie in memory of their exact size.
 */
struct rig {
	struct ks_facts entry;
	struct ks_facts ret;
};

/* Set the arguments up. */
void rig_init(void);

/* @number: where random numbers come from */
void rig_call_init(struct rig *rig, u64 (*number)(void));
void rig_call_exit(struct rig *rig);

/* A number, often one of those where something changes. */
u64 rig_number(u64 (*number)(void));

#endif
