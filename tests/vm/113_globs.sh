#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # $args is no variable of the shell
# description: a pattern arms every function that matches and can be probed, reports the others in one entry, and is refused when there is none
# requires: time=240
. /tests/vm/lib.sh

P=$D/probes
list=/sys/kernel/debug/kprobes/list

# probed: names of the probed functions, in the order of the file.
probed() {
	sed -n 's/^[pr][0-9]*:[^ ]* \([^ ]*\).*/\1/p' "$P"
}

# functions: those of victim that match the RE, @N behind those that share it.
functions() {
	awk -v re="^$1\$" '$4 == "[victim]" && $2 ~ /[tT]/ && $3 ~ re {
		print $3
	}' /proc/kallsyms | sort | uniq -c | while read -r count name; do
		[ "$count" -gt 1 ] || echo "$name"
		n=1
		while [ "$count" -gt 1 ] && [ "$n" -le "$count" ]; do
			echo "$name@$n"
			n=$((n + 1))
		done
	done
}

# part: the last entry of error_log, if it is one of what was left out.
part() {
	tail -n 3 "$D/error_log" | sed -n 's/.*: some that match are left out: //p'
}

refused 'r victim:v_*' 'spec 1, column 3: no such module is loaded$'
victim
refused 'r victim:nothing*' 'spec 1, column 10: no function matches$'
refused 'vfs_read;r no_?uch_*' 'spec 2, column 3: no function matches$'
refused 'no_?uch_*' 'spec 1, column 1: no function matches$'
refused 'r victim:v_dat[a]' 'spec 1, column 10: no function matches$'
refused 'r kretscope:ks_*' 'spec 1, column 3: kretscope does not probe this'
refused 'ks_spec*,vfs_read' 'spec 1, column 1: no function matches$'
refused '*' 'spec 1, column 1: over 8192 functions match: [0-9]+$'
most=$(since_mark | sed -n 's/.*functions match: //p' | tail -n 1)
assert_le "$most" "$(grep -c ' [tTwW] ' /proc/kallsyms)" 'functions'
refused 'r:g/ [a-z]*;r:x vfs_read' 'spec 1, column 6: over 8192 functions match'

# All functions of the module, no more and no less; and they count.
want=$(functions 'v_.*')
load probes='p:v/ victim:v_*'
assert_eq "$(probed | sed 's/^victim://' | sort)" "$(echo "$want" | sort)" \
	'functions of victim'
assert_eq "$(cat "$D/error_log")" '' 'error_log'
assert_eq "$(grep -c ' victim ' "$list")" "$(echo "$want" | wc -l)" \
	'kprobes in victim'
assert_match "$(cat "$P")" '^p:v/v_int victim:v_int$'
assert_match "$(cat "$P")" '^p:v/v_twin_1 victim:v_twin@1$'
assert_match "$(cat "$P")" '^p:v/v_twin_2 victim:v_twin@2$'
assert_match "$(cat "$D/stats")" '^v/v_sleep kind=p state=armed '
echo 'v_int 5 13' >/proc/victim
echo 'v_twin 5 7' >/proc/victim
echo 'v_rec 3 2' >/proc/victim
assert_eq "$(stat_of v/v_int calls)" 13
assert_eq "$(stat_of v/v_twin_1 calls)" 7
assert_eq "$(stat_of v/v_twin_2 calls)" 7
assert_ge "$(stat_of v/v_rec calls)" 8
assert_eq "$(stat_of v/v_long calls)" 0
# What the file says is what there was.
before=$(cat "$P")
echo "$before" >again
: >"$P"
assert_eq "$(grep -c ' victim ' "$list")" 0
cat again >>"$P"
assert_eq "$(cat "$P")" "$before" 'probes, loaded again'
unload

# The parts that jumps lead to have no return address; '!' forces even that.
want=$(functions 'v_.*' | grep -v -c '[.]cold')
load probes='r4 victim:v_*'
assert_eq "$(probed | grep -c .)" "$want"
cold=$(functions 'v_.*[.]cold.*' | wc -l)
[ "$cold" = 0 ] || assert_match "$(part)" \
	"^[0-9]+ of [0-9]+ are probed; kretscope does not probe this: $cold \(v_"
echo 'v_cold -5' >/proc/victim 2>/dev/null || :
echo 'v_err 11' >/proc/victim
assert_eq "$(stat_of v_err returns)" 11
assert_match "$(cat "$P")" '^r4:v_err victim:v_err$'
accounts v_err
unload
if [ "$cold" != 0 ]; then
	refused 'r victim:v_cold.c*' 'column 10: kretscope does not probe this: a'
	load probes='r !victim:v_cold.c*'
	assert_match "$(cat "$P")" ' !victim:v_cold\.cold'
	unload
