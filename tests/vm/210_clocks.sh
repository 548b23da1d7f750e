#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: with each clock a latency is at least what the function itself measured, and the time of a record is the system's
. /tests/vm/lib.sh

# The time since boot in ns; it has steps of 10 ms.
uptime_ns() {
	sed 's/ .*//; s/\.//; s/$/0000000/' /proc/uptime
}

victim
clocks='auto mono boot tsc'
if ! grep -q -w tsc /proc/cpuinfo; then
	clocks='auto mono boot'
	status=0
	insmod /lib/kretscope.ko clock=tsc 2>/dev/null || status=$?
	assert_eq "$status" 95 'EOPNOTSUPP'
	assert_match "$(since_mark)" '^kretscope: parameter clock: .* no tsc$'
fi
for clock in $clocks; do
	load probes='r:spin victim:v_spin;r64:nap do_nanosleep' clock="$clock"
	source=$(head_of source)
	case $clock in
	auto) assert_match "$source" '^(tsc|mono)$' "source of $clock" ;;
	*) assert_eq "$source" "$clock" ;;
	esac
	case $clock in
	boot) name=boot ;;
	*) name=mono ;;
	esac
	assert_eq "$(head_of clock)" "$name" "name of $clock"
	assert_eq "$(sed 1q "$D/trace")" \
		"# kretscope 1  clock=$name  lat in ns" "trace of $clock"

	from=$(uptime_ns)
	echo 'v_spin 1000000 17' >/proc/victim
	usleep 100000
	to=$(uptime_ns)
	# Others sleep too.
	grep -E ': spin: |^ *usleep-.*: nap: ' "$D/trace" >trace
	assert_eq "$(wc -l <trace)" 18 records
	# v_spin gives the ns it took by the system's clock. The counter's
	# rate is known to the kernel to some parts in a million.
	awk -v clock="$clock" '
	{
		lat = substr($5, 5) + 0
		least = $4 == "nap:" ? 100000000 : substr($6, 5) + 0
		if (least < 1000000)
			print clock ": result: " $0
		if (lat < least * 0.9999)
			print clock ": " lat " is less than " least
	}' trace >bad
	assert_eq "$(cat bad)" '' latencies
	sed 's/.*\] *\([0-9]*\)\.\([0-9]*\):.*/\1\2/' trace >stamps
	while read -r time; do
		assert_ge "$time" "$from" "$clock: time"
		assert_le "$time" $((to + 20000000)) "$clock: time"
	done <stamps
	assert_eq "$(cat stamps)" "$(sort -n stamps)" 'order'
	assert_ge "$(stat_of spin min)" 999900
	assert_eq "$(stat_of spin backward)" 0
	accounts spin
	unload
done
