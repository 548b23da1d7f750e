# SPDX-License-Identifier: GPL-2.0
# Compares the files stats, inflight and hist of a quiet system, in this order,
# and prints what does not fit: calls inside, returns, and what readers got.
/^# kretscope / {
	file = $4
	next
}
file == "stats" {
	for (i = 2; i <= NF; i++) {
		n = index($i, "=")
		v[substr($i, 1, n - 1)] = substr($i, n + 1)
	}
}
file == "stats" && /^# reader / {
	sum = v["delivered"] + v["lost"] + v["unread"]
	if (sum != recorded)
		print "reader: " sum " of " recorded " records: " $0
	next
}
file == "stats" {
	kind[$1] = v["kind"]
	inflight[$1] = v["inflight"]
	returns[$1] = v["returns"]
	recorded += v["recorded"]
}
file == "inflight" { inside[$1]++ }
file == "hist" && / calls/ { counted[substr($1, 1, length($1) - 1)] = $2 }
END {
	for (name in kind) {
		if (inflight[name] != inside[name] + 0)
			print name ": inflight=" inflight[name] ", the file has " \
				inside[name] + 0
		if (kind[name] == "r" && returns[name] != counted[name])
			print name ": returns=" returns[name] ", hist has " \
				counted[name]
	}
}
