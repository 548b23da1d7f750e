#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: clear forgets what was counted but not who is inside, in whichever registration: those calls return, are recorded whole, and add up
. /tests/vm/lib.sh

called() {
	sed -n "s/^$1 calls=//p" /proc/victim
}

has_called() {
	[ "$(called v_sleep)" = "$1" ]
}

has_grown() {
	[ "$(stat_of nap maxactive)" = '128(auto)' ]
}

victim
load probes='r:nap victim:v_sleep;r:int victim:v_int;p:hit victim:v_int;r:spin victim:v_spin;p:spun victim:v_spin'
echo 'v_int 1 17' >/proc/victim
workload hammer /proc/victim 'v_sleep 60000' 83 1 >/dev/null &
wave=$!
wait_for 20 has_grown || fail "maxactive stays $(stat_of nap maxactive)"
wait_for 20 has_called 83 || fail "called $(called v_sleep) times"
workload hammer /proc/victim 'v_sleep 60000' 13 1 >/dev/null &
wave="$wave $!"
wait_for 20 has_called 96 || fail "called $(called v_sleep) times"
inside=$(stat_of nap inflight)
assert_lt 64 "$inside" 'calls inside'

echo 1 >"$D/clear"
assert_eq "$(stat_of nap inflight)" "$inside" 'inside after clear'
assert_eq "$(stat_of nap calls)" "$inside"
assert_eq "$(stat_of nap missed_maxactive)" 0
assert_eq "$(grep -c '^nap ' "$D/inflight")" "$inside" 'lines of inflight'
assert_eq "$(stat_of int calls) $(stat_of hit calls)" '0 0'
assert_eq "$(sed 1d "$D/trace")" '' records
assert_eq "$(sed -n 's/^int: //p' "$D/hist")" '0 calls'
accounts nap

# Twice, and some calls after.
echo 1 >"$D/clear"
echo 'v_int 1 5' >/proc/victim
usleep 200000
# shellcheck disable=SC2086 # two numbers
kill $wave
for pid in $wave; do
	wait "$pid" || :
done
assert_eq "$(stat_of nap calls)" "$inside"
assert_eq "$(stat_of nap recorded)" "$inside"
assert_ge "$(stat_of nap min)" 200000000
assert_eq "$(grep -c ': nap:' "$D/trace")" "$inside" 'records'
assert_eq "$(stat_of int calls) $(stat_of hit calls)" '5 5'
accounts nap
accounts int

# While calls come and go: nothing of one ends up in the counts of another.
workload hammer /proc/victim 'v_spin 200000 20' 4 53 >/dev/null &
busy=$!
i=0
while kill -0 "$busy" 2>/dev/null; do
	echo 1 >"$D/clear"
	accounts spin
	accounts spun
	i=$((i + 1))
done
wait "$busy" || fail 'a traced call failed'
assert_ge "$i" 2 'clears during calls'
assert_eq "$(stat_of spin inflight)" 0
assert_le "$(stat_of spun calls)" "$(stat_of spin calls)" 'hits since'
assert_le "$(stat_of spin calls)" $(($(stat_of spun calls) + 4)) 'calls since'
accounts spin
echo 1 >"$D/clear"
assert_eq "$(stat_of int calls) $(stat_of int returns)" '0 0'
echo 'v_int 1 7' >/proc/victim
assert_eq "$(stat_of int calls) $(stat_of int recorded)" '7 7'
unload
