# shellcheck shell=sh disable=SC2034,SC2154 # names shared in scripts/vm
# SPDX-License-Identifier: GPL-2.0
# Kernel IDs: looked up in scripts/kernels, fetched by apt into the cache.

# machine_arch: Debian's name of this machine's architecture.
machine_arch() {
	case $(uname -m) in
	x86_64) echo amd64 ;;
	aarch64) echo arm64 ;;
	*) uname -m ;;
	esac
}

# kernel_select ID: set k_id, k_arch, k_suites, k_source (not empty when it is
# built from source), k_series, k_which (newest or oldest), k_flavour, k_cc,
# k_tree (suite of the toolchain, or nothing) and k_dir, the folder of this
# kernel in the cache.
kernel_select() {
	k_line=$(awk -v id="$1" '$1 == id' "$top/scripts/kernels")
	[ -n "$k_line" ] || die "$EX_USAGE" \
		"unknown kernel '$1'; known: $(kernel_list all)"
	# Fields of a table row hold no blanks or globs.
	# shellcheck disable=SC2086
	set -- $k_line
	k_id=$1 k_arch=$2 k_suites=${3#*:} k_series=${4#*:} k_flavour=$5
	k_cc=${6#*:}
	k_which=newest
	case $4 in oldest:*) k_which=oldest ;; esac
	k_source=
	case $3 in source:*) k_source=1 ;; esac
	k_tree=
	case $6 in *:*) k_tree=${6%%:*} ;; esac
	k_machine=$(machine_arch)
	[ "$k_arch" != - ] || k_arch=$k_machine
	k_dir=$KRETSCOPE_CACHE/kernels/$k_id
}

# kernel_list all|package|source|host: the IDs of one kind.
kernel_list() {
	awk -v want="$1" '
	/^#/ || !NF { next }
	{ kind = $3 == "-" ? "host" : $3 ~ /^source:/ ? "source" : "package" }
	want == "all" || want == kind { printf "%s%s", s, $1; s = " " }
	' "$top/scripts/kernels"
}

# kernel_default: the first of the list.
kernel_default() {
	awk '!/^#/ && NF { print $1; exit }' "$top/scripts/kernels"
}

# releases PREFIX: those of this series and flavour that have a package
# PREFIXrelease in the selected lists.
releases() {
	suite_apt apt-cache pkgnames "$1$k_series" |
		awk -v prefix="$1" -v series="$k_series" -v tail="-$k_flavour" '
	index($0, prefix series) == 1 {
		r = substr($0, length(prefix) + 1)
		n = length(r) - length(tail)
		if (substr(r, n + 1) != tail)
			next
		# Else it is of a longer flavour: -rt in front of -amd64.
		if (substr(r, 1, n) ~ /^[0-9.]+([~+][0-9a-z.~+]*)?(-[0-9]+)?$/)
			print r
	}' | sort
}

# kernel_lookup newest|cached: the newest (oldest) release in the lists, or
# nothing. Headers leave the archive before their images do.
kernel_lookup() {
	suite_select "$k_suites" "$k_arch"
	suite_lists "$1" || return 0
	lookup_headers=$(releases linux-headers-)
	lookup_both=$(releases linux-image- |
		grep -x -F -e "$lookup_headers" | sort -V)
	case $k_which in
	newest) printf '%s\n' "$lookup_both" | tail -n 1 ;;
	oldest) printf '%s\n' "$lookup_both" | head -n 1 ;;
	esac
}

# kernel_packages RELEASE: what to unpack. Newer kernels have the image itself
# in a package of its own. Header packages refer to each other; the compiler
# they name is ours to pick.
kernel_packages() {
	if [ -n "$(suite_depends "linux-image-$1" '^linux-binary-')" ]; then
		echo "linux-binary-unsigned-$1"
	else
		echo "linux-image-$1"
	fi
	packages_todo="linux-headers-$1"
	packages_seen=
	while [ -n "$packages_todo" ]; do
		packages_next=
		for packages_p in $packages_todo; do
			case " $packages_seen " in
			*" $packages_p "*) continue ;;
			esac
			packages_seen="$packages_seen $packages_p"
			packages_next="$packages_next $(suite_depends \
				"$packages_p" '^linux-(headers|kbuild)-')"
		done
		# shellcheck disable=SC2086 # names
		set -- $packages_next
		packages_todo=$*
	done
	printf '%s\n' "$packages_seen" | tr ' ' '\n' | sed '/^$/d'
}

# kernel_download RELEASE: its .deb files into the current folder. The build
# tools (linux-kbuild) run on this machine, whatever the kernel runs on.
kernel_download() {
	suite_select "$k_suites" "$k_arch"
	download_all=$(kernel_packages "$1")
	if [ "$k_arch" = "$k_machine" ]; then
		# shellcheck disable=SC2086 # names
		suite_fetch $download_all
		return
	fi
	# shellcheck disable=SC2046 # names
	suite_fetch $(printf '%s\n' "$download_all" | grep -v '^linux-kbuild') ||
		return
	suite_select "$k_suites" "$k_machine"
	suite_lists newest || return
	# shellcheck disable=SC2046
	suite_fetch $(printf '%s\n' "$download_all" | grep '^linux-kbuild')
}

