#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a slow reader gets "# LOST n" where the loss is, with the exact count, and per reader recorded = delivered + lost + unread
# requires: tags=once
. /tests/vm/lib.sh

slots=64		# of 4 KiB

# call FROM TO: v_int with each number from FROM to TO, on CPU 1.
call() {
	workload pin 1 sh -c "i=$1
		while [ \$i -le $2 ]; do
			echo \"v_int \$i\" >/proc/victim
			i=\$((i + 1))
		done"
}

# adds_up COMM: the reader's counts and the records of all probes.
adds_up() {
	adds_line=$(grep "^# reader .*comm=$1 .*file=trace_pipe" "$D/stats")
	echo "$adds_line"
	adds_sum=0
	for adds_key in delivered lost unread; do
		adds_sum=$((adds_sum + \
			$(printf '%s\n' "$adds_line" | key_of "$adds_key")))
	done
	assert_eq "$adds_sum" "$(stat_of v_int recorded)" \
		"delivered + lost + unread of $1"
}

victim
load probes=v_int buffer_kb=4
# This shell is the reader: its own calls are not recorded, its children's are.
exec 3<"$D/trace_pipe"
read -r line <&3
assert_match "$line" '^# kretscope 1 '
call 1 40
adds_up sh
assert_eq "$(reader_of sh unread)" 40
# Two records, and with them a batch, are read before the others are written.
dd bs=288 count=1 <&3 2>/dev/null >stream
assert_eq "$(reader_of sh lost)" 0
call 41 151
adds_up sh
call 152 251
adds_up sh
lost=$((251 - 40 - slots))
dd bs=64k count=1 <&3 2>/dev/null >>stream
adds_up sh
assert_eq "$(reader_of sh lost)" "$lost"
assert_eq "$(reader_of sh delivered)" $((40 + slots))
assert_eq "$(reader_of sh unread)" 0
call 252 254
dd bs=64k count=1 <&3 2>/dev/null >>stream
adds_up sh
assert_eq "$(grep -c '^# LOST ' stream)" 1 'marks of loss'
assert_match "$(cat stream)" "^# LOST $lost records on CPU 1\$"
# From one record to the next the number grows by one and what was lost.
awk '/^# LOST / { gap = $3; next }
	{ sub(/.* ret=/, ""); if ($0 != last + gap + 1) exit 1
	last = $0; gap = 0 }
	END { if (last != 254) exit 1 }' stream ||
	fail "the mark is not where the loss is: $(cat stream)"

# A reader that comes late has lost what is overwritten.
exec 4<"$D/trace_pipe"
dd bs=64k count=1 <&4 2>/dev/null >late
assert_match "$(sed -n 2p late)" "^# LOST $((254 - slots)) records on CPU 1\$"
assert_eq "$(grep -c ': v_int: ' late)" "$slots"
exec 4<&- 3<&-

# Readers that read while the ring is overwritten under them.
stream_to fast
fast=$!
(exec 5<"$D/trace_pipe"
	while dd bs=300 count=1 2>/dev/null <&5; do
		:
	done) >slow &
slow=$!
wait_for 10 test -s slow || fail 'no slow reader'
workload hammer /proc/victim 'v_int 7 53' 2 997 >/dev/null
recorded=$(stat_of v_int recorded)
assert_eq "$recorded" $((254 + 2 * 53 * 997))

drained() {
	[ "$(grep '^# reader ' "$D/stats" | grep -c ' unread=0$')" = 2 ]
}
wait_for 20 drained || fail "not drained: $(grep reader "$D/stats")"
usleep 500000
for name in fast:cat slow:sh; do
	comm=${name#*:}
	name=${name%:*}
	adds_up "$comm"
	assert_eq "$(grep -c ': v_int: ' "$name")" \
		"$(reader_of "$comm" delivered)" "records that $name has"
	assert_eq "$(awk '/^# LOST / { sum += $3 } END { print sum + 0 }' \
		"$name")" "$(reader_of "$comm" lost)" "losses that $name has"
	bad=$(sed 1d "$name" | grep -v -E \
		-e ': v_int: lat=[0-9]+ ret=[0-9]+( pid=[0-9]+)?$' \
		-e '^# LOST [0-9]+ records on CPU [01]$' || :)
	assert_eq "$bad" "" "torn lines of $name"
done
assert_ge "$(reader_of sh lost)" 1 'losses of a slow reader'
accounts v_int
kill "$fast" "$slow"
wait "$fast" "$slow" || :
# For the dd that is left waiting.
workload hammer /proc/victim 'v_int 7' 1 1 >/dev/null
no_reader() {
	! grep -q '^# reader ' "$D/stats"
}
wait_for 5 no_reader || fail 'readers are left'
unload
