#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # $argN is no variable of the shell
# description: the script takes every spec: arguments, filters with text in quotes, lists of any length, as a whole or not at all; -p leaves out other processes; check asks the module
# requires: time=240 tags=once
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

# Two processes, of two threads each, that call the same function.
# hammers NAME TIMES: one that waits for the file go.
hammers() {
	sh -c 'echo "$$" >"$0.pid"
	until [ -e go ]; do usleep 10000; done
	exec workload hammer /proc/victim "v_int 5" 2 "$1"' "$1" "$2" >/dev/null
	: >"$1.done"
}
hammers a 101 &
hammers b 103 &
wait_for 10 test -s a.pid -a -s b.pid || fail 'no hammers'
kretscope run -p "$(cat a.pid)" -o out 'r:i v_int' 'p:h v_int if comm ~ "w*"' \
	'r:none v_int if ret == 4 || ret == 3' -- sh -c ': >go
	until [ -e a.done ] && [ -e b.done ]; do usleep 10000; done' 2>err
assert_match "$(cat err)" "process $(cat a.pid)\$"
assert_match "$(cat err)" '^i +202 '
assert_eq "$(count i recorded) $(count i rejected)" '202 206' i
assert_eq "$(count h recorded) $(count h rejected)" '202 206' h
assert_eq "$(count none recorded) $(count none filtered)" '0 202' none
assert_eq "$(grep -c " pid=$(cat a.pid)\\>\|workload-$(cat a.pid) " out/trace)" \
	404 'records of the process'
assert_eq "$(grep -c ': [ih]: ' out/trace)" 404 records

# What check says of a whole spec, with nothing armed.
kretscope check 'r:x v_int n=%nosuch' 'r:x v_int n=$arg1:s64 if n ==' \
	'r:x v_int n=$arg1:s64 if n > 2 && comm == "a;b"' 'p v_int+1' v_int \
	>said 2>err && fail 'check is content'
assert_eq "$(cat err)" '' 'check, on stderr'
assert_match "$(cat said)" \
	'^r:x v_int n=%nosuch: cannot be probed: spec column 13: .*register'
assert_match "$(cat said)" '^              \^$' 'caret'
assert_match "$(cat said)" ' if n ==: cannot be probed: spec column [0-9]+: '
assert_match "$(cat said)" ' comm == "a;b": can be probed$'
assert_match "$(cat said)" '^p v_int\+1: cannot be probed: spec column '
assert_match "$(cat said)" '^v_int: can be probed$'
nothing_left check

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
kretscope check 'r:y v_int n=%nosuch' >said
assert_match "$(cat said)" \
	': can be probed; the rest was not checked: the module is loaded already$'
assert_eq "$(wc -l <"$D/probes")" 1 'probes'
assert_eq "$(cat "$D/error_log")" '' 'error_log'