fi

# Those that cannot be probed are left out and counted, by cause.
# The handlers of kprobe events are such, and others of that name are not.
glob='*dispatcher*'
want=$(awk '$2 ~ /dispatcher/ { print $2 }' /sys/kernel/debug/kprobes/blacklist |
	sort -u | wc -l)
assert_ge "$want" 1 'functions on the blacklist'
load probes="p $glob;p:other vfs_read" || fail "$glob"
assert_match "$(part)" \
	"^[0-9]+ of [0-9]+ are probed;.* the kernel forbids probes here: [0-9]+ \\("
assert_match "$(cat "$D/error_log")" '^spec 1, column 3: some that match'
assert_eq "$(grep -c '^spec ' "$D/error_log")" 1 'entries in error_log'
some=$(part)
assert_eq "${some%% *}" $(($(probed | wc -l) - 1)) 'what the entry says'
assert_match "$some" "the kernel forbids probes here: $want \\([a-z_]*_dispatcher[,)]"
matched=$(echo "$some" | sed 's/[0-9]* of \([0-9]*\) .*/\1/')
assert_ge "$matched" $((${some%% *} + want)) 'those that match'
unload

# All or nothing, whichever is the bad one; all of a pattern's fail as one.
refused 'r victim:v_*;r nope' 'spec 2, column 3: no such symbol'
refused 'r nope;victim:v_*' 'spec 1, column 3: no such symbol|spec 2'
refused 'r nope;r victim:v_*' 'spec 1, column 3: no such symbol'
refused 'r victim:v_*;p v_int+0x1000' 'spec 2, column 8: offset is outside'
refused 'p get_kprobe*' 'spec 1, column 3: the kernel forbids probes here'
refused 'r victim:v_* a=%nosuch' 'spec 1, column 16: no such register'
refused 'r victim:v_* if lat > 1 &' 'spec 1, column 25: '
load
! echo 'r victim:v_* a=%nosuch' 2>/dev/null >>"$P" || fail 'a bad register'
assert_eq "$(grep -c '^spec ' "$D/error_log")" 1 'entries of one failure'
assert_eq "$(cat "$P")$(grep -v ' kretscope ' "$list")" '' 'what is left'
unload

# Names: given ones go first, wherever they stand; so do those that exist.
load probes='r victim:v_in*;r:v_int vfs_open;p:x/ victim:v_inn*'
assert_eq "$(cat "$P")" 'r:v_inner victim:v_inner
r:v_int vfs_open
p:x/v_inner victim:v_inner'
unload
load probes='r:v_int vfs_open;r:v_err vfs_read'
echo 'r victim:v_[ie]*' >>"$P"
assert_match "$(part)" '; a probe of this name exists: 2 \(v_err, v_int\)$'
assert_match "$(cat "$P")" '^r:v_inner victim:v_inner$'
assert_match "$(cat "$P")" '^r:v_int vfs_open$'
before=$(cat "$P")
! echo 'r victim:v_[ie]*' 2>/dev/null >>"$P" || fail 'the same once more'
assert_match "$(tail -n 3 "$D/error_log")" \
	'^spec 1, column 3: a probe of this name exists$'
echo '-:v_int;r:other/ victim:v_int*' >>"$P"
assert_match "$(cat "$P")" '^r:other/v_int victim:v_int$'
assert_eq "$(grep -c '^r:v_int ' "$P")" 0
unload
assert_eq "$(cat "$list")" '' 'kprobes/list'

# What only some that match have.
if [ -e /sys/kernel/btf/vmlinux ]; then
	load probes='p vmlinux:vfs_[rw]* n=$arg4'
	assert_match "$(part)" 'the function has fewer arguments: [0-9]+ \(vfs_r'
	assert_match "$(cat "$P")" '^p:vfs_read vmlinux:vfs_read n=\$arg4$'
	assert_eq "$(grep -c ':vfs_readlink ' "$P")" 0
	unload
fi

# Many at a time.
begin=$(awk '{ print int($1 * 1000) }' /proc/uptime)
load probes='r8 vmlinux:tty_*' maxactive=8
nr=$(head_of probes)
assert_ge "$nr" 100
assert_eq "$(grep -c ' state=armed ' "$D/stats")" "$((nr + 1))" armed
cat "$P" >again
armed=$(awk '{ print int($1 * 1000) }' /proc/uptime)
unload
echo "$nr of tty_*: load $((armed - begin)) ms, unload" \
	"$(($(awk '{ print int($1 * 1000) }' /proc/uptime) - armed)) ms"
