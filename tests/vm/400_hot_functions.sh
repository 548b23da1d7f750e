#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: probes on lock, allocator, scheduler, wake-up, irq_work and clock functions, under load and with a reader waiting, let the system go on
# requires: time=180 tags=long
. /tests/vm/lib.sh

# One at a time, then all at once. Of NAME/NAME the first that the kernel has:
# names change, and where spinlocks are inlined, mutexes have to do.
hot="_raw_spin_lock/mutex_lock _raw_spin_lock_irqsave/mutex_unlock
	_raw_spin_unlock_irqrestore/up_read
	__kmalloc/__kmalloc_noprof kfree schedule try_to_wake_up __wake_up
	irq_work_queue irq_work_run ktime_get ktime_get_with_offset
	ktime_get_update_offsets_now hrtimer_interrupt
	scheduler_tick/sched_tick __queue_work"

# Forks, pipes, wake-ups, allocations, interrupts and clock reads.
burden() {
	while :; do
		dd if=/dev/zero bs=512 count=50 2>/dev/null | cat >/dev/null
		workload hammer /proc/victim 'v_irq 3 53' 2 1 >/dev/null
		usleep 1000
	done
}

# under_load SECONDS SPECS: armed, recorded, read, heart beating, gone again.
under_load() {
	load probes="$2" buffer_kb=256
	cat "$D/trace_pipe" >/dev/null &
	reader=$!
	: >beats
	(
		while :; do
			sleep 1
			echo beat >>beats
		done
	) &
	heart=$!
	burden &
	burden=$!
	sleep "$1"
	kill "$burden" "$heart"
	wait "$burden" "$heart" || :
	# Started late and beaten late, but beaten.
	assert_ge "$(grep -c . beats)" $(($1 / 2)) "beats in $1 s with $2"
	kill "$reader"
	wait "$reader" || :
	cat "$D/stats" >stats
	echo 0 >"$D/enabled"
	awk '!/^#/ { print $1 }' stats >names
	while read -r name; do
		accounts "$name"
		assert_ge "$(stat_of "$name" calls)" 1 "calls of $name"
	done <names
	awk '!/^#/ { print $1, $6, $9, $10, $11, $12 }' stats
	unload
}

# first_of NAME/NAME: set function.
first_of() {
	for function in $(echo "$1" | tr / ' '); do
		! grep -q " [tT] $function\$" /proc/kallsyms || return 0
	done
	fail "this kernel has no $1"
}

victim
all=
for names in $hot; do
	first_of "$names"
	all="$all;r $function"
	case $function in
	_raw_spin_lock | _raw_spin_lock_irqsave | mutex_lock | __kmalloc* | \
		schedule | try_to_wake_up | irq_work_queue | ktime_get)
		under_load 2 "r $function"
		;;
	esac
done
under_load 8 "$all"
