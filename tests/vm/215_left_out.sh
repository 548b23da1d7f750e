#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: min_ns and records=0 keep calls out of the records (filtered), enabled=0 out of everything, an open data file out of what its process does (rejected); histograms see all returns
. /tests/vm/lib.sh

# counts PROBE: calls returns recorded filtered rejected.
counts() {
	accounts "$1"
	for key in calls returns recorded filtered rejected; do
		stat_of "$1" "$key"
	done | tr '\n' ' '
}

# Calls that the histogram shows.
in_hist() {
	sed -n "s/^$1: \([0-9]*\) calls.*/\1/p" "$D/hist"
}

lines() {
	grep -c ": $1:" "$D/trace" || :
}

victim
load probes='r:int victim:v_int;r:nap victim:v_sleep;p:hit victim:v_int' \
	min_ns=9223372036854775807
assert_eq "$(cat "$D/min_ns")" 9223372036854775807
echo 'v_int 1 17' >/proc/victim
assert_eq "$(counts int)" '17 17 0 17 0 '
# A hit has no length that could be too short.
assert_eq "$(stat_of hit calls) $(stat_of hit recorded)" '17 17'
assert_eq "$(in_hist int)" 17
assert_eq "$(lines int) $(lines hit)" '0 17'

echo 20000000 >"$D/min_ns"
echo 'v_sleep 100 7' >/proc/victim
assert_eq "$(counts nap)" '7 7 7 0 0 '
echo 0 >"$D/min_ns"
echo 'v_int 1 11' >/proc/victim
assert_eq "$(counts int)" '28 28 11 17 0 '
assert_eq "$(lines int)" 11

echo 0 >"$D/records"
echo 'v_int 1 13' >/proc/victim
assert_eq "$(counts int)" '41 41 11 30 0 '
assert_eq "$(counts hit)" '41 41 28 13 0 '
assert_eq "$(in_hist int)" 41
assert_eq "$(lines int)" 11
# That there are none at all is not for min_ns to change.
echo 1 >"$D/min_ns"
echo 0 >"$D/min_ns"
echo 'v_int 1 2' >/proc/victim
assert_eq "$(counts int)" '43 43 11 32 0 '
echo 1 >"$D/records"
echo 'v_int 1 3' >/proc/victim
assert_eq "$(counts int)" '46 46 14 32 0 '

# A call that is inside when probes are disarmed still returns.
echo 'v_sleep 1000' >/proc/victim &
writer=$!
wait_for 10 grep -q '^nap ' "$D/inflight" || fail 'nobody inside'
echo 0 >"$D/enabled"
assert_eq "$(head_of state) $(stat_of int state)" 'disabled disabled'
echo 'v_int 1 19' >/proc/victim
echo 'v_sleep 1 3' >/proc/victim
wait "$writer"
assert_eq "$(counts int)" '46 46 14 32 0 '
assert_eq "$(stat_of hit calls)" 46
assert_eq "$(counts nap)" '8 8 8 0 0 '
assert_ge "$(stat_of nap max)" 500000000 'the call that was inside'
echo 1 >"$D/enabled"
assert_eq "$(head_of state) $(stat_of int state)" 'armed armed'
echo 'v_int 1 5' >/proc/victim
assert_eq "$(counts int)" '51 51 19 32 0 '

# Whoever has a data file open is left out; others are not.
exec 3<"$D/trace"
echo 'v_int 1 23' >/proc/victim
workload hammer /proc/victim 'v_int 1' 3 7 3<&- >/dev/null
exec 3<&-
assert_eq "$(counts int)" '95 72 40 32 23 '
assert_eq "$(stat_of hit rejected)" 23
accounts hit
echo 'v_int 1 2' >/proc/victim
assert_eq "$(counts int)" '97 74 42 32 23 '
unload

load probes='r:int victim:v_int;p:hit victim:v_int' records=0 enabled=0
echo 'v_int 1 7' >/proc/victim
assert_eq "$(stat_of int calls) $(stat_of hit calls)" '0 0'
echo 1 >"$D/enabled"
echo 'v_int 1 7' >/proc/victim
assert_eq "$(counts int)" '7 7 0 7 0 '
assert_eq "$(stat_of hit filtered)" 7
unload
