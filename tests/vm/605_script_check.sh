#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: what check says of a function agrees with a load of it, all addresses being hidden
# requires: time=180 tags=long tags=once
. /tests/vm/lib.sh

restrict=$(cat /proc/sys/kernel/kptr_restrict)
echo 2 >/proc/sys/kernel/kptr_restrict
victim
names='vfs_read do_exit kfree __schedule finish_task_switch _do_fork
finish_task_switch.isra.0 get_kprobe do_int3 exc_page_fault start_kernel jiffies
nowhere_at_all victim:v_int nomodule:v_int victim:vfs_read __x64_sys_read'
# shellcheck disable=SC2086 # a list of names
kretscope check $names >said || :
for name in $names; do
	line=$(grep "^$name: " said) || fail "nothing said of $name"
	loads=no
	if load probes="r:x $name" 2>/dev/null; then
		unload
		loads=yes
	fi
	case $line in
	*': can be probed'*) says=yes ;;
	*': cannot be probed: '?*) says=no ;;
	*) fail "neither yes nor no: $line" ;;
	esac
	assert_eq "$says" "$loads" "check of $name ($line)"
done
! grep -q ' finish_task_switch\.isra\.0$' /proc/kallsyms ||
	assert_match "$(cat said)" \
		'^finish_task_switch: .* renamed .*finish_task_switch\.isra\.0'
assert_match "$(cat said)" '^__schedule: .* by a breakpoint'
assert_match "$(cat said)" '^start_kernel: .* init code'
assert_match "$(cat said)" '^jiffies: .* (no such function|data)'
assert_match "$(cat said)" '^get_kprobe: .* forbids'
assert_match "$(cat said)" '^_do_fork: .* no such function'

echo 0 >/sys/kernel/debug/kprobes/enabled
kretscope check vfs_read >said 2>err
echo 1 >/sys/kernel/debug/kprobes/enabled
assert_match "$(cat err)" 'kprobes/enabled=0'
# Newer kernels refuse this.
if echo 0 2>/dev/null >/proc/sys/kernel/ftrace_enabled; then
	kretscope check vfs_read >said 2>err
	echo 1 >/proc/sys/kernel/ftrace_enabled
	assert_match "$(cat err)" 'ftrace_enabled=0'
fi
kretscope check vfs_read >said 2>err
assert_eq "$(cat err)" '' 'on a sound kernel'
echo "$restrict" >/proc/sys/kernel/kptr_restrict
