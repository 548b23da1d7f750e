/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stubs, and what they have in common. See stub.h.
 *
 * At an entry %x30 is where the call is to go on: where the body begins, behind
 * the call site, unless another of ftrace's users has changed that, which is
 * heeded. %x9 is where the function returns to. Its arguments are in %x0 to %x8;
 * free are %x10 to %x17. At the body's return %x0 and %x1 hold its value, all
 * else that a function may change is free.
 *
 * Stack traces: the stub's frame record has the function's caller, and the
 * body's record the way back into the stub.
 *
 * What goes to the body is a return: it is no landing pad for a jump.
 */
#include <linux/linkage.h>
#include <asm/ptrace.h>

#include "stub.h"

/* The stack pointer's alignment, from the end of the frame down. */
#define WIDE_ROOM	((KS_STUB_VALUES + 15) / 16 * 16)

.macro func name
	.balign	16
	.type	\name, @function
\name:
.endm

.macro endfunc name
	.size	\name, . - \name
	.pushsection "_kprobe_blacklist", "aw"
	.balign	8
	.quad	\name
	.popsection
.endm

/* Its frame; \room: bytes below it. */
.macro enter nr room
.Lentry_\nr:
	hint	#34			/* bti c, for calls from afar */
	stp	x29, x9, [sp, #-16]!
	mov	x29, sp
	sub	sp, sp, #(KS_STUB_FRAME + \room)
.endm

/* Whose call it is is in KS_STUB_SELF; 0: where the call goes on tells. */
.macro call_body nr
	stur	x30, [x29, #KS_STUB_BODY]
	bl	enter_stub
	ldur	x10, [x29, #KS_STUB_BODY]
	adr	x30, .Lback_\nr
	/* From here on the call is inside. */
	stur	x30, [x29, #KS_STUB_BACK]
	ret	x10
.Lback_\nr:
	bl	leave_stub
	mov	sp, x29
	ldp	x29, x30, [sp], #16
	ret
.endm

.macro place nr
	.pushsection .rodata, "a"
	.long	.Lentry_\nr - ks_stubs_begin, .Lback_\nr - ks_stubs_begin
	.popsection
.endm

/* \nr: two hexadecimal digits */
.macro stub nr room=0
	.set	.Lstub, (0x\nr << KS_STUB_SHIFT)
	func	ks_stub_\nr
	enter	\nr, \room
	adrp	x10, ks_stubs + .Lstub
	add	x10, x10, :lo12:(ks_stubs + .Lstub)
	stur	x10, [x29, #KS_STUB_SELF]
	call_body	\nr
	endfunc	ks_stub_\nr
	place	\nr
.endm

/* Plain or not. */
.macro shared
	func	ks_shared
	enter	shared, WIDE_ROOM
	stur	xzr, [x29, #KS_STUB_SELF]
	call_body	shared
	endfunc	ks_shared
	place	shared
	place	shared
.endm

	.text

/*
 * Is the call to be timed? Then it is counted, and its start noted. Else this
 * does not return, but goes to the body, as if there were no stub.
 */
	func	enter_stub
	stur	x30, [x29, #KS_STUB_LINK]
	stur	xzr, [x29, #KS_STUB_BACK]
	sub	sp, sp, #KS_STUB_REGS
	stp	x0, x1, [sp]
	stp	x2, x3, [sp, #16]
	stp	x4, x5, [sp, #32]
	stp	x6, x7, [sp, #48]
	stp	x8, xzr, [sp, #64]
	.irp	reg, 10, 12, 14, 16
	stp	xzr, xzr, [sp, #(8 * \reg)]
	.endr
	stp	x18, x19, [sp, #144]
	stp	x20, x21, [sp, #160]
	stp	x22, x23, [sp, #176]
	stp	x24, x25, [sp, #192]
	stp	x26, x27, [sp, #208]
	ldp	x10, x11, [x29]
	stp	x28, x10, [sp, #224]
	add	x10, x29, #16
	stp	x11, x10, [sp, #KS_STUB_REGS_LR]
	ldur	x10, [x29, #KS_STUB_BODY]
	mov	x11, #PSR_MODE_EL1h
	stp	x10, x11, [sp, #(KS_STUB_REGS_LR + 16)]
	sub	x0, x29, #KS_STUB_FRAME
	mov	x1, sp
	bl	ks_stub_enter
	mov	w10, w0
	ldp	x0, x1, [sp]
	ldp	x2, x3, [sp, #16]
	ldp	x4, x5, [sp, #32]
	ldp	x6, x7, [sp, #48]
	ldr	x8, [sp, #64]
	add	sp, sp, #KS_STUB_REGS
	cbnz	w10, .Lpass
	ldur	x30, [x29, #KS_STUB_LINK]
	ret
.Lpass:
	ldur	x10, [x29, #KS_STUB_BODY]
	mov	sp, x29
	ldp	x29, x30, [sp], #16
	mov	x9, x30
	ret	x10
	endfunc	enter_stub

/* The call has returned. */
	func	leave_stub
	stur	xzr, [x29, #KS_STUB_BACK]
	stur	x30, [x29, #KS_STUB_LINK]
	stur	x0, [x29, #KS_STUB_AX]
	stur	x1, [x29, #KS_STUB_DX]
	sub	x0, x29, #KS_STUB_FRAME
	mov	x1, xzr
	bl	ks_stub_leave
	ldur	x0, [x29, #KS_STUB_AX]
	ldur	x1, [x29, #KS_STUB_DX]
	ldur	x30, [x29, #KS_STUB_LINK]
	ret
	endfunc	leave_stub

/* Never runs: what the places count from. */
	.globl	ks_stubs_begin
	func	ks_stubs_begin
	ret
	endfunc	ks_stubs_begin

#include "stubs-list.S"

/* For ks_stub_rehearse(). */
	.globl	ks_rehearsal
	func	ks_rehearsal
	mov	x9, x30
	adrp	x16, ks_first_stub
	ldr	x16, [x16, :lo12:ks_first_stub]
	.globl	ks_rehearsal_site
ks_rehearsal_site:
	blr	x16
	ret
	endfunc	ks_rehearsal

	.section .note.GNU-stack, "", @progbits
