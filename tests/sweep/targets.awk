# SPDX-License-Identifier: GPL-2.0
# From the lists of a guest to the targets to sweep, on stdout, each once.
# Those that are sure to be refused go to DIR/certain, with the cause. Set
# list, dir, and in front of each file what it is.

function target(name, mod) {
	return mod == "" ? name : mod ":" name
}

function number(hex, i, n) {
	for (i = 1; i <= length(hex); i++)
		n = n * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
	return n
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

what == "blacklist" {
	black[$2] = 1
	next
}

what == "kallsyms" {
	name = $3
	mod = $4
	gsub(/[][]/, "", mod)
	if (name == "_stext") text = number($1)
	if (name == "_etext") etext = number($1)
	if (name == "_sinittext") init = number($1)
	if (name == "_einittext") einit = number($1)
	if ($2 !~ /[tTwW]/)
		next
	n++
	names[n] = name
	mods[n] = mod
	at[n] = number($1)
	next
}

# Doubles keep addresses to 2 KiB, which is near enough here.
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
		else if (names[i] in black)
			put(t, "the kernel forbids probes here")
		else if (at[i] >= text && at[i] < etext)
			put(t, "")
	}
}
