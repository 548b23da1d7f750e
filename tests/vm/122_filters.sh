#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # $argN is no variable of the shell
# description: a filter decides at entry what it can, and such calls count as rejected; the rest at return, and those count as filtered; both work on decoded values
. /tests/vm/lib.sh

# counts PROBE CALLS REJECTED FILTERED RECORDED
counts() {
	assert_eq "$(stat_of "$1" calls) $(stat_of "$1" rejected) $(stat_of \
		"$1" filtered) $(stat_of "$1" recorded)" "$2 $3 $4 $5" "$1"
	accounts "$1"
}

victim
load probes='r:arg v_long n=$arg1:s64 if n > 3 && n <= 7;r:neg v_int v=$arg1:s64 if ret < 0;r:pos v_int if ret > 0;r:both v_long n=$arg1:s32 if n == -5 || ret == 9;p:hit v_long n=$arg1:u8 if n == 0xfe || n & 1;r:not v_long if !(ret == 4)'
for n in 1 2 3 4 5 6 7 8 9 -5 -2; do
	echo "v_long $n" >/proc/victim
done
counts arg 11 7 0 4
counts both 11 0 9 2
counts hit 11 4 0 7
counts not 11 0 1 10
# An int whose upper half is zero is as negative as it shows.
for n in 0xfffffff5 -11 0 5 0x100000005; do
	echo "v_int $n" >/proc/victim
done
counts neg 5 0 3 2
counts pos 5 0 3 2
unload

# Latency, with units.
load probes='r:long v_sleep if lat >= 20ms;r:short v_sleep if lat < 1s && lat > 1us;r:none v_sleep if lat > 100s'
echo 'v_sleep 1' >/proc/victim
echo 'v_sleep 30' >/proc/victim
assert_eq "$(stat_of long calls)" 2
assert_ge "$(stat_of long recorded)" 1
assert_eq "$(stat_of none recorded)" 0
assert_eq "$(stat_of none filtered)" 2
assert_match "$(grep ' long: ' "$D/trace")" ' lat=[0-9]{8,} ret=0'
for probe in long short none; do
	accounts "$probe"
done
# The histogram holds what the filter lets through.
assert_match "$(cat "$D/hist")" '^none: 0 calls'
unload

# Who calls; glob; text of an argument.
load probes='r:me v_long if comm == "workload";r:glob v_long if comm ~ '"'"'w*k?oad'"'"';r:other v_long if comm != "workload";r:pid v_long if pid == 1 || tid == 1;r:text v_text s=+0($arg1):string if s ~ "0123*";p:cpu v_long if cpu == 0;p:cpu1 v_long if cpu == 1'
workload hammer /proc/victim 'v_long 5' 2 13 >/dev/null
echo 'v_long 5' >/proc/victim
echo 'v_text 3' >/proc/victim
echo 'v_text 5' >/proc/victim
counts me 27 1 0 26
counts glob 27 1 0 26
counts other 27 26 0 1
counts pid 27 27 0 0
counts text 2 1 0 1
assert_eq $(($(stat_of cpu recorded) + $(stat_of cpu1 recorded))) 27
unload

# A call that is rejected takes no instance: none is missed for want of one.
load probes='r1:one v_sleep ms=$arg1:s64 if ms == 50'
workload hammer /proc/victim 'v_sleep 2' 7 11 >/dev/null
echo 'v_sleep 50' >/proc/victim
counts one 78 77 0 1
assert_eq "$(stat_of one missed_maxactive)" 0
unload

# What cannot be read is neither equal nor unequal.
load probes='p:eq v_address v=+0($arg1):u8 if v == 0;p:ne v_address v=+0($arg1):u8 if v != 0;r:not v_address v=+0($arg1):u8 if !(v == 7);p:or v_address v=+0($arg1):u8 if v == 0 || pid > 0'
echo 'v_address 16' >/proc/victim
counts eq 1 1 0 0
counts ne 1 1 0 0
counts not 1 1 0 0
counts or 1 0 0 1
unload
