# SPDX-License-Identifier: GPL-2.0
# usage: awk -f victims.awk PROBES VICTIM STATS VICTIM STATS
# From the first two to the last two, what did the probes on functions of
# victim.ko not count as it did itself? (/dev/null for a file is all zeros, but
# for probes named live*, which come later.)
function value(key,	i) {
	for (i = 2; i <= NF; i++)
		if (index($i, key "=") == 1)
			return substr($i, length(key) + 2)
}
FILENAME == ARGV[1] {
	sub(/^!/, "", $2)
	if ($2 !~ /^(victim:)?v_/ || $2 ~ /\+/)
		next
	name = $1
	sub(/^[^:]*:/, "", name)
	if (name ~ /^live/ && ARGV[3] == "/dev/null")
		next
	sub(/^victim:/, "", $2)
	function_of[name] = $2
	next
}
FILENAME == ARGV[2] { made[$1] -= value("calls") }
FILENAME == ARGV[3] { seen[$1] -= value("calls") }
FILENAME == ARGV[4] { made[$1] += value("calls") }
FILENAME == ARGV[5] { seen[$1] += value("calls") }
END {
	for (name in function_of)
		if (made[function_of[name]] != seen[name])
			print name " (" function_of[name] "): " \
				made[function_of[name]] " calls, counted " \
				seen[name]
}
