#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a list of probes as long as a parameter may be loads and unloads in a bounded time, and so do a thousand direct ones by one write
. /tests/vm/lib.sh

now() {
	awk '{ print int($1 * 1000) }' /proc/uptime
}

# Functions that only one symbol has the name of; init text lies elsewhere.
list=$(awk '$3 == "_stext" { from = $1 } $3 == "_etext" { to = $1 }
	$2 == "T" && $3 ~ /^vfs_/ { addr[$3] = $1 "" }
	{ seen[$3]++ }
	END {
		for (sym in addr)
			if (seen[sym] == 1 && addr[sym] >= from "" &&
			    addr[sym] < to "")
				print sym
	}' /proc/kallsyms | sort | awk '
	length(all) + length($1) < 1000 { all = all sep $1; sep = "," }
	END { print all }')
count=$(echo "$list" | tr ',' '\n' | grep -c .)
assert_ge "$count" 30 'functions found'
begin=$(now)
load probes="$list"
armed=$(now)
assert_eq "$(head_of probes)" "$count"
assert_eq "$(grep -c ' state=armed ' "$D/stats")" "$((count + 1))" armed
dd if=/dev/zero of=/dev/null bs=1 count=7 2>/dev/null
assert_ge "$(stat_of vfs_read returns)" 7
end=$(now)
unload
echo "$count probes: load $((armed - begin)) ms, unload $(($(now) - end)) ms"
assert_le $((armed - begin)) 10000 'ms to load'
assert_le $(($(now) - end)) 10000 'ms to unload'

shares_stubs && [ -e /sys/kernel/btf/vmlinux ] || exit 0
load probes='f:g/ [st]*' enabled=0 || exit 0
sed -n 's#^g/\([^ ]*\) .*#\1#p' "$D/stats" | head -n 1000 >names
unload
load probes=
begin=$(now)
dd if=names of="$D/probes" bs=1M conv=notrunc 2>/dev/null
armed=$(now)
assert_eq "$(grep -c ' kind=f state=armed ' "$D/stats")" 1000 armed
end=$(now)
: >"$D/probes"
echo "1000 probes: add $((armed - begin)) ms, remove $(($(now) - end)) ms"
assert_le $((armed - begin)) 10000 'ms to add'
assert_le $(($(now) - end)) 10000 'ms to remove'
wait_for 10 rmmod kretscope 2>/dev/null || fail 'it cannot be unloaded'
