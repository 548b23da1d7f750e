# shellcheck shell=sh disable=SC2016
# SPDX-License-Identifier: GPL-2.0
# In bash, the words of a command line are completed.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

# offer WORD...: what the last one is completed to, sorted, on one line.
offer() {
	ran=$((ran + 1))
	: >"$WORK/err"
	bash -c '
	. "$0"
	[[ -z ${PACKAGE-} ]] || _command_offset() { COMPREPLY=("offset $1"); }
	COMP_WORDS=(kretscope "$@") COMP_CWORD=$#
	_kretscope
	((${#COMPREPLY[@]} == 0)) || printf "%s\n" "${COMPREPLY[@]}"
	' "$TOP/scripts/kretscope.bash" "$@" 2>"$WORK/err" | LC_ALL=C sort |
		xargs >"$WORK/out"
	[ ! -s "$WORK/err" ] || fail "complains"
}

# gives WANT WORD...
gives() {
	want=$1
	shift
	offer "$@"
	[ "$(cat "$WORK/out")" = "$want" ] || fail "$*: not $want"
}

gives '--help -h check hist list record run stat stop top' ''
gives 'hist' hi

gives '-O -d -h -k -m -o -p -t' record -
gives '-- -F -O -h -k -m -o -p -t' run -
gives '--' run --
gives '--raw' stat --
gives '-F -d -h -n' top -
gives 'f p r' run -k ''
gives 'mode=newest mode=oldest' run -O mo
# bash cuts words at "=" and ":".
gives 'newest oldest' run -O mode =
gives 'oldest' record -O mode = ol
gives 'buffer_kb=' run -O b
gives '' run -m ''
gives '' stat -k ''
mkdir "$KRETSCOPE_PROC/12" "$KRETSCOPE_PROC/123" "$KRETSCOPE_PROC/4"
gives '12 123' run -p 1

kallsyms=''
while :; do
	for command in run record check list; do
		gives 'vfs_read vfs_write' "$command" vfs
	done
	gives 'vfs_read vfs_write' run -k p vfs_
	gives 'vfs_read' record -t 5 vfs_write vfs_r
	gives 'finish_task_switch.isra.0' check finish_task_switch.
	gives 'in_both' check in
	gives 'in_both' check victim : in
	gives 'in_both v_int' check victim :
	gives 'victim:v_int' check victim:v
	gives '' check victim : vfs
	gives 'vfs_read' check vmlinux : vfs_r
	gives '' check vmlinux : v_
	gives '' check nosuch : v
	gives '' check '.*'
	gives '' check 'vfs[_'
	gives 'vfs_read,vfs_write' run vfs_read,vfs_w
	gives 'r:rd vfs_read' run "'r:rd vfs_r"
	gives 'p !victim:v_int' run '"p !victim:v'
	gives 'r64:g/x a;r vfs_read' run "'r64:g/x a;r vfs_r"
	gives '' run "'r:rd vfs_read vfs"
	gives '' stat vfs
	[ -z "$kallsyms" ] || break
	kallsyms=1
	rm "$debugfs/tracing/available_filter_functions"
done
gives 'native_write_msr' check nat
gives '' check jiff

# The workload.
cd "$WORK/tmp" || exit
mkdir folder
: >file
gives 'file folder' run vfs_read -- cat f
gives 'folder' run vfs_read -- cat fo
offer run vfs_read -- ca
grep -q '^\(.* \)\?cat ' "$WORK/out" || fail "no command"
PACKAGE=1
export PACKAGE
gives 'offset 4' run vfs_read -- cat f
finish
