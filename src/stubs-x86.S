/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stubs, and what they have in common. See stub.h.
 *
 * At an entry (%rsp) is where the call is to go on: where the body begins,
 * behind the call site, unless another of ftrace's users has changed that, which
 * is heeded. 8(%rsp) is where the function returns to. The function's arguments
 * are in their registers; free are %r10, which nested functions alone use, %r11,
 * and %rax, which tells variadic functions of floating-point arguments: the
 * kernel has none. At the body's return %rax and %rdx hold its value, all else
 * that a function may change is free.
 *
 * Stack traces: before each entry stands a push that never runs. objtool takes
 * it for a part of the way, so that to the unwinder the address of the body is
 * in the stub's frame, which goes from the body straight to the function's
 * caller: a trace shows the function once, and the stub above it. An entry has
 * to be even: from "ftrace: Introduce FTRACE_OPS_FL_JMP" on, bit 0 tells jumps
 * from calls.
 */
#include <linux/linkage.h>
#include <linux/objtool.h>
#if __has_include(<linux/annotate.h>)
#include <linux/annotate.h>
#endif
#include <asm/asm.h>
#include <asm/segment.h>
#include <asm/unwind_hints.h>

#include "stub.h"

/* Kernels without return thunks have no such macro. */
#ifndef RET
#define RET	ret
#endif

/* Bytes below the frame of a wide stub. */
#define WIDE_ROOM	KS_STUB_VALUES

/* Only a direct call or a return leads to a stub, so it has no ENDBR. */
.macro no_endbr
#ifdef CONFIG_X86_KERNEL_IBT
	ANNOTATE_NOENDBR
#endif
.endm

.macro func name
	.balign	16
	.type	\name, @function
\name:
.endm

.macro endfunc name
	.size	\name, . - \name
	_ASM_NOKPROBE(\name)
.endm

/* objtool looks for the key of a static call among this file's symbols. */
.macro static_call_key name
	.pushsection .discard.addressable, "aw"
	.quad	__SCK__\name
	.popsection
.endm

/* Note a call whose counters are at \pcpu, which is spent. */
.macro note_entry pcpu
	incq	%gs:KS_STUB_ENTRIES(\pcpu)
	mov	%rdx, %r10
	rdtsc
	mov	%eax, KS_STUB_START(%rbp)
	mov	%edx, KS_STUB_START + 4(%rbp)
	mov	%r10, %rdx
.endm

/* The way back from the body. */
.macro back_from nr
.Lback_\nr:
	call	leave_stub
	leave
	add	$8, %rsp
	RET
.endm

.macro place nr
	.pushsection .rodata, "a"
	/* Differences: an address would want an ENDBR there. */
	.long	.Lentry_\nr - ks_stubs_begin, .Lback_\nr - ks_stubs_begin
	.popsection
.endm

/*
 * \nr: two hexadecimal digits; \room: bytes below the frame. A plain stub, which
 * has none, does by itself what is to be done for most calls.
 */
.macro stub nr room=0
	.set	.Lstub, ks_stubs + (0x\nr << KS_STUB_SHIFT)
	func	ks_stub_\nr
	pushq	$0			/* never runs */
.Lentry_\nr:
	push	%rbp
	mov	%rsp, %rbp
	sub	$(KS_STUB_FRAME + \room), %rsp
	movq	$.Lstub, KS_STUB_SELF(%rbp)
.if \room
	call	enter_wide
.else
	mov	8(%rbp), %r11
	cmp	.Lstub + KS_STUB_PLAIN_BODY(%rip), %r11
	jne	.Lask_\nr
	cmpb	$0, ks_exclude_any(%rip)
	jne	.Lask_\nr
	mov	.Lstub + KS_STUB_PCPU(%rip), %r11
	note_entry	%r11
.endif
.Lenter_\nr:
	call	__SCT__ks_body_\nr
	back_from	\nr
.if \room == 0
.Lask_\nr:
	call	enter_plain
	jmp	.Lenter_\nr
.endif
	endfunc	ks_stub_\nr
	place	\nr
	static_call_key	ks_body_\nr
.endm

/*
 * As a stub, but whose call it is, where that goes on tells. What is not found
 * at once, or is not plain, is ks_stub_enter()'s to look for.
 */
.macro shared
	func	ks_shared
	pushq	$0			/* never runs */
.Lentry_shared:
	mov	(%rsp), %r11
	mov	ks_stub_table(%rip), %r10
	mov	%r11, %rax
	shr	$KS_STUB_HASH_SHIFT, %rax
	and	KS_STUB_MASK(%r10), %rax
	mov	KS_STUB_SLOTS(%r10, %rax, 8), %r10
	cmp	KS_STUB_PLAIN_BODY(%r10), %r11
	jne	.Lentry_shared_wide
	cmpb	$0, ks_exclude_any(%rip)
	jne	.Lentry_shared_wide
	push	%rbp
	mov	%rsp, %rbp
	sub	$KS_STUB_FRAME, %rsp
	mov	%r10, KS_STUB_SELF(%rbp)
	mov	KS_STUB_PCPU(%r10), %r11
	note_entry	%r11
	call	go_to_body
	back_from	shared
.Lentry_shared_wide:
	push	%rbp
	mov	%rsp, %rbp
	sub	$(KS_STUB_FRAME + WIDE_ROOM), %rsp
	movq	$0, KS_STUB_SELF(%rbp)
	call	enter_wide
	call	go_to_body
	back_from	shared_wide
	endfunc	ks_shared
	place	shared
	place	shared_wide
.endm

/*
 * All registers as at the function's first instruction, but its %rip: that is
 * behind the call site. For arguments, filters, and what is rare.
 */
#define REGS_SIZE	(21 * 8)

