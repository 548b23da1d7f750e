#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: the file inflight shows who is inside, where, since when, longest first, and agrees with stats, which counts otherwise
. /tests/vm/lib.sh

inside() {
	[ "$(stat_of "$1" inflight)" = "$2" ]
}

victim
load probes='r:nap victim:v_sleep;r:spell victim:victim_write;r:idle victim:v_int'
assert_eq "$(cat "$D/inflight")" '# kretscope 1 inflight  age in ns'

# Three tasks, 200 ms apart, each with a name of its own.
sh -c 'echo "v_sleep 20000" >/proc/victim' &
first=$!
wait_for 10 inside nap 1 || fail 'the first task is not inside'
usleep 200000
sh -c 'printf "a b\\\\c" >/proc/$$/comm; echo "v_sleep 20000" >/proc/victim' &
second=$!
wait_for 10 inside nap 2 || fail 'the second task is not inside'
usleep 200000
echo 'v_sleep 20000' >input
dd if=input of=/proc/victim 2>/dev/null &
third=$!
wait_for 10 inside nap 3 || fail 'the third task is not inside'
usleep 200000

cat "$D/inflight" >inflight
sed 's/ age=[0-9]* / age=N /' inflight >got
cat >want <<WANT
# kretscope 1 inflight  age in ns
spell age=N tid=$first comm=sh
nap age=N tid=$first comm=sh
spell age=N tid=$second comm=a\\040b\\134c
nap age=N tid=$second comm=a\\040b\\134c
spell age=N tid=$third comm=dd
nap age=N tid=$third comm=dd
WANT
assert_eq "$(cat got)" "$(cat want)" inflight
sed -n 's/.* age=\([0-9]*\) .*/\1/p' inflight >ages
assert_eq "$(cat ages)" "$(sort -r -n ages)" 'longest first'
n=0
for at_least in 600 600 400 400 200 200; do
	n=$((n + 1))
	assert_ge "$(sed -n "${n}p" ages)" "${at_least}000000" "age $n"
done
for probe in nap spell; do
	assert_eq "$(stat_of "$probe" inflight)" 3
	assert_eq "$(stat_of "$probe" entries)" 3
	accounts "$probe"
done
assert_eq "$(stat_of idle inflight)" 0

# Each leaves by itself; the others stay, and get older.
kill "$second"
! wait "$second" || fail 'the second task was not ended'
assert_eq "$(grep -c "tid=$second " "$D/inflight")" 0
assert_eq "$(grep -c '^nap ' "$D/inflight")" 2
assert_ge "$(sed -n 's/^spell age=\([0-9]*\) .*/\1/p' "$D/inflight" |
	head -n 1)" "$(sed -n 1p ages)" 'age later on'
kill "$first" "$third"
wait "$first" || :
wait "$third" || :
assert_eq "$(cat "$D/inflight")" '# kretscope 1 inflight  age in ns'
assert_eq "$(stat_of nap inflight) $(stat_of nap returns)" '0 3'
accounts nap
unload
