#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: functions get their arguments and give their results, in registers or on the stack, up to 12, structures and 128 bits, under every kind of probe, with and without arguments and filters
# shellcheck disable=SC2016,SC2086 # arguments have a '$'; lists of names
. /tests/vm/lib.sh

registers='v_abi0 v_abi1 v_abi2 v_abi3 v_abi4 v_abi5 v_abi6 v_abi_pair
	v_abi_wide v_abi_two v_abi_large'
stack='v_abi12 v_abi_by_value v_abi_sum'

# add KIND CLAUSES NAME...: by one write
add() {
	add_kind=$1 add_clauses=$2 add_list=
	shift 2
	for name; do
		add_list="$add_list$add_kind:$name !victim:$name $add_clauses;"
	done
	echo "$add_list" 2>/dev/null >>"$D/probes"
}

# right COMMAND NAME...: all give what they should, and each call is counted.
right() {
	right_command=$1
	shift
	workload hammer /proc/victim "$right_command -12345678901 100" 2 3 \
		>/dev/null
	echo "$right_command 7" >/proc/victim
	assert_match "$(cat /proc/victim)" '^last=0$' "$right_command"
	for name; do
		assert_eq "$(stat_of "$name" calls)" 601 "calls of $name"
		accounts "$name"
	done
	: >"$D/probes"
}

victim
load
for kind in p r f; do
	for clauses in '' 'a=$arg1:x64 b=$arg2:x64' \
		'a=$arg1:s64 if a == 7 && pid != 1'; do
		add "$kind" "$clauses" $registers || {
			assert_eq "$kind" f 'kind that is refused'
			assert_match "$(cat "$D/error_log")" \
				'this kernel has no direct calls'
			continue
		}
		right abi_registers $registers
		# A direct probe would have to copy them.
		[ "$kind" != f ] || continue
		add "$kind" "$clauses" $stack
		right abi_stack $stack
	done
done
unload
