#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: under lockdown=confidentiality what was loaded before stays readable, data files and controls' values, and no module loads
# requires: mem=640
. /tests/vm/lib.sh

S=/sys/kernel/security
[ -e "$S/lockdown" ] || mount -t securityfs securityfs "$S" ||
	skip 'no securityfs'
[ -e "$S/lockdown" ] || skip 'no lockdown in this kernel'

victim
load probes=v_int
workload hammer /proc/victim 'v_int 5' 1 101 >/dev/null
echo confidentiality >"$S/lockdown"
assert_match "$(cat "$S/lockdown")" '\[confidentiality\]'
workload hammer /proc/victim 'v_int 5' 1 103 >/dev/null
assert_eq "$(grep -c ': v_int: ' "$D/trace")" 204
assert_eq "$(stat_of v_int returns)" 204
accounts v_int
workload nonblock "$D/trace_pipe" >said
assert_match "$(cat said)" '^end=EAGAIN$'
assert_eq "$(sed -n 's/^bytes=//p' said)" "$(wc -c <"$D/trace")"
for file in trace probes stats hist inflight error_log README clock \
	maxactive; do
	cat "$D/$file" >copy || fail "$file cannot be read"
	[ -s copy ] || [ "$file" = error_log ] || fail "$file is empty"
done

# The file can be read, what is in it is not trusted.
status=0
rmmod victim || status=$?
assert_eq "$status" 0 'rmmod of the probed module'
mark
if insmod /lib/victim.ko 2>err; then
	fail 'an unsigned module was loaded'
fi
assert_match "$(cat err)" 'Operation not permitted|not permitted'
assert_match "$(since_mark)" 'Lockdown: insmod: unsigned module loading'
unload
