# shellcheck shell=sh disable=SC2016
# SPDX-License-Identifier: GPL-2.0
# check tells why, from names alone (all addresses are hidden here), and of
# what no name tells, what the module says.
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
can weak_one ''
can victim:v_int ''
can '!vfs_read' ''
can victim:in_both ''
can vmlinux:in_both ''
can native_write_msr ', by a breakpoint (notrace: ftrace cannot)'
cannot 'r vfs_read+4' 'a return probe takes no offset'
cannot in_both '2 functions have this name: [vmlinux] [victim]'
can in_both@2 ''
cannot in_both@3 'functions of this name: only 2'
cannot victim:in_both@2 'functions of this name: only 1'
cannot nowhere@1 'no such function, or inlined where it is called'
says 0 'a pattern, see kretscope list' 'r:g/ victim:v_*'
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
loads_are 0

# One load, with nothing armed, answers for all that are more than a name.
ks check vfs_read 'r:x vfs_read $arg1 if comm == "a;b";p victim:v_int+4' \
	'r:nope vfs_read' jiffies 'p weak_one'
rc_is 1
out_is 'vfs_read: can be probed
r:x vfs_read $arg1 if comm == "a;b": can be probed
p victim:v_int+4: can be probed
r:nope vfs_read: cannot be probed: spec column 3: no such symbol
  r:nope vfs_read
    ^
jiffies: cannot be probed: data, not a function
p weak_one: can be probed'
[ ! -s "$WORK/err" ] || fail "more on stderr"
loads_are 1
[ "$(cat "$FAKE/kernel-args")" = 'enabled=0 probes="" ' ] ||
	fail "the kernel got: $(cat "$FAKE/kernel-args")"
left_clean

# unasked WHY [SPEC]: the module cannot be asked, and that is said.
unasked() {
	ks check "${2-r:nope vfs_read}"
	rc_is 0
	out_is "${2-r:nope vfs_read}: can be probed; the rest was not checked: $1"
	[ ! -s "$WORK/err" ] || fail "more on stderr"
	[ -z "$(ls "$TMPDIR")" ] || fail "left in TMPDIR"
}

PATH=$script_path fake-module start
unasked 'the module is loaded already'
is_loaded || fail "it was unloaded"
loads_are 1
PATH=$script_path fake-module stop
FAKE_UID=1000
export FAKE_UID
unasked 'needs root'
unset FAKE_UID
KRETSCOPE_MODULE=$WORK/none.ko
unasked 'no kretscope.ko'
KRETSCOPE_MODULE=$WORK/kretscope.ko
loads_are 1
FAKE_LOAD=format
export FAKE_LOAD
unasked 'insmod: ERROR: could not insert module: Invalid module format'
unset FAKE_LOAD
FAKE_DD=locked
export FAKE_DD
unasked "dd: failed to open '$debugfs/kretscope/probes': Operation not permitted"
unset FAKE_DD
left_clean
can 'p victim:in_both@1+4' ''

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
finish
