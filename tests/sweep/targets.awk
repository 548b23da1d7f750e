# SPDX-License-Identifier: GPL-2.0
# From the lists of a guest to the targets to sweep, on stdout, each once.
# Those that are sure to be refused go to DIR/certain, with the cause. Set
# list, dir, and in front of each file what it is; the blacklist is sorted.
# Addresses are compared as text, for which awk's numbers are too small.

function target(name, mod) {
	return mod == "" ? name : mod ":" name
}

function put(t, why) {
	if (seen[t]++)
		return
	if (named[t] > 1)
		why = "several functions have this name"
	if (t ~ /^__ftrace_invalid_address_/)
		why = "no such symbol"
	if (t ~ /^__SCT__|^__x86_.*thunk/)
		why = "kretscope does not probe this"
	if (why == "")
		print t
	else
		print t "|" why >(dir "/certain")
}

# Is the address in the blacklist? Asked in the order of addresses.
function is_black(addr) {
	while (at_black < n_black && black_end[at_black + 1] <= addr)
		at_black++
	return at_black < n_black && addr >= black_start[at_black + 1]
}

what == "blacklist" {
	n_black++
	black_start[n_black] = "x" substr($1, 3, 16)
	black_end[n_black] = "x" substr($1, 22, 16)
	next
}

what == "kallsyms" {
	name = $3
	mod = $4
	addr = "x" $1
	gsub(/[][]/, "", mod)
	if (name == "_stext") text = addr
	if (name == "_etext") etext = addr
	if (name == "_sinittext") init = addr
	if (name == "_einittext") einit = addr
	if ($2 !~ /[tTwW]/)
		next
	n++
	names[n] = name
	mods[n] = mod
	at[n] = addr
	next
}

what == "traceable" && !counted {
	counted = 1
	for (i = 1; i <= n; i++) {
		if (mods[i] == "" && at[i] >= init && at[i] < einit)
			continue
		named[names[i]]++
		if (mods[i] != "")
			named[target(names[i], mods[i])]++
	}
}

what == "traceable" {
	mod = $2
	gsub(/[][]/, "", mod)
	t = target($1, mod)
	if (list == "traceable")
		put(t, "")
	traced[t] = 1
	next
}

what == "file" && list == "file" {
	put($1, "")
}

END {
	if (list != "text")
		exit
	for (i = 1; i <= n; i++) {
		t = target(names[i], mods[i])
		if (t in traced || mods[i] ~ /^(bpf|__builtin)/)
			continue
		if (mods[i] != "")
			put(t, "")
		else if (at[i] >= init && at[i] < einit)
			put(t, "init code, which the kernel has freed")
		else if (at[i] >= text && at[i] < etext)
			put(t, is_black(at[i]) ?
			    "the kernel forbids probes here" : "")
	}
}
