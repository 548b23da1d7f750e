#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: SYM@N is the Nth of the functions that share a name, those of the kernel first, each by address; the name alone is refused with that hint
# requires: tags=once
. /tests/vm/lib.sh

list=/sys/kernel/debug/kprobes/list
victim

# Two functions of the kernel, and no second name for either of them.
name=$(awk '$3 == "_stext" { from = $1 "" } $3 == "_etext" { to = $1 "" }
	{ at[$1]++ }
	$2 ~ /[tT]/ && $4 == "" && $3 ~ /^[a-z][a-z_]*$/ {
		seen[$3]++
		addr[$3, seen[$3]] = $1 ""
	}
	$4 != "" { no[$3] }
	END {
		for (sym in seen) {
			a = addr[sym, 1]
			b = addr[sym, 2]
			if (seen[sym] == 2 && !(sym in no) && at[a] == 1 &&
			    at[b] == 1 && a >= from && a < to && b >= from &&
			    b < to && sym ~ /_show$|_open$|_release$/)
				print sym
		}
	}' /proc/kallsyms | sort | head -n 1)
[ -n "$name" ] || fail 'no name that two functions share'
awk -v s="$name" '$3 == s { print $1 }' /proc/kallsyms | sort >starts

refused "$name" "spec 1, column 1: several .*: 2 in the kernel; $name@N is the Nth"
refused "r:x vmlinux:$name" "column 13: several .*; $name@N is the Nth"
refused "$name@3" "spec 1, column $((${#name} + 2)): fewer functions .*: 2\$"
refused "vfs_read;p vmlinux:$name@65535" \
	"spec 2, column $((${#name} + 12)): fewer functions .*: 2\$"
refused "r $name@0" "column $((${#name} + 4)): a number from 1 to 65535"
refused 'vfs_read@2' 'spec 1, column 10: fewer functions .*: 1$'
refused 'r no_such_symbol@1' 'spec 1, column 3: no such symbol'
refused 'r victim:v_int@2' 'spec 1, column 16: fewer functions .*: 1$'
refused "p $name@2+0x100000" \
	"column $((${#name} + 5)): offset is outside the function"

# at: where the only kprobe is, but for the module's own.
at() {
	grep -v ' kretscope ' "$list" | awk '{ print $1 }'
}

for n in 1 2; do
	load probes="p $name@$n"
	assert_match "$(cat "$D/probes")" "^p:${name}_$n $name@$n\$"
	# Behind an endbr64, perhaps.
	where=$(at)
	start=$(sed -n "${n}p" starts)
	assert_eq "$(echo "$where" | wc -w)" 1 'kprobes'
	echo "$start $where" | awk '{
		a = substr($1, 13)
		b = substr($2, 13)
		exit !(substr($1, 1, 12) == substr($2, 1, 12) &&
			(a == b || hex(b) == hex(a) + 4))
	}
	function hex(s, i, v) {
		for (i = 1; i <= length(s); i++)
			v = v * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
		return v
	}' || fail "$name@$n: is at $where, want $start"
	unload
done
# Each goes on counting as itself.
load probes="r:a $name@1;$name@2;vfs_read@1"
assert_eq "$(cat "$D/probes")" "r:a $name@1
r:${name}_2 $name@2
r:vfs_read_1 vfs_read@1"
unload

# The module's own: both twins are called, one after the other.
load probes='p victim:v_twin@1;p:two v_twin@2;loadavg_proc_show@2'
assert_eq "$(awk '{ print $3 }' "$list" | sort -u | grep -c v_twin)" 1
echo 'v_twin 5 3' >/proc/victim
assert_eq "$(stat_of v_twin_1 calls)" 3
assert_eq "$(stat_of two calls)" 3
# The kernel's is the first, whatever the addresses are.
cat /proc/loadavg >/dev/null
assert_eq "$(stat_of loadavg_proc_show_2 returns)" 0
echo 'v_clash 7 11' >/proc/victim
assert_eq "$(stat_of loadavg_proc_show_2 returns)" 11
again=$(tr '\n' ';' <"$D/probes")
unload
load probes="$again"
assert_eq "$(tr '\n' ';' <"$D/probes")" "$again" 'probes, loaded again'
cat /proc/loadavg >/dev/null
echo 'v_clash 7 2' >/proc/victim
assert_eq "$(stat_of loadavg_proc_show_2 returns)" 2
unload
load probes='vmlinux:loadavg_proc_show@1' 2>/dev/null && fail 'a bare MOD:'
load probes='r vmlinux:loadavg_proc_show@1;p victim:loadavg_proc_show@1+0' \
	2>/dev/null && fail 'the same name twice'
load probes='r vmlinux:loadavg_proc_show@1;p:v victim:loadavg_proc_show@1+0'
echo 'v_clash 7 5' >/proc/victim
assert_eq "$(stat_of v calls)" 5
assert_eq "$(stat_of loadavg_proc_show_1 calls)" 0
unload

# With an offset that one of the two takes.
offset_inside 'victim:v_twin@2'
load probes="p victim:v_twin@2+$offset"
assert_match "$(cat "$D/probes")" \
	"^p:v_twin_2_0x$(printf %x "$offset") victim:v_twin@2\+0x"
echo 'v_twin 5 7' >/proc/victim
assert_eq "$(stat_of "v_twin_2_0x$(printf %x "$offset")" calls)" 7
unload
