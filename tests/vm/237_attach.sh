#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a bare symbol gets a direct probe where that is known to be safe, else a return probe, and stats says why; attach= overrides that
# shellcheck disable=SC2016 # arguments have a '$'
. /tests/vm/lib.sh

# chosen PROBE KIND WHY
chosen() {
	assert_eq "$(stat_of "$1" kind) $(stat_of "$1" why)" "$2 $3" \
		"kind and reason of $1"
}

# counts PROBE: it sees the one call.
counts() {
	before=$(stat_of "$1" calls)
	cat /proc/version >/dev/null
	assert_eq "$(stat_of "$1" calls)" $((before + 1)) "calls of $1"
	assert_eq "$(stat_of "$1" recorded)" "$(stat_of "$1" calls)" 'records'
}

victim
load probes='v_int;r:asked version_proc_show'
assert_eq "$(cat "$D/attach")" auto
chosen asked r asked
if [ "$(stat_of v_int why)" = no-direct-calls ]; then
	chosen v_int r no-direct-calls
	unload
	load probes=version_proc_show
	chosen version_proc_show r no-direct-calls
	counts version_proc_show
	unload
	refused version_proc_show 'this kernel has no direct calls' \
		attach=direct
	exit 0
fi
# The victim comes without types.
chosen v_int r no-prototype
assert_match "$(cat "$D/probes")" '^r:v_int v_int$'
unload
load probes='!v_int,victim:v_long' 2>/dev/null || load probes='!v_int'
chosen v_int r no-prototype
unload
load probes='!v_int' attach=direct
chosen v_int f asked
unload
refused v_int 'nothing tells how its arguments travel' attach=direct

[ -e /sys/kernel/btf/vmlinux ] || exit 0
load probes=version_proc_show,seq_printf,do_mmap,snprintf
chosen version_proc_show f safe
chosen seq_printf r unsure-arguments
assert_match "$(stat_of do_mmap kind) $(stat_of do_mmap why)" \
	'^r (stack|unsure)-arguments$'
chosen snprintf r no-call-site
assert_match "$(cat "$D/probes")" '^f:version_proc_show version_proc_show$'
counts version_proc_show
# One that is held already, be it by ourselves.
echo '-:version_proc_show;f:first version_proc_show' >>"$D/probes"
echo version_proc_show >>"$D/probes"
chosen first f asked
chosen version_proc_show r busy
counts version_proc_show
counts first
unload

load probes=version_proc_show attach=kretprobe
assert_eq "$(cat "$D/attach")" kretprobe
chosen version_proc_show r asked
counts version_proc_show
unload
refused seq_printf 'its arguments may travel on the stack' attach=direct

# Those of a long list, and of a pattern, share a stub if that is possible.
few=vfs_read,vfs_write,vfs_open,vfs_statfs,vfs_fsync,vfs_rename,vfs_mkdir
load probes=$few,version_proc_show
chosen version_proc_show f safe
unload
load probes=$few,vfs_rmdir,version_proc_show
if shares_stubs; then
	assert_ge "$(grep -c ' kind=f .* why=safe ' "$D/stats")" 7 'of a long list'
	chosen version_proc_show f safe
	counts version_proc_show
else
	chosen version_proc_show r many
	assert_eq "$(grep -c ' kind=r .* why=many ' "$D/stats")" 9 'of a long list'
fi
unload
load probes='tcp_*'
if shares_stubs; then
	assert_ge "$(grep -c ' kind=f .* why=safe ' "$D/stats")" 200 'safe ones'
	assert_eq "$(grep -c ' kind=r ' "$D/stats")" "$(grep -c -E \
		' why=(no-call-site|no-prototype|unsure-arguments|stack-arguments|denied) ' \
		"$D/stats")" 'kretprobes of a pattern'
else
	assert_eq "$(grep -c ' why=pattern ' "$D/stats")" \
		"$(grep -c ' kind=r ' "$D/stats")" 'kretprobes of a pattern'
	assert_eq "$(grep -c ' kind=f ' "$D/stats" || :)" 0 \
		'direct probes of a pattern'
fi
unload
