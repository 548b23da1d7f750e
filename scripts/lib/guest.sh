# shellcheck shell=sh disable=SC2034,SC2154 # names shared in scripts/vm
# SPDX-License-Identifier: GPL-2.0
# Makes the guest's initramfs: BusyBox, our init, the script and given files.

# A static BusyBox: the installed one, else the package's, unpacked in the
# cache (installing it would replace a dynamic one).
guest_busybox() {
	busybox=
	[ "$k_arch" != "$k_machine" ] || busybox=$(command -v busybox || :)
	if [ -n "$busybox" ] && LC_ALL=C ldd "$busybox" 2>&1 |
		grep -q 'not a dynamic executable'; then
		return
	fi
	bb_dir=$KRETSCOPE_CACHE/busybox.$k_arch
	busybox=$bb_dir/bin/busybox
	[ -x "$busybox" ] || with_lock "$bb_dir.lock" guest_busybox_fetch
}

guest_busybox_fetch() {
	[ ! -x "$busybox" ] || return 0
	say "fetching busybox-static ($k_arch) into $KRETSCOPE_CACHE"
	bb_tmp=$(mktemp -d -p "$KRETSCOPE_CACHE")
	(cd "$bb_tmp" && guest_busybox_download) ||
		die "$EX_MISSING" "cannot fetch busybox-static"
	dpkg -x "$bb_tmp"/*.deb "$bb_tmp"
	rm -rf "$bb_tmp"/*.deb "$bb_dir"
	mv "$bb_tmp" "$bb_dir"
}

guest_busybox_download() {
	if [ "$k_arch" = "$k_machine" ]; then
		apt_fetch busybox-static
		return
	fi
	suite_select "$k_suites" "$k_arch"
	suite_lists cached && suite_fetch busybox-static
}

# guest_add HOSTFILE GUESTPATH: into the tree g_root.
guest_add() {
	[ -r "$1" ] || die "$EX_USAGE" "cannot read $1"
	mkdir -p "$g_root/$(dirname "$2")"
	cp -pRL "$1" "$g_root/$2"
}

# guest_add_program NAME: a host program with the libraries it needs.
# What is missing in the guest since it would need another architecture's
# libraries goes to /vm/lacks.
guest_add_program() {
	[ "$k_arch" = "$k_machine" ] || {
		printf '%s\n' "$1" >>"$g_root/vm/lacks"
		return
	}
	prog_path=$(command -v "$1" || :)
	[ -n "$prog_path" ] || {
		need "$1" "$1"
		prog_path=$(command -v "$1")
	}
	guest_add "$prog_path" "/bin/$1"
	LC_ALL=C ldd "$prog_path" 2>/dev/null |
		awk '$2 == "=>" { print $3; next } /^[ \t]*\// { print $1 }' |
		while IFS= read -r prog_lib; do
			[ -e "$g_root/$prog_lib" ] ||
				guest_add "$prog_lib" "$prog_lib"
		done
}

# guest_tree: the parts that every guest has.
guest_tree() {
	guest_busybox
	mkdir -p "$g_root/bin" "$g_root/lib" "$g_root/vm" "$g_root/lib64"
	cp "$busybox" "$g_root/bin/busybox"
	cp "$lib/guest-init" "$g_root/init"
	cp "$lib/bad-lines" "$lib/kernel-log.sh" "$g_root/vm"
	chmod 755 "$g_root/init"
	printf '%s\n' "$qemu_port" >"$g_root/vm/port"
	: >"$g_root/vm/lacks"
}

# guest_pack FILE: write g_root as an initramfs.
guest_pack() {
	need cpio cpio
	(cd "$g_root" && find . -print0 |
		cpio --null --quiet -o -H newc -R 0:0) >"$1"
}
