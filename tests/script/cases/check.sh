# shellcheck shell=sh disable=SC2016
# SPDX-License-Identifier: GPL-2.0
# check tells why, from names alone: all addresses are hidden here.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

# says STATUS TEXT SPEC
says() {
	ks check "$3"
	rc_is "$1"
	out_is "$3: $2"
	[ ! -s "$WORK/err" ] || fail "more on stderr"
}
can() { says 0 "can be probed$2" "$1"; }
cannot() { says 1 "cannot be probed: $2" "$1"; }

can vfs_read ''
can 'r:x vfs_read' ''
can 'p:x vfs_read+4' ''
can weak_one ''
can victim:v_int ''
can '!vfs_read' ''
can 'p !victim:v_int+4' ''
can victim:in_both ''
can vmlinux:in_both ''
can native_write_msr ', by a breakpoint (notrace: ftrace cannot)'
cannot 'r vfs_read+4' 'a return probe takes no offset'
cannot in_both '2 functions have this name: [vmlinux] [victim]'
cannot twice '2 functions have this name: [vmlinux]'
cannot get_kprobe 'the kernel forbids it (kprobes/blacklist)'
cannot start_kernel 'init code, freed after the start'
cannot jiffies 'data, not a function'
cannot text_by_letter 'data, not a function'
cannot finish_task_switch 'renamed by the compiler, see finish_task_switch.isra.0'
cannot _do_fork 'no such function, or inlined where it is called; near names: my_do_fork_thing'
cannot nowhere 'no such function, or inlined where it is called'
cannot ext4:ext4_read 'no module [ext4] is loaded'
cannot victim:vfs_read 'it is not in [victim], but in [vmlinux]'
cannot /bin/sh:main 'not supported yet'
can 'r:x vfs_read $arg1 if ret < 0' ''

ks check finish_task_switch finish_task_switch.isra.0
rc_is 1
out_has 'see finish_task_switch.isra.0$'
out_has '^finish_task_switch.isra.0: can be probed$'

ks check vfs_read jiffies
rc_is 1
out_has '^vfs_read: can be probed$'
out_has '^jiffies: cannot'

echo 0 >"$debugfs/kprobes/enabled"
echo 0 >"$KRETSCOPE_PROC/sys/kernel/ftrace_enabled"
echo '[none] integrity confidentiality' >"$KRETSCOPE_SYS/kernel/security/lockdown"
ks check vfs_read
err_has 'kprobes/enabled=0'
err_has 'ftrace_enabled=0'
err_lacks lockdown
echo 'none integrity [confidentiality]' >"$KRETSCOPE_SYS/kernel/security/lockdown"
sed -i '/ register_kprobe$/d' "$KRETSCOPE_PROC/kallsyms"
ks check vfs_read
err_has 'lockdown: signed'
err_has CONFIG_KPROBES
loads_are 0
finish
