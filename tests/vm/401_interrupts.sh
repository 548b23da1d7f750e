#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: calls in softirq, hardirq and NMI are counted and recorded, each exactly, also while they interrupt other probed calls
# requires: time=180
. /tests/vm/lib.sh

victim
load probes='v_irq;v_softirq;v_nmi;p:hit v_irq'
workload hammer /proc/victim 'v_irq 3 211' 2 1 >/dev/null
workload hammer /proc/victim 'v_softirq 4 211' 2 1 >/dev/null
echo 'v_nmi 5 211' >/proc/victim
nmi=211
# EOPNOTSUPP: no NMI that a module can send itself.
! grep -q '^last=-95$' /proc/victim || nmi=0
assert_eq "$(stat_of v_irq returns)" 422
assert_eq "$(stat_of v_softirq returns)" 422
assert_eq "$(stat_of v_nmi returns)" "$nmi"
assert_eq "$(stat_of hit calls)" 422
for probe in v_irq v_softirq v_nmi hit; do
	accounts "$probe"
done
assert_eq "$(grep -c ': v_irq: lat=[0-9]* ret=3\( \|$\)' "$D/trace")" 422
assert_eq "$(grep -c ': v_softirq: lat=[0-9]* ret=4\( \|$\)' "$D/trace")" 422
assert_eq "$(grep -c ': v_nmi: lat=[0-9]* ret=5\( \|$\)' "$D/trace")" "$nmi"
unload

# Interrupts of the timer and others come wherever they come, also between
# reserve and commit of a record.
load probes='v_empty;p:tick hrtimer_interrupt;r:irq v_irq;r:soft v_softirq' \
	buffer_kb=8192
stream_to stream
cat=$!
workload hammer /proc/victim 'v_empty 1009' 2 31 >/dev/null &
a=$!
workload hammer /proc/victim 'v_irq 3 101' 1 53 >/dev/null &
b=$!
workload hammer /proc/victim 'v_softirq 4 101' 1 53 >/dev/null &
c=$!
wait "$a" "$b" "$c"
echo 0 >"$D/enabled"
sum=0
for probe in v_empty tick irq soft; do
	accounts "$probe"
	sum=$((sum + $(stat_of "$probe" recorded)))
done
assert_eq "$(stat_of v_empty returns)" $((1009 * 2 * 31))
assert_eq "$(stat_of v_empty missed_maxactive)" 0
assert_eq "$(stat_of irq calls)" $((101 * 53))
assert_eq "$(stat_of soft calls)" $((101 * 53))
assert_ge "$(stat_of tick recorded)" 1 'ticks'
done_reading() {
	[ "$(reader_of cat unread)" = 0 ]
}
wait_for 30 done_reading
usleep 500000
assert_eq "$(($(reader_of cat delivered) + $(reader_of cat lost)))" "$sum"
assert_eq "$(grep -c ': ' stream)" "$(reader_of cat delivered)" \
	'records in the stream'
bad=$(sed 1d stream | grep -v -E \
	-e '\[00[01]\] +[0-9]+\.[0-9]{9}: tick: *(pid=[0-9]+)?$' \
	-e '\[00[01]\] +[0-9]+\.[0-9]{9}: v_empty: lat=[0-9]+ ret=-?[0-9]+( |$)' \
	-e '\[00[01]\] +[0-9]+\.[0-9]{9}: v_empty: lat=[0-9]+ ret=\(kaddr\)( |$)' \
	-e '\[00[01]\] +[0-9]+\.[0-9]{9}: irq: lat=[0-9]+ ret=3( |$)' \
	-e '\[00[01]\] +[0-9]+\.[0-9]{9}: soft: lat=[0-9]+ ret=4( |$)' \
	-e '^# LOST [0-9]+ records on CPU [01]$' | head -n 5 || :)
assert_eq "$bad" "" 'torn lines'
kill "$cat"
wait "$cat" || :
unload
