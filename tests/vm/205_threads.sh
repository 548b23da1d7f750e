#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: threads of one process that are in a function at the same time have a record each: own tid, common pid, own duration
. /tests/vm/lib.sh

load probes='r64:nap do_nanosleep'
workload threads 8 200 10 >ids
tgid=$(sed -n 's/^tgid=//p' ids)
sed -n 's/^tids=//p' ids | tr ',' '\n' | sort -n >want
assert_eq "$(wc -l <want)" 8 'threads'
awk -v pid="pid=$tgid" '$4 == "nap:" && $7 == pid {
	sub(/.*-/, "", $1)
	print $1
}' "$D/trace" | sort -n >got
assert_eq "$(cat got)" "$(cat want)" 'tids of records'
awk -v pid="pid=$tgid" '$7 == pid { print substr($5, 5) }' "$D/trace" >lat
assert_ge "$(sort -n lat | head -n 1)" 200000000 'shortest of the threads'
# The first thread's own naps between the starts: tid is pid, so no pid=.
assert_eq "$(grep -c "workload-$tgid .*: nap: lat=[0-9]* ret=0\$" "$D/trace")" \
	7 'records of the first thread'
assert_eq "$(stat_of nap missed_maxactive)" 0
accounts nap
unload