.macro save_regs
	sub	$REGS_SIZE, %rsp
	/* Not straight: objtool would have these five restored. */
	.irp	reg, 15, 14, 13, 12
	mov	%r\reg, %r11
	mov	%r11, (15 - \reg)*8(%rsp)
	.endr
	mov	%rbx, %r11
	mov	%r11, 5*8(%rsp)
	mov	%r10, 7*8(%rsp)
	mov	%r9, 8*8(%rsp)
	mov	%r8, 9*8(%rsp)
	mov	%rax, 10*8(%rsp)
	mov	%rcx, 11*8(%rsp)
	mov	%rdx, 12*8(%rsp)
	mov	%rsi, 13*8(%rsp)
	mov	%rdi, 14*8(%rsp)
	mov	(%rbp), %r11
	mov	%r11, 4*8(%rsp)
	movq	$0, 6*8(%rsp)
	movq	$-1, 15*8(%rsp)
	mov	8(%rbp), %r11
	mov	%r11, 16*8(%rsp)
	movq	$__KERNEL_CS, 17*8(%rsp)
	movq	$0, 18*8(%rsp)
	lea	16(%rbp), %r11
	mov	%r11, 19*8(%rsp)
	movq	$__KERNEL_DS, 20*8(%rsp)
.endm

.macro restore_regs
	mov	7*8(%rsp), %r10
	mov	8*8(%rsp), %r9
	mov	9*8(%rsp), %r8
	mov	10*8(%rsp), %rax
	mov	11*8(%rsp), %rcx
	mov	12*8(%rsp), %rdx
	mov	13*8(%rsp), %rsi
	mov	14*8(%rsp), %rdi
	lea	REGS_SIZE(%rsp), %rsp
.endm

	.text

/*
 * Is the call to be timed? Then it is counted, and its start noted. Else this
 * does not return, but goes to the body, as if there were no stub.
 */
.macro enter name room=0
	func	\name
	save_regs
	lea	-KS_STUB_FRAME(%rbp), %rdi
	mov	%rsp, %rsi
	call	ks_stub_enter
	test	%eax, %eax
	restore_regs
	jnz	.Lpass_\name
	RET
.Lpass_\name:
	add	$(8 + KS_STUB_FRAME + \room), %rsp
	pop	%rbp
	/* The body's address is what there is to return to. */
	UNWIND_HINT_FUNC
	RET
	endfunc	\name
.endm

	enter	enter_plain
	enter	enter_wide, WIDE_ROOM

/* By a return, as from the pass above: a jump would want an ENDBR there. */
	func	go_to_body
	push	8(%rbp)
	UNWIND_HINT_FUNC
	RET
	endfunc	go_to_body

/*
 * The call has returned. As ks_emit_return() does, but for what is rare: that is
 * ks_stub_leave()'s, and it is known before anything is changed.
 */
	func	leave_stub
	mov	%rax, KS_STUB_AX(%rbp)
	mov	%rdx, KS_STUB_DX(%rbp)
	rdtsc
	shl	$32, %rdx
	or	%rdx, %rax
	mov	KS_STUB_SELF(%rbp), %r8
	cmpb	$0, KS_STUB_IS_PLAIN(%r8)
	je	.Lleave_asking
	mov	KS_STUB_PCPU(%r8), %r9
	mov	%rax, %rsi
	sub	KS_STUB_START(%rbp), %rax
	js	.Lleave_rare
	/* ns */
	mulq	ks_clock_mult(%rip)
	shrd	$KS_STUB_CLOCK_SHIFT, %rdx, %rax
	cmp	%gs:KS_STUB_MIN(%r9), %rax
	jb	.Lleave_rare
	cmp	%gs:KS_STUB_MAX(%r9), %rax
	ja	.Lleave_rare
	/* ks_hist_index() */
	mov	%rax, %rcx
	or	$(1 << KS_STUB_SUB_BITS), %rcx
	bsr	%rcx, %rcx
	sub	$KS_STUB_SUB_BITS, %ecx
	mov	%rax, %rdx
	shr	%cl, %rdx
	shl	$KS_STUB_SUB_BITS, %ecx
	add	%ecx, %edx
	cmp	$KS_STUB_LAST_BUCKET, %edx
	jae	.Lleave_rare
	add	%rax, %gs:KS_STUB_SUM(%r9)
	incq	%gs:KS_STUB_BUCKET(%r9, %rdx, 8)
	cmp	ks_record_min(%rip), %rax
	jae	.Lleave_record
	incq	%gs:KS_STUB_FILTERED(%r9)
.Lleave_done:
	mov	KS_STUB_AX(%rbp), %rax
	mov	KS_STUB_DX(%rbp), %rdx
	RET
.Lleave_record:
	mov	%r8, %rdi
	mov	%rax, %rdx
	mov	KS_STUB_AX(%rbp), %rcx
	call	ks_stub_record
	mov	KS_STUB_AX(%rbp), %rax
	mov	KS_STUB_DX(%rbp), %rdx
	RET
.Lleave_asking:
	xor	%esi, %esi
.Lleave_rare:
	lea	-KS_STUB_FRAME(%rbp), %rdi
	call	ks_stub_leave
	jmp	.Lleave_done
	endfunc	leave_stub

/* Never runs: what the places count from. */
	.globl	ks_stubs_begin
	func	ks_stubs_begin
	no_endbr
	RET
	endfunc	ks_stubs_begin

#include "stubs-list.S"

/* For ks_stub_rehearse(). */
	.globl	ks_rehearsal
	func	ks_rehearsal
	no_endbr
	.globl	ks_rehearsal_site
ks_rehearsal_site:
	call	__SCT__ks_first_stub
	RET
	endfunc	ks_rehearsal
	static_call_key	ks_first_stub

	.section .note.GNU-stack, "", @progbits
