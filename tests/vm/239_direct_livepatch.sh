#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a livepatch and a direct probe refuse each other on one function, whichever comes first, and a livepatch takes effect while tasks sleep inside direct probes of others; beside a return probe it works as ever
# requires: tags=long path=/sys/kernel/livepatch path=/lib/victim_patch.ko
# shellcheck disable=SC2016 # arguments have a '$'
. /tests/vm/lib.sh

P=/sys/kernel/livepatch/victim_patch
added=1000000
read -r slow </tests/slow

settled() {
	[ "$(cat "$P/transition")" = 0 ]
}

# patch FUNCTION: it takes effect everywhere.
patch() {
	insmod /lib/victim_patch.ko func="$1"
	wait_for $((30 * slow)) settled || fail "$1: transition goes on"
}

patch_refused() {
	! insmod /lib/victim_patch.ko func="$1" 2>/dev/null ||
		fail "a patch of $1 was taken"
	[ ! -e "$P" ] || fail "$P after a refusal"
}

unpatched() {
	[ ! -e "$P" ]
}

unpatch() {
	echo 0 >"$P/enabled"
	wait_for $((30 * slow)) unpatched || fail 'patch is not disabled'
	rmmod victim_patch
}

# gives COMMAND RESULT
gives() {
	echo "$1" >/proc/victim
	assert_eq "$(sed -n 's/^last=//p' /proc/victim)" "$2" "result of $1"
}

# seen PROBE N RET: calls so far, and what the last returned.
seen() {
	assert_eq "$(stat_of "$1" calls)" "$2" "calls of $1"
	assert_eq "$(stat_of "$1" recorded)" "$2" "records of $1"
	assert_match "$(grep ": $1: " "$D/trace" | tail -n 1)" \
		": $1: lat=[0-9]+ ret=$3( |\$)" "record of $1"
}

victim
load_direct 'f:i !v_int'

# The direct probe is there first.
gives 'v_int 3 5' 3
seen i 5 3
patch_refused v_int
gives 'v_int 4 5' 4
seen i 10 4
# Not armed, it is in nobody's way; then the livepatch is first.
echo 0 >"$D/enabled"
patch v_int
gives 'v_int 5 7' $((5 + added))
mark
! echo 1 2>/dev/null >"$D/enabled" || fail 'armed beside a livepatch'
assert_match "$(since_mark)" '^kretscope: i: cannot be armed: error -16$'
gives 'v_int 6 7' $((6 + added))
unload
refused 'f:i !v_int' \
	"spec 1, column 6: another direct caller, a livepatch or such has the function, use 'r'"
gives 'v_int 7 7' $((7 + added))
# What the function gives now, r sees, and f where the call goes.
load probes='r:r v_int;f:n !victim_patch:patched_int'
gives 'v_int 8 7' $((8 + added))
seen r 7 $((8 + added))
seen n 7 $((8 + added))
unpatch
assert_match "$(cat "$D/stats")" '^n kind=f state=gone '
gives 'v_int 9 7' 9
seen r 14 9
echo '-:r;f:i !v_int' >>"$D/probes"
gives 'v_int 10 7' 10
seen i 7 10
unload

# A return probe that is first.
load probes='r:r v_int'
patch v_int
gives 'v_int 3 5' $((3 + added))
seen r 5 $((3 + added))
unload
gives 'v_int 4 5' $((4 + added))
unpatch
gives 'v_int 5 5' 5

# A bare symbol, where the kernel's own types tell that it may have an f.
if [ -e /sys/kernel/btf/vmlinux ]; then
	patch version_proc_show
	load probes=version_proc_show
	assert_match "$(cat "$D/stats")" \
		'^version_proc_show kind=r state=armed .* why=busy '
	assert_eq "$(cat /proc/version)" patched
	assert_eq "$(stat_of version_proc_show calls)" 1
	unpatch
	unload
	load probes=version_proc_show
	assert_match "$(cat "$D/stats")" \
		'^version_proc_show kind=f state=armed .* why=safe '
	patch_refused version_proc_show
	assert_match "$(cat /proc/version)" '^Linux version '
	assert_eq "$(stat_of version_proc_show calls)" 1
	unload
fi

# Tasks sleep inside of stubs of either kind: their stacks can be relied on, so
# they get the patch asleep. (A task that does not get it is woken by the
# kernel, after a while.)
load probes='f:w !victim_write;f:s !v_sleep ms=$arg1:s32'
nap 3
wait_for 10 inside s 3 || fail "inside s: $(cat "$D/inflight")"
inside w 3 || fail "inside w: $(cat "$D/inflight")"
patch v_int
inside s 3 || fail "inside s, patched: $(cat "$D/inflight")"
gives 'v_int 3 5' $((3 + added))
unpatch
inside s 3 || fail "inside s, unpatched: $(cat "$D/inflight")"
patch_refused victim_write

# Inside of what gets patched: until they leave.
echo '-:w' >>"$D/probes"
insmod /lib/victim_patch.ko func=victim_write
sleep 3
inside s 3 || fail "inside s, in transition: $(cat "$D/inflight")"
! settled || fail 'is patched under who is inside'
wake
wait_for $((30 * slow)) settled || fail 'victim_write: transition goes on'
assert_eq "$(stat_of s calls)" 3
! echo 'v_int 3' 2>/dev/null >/proc/victim || fail 'victim_write is not patched'
unpatch
gives 'v_int 4' 4
unload
