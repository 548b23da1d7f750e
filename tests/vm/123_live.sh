#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # $argN is no variable of the shell
# description: probes come and go while others run: each write as a whole or not at all, their records stay readable, and the counts go on
# requires: time=240 tags=once
. /tests/vm/lib.sh

P=$D/probes

# names: those of the probes, on a line.
names() {
	sed -n 's/^[pr][0-9]*:\([^ ]*\) .*/\1/p' "$P" | tr '\n' ' '
}

# write TEXT: status of one write().
change() {
	printf '%b' "$1" >>"$P" 2>/dev/null
}

victim
load
assert_eq "$(names)" ''
change 'r:a v_int\np:b v_long n=$arg1:s64 if n > 2\n' || fail 'two probes'
assert_eq "$(names)" 'a b '
assert_match "$(cat "$P")" '^p:b v_long n=\$arg1:s64 if n > 2$'
echo 'v_int 5 3' >/proc/victim
echo 'v_long 7 2' >/proc/victim
assert_eq "$(stat_of a calls)" 3
assert_eq "$(stat_of b recorded)" 2

# Add, remove and replace in one write; what stays keeps its counts.
change '-:b;r:c v_err;p:b v_int x=$arg1:x64' || fail 'replace'
assert_eq "$(names)" 'a c b '
echo 'v_int 6 2' >/proc/victim
assert_eq "$(stat_of a calls)" 5
assert_eq "$(stat_of b calls)" 2
# Records of the one that went are shown as it was, and those of its namesake.
assert_eq "$(grep -c ' b: n=7$' "$D/trace")" 2
assert_eq "$(grep -c ' b: x=0x6$' "$D/trace")" 2

# All or nothing: the bad one is the last.
before=$(cat "$P")
for bad in 'r:d v_u8;r:a v_bool' 'r:d v_u8;-:nosuch' '-:a;r:d v_u8;r:e nosuch' \
	'-:a;r:d v_u8 q=%nosuch' '-:c;-:c' 'r:d v_u8 if lat' '-:a b' \
	'r:d v_u8;r:d v_long'; do
	if change "$bad"; then
		fail "taken: $bad"
	fi
	assert_eq "$(cat "$P")" "$before" "after $bad"
done
assert_match "$(cat "$D/error_log")" '^spec 2, column 3: a probe of this name exists$'
assert_match "$(cat "$D/error_log")" '^spec 2, column 3: no probe has this name$'
echo 'v_int 5' >/proc/victim
assert_eq "$(stat_of a calls)" 6

# Disabled: a new one is not armed until all are.
echo 0 >"$D/enabled"
change 'r:late v_u8' || fail 'while disabled'
echo 'v_u8 1' >/proc/victim
assert_eq "$(stat_of late calls)" 0
echo 1 >"$D/enabled"
echo 'v_u8 1' >/proc/victim
assert_eq "$(stat_of late calls)" 1

# Truncating removes all, appending none.
: >>"$P"
assert_eq "$(names)" 'a c b late '
echo 'r:only v_long' >"$P"
assert_eq "$(names)" 'only '
: >"$P"
assert_eq "$(cat "$P")" ''
assert_eq "$(grep -c 'v_' /sys/kernel/debug/kprobes/list)" 0
assert_match "$(cat "$D/trace")" ' a: lat='
echo 1 >"$D/clear"
assert_eq "$(grep -c ' lat=' "$D/trace")" 0

# Removed while calls are inside: they return, and nothing else happens.
change 'r:sleep v_sleep' || fail 'sleep'
workload hammer /proc/victim 'v_sleep 4000' 5 1 >/dev/null &
hammer=$!
inside() {
	[ "$(stat_of sleep inflight)" = 5 ]
}
wait_for 10 inside || fail 'nobody is inside'
change '-:sleep' || fail 'removing with calls inside'
wait "$hammer"
# removed: the sums of those that are gone, until a clear.
removed() {
	sed -n 's/^# removed/removed kind=r/p' "$D/stats"
}
assert_match "$(removed)" \
	'^removed kind=r probes=1 calls=5 entries=5 returns=0 inflight=5 '
echo 1 >"$D/clear"
assert_eq "$(removed)" ''
unload

# Two writers at once, under load, with a reader.
load probes='r:base v_int' buffer_kb=64
stream_to stream
cat=$!
workload hammer /proc/victim 'v_int 5' 2 1000000000 >/dev/null &
hammer=$!
# These are inside when their probe goes, and return while it does.
workload hammer /proc/victim 'v_sleep 5' 6 1000000000 >/dev/null &
sleepers=$!
# rounds NAME FUNCTION
rounds() {
	round=0
	while [ "$round" -lt 4 ]; do
		change "r:$1 $2 n=\$arg1:s64" || fail "add $1"
		change "-:$1" || fail "remove $1"
		round=$((round + 1))
	done
}
rounds x v_int &
x=$!
rounds y v_sleep
wait "$x"
kill "$hammer" "$sleepers"
wait "$hammer" "$sleepers" || :
assert_eq "$(names)" 'base '
accounts base
assert_match "$(removed)" '^removed kind=r probes=8 '
assert_eq "$(removed | unaccounted)" ''
# Whoever was removed, no record is without its call.
read_up() {
	grep -q '^# reader .* unread=0$' "$D/stats"
}
wait_for 30 read_up || fail 'the reader does not get to the end'
recorded=$(($(stat_of base recorded) + $(removed | key_of recorded)))
reader=$(grep '^# reader ' "$D/stats")
assert_eq $(($(echo "$reader" | key_of delivered) +
	$(echo "$reader" | key_of lost))) "$recorded" 'what the reader got'
kill "$cat"
wait "$cat" || :
assert_eq "$(grep -v -E -e '^# ' -e ' (base|x|y): lat=[0-9]+ ret=[0-9]+ pid=[0-9]+( n=5)?$' stream | head -n 3)" '' 'lines of the stream'
unload
