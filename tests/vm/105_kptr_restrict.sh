#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: symbols resolve when kptr_restrict hides all addresses, and no file shows a kernel address
# requires: tags=once
. /tests/vm/lib.sh

# The compiler may have renamed it.
twin=$(sed -n 's/.* [tT] \(finish_task_switch[.a-z0-9]*\)$/\1/p' \
	/proc/kallsyms | head -n 1)
# Else the cases after a failure here would not see an address either.
trap 'echo 0 >/proc/sys/kernel/kptr_restrict' EXIT
echo 2 >/proc/sys/kernel/kptr_restrict
assert_match "$(grep ' [tT] vfs_read$' /proc/kallsyms)" '^0+ ' kallsyms
victim
mark
load probes="r vfs_read;r:p victim:v_ptr;r v_errptr;r $twin"
echo 'v_ptr 13' >/proc/victim
echo 'v_errptr -2 3' >/proc/victim
assert_eq "$(stat_of p returns)" 13
assert_eq "$(grep -c ': p: lat=[0-9]* ret=(kaddr)' "$D/trace")" 13
assert_eq "$(grep -c ': v_errptr: lat=[0-9]* ret=-2 (ENOENT)' "$D/trace")" 3
for file in "$D"/*; do
	[ -r "$file" ] || continue
	case ${file##*/} in
	trace_pipe) timeout 2 cat "$file" >all 2>/dev/null || : ;;
	clear) continue ;;
	*) cat "$file" >all ;;
	esac
	if grep -i -E '(0x)?f{5,}[0-9a-f]{8,}' all; then
		fail "$file shows an address"
	fi
	# The same as a decimal number, signed or not.
	if grep -E '(-[0-9]{13,}|1844[0-9]{16})' all; then
		fail "$file shows an address"
	fi
done
unload
if since_mark | grep -i -E 'f{5,}[0-9a-f]{8,}'; then
	fail 'the log shows an address'
fi
