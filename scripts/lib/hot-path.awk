# SPDX-License-Identifier: GPL-2.0
# What probe handlers call. Input: objdump -t, objdump -r of the section
# _kprobe_blacklist, objdump -dr, of one module. Functions on the blacklist
# (NOKPROBE_SYMBOL) may call each other, and outside functions listed here,
# which neither sleep, lock, allocate nor print, and are safe in NMIs.

BEGIN {
	n = split("ktime_get_mono_fast_ns ktime_get_boot_fast_ns " \
		"irq_work_queue rcu_is_watching llist_add_batch memcpy memset __memcpy __memset " \
		"__x86_return_thunk __stack_chk_fail", list, " ")
	for (i = 1; i <= n; i++)
		allowed[list[i]] = 1
	# What the kernel's own inline functions call on leaving a section
	# without preemption, which is never where a probe handler runs.
	allowed["__SCT__preempt_schedule_notrace"] = 1
	# The kernel's own handler of a kretprobe, kept when ours took its place.
	allowed["__SCT__kernel_pre_handler"] = 1
	# The canary is there to be traced.
	known["sing_traced __fentry__"] = 1
	known["sing_untraced __fentry__"] = 1
}

FNR == 1 { part++ }

function hex(s,   i, v) {
	s = tolower(s)
	for (i = 1; i <= length(s); i++)
		v = v * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
	return v + 0
}

# Symbols: address, flags, section, size, name.
part == 1 && / F / {
	name[$(NF - 2) " " hex($1)] = $NF
	if ($NF ~ /(^|_)handler(_|$)/ && $NF !~ /^__/)
		handler[$NF] = 1
	next
}

# The blacklist, by symbol or as section+offset.
part == 2 && /R_/ {
	sym = $3
	if (sym ~ /^\./) {
		k = split(sym, p, /\+0x/)
		sym = name[p[1] " " (k > 1 ? hex(p[2]) : 0)]
	}
	sub(/[+-]0x.*/, "", sym)
	safe[sym] = 1
	next
}

# Code: a call, and the relocation after it, if any, says where to.
part == 3 && /^Disassembly of section/ {
	section = $4
	sub(/:$/, "", section)
	next
}
part == 3 && /^[0-9a-f]+ <.*>:$/ {
	settle()
	func_now = $2
	gsub(/[<>:]/, "", func_now)
	next
}
part == 3 && /\t(call|jmp|j[a-z]+) +/ {
	settle()
	target = $NF
	if ($0 ~ /\*/)
		target = "an indirect call"
	gsub(/[<>]/, "", target)
	is_call = $0 ~ /\tcall/
	next
}
part == 3 && /R_X86_64_(PLT32|PC32|32S?|64)/ && target != "" {
	target = $3
	sub(/[+-]0x[0-9a-f]+$/, "", target)
	is_reloc = 1
	settle()
	next
}
part == 3 { settle() }

function settle() {
	if (target != "" && func_now in safe) {
		sub(/\+0x[0-9a-f]+$/, "", target)
		sub(/^__x86_indirect_thunk.*/, "__x86_indirect_thunk", target)
		if (!((func_now " " target) in known) && target != func_now && !(target in safe) &&
		    !(target in allowed) && (is_call || is_reloc) &&
		    !(target ~ /^\./))
			print func_now " calls " target
	}
	target = ""
	is_reloc = 0
}

END {
	settle()
	for (h in handler)
		if (!(h in safe))
			print h " is not on the kprobe blacklist"
	for (s in safe)
		n_safe++
	if (!n_safe)
		print "no function is on the kprobe blacklist"
}
