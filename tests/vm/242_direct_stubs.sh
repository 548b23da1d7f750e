#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: when all stubs for direct probes are in use others share one; where that is not possible more are refused, patterns leave them out, and bare symbols get return probes
# requires: tags=long path=/sys/kernel/btf/vmlinux time=240
# shellcheck disable=SC2016 # arguments have a '$'
. /tests/vm/lib.sh

# 48 stubs without arguments, 32 with; the latter serve both.
if shares_stubs; then
	load_direct 'f:g/ tcp_*'
	names=$(sed -n 's#^g/\([a-z_0-9]*\) .*#\1#p' "$D/stats" | head -n 81)
	: >"$D/probes"
	for name in $names; do
		echo "f $name" >>"$D/probes"
	done
	echo version_proc_show >>"$D/probes"
	echo 'f:arg seq_lseek n=$arg1:x64' >>"$D/probes"
	assert_eq "$(grep -c ' kind=f state=armed ' "$D/stats")" 83
	assert_match "$(cat "$D/stats")" '^version_proc_show kind=f .* why=safe '
	cat /proc/version >/dev/null
	assert_eq "$(stat_of version_proc_show recorded)" 1
	unload
	exit 0
fi
load_direct 'f:g/ tcp_*'
assert_eq "$(grep -c ' kind=f ' "$D/stats")" 80 'stubs in use'
echo version_proc_show >>"$D/probes"
assert_match "$(cat "$D/stats")" '^version_proc_show kind=r .* why=no-stub '
cat /proc/version >/dev/null
assert_eq "$(stat_of version_proc_show recorded)" 1
: >"$D/probes"
echo 'f:g/ tcp_* p=$arg1:x64' >>"$D/probes"
assert_eq "$(grep -c ' kind=f ' "$D/stats")" 32 'stubs with arguments'
assert_match "$(tail -n 3 "$D/error_log")" \
	': 32 of [0-9]* are probed; all stubs for direct calls are in use, use .r.: '
! echo 'f version_proc_show n=$arg1:x64' 2>/dev/null >>"$D/probes" ||
	fail 'a 33rd with arguments was taken'
assert_match "$(tail -n 3 "$D/error_log")" \
	"column 1: all stubs for direct calls are in use, use 'r'"
echo version_proc_show >>"$D/probes"
assert_match "$(cat "$D/stats")" '^version_proc_show kind=f .* why=safe '
cat /proc/version >/dev/null
assert_eq "$(stat_of version_proc_show recorded)" 1
unload
