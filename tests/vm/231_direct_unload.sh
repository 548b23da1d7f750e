#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: while calls are inside direct probes, be these there or removed, rmmod is refused and says which, and works when the last has left
# requires: tags=checked
# shellcheck disable=SC2016 # workloads have '$'
. /tests/vm/lib.sh

# refuses TEXT: rmmod says busy, and the log says TEXT.
refuses() {
	mark
	! rmmod kretscope 2>rmmod.err || fail 'rmmod worked'
	assert_match "$(cat rmmod.err)" 'temporarily unavailable'
	assert_match "$(since_mark)" \
		"^kretscope: not unloaded, calls are inside: $1\$"
	assert_eq "$(cat /sys/module/kretscope/refcnt)" 0
	assert_eq "$(cat /sys/module/kretscope/initstate)" live
}

victim
load_direct 'f:s !v_sleep;r:r v_sleep;f:i !v_int'
nap 7
wait_for 10 inside s 7 || fail "inside: $(cat "$D/inflight")"
inside r 7 || fail "inside r: $(cat "$D/inflight")"
assert_eq "$(stat_of s inflight)" 7
echo 'v_int 3 5' >/proc/victim
refuses 's=7'
# It goes on as before.
echo 'v_int 3 5' >/proc/victim
assert_eq "$(stat_of i calls)" 10

# Disarmed, calls are still inside; they return, and are recorded.
echo 0 >"$D/enabled"
echo 'v_int 3 5' >/proc/victim
assert_eq "$(stat_of i calls)" 10
refuses 's=7'
echo 1 >"$D/enabled"
wake
assert_eq "$(stat_of s recorded)" 7
assert_eq "$(stat_of s inflight)" 0
assert_eq "$(stat_of r recorded)" 7

# Removed: calls are inside of what nobody sees any more.
nap 5
wait_for 10 inside s 5 || fail "inside: $(cat "$D/inflight")"
echo '-:s' >>"$D/probes"
assert_eq "$(grep -c '^s ' "$D/stats" || :)" 0
refuses '[(]removed[)]=5'
# Its stub is not taken by another meanwhile.
echo 'f:s !v_sleep' >>"$D/probes"
assert_eq "$(stat_of s inflight)" 0
workload hammer /proc/victim 'v_sleep 1' 1 3 >/dev/null
assert_eq "$(stat_of s recorded)" 3
refuses '[(]removed[)]=5'
wake
assert_eq "$(stat_of s calls)" 3
assert_match "$(sed -n 's/^# removed //p' "$D/stats")" \
	' calls=12 entries=12 returns=7 inflight=5 '
accounts s
unload

# A run that ends before its calls do says so, and leaves the module without
# probes. The next run takes it over; later it can be unloaded.
cat >sleepers <<'EOS'
workload hammer /proc/victim 'v_sleep 60000' 3 1 >/dev/null &
echo $! >nap
until [ "$(grep -c ^s "$1")" = 3 ]; do usleep 50000; done
EOS
kretscope run -t 1 'f:s !v_sleep' -- sh sleepers "$D/inflight" 2>err
assert_match "$(cat err)" '^s +3 '
assert_match "$(cat err)" "^kretscope: calls are inside: s=3; 'kretscope stop'"
assert_match "$(sed -n 1p "$D/stats")" ' state=disabled probes=0 '
kretscope run -O mode=oldest -O buffer_kb=64 'f:i !v_int;f:s !v_sleep' -- sh -c '
	echo "v_int 3 5" >/proc/victim
	cat "$0/mode" "$0/buffer_kb" "$0/min_ns" >said' "$D" 2>err
assert_eq "$(cat said)" "oldest
64
0"
assert_match "$(cat err)" '^i +5 '
assert_match "$(cat err)" '^s +0 '
assert_match "$(cat err)" '^kretscope: calls are inside: [(]removed[)]=3;'
status=0
kretscope run -O clock=boot 'f:i !v_int' -- true 2>err || status=$?
assert_eq "$status" 4 'status of a run by another clock'
assert_match "$(cat err)" 'cannot take clock=boot'
nap=$(cat nap)
kill "$nap"
wait_for 10 kretscope stop 2>/dev/null
[ ! -e "$D" ] || fail "$D is left after stop"

# Tasks that are killed inside of it are no hindrance.
load probes='f:x !v_exit;f:s !v_sleep'
echo 'v_exit 3' >/proc/victim
assert_eq "$(stat_of x abandoned)" 3
unload
[ ! -e "$D" ] || fail "$D is left"
