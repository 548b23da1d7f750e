# shellcheck shell=sh disable=SC2034,SC2154 # names shared with those who use it
# SPDX-License-Identifier: GPL-2.0
# What guest.sh and actors.sh share: decisions and the log.
set -eu

# Not the shell's own generator: the same seed has to decide the same.
rnd_seed() {
	rng=$(($1 % 2147483646 + 1))
	rnd 1
	rnd 1
}

# rnd N: set r, 0..N-1.
rnd() {
	rng=$((rng * 16807 % 2147483647))
	r=$((rng % $1))
}

# chance PERCENT
chance() {
	rnd 100
	[ "$r" -lt "$1" ]
}

# log WORDS: with the guest's time and who does it. One write a line, since
# all write to the same place.
log() {
	read -r log_now _ </proc/uptime
	printf '%s %s: %s\n' "$log_now" "$who" "$*"
}
