# SPDX-License-Identifier: GPL-2.0
# Compares the files probes, stats, inflight and hist of a quiet system, in this
# order, and prints what does not fit: calls inside, returns, and what readers
# got.
FILENAME == ARGV[1] {
	name = $1
	sub(/^[^:]*:/, "", name)
	filters[name] = / if /
	keyed[name] = / hist:/ ? 0 : -1
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
	admitted[$1] = v["entries"] - v["rejected"]
	kept[$1] = v["recorded"] + v["dropped"]
	recorded += v["recorded"]
}
file == "inflight" { inside[$1]++ }
file == "hist" && /^[^ ]+: / { counted[substr($1, 1, length($1) - 1)] = $2 + 0 }
file == "hist" && /^[^[( ]+ .*: [0-9]+ calls/ {
	match($0, /: [0-9]+ calls/)
	keyed[$1] += substr($0, RSTART + 2)
}
END {
	for (name in kind) {
		if (inflight[name] != inside[name] + 0)
			print name ": inflight=" inflight[name] ", the file has " \
				inside[name] + 0
		calls = kind[name] == "p" ? admitted[name] : counted[name]
		if (keyed[name] >= 0 && keyed[name] != calls + 0)
			print name ": " keyed[name] " calls by key, not " \
				calls + 0
		# What a filter leaves out at return is not in the histogram.
		least = filters[name] ? kept[name] : returns[name]
		if (kind[name] == "r" && (counted[name] > returns[name] ||
					  counted[name] < least))
			print name ": returns=" returns[name] ", hist has " \
				counted[name] + 0 ", not " least " at least"
	}
}
