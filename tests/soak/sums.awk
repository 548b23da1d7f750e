# SPDX-License-Identifier: GPL-2.0
# Compares the files probes, stats, inflight and hist of a quiet system, in this
# order, and prints what does not fit: calls inside, returns, and what readers
# got.
FILENAME == ARGV[1] {
	name = $1
	sub(/^[^:]*:/, "", name)
	filters[name] = / if /
	next
}
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
file == "stats" && /^# removed / {
	recorded += v["recorded"]
	next
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
	returns[$1] = v["returns"] + 0
	kept[$1] = v["recorded"] + v["dropped"]
	recorded += v["recorded"]
}
file == "inflight" { inside[$1]++ }
file == "hist" && / calls/ { counted[substr($1, 1, length($1) - 1)] = $2 + 0 }
END {
	for (name in kind) {
		if (inflight[name] != inside[name] + 0)
			print name ": inflight=" inflight[name] ", the file has " \
				inside[name] + 0
		# What a filter leaves out at return is not in the histogram.
		least = filters[name] ? kept[name] : returns[name]
		if (kind[name] == "r" && (counted[name] > returns[name] ||
					  counted[name] < least))
			print name ": returns=" returns[name] ", hist has " \
				counted[name] + 0 ", not " least " at least"
	}
}
