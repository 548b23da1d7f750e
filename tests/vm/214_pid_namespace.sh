#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: tid and pid of a record are those of the initial pid namespace, whatever the task takes itself for
# requires: cmd=unshare
. /tests/vm/lib.sh

# /proc was mounted outside, so it shows the number outside.
cat >inner.sh <<'INNER'
echo $$ >inner
read -r outer rest </proc/self/stat
echo "$outer" >outer
echo 'v_int 3 5' >/proc/victim
workload threads 2 300 0 >ids.inside
INNER
victim
load probes='r:int victim:v_int;r64:nap do_nanosleep'
unshare -p -f sh inner.sh &
unshared=$!
wait_nap() {
	cat "$D/inflight" >inflight
	grep -q '^nap .* comm=workload$' inflight
}
wait_for 10 wait_nap || fail 'no thread asleep'
wait "$unshared"
assert_eq "$(cat inner)" 1 'pid inside'
outer=$(cat outer)
assert_lt 1 "$outer" 'pid outside'
assert_eq "$(grep -c "^ *sh-$outer .*: int: lat=[0-9]* ret=3\$" "$D/trace")" 5 \
	'records with the pid outside'
assert_eq "$(stat_of int recorded)" 5

# Threads: their process is a later one than the shell, outside as well.
awk '$4 == "nap:" && $7 ~ /^pid=/ && $1 ~ /^workload-/ {
	print substr($1, 10), substr($7, 5)
}' "$D/trace" >ids
assert_eq "$(wc -l <ids)" 2 'records of threads'
while read -r tid pid; do
	assert_lt "$outer" "$pid" 'pid of the threads'
	assert_lt "$pid" "$tid" 'tid of a thread'
done <ids
assert_eq "$(sed -n 's/^tgid=//p' ids.inside)" 2 'pid of the threads inside'
tid=$(sed -n 's/^nap .* tid=\([0-9]*\) comm=workload$/\1/p' inflight |
	head -n 1)
assert_lt "$outer" "$tid" 'tid in inflight'
accounts nap
unload
