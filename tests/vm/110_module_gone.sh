#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a probed module can be unloaded: its probe is gone in stats, its records stay, other probes go on
# requires: tags=checked
. /tests/vm/lib.sh

victim
load probes='r:v victim:v_int;r:o vfs_open;p:h victim:v_err'
echo 'v_int 5 7' >/proc/victim
echo 'v_err 3' >/proc/victim
rmmod victim
assert_eq "$(stat_of v state)" gone
assert_eq "$(stat_of h state)" gone
assert_eq "$(stat_of o state)" armed
assert_eq "$(stat_of v returns)" 7
assert_eq "$(stat_of h calls)" 3
assert_eq "$(grep -c ': v: lat=[0-9]* ret=5' "$D/trace")" 7 records
accounts v
accounts h
opens=$(stat_of o returns)
: <"$D/README"
assert_lt "$opens" "$(stat_of o returns)" 'opens counted afterwards'

# The module coming back is not the function that was armed.
victim
echo 'v_int 5 7' >/proc/victim
assert_eq "$(stat_of v state)" gone
assert_eq "$(stat_of v returns)" 7
echo 0 >"$D/enabled"
echo 1 >"$D/enabled"
assert_eq "$(stat_of v state)" gone 'after disarming and arming'
assert_eq "$(stat_of o state)" armed
unload

# And once more while its function is being called: rmmod waits for that.
load probes='r:v victim:v_int'
echo 'v_int 5 200000' >/proc/victim &
writer=$!
while [ "$(stat_of v returns)" = 0 ]; do
	usleep 10000
done
rmmod victim
wait "$writer"
assert_eq "$(stat_of v state)" gone
assert_eq "$(stat_of v returns)" 200000
unload

# ftrace has forgotten them: whatever comes to lie there is not traced.
victim
mkdir /tmp/tracing
mount -t tracefs tracefs /tmp/tracing
traced=$(cat /tmp/tracing/enabled_functions)
umount /tmp/tracing
assert_eq "$traced" '' 'functions of a module that came again'
