/* SPDX-License-Identifier: GPL-2.0 */
/* From the body of a function to the stub that its calls came through. */
#ifndef KRETSCOPE_STUB_TABLE_H
#define KRETSCOPE_STUB_TABLE_H

#include "stub.h"

/**
 * ks_stub_table_create() - a new table, with room
 * @nr: for so many stubs
 *
 * Context: process, may sleep.
 * Return: NULL without memory; but there always is one for none.
 */
struct ks_stub_table *ks_stub_table_create(unsigned int nr);

/**
 * ks_stub_table_add() - add a stub to a table that is not in use
 * @table: it has room
 * @stub: the stub
 */
void ks_stub_table_add(struct ks_stub_table *table, struct ks_stub *stub);

/**
 * ks_stub_table_use() - what stubs look into from about now on
 * @table: which
 *
 * The one before is freed after the next ks_stubs_wait().
 *
 * Context: process, ks_probe_lock held.
 */
void ks_stub_table_use(struct ks_stub_table *table);

/**
 * ks_stub_table_next() - stubs of a body in the table that is in use
 * @body: the body
 * @stub: the one before, NULL for the first
 *
 * Context: process, ks_probe_lock held. Return: NULL behind the last one.
 */
struct ks_stub *ks_stub_table_next(unsigned long body, struct ks_stub *stub);

/**
 * ks_stub_table_has() - is there such a stub, at this address
 * @stub: where it would be
 * @body: what its body would be
 *
 * Context: any, preemption off.
 */
bool ks_stub_table_has(unsigned long stub, unsigned long body);

/**
 * ks_stub_table_take_old() - those that are not in use any more
 * ks_stub_table_free_old() - free them: no task is in a stub's own code since
 * @old: as taken
 *
 * Context: process, ks_probe_lock held, or nobody else is there.
 */
struct ks_stub_table *ks_stub_table_take_old(void);
void ks_stub_table_free_old(struct ks_stub_table *old);

#endif
