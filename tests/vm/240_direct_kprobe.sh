#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: where a kprobe with a post handler has a function a direct probe is refused, with the cause, and the other way round unless there is another such kprobe; a kprobe that sends calls elsewhere beside a direct probe still does
# shellcheck disable=SC2016 # arguments have a '$'
. /tests/vm/lib.sh

K=/sys/module/victim_kprobe/parameters
added=1000000

# kprobe PARAM...; no_kprobe
kprobe() {
	insmod /lib/victim_kprobe.ko "$@" 2>err
}

no_kprobe() {
	rmmod victim_kprobe
}

# gives ARG RESULT: five calls of v_int.
gives() {
	echo "v_int $1 5" >/proc/victim
	assert_eq "$(sed -n 's/^last=//p' /proc/victim)" "$2" 'result'
}

# seen CALLS RECORDED HITS
seen() {
	assert_eq "$(stat_of i calls)" "$1" 'calls'
	assert_eq "$(stat_of i recorded)" "$2" 'records'
	assert_eq "$(stat_of i rejected)" $(($1 - $2)) 'rejected'
	assert_eq "$(cat "$K/hits")" "$3" 'hits'
	accounts i
}

victim
load_direct 'f:i !v_int'
kprobe symbols=v_int post=0
on_ftrace=
! grep -q ' v_int.*\[FTRACE\]' /sys/kernel/debug/kprobes/list || on_ftrace=1
no_kprobe
[ "$on_ftrace" ] || {
	# A breakpoint in front of the call site is in nobody's way.
	kprobe symbols=v_int
	gives 3 3
	seen 5 5 5
	unload
	load probes='f:i !v_int'
	gives 4 4
	seen 5 5 10
	no_kprobe
	kprobe symbols=v_int detour=1
	gives 5 $((5 + added))
	seen 5 5 5
	unload
	no_kprobe
	exit 0
}
# The direct probe is first.
if kprobe symbols=v_int; then
	# Some kernels say so of a kprobe that they could not arm.
	gives 3 3
	seen 5 5 0
	no_kprobe
else
	assert_match "$(cat err)" 'resource busy'
	gives 3 3
	assert_eq "$(stat_of i calls)" 5
fi
# Newer kernels look only at the first such kprobe of all.
if kprobe symbols=v_long,v_int; then
	gives 4 4
	seen 10 10 5
	no_kprobe
	kprobe symbols=v_long,v_int detour=1
	gives 5 $((5 + added))
	seen 15 10 5
	no_kprobe
else
	assert_match "$(cat err)" 'resource busy'
fi
unload

# The other way round.
kprobe symbols=v_int
mark
! load probes='f:i !v_int' 2>/dev/null || fail 'f beside a post handler'
assert_match "$(since_mark)" \
	"spec 1, column 6: another direct caller, a livepatch or such has the function, use 'r'"
load probes='r:i v_int'
gives 6 6
seen 5 5 5
unload
load probes='!v_int' attach=direct enabled=0
! echo 1 2>/dev/null >"$D/enabled" || fail 'armed beside a post handler'
no_kprobe
echo 1 >"$D/enabled"
gives 7 7
assert_eq "$(stat_of v_int recorded)" 5
unload

# Without a post handler the kernel does not know what it does to the call.
for probe in 'f:i !v_int' 'f:i !v_int a=$arg1:s64'; do
	load probes="$probe"
	kprobe symbols=v_int post=0 detour=1
	gives 8 $((8 + added))
	seen 5 0 5
	# Armed last.
	echo 0 >"$D/enabled"
	gives 9 $((9 + added))
	echo 1 >"$D/enabled"
	gives 10 $((10 + added))
	seen 10 0 15
	no_kprobe
	gives 11 11
	assert_eq "$(stat_of i recorded)" 5
	unload
done

# Of a stub that is shared nothing tells then whose call it was.
if shares_stubs; then
	load probes='f:i !v_int;f !v_void;f !v_err;f !v_long;f !v_bool;f !v_u8;f !v_ptr;f !v_rec;f !v_sleep'
	kprobe symbols=v_int post=0 detour=1
	gives 12 $((12 + added))
	seen 0 0 5
	assert_eq "$(head_of strays)" 5 'strays'
	no_kprobe
	gives 13 13
	assert_eq "$(stat_of i recorded)" 5
	assert_eq "$(head_of strays)" 5 'strays'
	echo 1 >"$D/clear"
	assert_eq "$(head_of strays)" 0 'strays'
	unload
fi

if [ -e /sys/kernel/btf/vmlinux ]; then
	kprobe symbols=version_proc_show
	load probes=version_proc_show
	assert_match "$(cat "$D/stats")" \
		'^version_proc_show kind=r state=armed .* why=busy '
	cat /proc/version >/dev/null
	assert_eq "$(stat_of version_proc_show recorded)" 1
	unload
	no_kprobe
fi
