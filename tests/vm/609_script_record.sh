#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: record shows one event a second within 1.5 s, ends with its reader, and tells a disk that is full
# requires: tags=once
. /tests/vm/lib.sh

victim
now() { cut -d ' ' -f 1 /proc/uptime; }

kretscope record -d 8 'r:i victim:v_int' | while read -r line; do
	echo "$(now) $line"
done >seen &
wait_for 20 grep -q ' comm=cat ' "$D/stats" 2>/dev/null || fail "no reader"
for arg in 1 2 3 4; do
	echo "$(now) $arg" >>sent
	echo "v_int $arg" >/proc/victim
	sleep 1
done
wait "$!"
for arg in 1 2 3 4; do
	at=$(awk -v a="$arg" '$2 == a { print $1 }' sent)
	seen=$(awk -v a="ret=$arg" 'index($0 " ", " " a " ") { print $1 }' seen)
	[ -n "$seen" ] || fail "event $arg never seen"
	awk -v a="$at" -v b="$seen" 'BEGIN { exit !(b - a < 1.5) }' ||
		fail "event $arg sent at $at, seen at $seen"
done

# Its reader goes away; the next record tells it so.
kretscope record -d 20 'r:i victim:v_int' 2>err | head -n 1 >first &
wait_for 20 grep -q ' comm=cat ' "$D/stats" 2>/dev/null || fail "no reader"
for arg in 1 2 3; do
	echo "v_int $arg" >/proc/victim
	sleep 1
done
wait_for 10 test ! -e "$D" || fail "the module is left"
assert_eq "$(cat first)" "$(head -n 1 first | grep '^# kretscope 1 ')" header
assert_eq "$(cat err)" '' 'stderr with a closed pipe'

status=0
kretscope record -d 20 -o /dev/full vfs_read 2>err || status=$?
assert_eq "$status" 4 'status with a full disk'
assert_match "$(cat err)" '^INCOMPLETE: the reader ended early'
[ ! -e "$D" ] || fail "the module is left"
