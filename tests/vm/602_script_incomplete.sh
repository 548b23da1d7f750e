#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a run that missed or lost calls says INCOMPLETE with the counts; the status stays that of the workload
# requires: tags=once
. /tests/vm/lib.sh

victim
kretscope run 'r4:s victim:v_sleep' -- \
	workload hammer /proc/victim 'v_sleep 500' 30 1 >out 2>err
assert_match "$(cat err)" \
	'^INCOMPLETE: s: missed_maxactive=26 of calls=30$' 'with r4'
kretscope run 'r64:s victim:v_sleep' -- \
	workload hammer /proc/victim 'v_sleep 500' 30 1 >out 2>err
assert_eq "$(grep -c INCOMPLETE err || :)" 0 'INCOMPLETE with r64'

# A ring of one page, full, keeps the oldest; there is no reader.
kretscope run -O mode=oldest -O buffer_kb=4 'r:i victim:v_int' -- \
	sh -c 'echo "v_int 1 1009" >/proc/victim' 2>err
dropped=$(sed -n 's/^INCOMPLETE: i: dropped=\([0-9]*\) of calls=1009$/\1/p' err)
assert_ge "${dropped:-0}" 800 dropped

# Probes that were switched off meanwhile.
kretscope run 'r:i victim:v_int' -- \
	sh -c 'echo 0 >/sys/kernel/debug/kprobes/enabled' 2>err
echo 1 >/sys/kernel/debug/kprobes/enabled
assert_match "$(cat err)" \
	'^INCOMPLETE: i: state=inactive reason=kprobes-off$' inactive
kretscope run 'r:i victim:v_int' -- rmmod victim 2>err
assert_match "$(cat err)" '^INCOMPLETE: i: state=gone$' gone
