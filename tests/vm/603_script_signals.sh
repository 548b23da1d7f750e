#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: on TERM, HUP or INT, at any moment, the script unloads the module and passes the signal on
# requires: tags=once
. /tests/vm/lib.sh

# A shell starts background jobs with INT ignored; this one has it again.
start() {
	setsid sh -c 'echo "$$" >pid; exec kretscope run vfs_read -- sleep 30' \
		2>err &
}

nothing_left() {
	[ ! -e "$D" ] || fail "$1: the module is left"
	assert_eq "$(find /tmp -name 'kretscope.*')" '' "$1: temporary files"
	assert_eq "$(pidof sleep || :)" '' "$1: the workload"
}

for pair in TERM:143 HUP:129; do
	start
	wait_for 20 pidof sleep >/dev/null || fail "no workload"
	kill -s "${pair%:*}" "$(cat pid)"
	status=0
	wait "$!" || status=$?
	assert_eq "$status" "${pair#*:}" "status after ${pair%:*}"
	nothing_left "${pair%:*}"
done

# At whatever moment of the load.
for delay in 20 60 100 150 200 250 300 400 500 700; do
	rm -f pid
	start
	wait_for 20 test -s pid || fail "no script"
	usleep "${delay}000"
	kill -s TERM "$(cat pid)" 2>/dev/null || :
	status=0
	wait "$!" || status=$?
	assert_eq "$status" 143 "status after $delay ms"
	nothing_left "$delay ms"
done
