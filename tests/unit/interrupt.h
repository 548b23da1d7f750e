/* SPDX-License-Identifier: GPL-2.0 */
/* Included ahead of the ring's code, to interrupt it at every point. */
#ifndef UNIT_INTERRUPT_H
#define UNIT_INTERRUPT_H

/* Called at each point where an interrupt could make a difference. */
void test_interrupt(void);

#define shim_interrupt()	test_interrupt()

#endif
