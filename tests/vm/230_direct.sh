#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: direct probes count and time every call, nested, in interrupts, of tasks that end inside or sleep, with arguments and filters, and miss none
# requires: tags=checked
# shellcheck disable=SC2016 # arguments have a '$'
. /tests/vm/lib.sh

victim
load_direct 'f:int !v_int;f:rec !v_rec;f:irq !v_irq;f:soft !v_softirq;f:nmi !v_nmi;f:exit !v_exit;f:long !v_long'
assert_match "$(cat "$D/probes")" '^f:int !v_int$'
workload hammer /proc/victim 'v_int -3 101' 2 7 >/dev/null
workload hammer /proc/victim 'v_rec 7 11' 2 5 >/dev/null
workload hammer /proc/victim 'v_irq 3 53' 2 3 >/dev/null
workload hammer /proc/victim 'v_softirq 4 53' 2 3 >/dev/null
echo 'v_nmi 5 53' >/proc/victim
nmi=53
! grep -q '^last=-95$' /proc/victim || nmi=0
echo 'v_exit 5' >/proc/victim
echo 'v_long -9' >/proc/victim
# counts PROBE CALLS RETURNS
counts() {
	assert_eq "$(stat_of "$1" calls)" "$2" "calls of $1"
	assert_eq "$(stat_of "$1" returns)" "$3" "returns of $1"
	assert_eq "$(stat_of "$1" recorded)" "$3" "records of $1"
	assert_eq "$(stat_of "$1" inflight)" 0 "inflight of $1"
	accounts "$1"
}
counts int 1414 1414
# Each call of it makes so many.
counts rec $((8 * 110)) $((8 * 110))
counts irq 318 318
counts soft 318 318
counts nmi $nmi $nmi
counts exit 5 0
assert_eq "$(stat_of exit abandoned)" 5
counts long 1 1
assert_eq "$(grep -c ': int: lat=[0-9]* ret=-3\( \|$\)' "$D/trace")" 1414
assert_eq "$(grep -c ': irq: lat=[0-9]* ret=3\( \|$\)' "$D/trace")" 318
assert_eq "$(grep -c ': rec: ' "$D/trace")" 880
assert_eq "$(grep -c age= "$D/inflight")" 0 'calls inside'
unload

# 200 sleepers at once, six times each, and no call is missed.
load_direct 'f:s !v_sleep;f:spin !v_spin'
workload hammer /proc/victim 'v_sleep 100' 200 6 >/dev/null
counts s 1200 1200
echo 'v_spin 1000000 17' >/proc/victim
counts spin 17 17
# What it returns is how long it took; clocks may differ by their rates.
assert_eq "$(sed -n 's/.*: spin: lat=\([0-9]*\) ret=\([0-9]*\).*/\1 \2/p' \
	"$D/trace" | awk '$1 >= $2 * 0.999 { n++ } END { print n + 0 }')" 17 \
	'long enough calls of v_spin'
assert_eq "$(stat_of s missed_maxactive)" 0
unload

# Arguments and filters, at entry and at return.
load_direct 'f:a !v_int x=$arg1:s32 c=$comm:string ret=$retval:s32;f:late !v_long if lat > 1s;f:early !v_err if pid == 1;f:arg !v_u8 n=$arg1:u64 if n == 7'
echo 'v_int -3 5' >/proc/victim
echo 'v_long 3 5' >/proc/victim
echo 'v_err 5' >/proc/victim
echo 'v_u8 7 2' >/proc/victim
echo 'v_u8 8 3' >/proc/victim
assert_eq "$(grep -c ': a: lat=[0-9]* ret=-3 x=-3 c="sh"' "$D/trace")" 5 \
	"records of a: $(grep ': a: ' "$D/trace" | head -n 1)"
assert_eq "$(stat_of late filtered)" 5
assert_eq "$(stat_of late recorded)" 0
assert_eq "$(stat_of early rejected)" 5
assert_eq "$(stat_of arg recorded)" 2
assert_eq "$(stat_of arg rejected)" 3
for probe in a late early arg; do
	accounts "$probe"
done
unload

# A register that holds nothing of the function's.
case $(uname -m) in
x86_64) reg=%r11 ;;
aarch64) reg=%x9 ;;
esac
load_direct "f:reg !v_int r=$reg:x64 a=\$arg1:s32"
echo 'v_int 3 5' >/proc/victim
assert_eq "$(grep -c ': reg: .* r=0x0 a=3\( \|$\)' "$D/trace")" 5 "$reg"
unload

# Off and on again, without records, by the slower clock.
load_direct 'f:int !v_int;f:x !v_void' clock=mono records=0
echo 'v_int 3 5' >/proc/victim
echo 0 >"$D/enabled"
assert_match "$(cat "$D/stats")" '^int kind=f state=disabled '
echo 'v_int 3 5' >/proc/victim
echo 1 >"$D/enabled"
assert_match "$(cat "$D/stats")" '^int kind=f state=armed '
echo 'v_int 3 5' >/proc/victim
counts_calls=$(stat_of int calls)
assert_eq "$counts_calls" 10
assert_eq "$(stat_of int filtered)" 10
assert_ge "$(stat_of int min)" 1
unload

# By key.
load_direct 'f:fun !v_long n=$arg1:u64 hist:keys=n:vals=hitcount if n != 4;f:lat !v_rec hist:keys=tid'
workload hammer /proc/victim 'v_long 3' 2 53 >/dev/null
workload hammer /proc/victim 'v_rec 7 11' 2 5 >/dev/null
echo 'v_long 4' >/proc/victim
echo 'v_long 5' >/proc/victim
assert_eq "$(grep '^fun ' "$D/hist")" 'fun n=3: 106 calls
fun n=5: 1 calls'
assert_eq "$(grep -c '^lat tid=[0-9]*: 440 calls, min [0-9]*, mean [0-9]*, max [0-9]*$' "$D/hist")" 2 \
	"calls of two threads: $(grep '^lat ' "$D/hist")"
accounts fun
accounts lat
unload
