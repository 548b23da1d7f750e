#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Runs in the guest: the soak, as long and by the seed that /tests/soak/args
# says. Prints what it does, "failed: REASON" if so, and a summary at the end.
# shellcheck source=tests/vm/lib.sh
. /tests/vm/lib.sh
# shellcheck source=tests/soak/common.sh
. /tests/soak/common.sh
# shellcheck source=tests/soak/checks.sh
. /tests/soak/checks.sh

plans_at_once=200
memory_every=5		# rounds
workers=3

who=main
read -r seed minutes </tests/soak/args
rnd_seed "$seed"

actors='' followers='' mix='' plans=0
rounds=0 good=0 refused=0 bad=0 armed=0 calls=0 recorded=0 delivered=0 lost=0
busy=0 quiets=0 exact=0

summary() {
	echo "summary: rounds=$rounds loads_good=$good good_refused=$refused" \
		"bad_refused=$bad probes_armed=$armed calls=$calls" \
		"recorded=$recorded delivered=$delivered lost=$lost" \
		"rmmods_refused=$busy quiet_points=$quiets exact_checks=$exact"
}

on_exit() {
	exit_status=$?
	set +e
	trap - EXIT
	if [ "$exit_status" != 0 ]; then
		[ ! -e "$D" ] || sed 's/^/  s /' "$D/stats"
		dmesg | tail -n 30 | sed 's/^/  k /'
	fi
	summary
	kill -9 -1
	exit "$exit_status"
}
trap on_exit EXIT

# collect_log: what the kernel said since the last time, into klog.
collect_log() {
	dmesg -c | log_after none >klog
	log_found=$(log_bad /vm/bad-lines <klog)
	[ -z "$log_found" ] || fail "kernel log: $log_found"
}

# make_plans: also with symbols that ftrace does not list, those that end in
# some letter. grep, since they are many and awk is slow.
make_plans() {
	rnd 26
	plans_letter=$(echo abcdefghijklmnopqrstuvwxyz | cut -c $((r + 1)))
	grep -E " [tT] [^ ]*$plans_letter\$" /proc/kallsyms >symbols || :
	rnd 2000000000
	awk -v seed="$r" -v nr="$plans_at_once" -f /tests/soak/plan.awk \
		/tests/soak/deny functions symbols \
		/sys/kernel/debug/kprobes/blacklist >plans
	exec 4<plans
	plans=$plans_at_once
}

# next_plan: set plan, probes and params of the next load.
next_plan() {
	[ "$plans" -gt 0 ] || make_plans
	plans=$((plans - 1))
	IFS=$(printf '\t') read -r plan probes params <&4
	log "plan: $plan '$probes' $params"
	probes=$(printf '%b' "$probes")
}

start_mix() {
	rnd 2000000000
	mix work "$r" "$workers" 2>mix.err &
	mix=$!
}

stop_mix() {
	kill -9 "$mix" "-$mix" 2>/dev/null || :
	wait "$mix" 2>/dev/null || :
	wait_for 30 group_gone "$mix" || fail 'the workload cannot be killed'
	rm -f /tmp/mix.*
	mix=
}

check_mix() {
	[ ! -s mix.err ] || fail "workload: $(cat mix.err)"
	kill -0 "$mix" || fail 'the workload ended'
}

group_gone() {
	! kill -0 "-$1" 2>/dev/null
}

start_actor() {
	rnd 2000000000
	setsid sh /tests/soak/actors.sh "$1" "$r" </dev/null 4<&- &
	actors="$actors $!"
}

# It may not have a group of its own yet.
stop_actors() {
	for pid in $actors; do
		kill -9 "$pid" "-$pid" 2>/dev/null || :
	done
	for pid in $actors; do
		wait "$pid" 2>/dev/null || :
		wait_for 30 group_gone "$pid" || fail "$pid cannot be killed"
	done
	actors=
	for cpu in /sys/devices/system/cpu/cpu*/online; do
		[ ! -e "$cpu" ] || [ "$(cat "$cpu")" = 1 ] || echo 1 >"$cpu"
	done
	[ ! -s /tmp/wrong ] || fail "wrong: $(cat /tmp/wrong)"
}

start_follower() {
	rnd 2000000000
	follower_seed=$r
	rnd 3
	log "follower, slow by up to $((r * 10)) ms"
	mix follow "$D/trace_pipe" "$follower_seed" $((r * 10)) 4<&- >>said &
	followers="$followers $!"
}

kill_followers() {
	for pid in $followers; do
		kill -9 "$pid"
		wait "$pid" 2>/dev/null || :
	done
	followers=
}

# drop_spec N: take it out of probes.
drop_spec() {
	probes=$(printf '%s' "$probes" | awk -v n="$1" '{
		sep = index($0, ";") ? ";" : ","
		count = split($0, spec, sep)
		for (i = 1; i <= count; i++)
			if (i != n) {
				printf "%s%s", with, spec[i]
				with = sep
			}
	}')
}

