#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: what other cases find of return probes they find of direct ones in their place
# requires: time=500 tags=long
# requires: case=203_nested_calls case=204_recursion case=206_signals
# requires: case=207_never_returns case=208_inflight_file
# requires: case=209_return_values case=210_clocks case=211_cpu_moves
# requires: case=213_fork_and_exec case=215_left_out case=217_full_load
# requires: case=218_hits case=219_percentiles case=220_records_sum
. /tests/vm/lib.sh
. /tests/vm/header.sh

victim
load_direct 'f:i !v_int'
unload
rmmod victim
for case in $(header "$0" case); do
	mkdir "$case"
	: >direct
	(
		cd "$case"
		AS_DIRECT=$(realpath ../direct) sh "/tests/vm/$case.sh"
	) || fail "$case"
	assert_ge "$(wc -l <direct)" 1 "direct probes of $case"
	rmmod victim
done
