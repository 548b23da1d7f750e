#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: recursive calls are paired innermost first, an outer call takes at least as long, and those too deep for maxactive are counted, exactly
. /tests/vm/lib.sh

called() {
	sed -n "s/^$1 calls=//p" /proc/victim
}

# Returns come from the innermost to the outermost of each chain, and each has
# begun before the one inside it. Times in ns, without the dot.
chains() {
	awk -v p="$1:" -v first="$2" -v last="$3" '
	$4 == p {
		ret = substr($6, 5) + 0
		lat = substr($5, 5) + 0
		want = n ? was + 1 : first
		if (ret != want)
			print "ret " ret " after " was
		start = $3
		gsub(/[.:]/, "", start)
		start -= lat
		if (n && (lat < was_lat || start >= was_start))
			print "outer " lat " inner " was_lat ": " $0
		was_start = start
		n = ret != last
		was = ret
		was_lat = lat
		if (!n)
			chains++
	}
	END { print chains + 0 }' "$D/trace"
}

victim
load probes='r:all victim:v_rec;r64:some victim:v_rec;r1:one victim:v_rec'
echo 'v_rec 30 7' >/proc/victim
assert_eq "$(called v_rec)" 217
assert_eq "$(stat_of all calls) $(stat_of all recorded)" '217 217'
assert_eq "$(stat_of some calls) $(stat_of some recorded)" '217 217'
assert_eq "$(stat_of one calls) $(stat_of one recorded)" '217 7'
assert_eq "$(stat_of one missed_maxactive)" 210
assert_eq "$(chains all 0 30)" 7
assert_eq "$(chains some 0 30)" 7
assert_eq "$(chains one 30 30)" 7
for probe in all some one; do
	accounts "$probe"
done
unload

# Deeper than there are instances: the outermost ones have them.
load probes='r64:some victim:v_rec;r37:few victim:v_rec'
echo reset >/proc/victim
echo 'v_rec 96 11' >/proc/victim
assert_eq "$(called v_rec)" 1067
assert_eq "$(stat_of some calls)" 1067
assert_eq "$(stat_of some recorded)" $((64 * 11))
assert_eq "$(stat_of some missed_maxactive)" $((33 * 11))
assert_eq "$(chains some 33 96)" 11
assert_eq "$(stat_of few recorded)" $((37 * 11))
assert_eq "$(stat_of few missed_maxactive)" $((60 * 11))
assert_eq "$(chains few 60 96)" 11
accounts some
accounts few
unload
