/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All stubs, and where they are, for stubs-*.S: these have a macro "stub" that
 * makes one, and "shared" for those of many probes. Both put the place of what
 * they make into .rodata.
 */
	.pushsection .rodata, "a"
	.balign	8
	.globl	ks_stub_places
ks_stub_places:
	.popsection

.irp hi, 0, 1, 2
.irp lo, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, a, b, c, d, e, f
	stub	\hi\lo
.endr
.endr
.irp hi, 3, 4
.irp lo, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, a, b, c, d, e, f
	stub	\hi\lo, WIDE_ROOM
.endr
.endr
	shared
