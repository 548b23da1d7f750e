#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a record of an exec carries the name at its return, the new program's or, if it failed, the old one's; a fork returns once
. /tests/vm/lib.sh

victim
load probes='r:exec bprm_execve;r:fork kernel_clone'
/bin/true
# Newer kernels look for the file itself before they call bprm_execve.
printf '#!/no/such/file\n' >script
chmod 755 script
sh -c 'echo $$ >pid; exec ./script' 2>err || :
assert_match "$(cat err)" 'not found' 'exec of a missing interpreter'
assert_eq "$(grep -c -E '^ +true-[0-9]+ .*: exec: lat=[0-9]+ ret=0$' \
	"$D/trace")" 1 'records of /bin/true'
assert_eq "$(grep -c "^ *sh-$(cat pid) .*: exec: lat=[0-9]* ret=-2 (ENOENT)\$" \
	"$D/trace")" 1 'records of the failed exec'
assert_eq "$(stat_of exec inflight)" 0
accounts exec

# The result is the child's pid, for whoever has forked; the child begins
# elsewhere and has no return of its own.
cat >forks.sh <<'FORKS'
for i in 1 2 3 4 5 6 7; do
	{ :; } &
	echo $!
done
echo $$ >self
wait
FORKS
sh forks.sh >children
self=$(cat self)
assert_eq "$(wc -l <children)" 7
assert_eq "$(sed -n "s/^ *sh-$self .*: fork: lat=[0-9]* ret=//p" "$D/trace")" \
	"$(cat children)" 'results of fork'
while read -r child; do
	assert_eq "$(grep -c -E "^ *[a-z]+-$child .*: fork: " "$D/trace" ||
		:)" 0 'forks of a child'
done <children
assert_eq "$(stat_of fork missed_maxactive)" 0
assert_eq "$(stat_of fork abandoned)" 0
accounts fork
unload
