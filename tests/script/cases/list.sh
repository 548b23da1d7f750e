# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# list shows what can be probed, from what the kernel has to tell it.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

ks list
rc_is 0
out_is 'vfs_read
vfs_write
my_do_fork_thing
finish_task_switch.isra.0
register_kprobe
weak_one
in_both
in_both [victim]
v_int [victim]'
err_has 'names from .*/available_filter_functions'
ks list 'vfs_*'
out_is 'vfs_read
vfs_write'
ks list 'v?int'
out_is 'v_int [victim]'
ks list 'finish_task_switch.*'
out_is finish_task_switch.isra.0

rm "$debugfs/tracing/available_filter_functions"
ks list '*e*'
rc_is 0
err_has 'names from .*/kallsyms'
out_has '^native_write_msr$'
! grep -q -e jiffies -e get_kprobe -e twice "$WORK/out" ||
	fail "data, a forbidden one, or one of two"
finish
