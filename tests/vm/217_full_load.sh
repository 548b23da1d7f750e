#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: under full load from eight threads with too few instances every snapshot of stats adds up and none goes back, and at the end the calls are exactly the true number
. /tests/vm/lib.sh

called() {
	sed -n "s/^$1 calls=//p" /proc/victim
}

snapshot_bad() {
	awk '
	/^#/ { next }
	{
		for (i = 2; i <= NF; i++) {
			n = index($i, "=")
			v[substr($i, 1, n - 1)] = substr($i, n + 1) + 0
		}
		if (v["calls"] != v["entries"] + v["missed_maxactive"] +
		    v["missed_reentry"])
			print "calls: " $0
		if ($2 ~ /^kind=[rf]$/ && v["entries"] != v["returns"] +
		    v["inflight"] + v["abandoned"] + v["rejected"])
			print "entries: " $0
		if ($2 ~ /^kind=[rf]$/ && v["returns"] != v["recorded"] +
		    v["filtered"] + v["dropped"])
			print "returns: " $0
		if (v["calls"] < calls[$1] || v["returns"] < returns[$1])
			print "back from " calls[$1] " " returns[$1] ": " $0
		calls[$1] = v["calls"]
		returns[$1] = v["returns"]
		if (/[0-9]{16}/)
			print "absurd: " $0
	}' snapshots
}

victim
load probes='r:auto victim:v_rec;r2:two victim:v_rec;r1:one victim:v_rec;p:hit victim:v_rec'
workload hammer /proc/victim 'v_rec 12 10' 8 331 >/dev/null &
busy=$!
n=0
while kill -0 "$busy" 2>/dev/null; do
	cat "$D/stats" >>snapshots
	n=$((n + 1))
done
wait "$busy" || fail 'a traced call failed'
cat "$D/stats" >>snapshots
assert_eq "$(snapshot_bad)" '' 'snapshots'
assert_ge "$n" 5 'snapshots'
assert_ge "$(awk '$1 == "one" { print $5 }' snapshots | sort -u | wc -l)" 3 \
	'different snapshots'

calls=$(called v_rec)
assert_eq "$calls" $((13 * 10 * 8 * 331))
for probe in auto two one hit; do
	assert_eq "$(stat_of "$probe" calls)" "$calls" "calls of $probe"
	assert_eq "$(stat_of "$probe" missed_reentry)" 0
	accounts "$probe"
done
for probe in auto two one; do
	assert_eq "$(stat_of "$probe" inflight)" 0
	assert_eq "$(stat_of "$probe" abandoned)" 0
	missed=$(stat_of "$probe" missed_maxactive)
	assert_eq "$(stat_of "$probe" recorded)" $((calls - missed)) "$probe"
done
# Of each 13 calls inside each other two find an instance at most.
assert_ge "$(stat_of two missed_maxactive)" $((calls * 11 / 13))
assert_ge "$(stat_of one missed_maxactive)" $((calls * 12 / 13))
assert_ge "$(stat_of two recorded)" "$(stat_of one recorded)"
unload
