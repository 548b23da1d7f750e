# SPDX-License-Identifier: GPL-2.0
# Who calls whom in a module, from its handlers on; of x86-64 and arm64. Input,
# behind part=NAME: symbols: objdump -t; closed: objdump -r of the section
# _kprobe_blacklist; patchable: of __patchable_function_entries, where ftrace
# uses that; code: objdump -dr --no-show-raw-insn.
# Variable roots: names of the handlers, separated by blanks.
#
# Output, one fact a line:
#	root NAME		a handler that is there
#	reach NAME		a function of the module that handlers can reach
#	open NAME		one of these that kprobes may be put on
#	traced NAME		one of these that calls ftrace
#	call NAME TARGET	it calls TARGET, which is outside the module
#	indirect NAME		it calls through a pointer
#	bus NAME INSTRUCTION	it locks the bus, waits or switches interrupts

BEGIN {
	n = split(roots, list, " ")
	for (i = 1; i <= n; i++)
		is_root[list[i]] = 1
}

function hex(s,   i, v) {
	s = tolower(s)
	sub(/^0x/, "", s)
	v = 0
	for (i = 1; i <= length(s); i++)
		v = v * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
	return v
}

# The function that holds an address, as section and start.
function node_at(section, addr,   i, id) {
	for (i = 1; i <= nodes[section]; i++) {
		id = node[section, i]
		if (addr >= from[id] && addr < to[id])
			return id
	}
	return ""
}

# A relocation's value, as section and address in the module, or a name.
# x86's relocations of code count from behind the field, which is 4 bytes.
function target_of(value, bias,   p, sign, off, base) {
	off = 0
	base = value
	if (match(value, /[+-]0x[0-9a-f]+$/)) {
		base = substr(value, 1, RSTART - 1)
		sign = substr(value, RSTART, 1) == "-" ? -1 : 1
		off = sign * hex(substr(value, RSTART + 1))
	}
	if (base == ".static_call.text")
		return "outside static_call"
	if (base ~ /^\./)
		return node_at(base, off + bias)
	return (base in global) ? global[base] : "outside " base
}

# Symbols: address, flags, section, size, name. What static_call() goes
# through counts as outside.
part == "symbols" && NF >= 5 && $(NF - 2) ~ /^\./ && / F / && $NF !~ /^__SCT__/ {
	section = $(NF - 2)
	id = section " " $1
	if (id in from)
		next
	node[section, ++nodes[section]] = id
	from[id] = hex($1)
	to[id] = from[id] + hex($(NF - 1))
	name[id] = $NF
	if ($2 == "g")
		global[$NF] = id
	next
}

part == "closed" && $2 ~ /^R_/ {
	id = target_of($3, 0)
	closed[id] = 1
	closed_name[name[id]] = 1
	next
}

part == "patchable" && $2 ~ /^R_/ {
	traced[target_of($3, 0)] = 1
	next
}

part == "code" && /^Disassembly of section/ {
	section = $4
	sub(/:$/, "", section)
	next
}

# An instruction: address, tab, mnemonic and operands.
part == "code" && /^ *[0-9a-f]+:\t/ {
	flush()
	line = $0
	sub(/^ *[0-9a-f]+:\t/, "", line)
	addr = $1
	sub(/:$/, "", addr)
	here = node_at(section, hex(addr))
	if (here == "")
		next
	what = line
	sub(/[ \t].*/, "", what)
	if (line ~ /^(lock|pause|hlt|cli|sti|popf|mwait)/ ||
	    (what ~ /^xchg/ && line ~ /\(/) ||
	    what ~ /^(wf[ei]t?|yield)$/ || line ~ /^msr\tdaif/)
		bus[here] = bus[here] "\n" line
	# A table of the function's own places has offsets, which are added.
	if (line ~ /^(notrack )?(bnd )?(call|jmp)[a-z]* +\*/ ||
	    what ~ /^bl?ra[ab]z?$/ || what == "blr" ||
	    (what == "br" && last !~ /^add\t.*, sxt[bhw]/))
		indirect[here] = 1
	else if (what ~ /^(call.*|j.*|bl?|b\..*|[ct]bn?z)$/ &&
		 match(line, /[0-9a-f]+ </)) {
		pending = node_at(section,
				  hex(substr(line, RSTART, RLENGTH - 2)))
		# A jump behind the last function: its relocation knows better.
		if (pending == "")
			pending = here
	}
	last = line
	next
}

# Its relocation, if it has one, says better where it goes.
part == "code" && /R_X86_64_(PLT32|PC32)/ && pending != "" {
	pending = target_of($3, 4)
	next
}

part == "code" && /R_AARCH64_(CALL|JUMP)26/ && pending != "" {
	pending = target_of($3, 0)
	next
}

# A part that the compiler has split off goes with the function.
function is_closed(id,   whole) {
	whole = name[id]
	sub(/\..*/, "", whole)
	return id in closed || whole in closed_name
}

function flush() {
	if (pending != "" && pending != here && !((here, pending) in edge)) {
		edge[here, pending] = 1
		edges[here] = edges[here] "\n" pending
	}
	pending = ""
}

function show_bus(id,   lines, k, i) {
	k = split(substr(bus[id], 2), lines, "\n")
	for (i = 1; i <= k; i++)
		print "bus " name[id] " " lines[i]
}

END {
	flush()
	for (id in from) {
		if (!(name[id] in is_root))
			continue
		print "root " name[id]
		queue[++tail] = id
		seen[id] = 1
	}
	while (head < tail) {
		id = queue[++head]
		print "reach " name[id]
		if (!is_closed(id))
			print "open " name[id]
		if (id in indirect)
			print "indirect " name[id]
		show_bus(id)
		k = split(substr(edges[id], 2), next_ids, "\n")
		for (i = 1; i <= k; i++) {
			to_id = next_ids[i]
			if (to_id == "outside __fentry__")
				traced[id] = 1
			else if (to_id ~ /^outside /)
				print "call " name[id] " " substr(to_id, 9)
			else if (!(to_id in seen)) {
				seen[to_id] = 1
				queue[++tail] = to_id
			}
		}
		if (id in traced)
			print "traced " name[id]
	}
}
