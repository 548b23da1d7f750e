#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: MOD:SYM takes that module's function; absent modules, shared names, data and init functions are refused with the cause
# requires: tags=once
. /tests/vm/lib.sh

refused 'r victim:v_int' 'spec 1, column 3: no such module is loaded$'
for builtin in /sys/module/[a-z]*; do
	[ -e "$builtin/initstate" ] || break
done
refused "r ${builtin##*/}:v_int" \
	'column 3: no such module is loaded: it is built into the kernel'
refused v_int 'spec 1, column 1: no such symbol'
victim

refused 'r:x victim:v_nothing' 'column 12: the module has no such symbol'
refused 'r victim:v_lonk' 'the module has no such symbol: did you mean v_long'
refused 'r victim:vfs_read' 'column 10: the module has no such symbol'
refused 'r victim:v_init' \
	'column 10: the module has no such symbol: .*init functions are gone'
refused 'r victim:v_data' "column 10: (the module has )?$DATA_REFUSED"
refused v_data "column 1: $DATA_REFUSED"
refused v_twin 'column 1: several functions have this name: 2 in victim'
refused 'r victim:v_twin' 'column 10: several functions .*: 2 in victim'
refused type_show 'column 1: several functions .*: [0-9]+ in the kernel; type_show@N is the Nth$'
count=$(grep -c -E ' [tT] type_show$' /proc/kallsyms)
assert_match "$(since_mark)" ": $count in the kernel;" 'the count'
refused loadavg_proc_show 'column 1: several .*: 2, of which 1 in victim'
assert_match "$(since_mark)" 'vmlinux:loadavg_proc_show is the kernel' hint
refused 'r vmlinux:v_int' 'column 11: no such symbol'
refused 'r kretscope:ks_symbols_resolve' 'column 3: kretscope does not probe'
refused 'ks_symbols_resolve' 'column 1: kretscope does not probe'

load probes='r:k vmlinux:loadavg_proc_show;r:v victim:loadavg_proc_show;v_int'
cat /proc/loadavg >/dev/null
cat /proc/loadavg >/dev/null
echo 'v_clash 7 11' >/proc/victim
echo 'v_int 5 3' >/proc/victim
assert_ge "$(stat_of k returns)" 2 "the kernel's"
assert_eq "$(stat_of v returns)" 11 "the module's"
assert_eq "$(stat_of v_int returns)" 3 'a bare name of a module'
assert_match "$(cat "$D/probes")" '^r:v victim:loadavg_proc_show$'
assert_match "$(cat "$D/probes")" '^r:k vmlinux:loadavg_proc_show$'
accounts k
accounts v
unload
# What a load held of the module is given back.
rmmod victim
