#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: direct probes on what kprobes may not be put on, armed under kprobes, traps and CPU hotplug, count and can be unloaded
# requires: path=/sys/kernel/btf/vmlinux path=/sys/kernel/debug/tracing/kprobe_events cpus=2 time=240
. /tests/vm/lib.sh

T=/sys/kernel/tracing
[ -d "$T/events" ] || mount -t tracefs tracefs "$T"
cpu=/sys/devices/system/cpu/cpu1/online

awk '{ print $2 }' /sys/kernel/debug/kprobes/blacklist | sort -u >black
awk '{ print $1 }' "$T/available_filter_functions" | sort -u |
	grep -F -x -f black >both || skip 'none of them calls ftrace'
load_direct 'f version_proc_show' enabled=0
shares_stubs || skip 'a direct call is for one function'
while read -r name; do
	echo "f:n/$name $name" >>"$D/probes" 2>/dev/null || :
done <both
sed -n 's#^n/\([^ ]*\) .*#f:n/\1 \1#p' "$D/stats" >specs
assert_ge "$(wc -l <specs)" 5 'of these that can have f'
: >"$D/probes"
echo 1 >"$D/enabled"
dd if=specs of="$D/probes" bs=1M conv=notrunc 2>/dev/null
assert_eq "$(grep -c ' kind=f state=armed ' "$D/stats")" "$(wc -l <specs)"

victim
printf '%s\n' 'r:a vfs_write' 'p:b vfs_read' 'r:c victim:v_long' \
	>"$T/kprobe_events"
for _ in 1 2 3; do
	echo 1 >"$T/events/kprobes/enable"
	echo 'v_long 5 200' >/proc/victim
	dd if=/dev/zero of=/dev/null bs=1 count=300 2>/dev/null
	sh -c 'kill -TRAP $$' 2>/dev/null || :
	sh -c 'kill -SEGV $$' 2>/dev/null || :
	[ ! -e "$cpu" ] || {
		echo 0 >"$cpu"
		echo 1 >"$cpu"
	}
	cat "$D/inflight" >/dev/null
	echo 0 >"$T/events/kprobes/enable"
done
: >"$T/kprobe_events"
assert_ge "$(awk '/^n\//' "$D/stats" | grep -c -v ' calls=0 ')" 1 'functions that were called'
assert_eq "$(grep '^n/' "$D/stats" | unaccounted)" '' 'what does not add up'
# While all are armed: none of them is what unloading itself is in.
wait_for 3 rmmod kretscope 2>/dev/null || {
	mark
	rmmod kretscope 2>/dev/null || fail "not unloaded: $(since_mark)"
}