# load_good: as much of it as the kernel lets; status 1 when that is nothing.
load_good() {
	while [ -n "$probes" ]; do
		collect_log
		# shellcheck disable=SC2086 # words
		if load probes="$probes" $params 2>insmod.err; then
			good=$((good + 1))
			return 0
		fi
		[ -s insmod.err ] || fail 'insmod does not say why'
		collect_log
		load_cause=$(grep -m 1 '^kretscope: ' klog) ||
			fail "refused without a cause: $(cat insmod.err)"
		nothing_left "$load_cause"
		refused=$((refused + 1))
		log "refused: $load_cause: $(cat insmod.err)"
		load_spec=$(echo "$load_cause" |
			sed -n 's/^kretscope: spec \([0-9]*\), .*/\1/p')
		[ -n "$load_spec" ] || return 1
		log "without $(grep -m 1 '^kretscope:   ' klog)"
		drop_spec "$load_spec"
	done
	return 1
}

# bad_round: the kernel itself refuses what is too long for a parameter.
bad_round() {
	# shellcheck disable=SC2086 # words
	refused "$probes" \
		'^(kretscope: |probes: string parameter too long$)' $params
	bad=$((bad + 1))
	log 'refused, as it must be'
}

# try_busy: with a file open rmmod is refused at once, and changes nothing.
try_busy() {
	exec 3<"$D/stats"
	! rmmod kretscope 2>rmmod.err || fail 'rmmod worked with an open file'
	check_busy
	exec 3<&-
}

check_busy() {
	assert_match "$(cat rmmod.err)" 'temporarily unavailable|busy|in use' \
		'what rmmod says'
	busy=$((busy + 1))
	log "rmmod refused"
}

# unload_any: with whatever runs, which is stopped when it is in the way for
# too long.
unload_any() {
	unload_tries=0
	until rmmod kretscope 2>rmmod.err; do
		check_busy
		assert_eq "$(cat /sys/module/kretscope/initstate)" live
		unload_tries=$((unload_tries + 1))
		[ "$unload_tries" != 30 ] || stop_actors
		[ "$unload_tries" -lt 100 ] || fail 'rmmod is always refused'
		usleep 30000
	done
	log 'unloaded'
	nothing_left 'rmmod'
}

# take_totals: from the line that the module said last.
take_totals() {
	assert_eq "$(grep -c '^kretscope: unloaded: ' klog)" 1 'unload lines'
	totals=$(grep '^kretscope: unloaded: ' klog)
	totals_calls=$(echo "$totals" | key_of calls)
	calls=$((calls + totals_calls))
	recorded=$((recorded + $(echo "$totals" | key_of recorded)))
	[ -z "$want_calls" ] ||
		assert_eq "$totals_calls" "$want_calls" 'calls when unloaded'
}

start_actors() {
	rnd 3
	while [ "$r" -gt 0 ]; do
		start_actors_n=$r
		start_actor readers
		r=$((start_actors_n - 1))
	done
	! chance 85 || start_actor victims
	! chance 65 || start_actor controls
	! chance 25 || start_actor hotplug
	rnd 3
	while [ "$r" -gt 0 ]; do
		start_actors_n=$r
		start_follower
		r=$((start_actors_n - 1))
	done
}

good_round() {
	rm -f /tmp/toggled /tmp/cleared said
	cat /proc/victim >victim.load
	load_good || return 0
	round_probes=$(head_of probes)
	armed=$((armed + round_probes))
	log "loaded $round_probes probes"
	want_calls=
	start_actors
	rnd 2500
	usleep $(((r + 200) * 1000))
	! chance 30 || try_busy
	! chance 60 || quiet_point
	kill_followers
	! chance 50 || stop_actors
	unload_any
	stop_actors
	collect_log
	take_totals
}

one_round() {
	rounds=$((rounds + 1))
	next_plan
	"${plan}_round"
	check_mix
	collect_log
	[ $((rounds % memory_every)) != 0 ] || memory_point
}

now() {
	read -r now_s _ </proc/uptime
	now_s=${now_s%.*}
}

rm -rf /tmp/soak
mkdir /tmp/soak
cd /tmp/soak
[ -d /sys/kernel/tracing/events ] ||
	mount -t tracefs tracefs /sys/kernel/tracing
# shellcheck disable=SC2119 # that is no positional parameter of ours
victim
cat /sys/kernel/tracing/available_filter_functions >functions
make_plans
start_mix
now
end=$((now_s + minutes * 60))
progress=$((now_s + 60))
# On a busy machine a minute may be over before all has been looked at once.
while [ "$now_s" -lt "$end" ] || [ "$quiets" = 0 ]; do
	one_round
	now
	[ "$now_s" -lt "$progress" ] || {
		progress=$((now_s + 60))
		summary
	}
done
memory_point
