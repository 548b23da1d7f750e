# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# debugfs is mounted if it is not, and left as it was.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

mounts=$KRETSCOPE_PROC/mounts
ks run vfs_read -- cat "$mounts"
rc_is 0
[ "$(wc -l <"$mounts")" -eq 1 ] || fail "unmounted what was mounted"

: >"$mounts"
ks run vfs_read -- cat "$mounts"
rc_is 0
out_has "^debugfs .*/sys/kernel/debug debugfs"
[ ! -s "$mounts" ] || fail "left mounted"
left_clean

FAKE_MOUNT=no
export FAKE_MOUNT
printf 'nodev\tproc\n' >"$KRETSCOPE_PROC/filesystems"
ks run vfs_read -- echo not-reached
rc_is 4
err_has 'cannot mount debugfs'
err_has 'no debugfs (CONFIG_DEBUG_FS)'
[ ! -s "$WORK/out" ] || fail "the workload ran"
loads_are 2
left_clean
finish
