# shellcheck shell=sh disable=SC2034,SC2154 # names shared in scripts/vm
# SPDX-License-Identifier: GPL-2.0
# Which QEMU runs a kernel; installs one. Below version 10, QEMU's threads run
# stale breakpoints: guests die of stray int3 traps. So a newer one is taken
# from the backports of this machine's Debian where its own is older.

qemu_wanted=10

# qemu_select: set qemu, qemu_package, qemu_machine (arguments), qemu_console
# and qemu_port (the results channel) for the selected kernel.
qemu_select() {
	case $k_arch in
	amd64)
		qemu=qemu-system-x86_64 qemu_package=qemu-system-x86
		qemu_machine='' qemu_console=ttyS0 qemu_port=ttyS1
		;;
	arm64)
		# Its one serial line is the console; the other one is a card.
		qemu=qemu-system-aarch64 qemu_package=qemu-system-arm
		qemu_machine='-machine virt'
		qemu_console=ttyAMA0 qemu_port=ttyS0
		;;
	*)
		die "$EX_USAGE" "no QEMU known for $k_arch"
		;;
	esac
}

# qemu_major: of the one that is installed, else 0.
qemu_major() {
	have "$qemu" || {
		echo 0
		return
	}
	"$qemu" --version |
		sed -n '1s/.*version \([0-9]*\).*/\1/p' | grep . || echo 0
}

# qemu_offered: whether the machine's own apt sources have a new enough one.
qemu_offered() {
	apt_lists
	offered=$(apt-cache policy "$qemu_package" |
		sed -n 's/^ *Candidate: \([0-9]*:\)\{0,1\}\([0-9]*\)\..*/\2/p')
	[ "${offered:-0}" -ge "$qemu_wanted" ]
}

qemu_install_locked() {
	[ "$(qemu_major)" -lt "$qemu_wanted" ] || return 0
	have apt-get && [ "$(id -u)" = 0 ] || return 0
	if qemu_offered; then
		apt_get_package "$qemu_package"
		return
	fi
	# Not at each boot again.
	install_tried=$KRETSCOPE_CACHE/$qemu_package.tried
	[ -z "$(find "$install_tried" -mmin -720 2>/dev/null)" ] || return 0
	: >"$install_tried"
	install_suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)-backports
	say "installing $qemu_package from $install_suite: versions below $qemu_wanted break guests that run on several threads"
	suite_install "$install_suite" "$qemu_package" || return 0
	say "installed: $("$qemu" --version | sed 1q)"
}

# qemu_get: have one, the newest that can be had.
qemu_get() {
	[ "$(qemu_major)" -lt "$qemu_wanted" ] || return 0
	with_lock "$KRETSCOPE_CACHE/qemu.lock" qemu_install_locked
	need "$qemu" "$qemu_package"
	[ "$(qemu_major)" -ge "$qemu_wanted" ] ||
		say "QEMU $(qemu_major) emulates on one thread: races show less"
}
