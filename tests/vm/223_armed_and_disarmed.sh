#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: disarming and arming again and again under load, with calls inside, loses no return and counts no call twice
. /tests/vm/lib.sh

called() {
	sed -n "s/^$1 calls=//p" /proc/victim
}

victim
load probes='r:auto victim:v_rec;r3:three victim:v_rec;p:hit victim:v_rec;r:spin victim:v_spin'
while [ ! -e enough ]; do
	workload hammer /proc/victim 'v_rec 12 10' 3 11 >/dev/null || exit
done &
busy=$!
workload hammer /proc/victim 'v_spin 300000 10' 3 211 >/dev/null &
spinning=$!
i=0
while kill -0 "$spinning" 2>/dev/null; do
	off_and_on spin
	i=$((i + 1))
done
wait "$spinning" || fail 'a traced call failed'
: >enough
wait "$busy" || fail 'a traced call failed'
assert_ge "$i" 3 'rounds'
for probe in auto three spin; do
	assert_eq "$(stat_of "$probe" inflight)" 0 "inside $probe"
	assert_eq "$(stat_of "$probe" abandoned)" 0
	assert_ge "$(stat_of "$probe" recorded)" 1
	accounts "$probe"
done
accounts hit
assert_lt "$(stat_of spin calls)" "$(called v_spin)" 'calls while armed'
assert_le "$(stat_of auto calls)" "$(called v_rec)"
assert_le "$(stat_of three calls)" "$(called v_rec)"
assert_le "$(stat_of hit calls)" "$(called v_rec)"

# Armed for good, all is exact again.
echo 1 >"$D/enabled"
echo 1 >"$D/clear"
echo reset >/proc/victim
workload hammer /proc/victim 'v_rec 12 1' 3 7 >/dev/null
calls=$(called v_rec)
assert_eq "$calls" 273
for probe in auto three hit; do
	assert_eq "$(stat_of "$probe" calls)" "$calls" "calls of $probe"
	accounts "$probe"
done
unload
