# shellcheck shell=sh disable=SC2034,SC2154 # names shared in scripts/vm
# SPDX-License-Identifier: GPL-2.0
# The host side's ground: messages, exit codes, cache folder, missing packages.

# 0..199 is the workload's own status; what the harness has to say is above.
EX_USAGE=2
EX_MISSING=200		# QEMU or another program is missing
EX_KERNEL=201		# no image or no headers for this kernel
EX_KVM=202		# KVM asked for and unusable
EX_BUILD=203		# the module or a helper does not build
EX_LOAD=204		# the module refused to load
EX_PANIC=205		# guest panic or oops
EX_SPLAT=206		# WARNING, BUG, stall ... in the kernel log
EX_HANG=207		# time limit reached
EX_SILENT=208		# guest ended without a whole result
EX_SCRIPT=209		# guest script cannot be parsed
EX_QEMU=210		# QEMU itself failed

: "${KRETSCOPE_CACHE:=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/kretscope}"

say() { printf '%s\n' "vm: $*" >&2; }

die() {
	die_code=$1
	shift
	say "$*"
	exit "$die_code"
}

have() { command -v "$1" >/dev/null 2>&1; }

# with_lock FILE COMMAND...: one at a time. flock, since such a lock ends
# with its holder, however that ends.
with_lock() {
	with_lock_file=$1
	shift
	mkdir -p "${with_lock_file%/*}"
	(
		flock 9
		"$@" 9>&-
	) 9>"$with_lock_file"
}

# apt_quiet WORDS...: quiet, unless it fails. One at a time, since apt does
# not wait for another of ours; the time limit is for those of others.
apt_quiet() {
	apt_log=$(mktemp)
	apt_code=0
	with_lock "$KRETSCOPE_CACHE/apt.lock" \
		env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
		-o DPkg::Lock::Timeout=300 "$@" </dev/null >"$apt_log" 2>&1 ||
		apt_code=$?
	[ "$apt_code" = 0 ] || sed 's/^/vm: apt-get: /' "$apt_log" >&2
	rm -f "$apt_log"
	return "$apt_code"
}

# Package lists may be absent (fresh image) or older than the archive.
apt_update() {
	[ -z "${apt_updated:-}" ] || return 0
	apt_updated=1
	say "apt-get update"
	apt_quiet update || say "going on with the package lists at hand"
}

apt_lists() {
	have apt-get || return 1
	[ -n "$(find /var/lib/apt/lists -name '*_Packages*' 2>/dev/null)" ] ||
		apt_update
}

# apt_get_package PACKAGE...: install, with one retry on fresh lists.
apt_get_package() {
	have apt-get || die "$EX_MISSING" "missing package $*, and no apt-get"
	[ "$(id -u)" = 0 ] || die "$EX_MISSING" \
		"missing package $*; as root: apt-get install $*"
	apt_lists
	say "installing $*"
	apt_quiet --no-install-recommends install "$@" && return
	apt_update
	apt_quiet --no-install-recommends install "$@" ||
		die "$EX_MISSING" "cannot install $*"
}

# need COMMAND PACKAGE
need() { have "$1" || apt_get_package "$2"; }

# apt_fetch PACKAGE...: download .deb files into the current folder.
apt_fetch() {
	have apt-get || return 1
	apt_lists
	set -- download "$@"
	# Else apt, as its own user, complains that it may not write here.
	[ "$(id -u)" != 0 ] || set -- -o APT::Sandbox::User=root "$@"
	apt_quiet "$@" && return
	[ "$(id -u)" = 0 ] || return 1
	apt_update
	apt_quiet "$@"
}

# quote WORD...: words as the shell reads them back, blank-separated.
quote() {
	for quote_word; do
		printf "'%s' " "$(printf '%s' "$quote_word" |
			sed "s/'/'\\\\''/g")"
	done
}
