#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # $argN is no variable of the shell
# description: the script takes every spec: arguments, filters with text in quotes, lists of any length, as a whole or not at all
# requires: time=240
. /tests/vm/lib.sh

# count PROBE KEY: of the last run's stats.
count() {
	awk -v p="$1" '$1 == p' out/stats | key_of "$2"
}

victim
cp /bin/workload 'a b'
kretscope run -o out 'r:n v_int n=$arg1:s64 if n > 3 && lat > 1ns' \
	'r:sh v_int if comm == "sh";p:not v_int if comm != "sh"' \
	"r:blank v_int if comm == 'a b' || comm == ';'" -- sh -c '
	echo "v_int 5 101" >/proc/victim
	"./a b" hammer /proc/victim "v_int 3" 1 103' >said 2>err
for counts in n:101 sh:101 not:103 blank:103; do
	assert_eq "$(count "${counts%:*}" recorded)" "${counts#*:}" "$counts"
done
assert_eq "$(grep -c ' n: .* ret=5.* n=5$' out/trace)" 101 'values'
assert_match "$(cat out/probes)" "^r:blank v_int if comm == 'a b' \\|\\| comm == ';'$"
nothing_left 'run'

# Longer than the parameter, and than what any shell writes at once.
list=''
for n in $(seq 1 71); do
	list="$list;r:x$n v_int$(printf '%950s' '')n=\$arg1:s64 if n == $n"
done
assert_ge "${#list}" 65537 'length'
kretscope run -o out "$list" -- sh -c 'echo "v_int 7 13" >/proc/victim' 2>err
assert_eq "$(grep -c '^r:x.* if n == ' out/probes)" 71 probes
assert_eq "$(count x7 recorded) $(count x71 rejected)" '13 13'
status=0
kretscope run "$list" 'r:y v_int n=%nosuch' -- echo not-reached >said 2>err ||
	status=$?
assert_eq "$status" 3 'status of a refused list'
assert_eq "$(cat said)" '' 'output of the workload'
assert_match "$(cat err)" '^  kretscope: spec 72, column 13: '
assert_match "$(cat err)" '^  kretscope:   r:y v_int n=%nosuch$'
assert_match "$(cat err)" '^  kretscope:               \^$' 'caret'
nothing_left 'a refused list'

# A loaded module is somebody's: used as it is, and asked nothing.
load probes='r:i v_int n=$arg1:s64 if n > 1'
kretscope run 'r:i v_int n=$arg1:s64 if n > 1' -- \
	sh -c 'echo "v_int 2 13" >/proc/victim' 2>err
assert_match "$(cat err)" '^i +13 '
for other in 'r:i v_int' 'r:i v_int n=$arg1:s64 if n > 2'; do
	status=0
	kretscope run "$other" -- true 2>err || status=$?
	assert_eq "$status" 4 "status of $other"
done
