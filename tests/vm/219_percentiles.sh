#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: min, mean, max and percentiles in stats and the rows of hist are those of the records, percentiles within 6.25 %, and no less than what the function took
. /tests/vm/lib.sh

# near KEY SORTED_FILE RANK
near() {
	exact=$(sed -n "$3p" "$2")
	got=$(stat_of spin "$1")
	assert_ge "$got" "$exact" "$1"
	assert_le "$got" $((exact + exact / 16 + 1)) "$1"
}

victim
load probes='r:spin victim:v_spin'
echo 'v_spin 100 877' >/proc/victim
echo 'v_spin 50000 97' >/proc/victim
echo 'v_spin 2000000 29' >/proc/victim
echo 'v_spin 30000000 7' >/proc/victim
total=$((877 + 97 + 29 + 7))
assert_eq "$(stat_of spin returns)" "$total"
awk '$4 == "spin:" { print substr($5, 5) }' "$D/trace" | sort -n >lat
assert_eq "$(wc -l <lat)" "$total" records
assert_ge "$(sed -n 1p lat)" 100
assert_ge "$(sed -n '$p' lat)" 29990000

assert_eq "$(stat_of spin min)" "$(sed -n 1p lat)" min
assert_eq "$(stat_of spin max)" "$(sed -n '$p' lat)" max
assert_eq "$(stat_of spin mean)" \
	"$(awk '{ sum += $1 } END { printf "%d\n", int(sum / NR) }' lat)" mean
# The rank is the share of all, rounded up.
near p50 lat $(((total * 500 + 999) / 1000))
near p90 lat $(((total * 900 + 999) / 1000))
near p99 lat $(((total * 990 + 999) / 1000))
near p99.9 lat $(((total * 999 + 999) / 1000))
assert_ge "$(stat_of spin p99)" 1999000
assert_ge "$(stat_of spin p99.9)" 29990000
assert_le "$(stat_of spin p99.9)" "$(stat_of spin max)"

# Rows: powers of two, each the next one, counted from the records.
assert_eq "$(sed -n 2p "$D/hist")" "spin: $total calls, min $(stat_of spin min), mean $(stat_of spin mean), max $(stat_of spin max)"
sed -n 's/^\[\([0-9]*\), \([0-9]*\)) *\([0-9]*\) |.*|$/\1 \2 \3/p' "$D/hist" \
	>rows
awk 'NR == FNR { lat[++n] = $1; next }
{
	if ($2 != 2 * $1 && $2 - $1 != 1 || FNR > 1 && $1 != was)
		print "edges: " $0
	was = $2
	count = 0
	for (i = 1; i <= n; i++)
		if (lat[i] >= $1 && lat[i] < $2)
			count++
	if (count != $3)
		print count " are in: " $0
	if ((FNR == 1) && !count)
		print "empty first row"
	last = count
	sum += $3
}
END {
	if (sum != n || !last)
		print "sum " sum ", last " last
}' lat rows >bad
assert_eq "$(cat bad)" '' rows
bar=$(sed -n 's/.* |\(@*\) *|$/\1/p' "$D/hist" | sort | tail -n 1)
assert_eq "${#bar}" 40 'longest bar'

# 90 % of 11 is 9.9: that is the tenth, the first of the long ones.
echo 1 >"$D/clear"
echo 'v_spin 100 9' >/proc/victim
echo 'v_spin 50000000 2' >/proc/victim
assert_ge "$(stat_of spin p90)" 49990000 'p90 of 11'
unload
