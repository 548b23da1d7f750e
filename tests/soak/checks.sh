# shellcheck shell=sh disable=SC2034,SC2154 # names shared with guest.sh
# SPDX-License-Identifier: GPL-2.0
# What must be exactly so once the guest is quiet.

# Memory may go where it is not seen, once: caches, per-CPU lists, slabs.
memory_warm=2		# points that only set the base
memory_slack=4096	# KiB
memory_points=0
memory_base=

# memory_point: no workload, no module.
memory_point() {
	stop_mix
	memory_now=$(free_kb)
	memory_points=$((memory_points + 1))
	log "memory: $memory_now KiB free, base ${memory_base:-not set}"
	if [ "$memory_points" -le "$memory_warm" ]; then
		[ -n "$memory_base" ] &&
			[ "$memory_base" -lt "$memory_now" ] ||
			memory_base=$memory_now
	else
		assert_ge $((memory_now + memory_slack)) "$memory_base" \
			"KiB of free memory after $rounds rounds"
	fi
	start_mix
}

# pause_mix: stopped where it is, or ended.
pause_mix() {
	rnd 2
	mix_state=$r
	if [ "$mix_state" = 0 ]; then
		wait_for 10 kill -STOP "-$mix" ||
			fail 'the workload cannot be stopped'
	else
		stop_mix
	fi
}

resume_mix() {
	if [ "$mix_state" = 0 ]; then
		kill -CONT "-$mix"
	else
		start_mix
	fi
}

# known_calls: some calls of victim.ko by several threads at once.
known_calls() {
	known_pids=
	for known in 'v_int 5 101' 'v_rec 7 13' 'v_sleep 2 5' 'v_outer 1 31' \
		'v_empty 97' 'v_spin 5000 11' 'v_irq 3 17' 'v_softirq 3 17' \
		'v_exit 2'; do
		chance 50 || continue
		workload hammer /proc/victim "$known" 3 3 >/dev/null &
		known_pids="$known_pids $!"
	done
	for pid in $known_pids; do
		wait "$pid" || fail 'calls of victim.ko failed'
	done
}

# victims_as_called WHAT VICTIM STATS: since those two were read, the probes
# on functions of victim.ko have counted just what it counts itself.
victims_as_called() {
	exact=$((exact + 1))
	as_called=$(awk -f /tests/soak/victims.awk probes.now "$2" "$3" \
		victim.now stats.now)
	[ -z "$as_called" ] || fail "$1: $as_called"
}

look() {
	cat /proc/victim >victim.now
	cat "$D/probes" >probes.now
	cat "$D/stats" >stats.now
}

# Nobody calls victim.ko now but for known_calls.
check_victims() {
	echo 1 >"$D/enabled"
	look
	not_armed=$(grep -v '^#' stats.now | grep -v ' state=armed ' || :)
	[ -z "$not_armed" ] || fail "not armed: $not_armed"
	# A load without arming, and writes to enabled, leave some calls out.
	case " $params " in
	*' enabled=0 '*) : >/tmp/toggled ;;
	esac
	if [ ! -e /tmp/toggled ] && [ ! -e /tmp/cleared ]; then
		victims_as_called 'since load' victim.load /dev/null
	fi
	mv victim.now victim.then
	mv stats.now stats.then
	known_calls
	look
	victims_as_called 'known calls' victim.then stats.then
}

# drained: what is recorded has been read by the followers.
drained() {
	! grep '^# reader ' "$D/stats" | grep -q -v ' unread=0$'
}

# still: nothing changed while all files were read.
still() {
	cat "$D/stats" >stats.before
	cat "$D/inflight" >inflight.now
	cat "$D/hist" >hist.now
	cat "$D/probes" >probes.now
	cat "$D/stats" >stats.now
	cmp -s stats.before stats.now
}

check_sums() {
	sums=$(sed 's/^# removed probes/removed kind=r &/' stats.now |
		grep -v '^#' | unaccounted)
	[ -z "$sums" ] || fail "do not add up: $sums"
	sums=$(awk -f /tests/soak/sums.awk probes.now stats.now inflight.now \
		hist.now)
	[ -z "$sums" ] || fail "$sums"
	want_calls=$(sed -n -e 's/^# removed//' \
		-e '/^#/!s/.* calls=\([0-9]*\) .*/\1/p' stats.now |
		awk '{ sum += $1 } END { printf "%.0f\n", sum }')
}

# end_followers: each says itself what it was given. What it got before a
# clear is not in its counts any more.
end_followers() {
	for pid in $followers; do
		follower_line=$(grep "^# reader tid=$pid " stats.now) ||
			fail "reader $pid is not in stats"
		kill "$pid"
		follower_status=0
		wait "$pid" || follower_status=$?
		follower_said=$(grep "^pid=$pid " said) ||
			fail "reader $pid said nothing, status $follower_status"
		assert_eq "$(echo "$follower_said" | key_of bad)" 0 \
			"lines of reader $pid that are no record"
		if [ ! -e /tmp/cleared ]; then
			assert_eq "$(echo "$follower_said" | key_of records)" \
				"$(echo "$follower_line" | key_of delivered)" \
				"records that reader $pid got"
			assert_eq "$(echo "$follower_said" | key_of lost)" \
				"$(echo "$follower_line" | key_of lost)" \
				"losses that reader $pid was told"
		fi
		delivered=$((delivered + $(echo "$follower_said" |
			key_of records)))
		lost=$((lost + $(echo "$follower_said" | key_of lost)))
	done
	followers=
}

# quiet_point: nothing runs but the followers. Calls of the kernel's own
# threads may return late: they are not to be recorded any more.
quiet_point() {
	log 'quiet point'
	stop_actors
	pause_mix
	check_victims
	echo 0 >"$D/enabled"
	echo 0 >"$D/records"
	wait_for 60 drained || fail "not drained: $(grep reader "$D/stats")"
	usleep 200000
	wait_for 30 still || fail "never still: $(diff stats.before stats.now)"
	check_sums
	end_followers
	quiets=$((quiets + 1))
	resume_mix
	! chance 50 || go_on
}

# go_on: armed again, with others than before beside it.
go_on() {
	want_calls=
	echo 1 >"$D/records"
	echo 1 >"$D/enabled"
	start_actors
	usleep 500000
}
