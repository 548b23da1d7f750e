#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: where a BPF program has a function's entry a direct probe is refused, with the cause, a return probe goes beside it; and the other way round
# requires: path=/sys/kernel/btf/vmlinux
. /tests/vm/lib.sh

target=loadavg_proc_show

# called N: of the probe, whose function is called once more.
called() {
	cat /proc/loadavg >/dev/null
	assert_eq "$(stat_of l calls)" "$1" 'calls'
	assert_eq "$(stat_of l recorded)" "$1" 'records'
}

load_direct "f:l $target"
called 1
assert_match "$(fentry "$target" </dev/null)" '^errno=[0-9]+$' 'BPF beside f'
called 2
# That it is about this function only.
assert_eq "$(fentry uptime_proc_show </dev/null)" attached 'BPF elsewhere'
echo 0 >"$D/enabled"
assert_eq "$(fentry "$target" </dev/null)" attached 'BPF while disarmed'
unload

mkfifo hold
fentry "$target" <hold >said &
program=$!
exec 9>hold
wait_for 10 grep -q attached said || fail "BPF: $(cat said)"
refused "f:l $target" \
	"spec 1, column 5: another direct caller, a livepatch or such has the function, use 'r'"
load probes="r:l $target"
called 1
called 2
unload
# A bare symbol does without, and can still when it is armed again.
load probes="$target"
assert_match "$(cat "$D/stats")" "^$target kind=r state=armed .* why=busy "
unload
load probes="f:l $target" enabled=0
! echo 1 2>/dev/null >"$D/enabled" || fail 'armed beside BPF'
exec 9>&-
wait "$program"
# The kernel lets go of it a little later.
wait_for 20 sh -c "echo 1 2>/dev/null >$D/enabled" || fail 'BPF is not gone'
called 1
unload

# One whose kind was the module's choice changes it to be armed.
load probes="$target" enabled=0
assert_match "$(cat "$D/stats")" "^$target kind=f state=disabled .* why=safe "
rm hold
mkfifo hold
fentry "$target" <hold >said &
exec 9>hold
wait_for 10 grep -q attached said || fail "BPF: $(cat said)"
echo 1 >"$D/enabled"
assert_match "$(cat "$D/stats")" "^$target kind=r state=armed .* why=busy "
cat /proc/loadavg >/dev/null
assert_eq "$(stat_of "$target" recorded)" 1 'records'
exec 9>&-
unload