kernel_unpack() {
	unpack_dir=$(mktemp -d -p "$k_dir")
	mkdir "$unpack_dir/deb" "$unpack_dir/root"
	(cd "$unpack_dir/deb" && kernel_download "$1") ||
		die "$EX_KERNEL" "cannot fetch kernel $1"
	for unpack_deb in "$unpack_dir"/deb/*.deb; do
		case ${unpack_deb##*/} in
		linux-image-* | linux-binary-*)
			# Only the kernel itself: modules are 300 MB.
			dpkg --fsys-tarfile "$unpack_deb" |
				tar -xOf - --wildcards './boot/vmlinuz-*' \
				'./usr/lib/modules/*/vmlinuz*' \
				>"$unpack_dir/vmlinuz" 2>"$unpack_dir/tar" || :
			[ -s "$unpack_dir/vmlinuz" ] || die "$EX_KERNEL" \
				"no image in ${unpack_deb##*/}"
			;;
		*)
			dpkg -x "$unpack_deb" "$unpack_dir/root"
			;;
		esac
	done
	rm -r "$unpack_dir/deb" "$unpack_dir/tar"
	# The one absolute path in Debian's headers.
	sed -i "s#\([ =]\)/usr/src/#\1$k_dir/$1/root/usr/src/#g" \
		"$unpack_dir/root/usr/src/linux-headers-$1/Makefile"
	rm -rf "${k_dir:?}/$1"
	chmod 755 "$unpack_dir"
	mv "$unpack_dir" "$k_dir/$1"
}

# kernel_fetch_locked newest|cached
kernel_fetch_locked() {
	[ "$1" = newest ] || [ ! -f "$k_dir/release" ] || return 0
	fetch_release=$(kernel_lookup "$1")
	if [ -z "$fetch_release" ]; then
		[ -f "$k_dir/release" ] || die "$EX_KERNEL" \
			"no kernel $k_series*-$k_flavour with headers in $k_suites"
		say "cannot look up the $k_which release; keeping $(cat "$k_dir/release")"
		return 0
	fi
	if [ ! -f "$k_dir/$fetch_release/vmlinuz" ]; then
		say "fetching kernel $fetch_release into $k_dir"
		kernel_unpack "$fetch_release"
	fi
	printf '%s\n' "$fetch_release" >"$k_dir/release"
}

# The running kernel, from where distributions put its parts.
kernel_host() {
	k_release=$(uname -r)
	k_vmlinuz=
	for host_image in "/boot/vmlinuz-$k_release" \
		"/lib/modules/$k_release/vmlinuz"; do
		[ ! -r "$host_image" ] || k_vmlinuz=$host_image
	done
	[ -n "$k_vmlinuz" ] || die "$EX_KERNEL" \
		"kernel host: no readable image of the running kernel $k_release in /boot or /lib/modules"
	k_kdir=/lib/modules/$k_release/build
	[ -e "$k_kdir/Makefile" ] || die "$EX_KERNEL" \
		"kernel host: no headers of the running kernel $k_release in $k_kdir"
}

# kernel_get newest|cached: set k_release, k_vmlinuz and k_kdir; fetches when the
# cache has none, or, with "newest", when the archive has a newer one.
kernel_get() {
	if [ "$k_suites" = - ]; then
		kernel_host
		return
	fi
	mkdir -p "$k_dir" 2>/dev/null ||
		die "$EX_KERNEL" "cannot write to the cache $KRETSCOPE_CACHE"
	if [ -n "$k_source" ]; then
		kernel_source_get "$1"
		return
	fi
	if [ "$1" = newest ] || [ ! -f "$k_dir/release" ]; then
		with_lock "$k_dir/lock" kernel_fetch_locked "$1"
	fi
	k_release=$(cat "$k_dir/release")
	k_vmlinuz=$k_dir/$k_release/vmlinuz
	k_kdir=$k_dir/$k_release/root/usr/src/linux-headers-$k_release
}

# kernel_module_locked NAME: the file $k_module, out of the package that holds
# the kernel's modules, of which the cache keeps none: they are 300 MB.
kernel_module_locked() {
	[ ! -f "$k_module" ] || return 0
	suite_select "$k_suites" "$k_arch"
	module_package=linux-modules-$k_release
	[ -n "$(suite_depends "linux-image-$k_release" '^linux-modules-')" ] ||
		module_package=linux-image-$k_release
	module_tmp=$(mktemp -d -p "$k_dir")
	(cd "$module_tmp" && suite_fetch "$module_package") ||
		die "$EX_KERNEL" "cannot fetch $module_package"
	dpkg --fsys-tarfile "$module_tmp"/*.deb |
		tar -xOf - --wildcards "*/$1.ko" "*/$1.ko.xz" \
			>"$module_tmp/module" 2>/dev/null || :
	xz -dc <"$module_tmp/module" >"$module_tmp/plain" 2>/dev/null ||
		mv "$module_tmp/module" "$module_tmp/plain"
	[ -s "$module_tmp/plain" ] ||
		die "$EX_KERNEL" "no module $1 in $module_package"
	mv "$module_tmp/plain" "$k_module"
	rm -r "$module_tmp"
}

# kernel_module NAME: set k_module, a module that comes with the kernel.
kernel_module() {
	if [ -n "$k_source" ] || [ "$k_id" = host ]; then
		die "$EX_KERNEL" "kernel $k_id comes without modules"
	fi
	k_module=$k_dir/$k_release/$1.ko
	with_lock "$k_dir/lock" kernel_module_locked "$1"
}
