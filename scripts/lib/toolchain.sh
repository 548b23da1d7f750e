# shellcheck shell=sh disable=SC2034,SC2154 # names shared in scripts/vm
# SPDX-License-Identifier: GPL-2.0
# What a kernel's modules are built with: this machine's compiler, one that
# compiles for another architecture, or a newer suite's in a tree of its own.

toolchain_include=base-files,bash,dash,coreutils,sed,grep,gawk,findutils
toolchain_include=$toolchain_include,diffutils,make,binutils,zlib1g
toolchain_include=$toolchain_include,libelf1t64,libssl3t64,pahole

# toolchain_get: set t_cc (for modules), t_cross (prefix of a foreign
# architecture's tools), t_ucc (for programs of the guest) and t_root (the
# tree, or nothing) of the selected kernel; installs what is missing.
toolchain_get() {
	t_cross='' t_arch='' t_root=''
	if [ "$k_arch" != "$k_machine" ]; then
		case $k_arch in
		arm64) t_cross=aarch64-linux-gnu- t_arch=arm64 ;;
		amd64) t_cross=x86_64-linux-gnu- t_arch=x86_64 ;;
		*) die "$EX_USAGE" "no cross compiler known for $k_arch" ;;
		esac
	fi
	t_cc=$t_cross$k_cc t_ucc=$t_cross$k_cc
	need make make
	need ld binutils
	if [ -n "$k_tree" ]; then
		t_root=$KRETSCOPE_CACHE/toolchain/$k_tree-$k_cc.$k_machine
		t_ucc=${t_cross}gcc
		[ -e "$t_root/ready" ] ||
			with_lock "$t_root.lock" toolchain_unpack_locked
	fi
	if [ -n "$t_cross" ]; then
		toolchain_triplet=${t_cross%-}
		# Debian writes no underscore in package names.
		toolchain_name=$(printf '%s' "$toolchain_triplet" | tr _ -)
		need "$t_ucc" "${t_ucc##*-linux-gnu-}-$toolchain_name"
		[ -e "/usr/$toolchain_triplet/lib/libc.a" ] ||
			apt_get_package "libc6-dev-$k_arch-cross"
	else
		need "$t_ucc" "$t_ucc"
		[ -e /usr/include/stdlib.h ] || apt_get_package libc6-dev
	fi
	# What the header packages' own tools need.
	[ -n "$t_root" ] || ! ldd "$k_kdir/tools/objtool/objtool" 2>/dev/null |
		grep -q 'libelf.*not found' || apt_get_package libelf1
}

# Unpacked, nothing configured: what a package's scripts would link is made
# here. Name binutils: the compiler's package alone brings no assembler.
toolchain_unpack_locked() {
	[ ! -e "$t_root/ready" ] || return 0
	need mmdebstrap mmdebstrap
	need unshare util-linux
	toolchain_uri=$(suite_mirror "$k_tree")
	[ -n "$toolchain_uri" ] || die "$EX_MISSING" \
		"no Debian mirror in this machine's apt sources for suite $k_tree; name one in KRETSCOPE_MIRROR"
	say "unpacking $k_cc of $k_tree into $t_root"
	rm -rf "$t_root"
	toolchain_log=$(mktemp)
	mmdebstrap --variant=extract --architectures="$k_machine" \
		--keyring="$suite_keyring" \
		--include="$toolchain_include,$k_cc" "$k_tree" "$t_root" \
		"$toolchain_uri" >"$toolchain_log" 2>&1 || {
		sed 's/^/vm: mmdebstrap: /' "$toolchain_log" >&2
		rm -f "$toolchain_log"
		die "$EX_MISSING" "cannot unpack $k_cc of $k_tree"
	}
	rm -f "$toolchain_log"
	[ -e "$t_root/usr/bin/awk" ] || ln -s gawk "$t_root/usr/bin/awk"
	[ -e "$t_root/usr/bin/sh" ] || ln -s dash "$t_root/usr/bin/sh"
	mkdir -p "$t_root/proc" "$t_root/dev" "$t_root/tmp"
	: >"$t_root/ready"
}

# toolchain_run DIR COMMAND...: where the compiler is. In a tree, the kernel's
# folder, DIR, /proc (objtool wants it) and /dev are mounted at their own
# paths, in a mount namespace that ends with the command.
toolchain_run() {
	run_dir=$1
	shift
	if [ -z "$t_root" ]; then
		"$@"
		return
	fi
	run_as='-m'
	[ "$(id -u)" = 0 ] || run_as='-rm'
	mkdir -p "$t_root$k_dir" "$t_root$run_dir"
	# shellcheck disable=SC2016 # for the inner shell
	unshare "$run_as" sh -eu -c '
		root=$1
		shift
		while [ "$1" != -- ]; do
			mount --rbind "$1" "$root$1"
			shift
		done
		shift
		exec chroot "$root" "$@"
	' sh "$t_root" /proc /dev "$k_dir" "$run_dir" -- "$@"
}
