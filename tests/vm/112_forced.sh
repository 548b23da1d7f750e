#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: what the module refuses, and the kernel does not, is armed when a '!' stands before it, and works; what the kernel refuses stays refused
. /tests/vm/lib.sh

clock=ktime_get_mono_fast_ns
why="kretscope does not probe this: .*; '!' before the target forces it"
refused "$clock" "^kretscope: spec 1, column 1: $why"
refused "r:x vmlinux:$clock" "^kretscope: spec 1, column 13: $why"
refused "vfs_read;p:x   $clock" "^kretscope: spec 2, column 7: $why"

# One is forced, not all behind it.
refused "r:x !$clock;p:y $clock" "^kretscope: spec 2, column 5: $why"

# The kernel's word stands, and so does what is no danger but a mistake.
refused 'r !get_kprobe' 'spec 1, column 4: the kernel forbids probes here'
refused 'r:x !start_kernel' 'spec 1, column 6: init code'
refused '!no_such_symbol' 'spec 1, column 2: no such symbol'
refused 'r !kretscope:ks_spec_parse' 'column 4: kretscope does not probe'
refused 'r:x ! vfs_read' 'spec 1, column 6: no symbol given'
refused 'r vmlinux:!vfs_read' 'spec 1, column 11: character'

# What has no need of it takes it as well.
load probes="r:x !$clock;p:y !vmlinux:$clock;!vfs_read;vfs_write" clock=mono \
	attach=kretprobe
assert_eq "$(cat "$D/probes")" "r:x !$clock
p:y !vmlinux:$clock
r:vfs_read !vfs_read
r:vfs_write vfs_write" 'file probes'
dd if=/dev/zero of=/dev/null bs=1 count=17 2>/dev/null
for probe in x y vfs_read vfs_write; do
	assert_match "$(cat "$D/stats")" "^$probe kind=. state=armed "
done
assert_ge "$(stat_of vfs_read returns)" 17
assert_ge "$(stat_of vfs_write returns)" 17
echo 0 >"$D/enabled"
for probe in x y vfs_read vfs_write; do
	accounts "$probe"
done
again=$(tr '\n' ';' <"$D/probes")
unload
load probes="$again"
assert_eq "$(tr '\n' ';' <"$D/probes")" "$again" 'probes, loaded again'
unload

# What some kernels call at the end of each traced call is refused there, and
# no danger elsewhere.
mark
if load probes='r kprobe_busy_begin;r kprobe_busy_end;r vfs_write'; then
	assert_eq "$(stat_of kprobe_busy_begin state)" armed
else
	assert_match "$(since_mark)" \
		'^kretscope: spec 1, column 3: (kretscope does|the kernel forb)'
	load probes='p kprobe_busy_begin;r kprobe_busy_end;r vfs_write'
fi
echo x >written
assert_ge "$(stat_of vfs_write returns)" 1
unload
