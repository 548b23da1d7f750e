#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: direct probes that come in numbers share a stub, and each counts its function's calls, with arguments and without, whatever comes, goes and is held by others
# shellcheck disable=SC2016 # arguments have a '$'
. /tests/vm/lib.sh

many='f:void !v_void;f:int !v_int;f:err !v_err;f:long !v_long;f:bool !v_bool'
many="$many;f:u8 !v_u8;f:ptr !v_ptr;f:rec !v_rec;f:sleep !v_sleep;f:exit !v_exit"

# calls N: of each function that is called here by turns.
calls() {
	for calls_fn in void int long bool u8; do
		assert_eq "$(stat_of "$calls_fn" calls)" "$1" "$calls_fn"
		assert_eq "$(stat_of "$calls_fn" recorded)" "$1" "$calls_fn"
		accounts "$calls_fn"
	done
}

# call_all N: each of them
call_all() {
	for call_fn in void int long bool u8; do
		echo "v_$call_fn 1 $1" >/proc/victim
	done
}

victim
load_direct "$many"
shares_stubs || skip 'no direct call for many functions'
call_all 3
echo 'v_int 7 2' >/proc/victim
echo 'v_int 1 1' >/proc/victim
assert_eq "$(stat_of int calls)" 6
assert_eq "$(grep -c ': int: lat=[0-9]* ret=7\( \|$\)' "$D/trace")" 2
assert_eq "$(grep -c ': long: lat=[0-9]* ret=' "$D/trace")" 3
assert_eq "$(stat_of err calls)" 0
echo 1 >"$D/clear"
workload hammer /proc/victim 'v_rec 12 10' 3 11 >/dev/null
assert_eq "$(stat_of rec calls)" 4290
accounts rec

# All off, and on.
echo 0 >"$D/enabled"
call_all 3
calls 0
echo 1 >"$D/enabled"
call_all 2
calls 2

# One less: its calls pass, the others go on.
echo '-:int' >>"$D/probes"
call_all 1
assert_eq "$(stat_of long calls)" 3
! grep -q '^int ' "$D/stats" || fail 'it is still there'
# Again, with an argument, and replaced.
echo 'f:int !v_int a=$arg1:s32' >>"$D/probes"
echo 'v_int 11 4' >/proc/victim
assert_eq "$(stat_of int calls)" 4
assert_eq "$(grep -c ': int: .* a=11\( \|$\)' "$D/trace")" 4
echo '-:int;f:other !v_int' >>"$D/probes"
echo 'v_int 11 4' >/proc/victim
assert_eq "$(stat_of other calls)" 4
# One more than one of a function.
! echo 'f:third !v_int' 2>/dev/null >>"$D/probes" || fail 'a third was taken'
assert_match "$(tail -n 3 "$D/error_log")" \
	'spec 1, column 10: another direct caller, a livepatch or such has'
echo 'v_int 11 4' >/proc/victim
assert_eq "$(stat_of other calls)" 8
echo 0 >"$D/enabled"
echo 1 >"$D/enabled"
echo 'v_int 11 4' >/proc/victim
assert_eq "$(stat_of other calls)" 12

# Calls inside: of one that is there, of one that is removed, of one that ends.
nap 3
wait_for 10 inside sleep 3 || fail "inside: $(cat "$D/inflight")"
! rmmod kretscope 2>/dev/null || fail 'rmmod worked'
echo '-:sleep' >>"$D/probes"
mark
! rmmod kretscope 2>/dev/null || fail 'rmmod worked'
assert_match "$(since_mark)" 'calls are inside: [(]removed[)]=3$'
echo 'f:sleep !v_sleep' >>"$D/probes"
workload hammer /proc/victim 'v_sleep 1' 2 3 >/dev/null
assert_eq "$(stat_of sleep recorded)" 6
wake
assert_eq "$(stat_of sleep calls)" 6
echo 'v_exit 3' >/proc/victim
assert_eq "$(stat_of exit abandoned)" 3
accounts exit
unload

# One twice in a list.
refused "$many;f:twice !v_int" \
	'spec 11, column 10: another direct caller, a livepatch or such has'

# Some with arguments, some without, and what each of them is.
load probes="$many;f:abi !v_abi3 a=\$arg1:s64 b=\$arg2:s32 hist:keys=a;f:in !v_inner a=\$arg1:s64;f:out !v_outer if ret > 5"
for n in 1 2 3 4 5 6; do
	echo "v_outer $n 2" >/proc/victim
done
assert_eq "$(stat_of in recorded)" 12
assert_eq "$(stat_of out recorded)" 6
assert_eq "$(stat_of out filtered)" 6
assert_eq "$(grep -c ': in: lat=[0-9]* ret=[0-9]* a=4\( \|$\)' "$D/trace")" 2
# Their module goes, and comes again to where it was, and to elsewhere.
rmmod victim
assert_eq "$(grep -c ' state=gone ' "$D/stats")" 13
victim
call_all 5
assert_eq "$(stat_of int calls)" 0
echo 'f:int1 !v_int' >>"$D/probes"
call_all 5
assert_eq "$(stat_of int1 calls)" 5
rmmod victim
insmod /lib/victim_kprobe.ko symbols=version_proc_show post=0
victim
call_all 5
assert_eq "$(stat_of int calls)" 0
echo "$many" | sed 's/f:/f:new_/g' >>"$D/probes"
call_all 5
assert_eq "$(stat_of new_int calls)" 5
echo 0 >"$D/enabled"
echo 1 >"$D/enabled"
call_all 5
assert_eq "$(stat_of new_int calls)" 10
unload
rmmod victim_kprobe

[ -e /sys/kernel/btf/vmlinux ] || exit 0
# One of a pattern's is held: the others do not mind.
load probes='f:held vfs_read'
echo 'vfs_*' >>"$D/probes"
assert_eq "$(stat_of vfs_read why)" busy
assert_eq "$(grep -c ' why=busy ' "$D/stats")" 1
assert_ge "$(grep -c '^vfs_.* kind=f state=armed .* why=safe ' "$D/stats")" 40
held=$(stat_of held calls) own=$(stat_of vfs_read calls)
opened=$(stat_of vfs_open calls)
dd if=/dev/zero of=/dev/null bs=1 count=7 2>/dev/null
assert_ge "$(stat_of held calls)" $((held + 7))
assert_ge "$(stat_of vfs_read calls)" $((own + 7))
assert_ge "$(stat_of vfs_open calls)" $((opened + 1))
: >"$D/probes"
wait_for 10 rmmod kretscope 2>/dev/null || fail 'it cannot be unloaded'

# A list of more than eight bare symbols, too.
few=vfs_write,vfs_open,vfs_statfs,vfs_fsync,vfs_rename,vfs_mkdir,vfs_rmdir
load probes=$few,vfs_symlink,vfs_unlink,version_proc_show
assert_ge "$(grep -c ' kind=f .* why=safe ' "$D/stats")" 9
cat /proc/version >/dev/null
assert_eq "$(stat_of version_proc_show recorded)" 1
unload
