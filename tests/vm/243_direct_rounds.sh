#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: direct probes that are armed and disarmed again and again, under load and with calls inside, lose no return and count no call twice
# requires: tags=long
# shellcheck disable=SC2016 # an argument has a '$'
. /tests/vm/lib.sh

# The kernel takes its time for each.
rounds=12

called() {
	sed -n "s/^$1 calls=//p" /proc/victim
}

# go SPECS: with these, of which rec, spin and nap are called.
go() {
	load_direct "$1"
	rm -f enough
	while [ ! -e enough ]; do
		workload hammer /proc/victim 'v_rec 12 10' 3 11 >/dev/null || exit
	done &
	busy=$!
	while [ ! -e enough ]; do
		workload hammer /proc/victim 'v_spin 300000 10' 2 11 >/dev/null || exit
	done &
	spinning=$!
	while [ ! -e enough ]; do
		workload hammer /proc/victim 'v_sleep 700' 5 1 >/dev/null || exit
	done &
	napping=$!
	# The rounds leave little time to enter.
	for probe in rec spin nap; do
		wait_for 20 has_entered "$probe" || fail "$probe is not called"
	done
	i=0
	while [ "$i" -lt "$rounds" ]; do
		off_and_on spin
		i=$((i + 1))
	done
	echo 0 >"$D/enabled"
	: >enough
	for job in "$busy" "$spinning" "$napping"; do
		wait "$job" || fail 'a traced call failed'
	done
	for probe in rec spin nap; do
		assert_eq "$(stat_of "$probe" inflight)" 0 "inside $probe"
		assert_eq "$(stat_of "$probe" abandoned)" 0
		assert_ge "$(stat_of "$probe" recorded)" 1
		accounts "$probe"
		assert_le "$(stat_of "$probe" calls)" \
			"$(called "$(sed -n "s/^f:$probe !\([a-z_]*\).*/\1/p" \
				"$D/probes")")" "calls of $probe"
	done

	# Armed for good, all is exact again.
	echo 1 >"$D/enabled"
	echo 1 >"$D/clear"
	workload hammer /proc/victim 'v_rec 12 1' 3 7 >/dev/null
	assert_eq "$(stat_of rec calls)" 273
	accounts rec
	unload
}

has_entered() {
	[ "$(stat_of "$1" entries)" -gt 0 ]
}

victim
some='f:rec !v_rec;f:spin !v_spin;f:nap !v_sleep n=$arg1:u64'
go "$some"
# With a stub that they share, if there is one.
go "$some;f !v_int;f !v_void;f !v_err;f !v_long;f !v_bool;f !v_u8"
