# shellcheck shell=sh disable=SC2034,SC2154 # names shared in scripts/vm
# SPDX-License-Identifier: GPL-2.0
# Kernel IDs: looked up in scripts/kernels, fetched by apt into the cache.

# kernel_select ID: set k_id, k_arch, k_suite, k_image, k_headers, k_series,
# k_cc and k_dir, the folder of this kernel in the cache.
kernel_select() {
	k_line=$(awk -v id="$1" '$1 == id' "$top/scripts/kernels")
	[ -n "$k_line" ] || die "$EX_USAGE" \
		"unknown kernel '$1'; known: $(kernel_list)"
	# Fields of a table row hold no blanks or globs.
	# shellcheck disable=SC2086
	set -- $k_line
	k_id=$1 k_arch=$2 k_suite=$3 k_image=$4 k_headers=$5 k_series=$6 k_cc=$7
	k_dir=$KRETSCOPE_CACHE/kernels/$k_id
}

kernel_list() {
	awk '!/^#/ && NF { printf "%s%s", s, $1; s = " " }' "$top/scripts/kernels"
}

# Dependencies of a package that match a pattern, one a line.
depends() {
	apt-cache depends --no-recommends --no-suggests "$1" 2>/dev/null |
		awk -v re="$2" '$1 == "Depends:" && $2 ~ re { print $2 }'
}

# Header packages refer to each other; the compiler they name is ours to pick.
headers_closure() {
	closure_todo=$1
	closure_seen=
	while [ -n "$closure_todo" ]; do
		closure_next=
		for closure_p in $closure_todo; do
			case " $closure_seen " in *" $closure_p "*) continue ;; esac
			closure_seen="$closure_seen $closure_p"
			closure_next="$closure_next $(depends "$closure_p" \
				'^linux-(headers|kbuild)-' | tr '\n' ' ')"
		done
		closure_todo=$(printf '%s' "$closure_next" | sed 's/ *$//')
	done
	printf '%s\n' "$closure_seen"
}

# Newest release in the archive, or nothing.
kernel_newest() {
	apt_lists || return 0
	newest=$(depends "$k_image" '^linux-image-[0-9]' |
		sed -n '1s/^linux-image-//p')
	case $newest in
	"$k_series"*) printf '%s\n' "$newest" ;;
	esac
}

kernel_unpack() {
	unpack_dir=$(mktemp -d -p "$k_dir")
	mkdir "$unpack_dir/deb" "$unpack_dir/root"
	# shellcheck disable=SC2046
	(cd "$unpack_dir/deb" && apt_fetch "linux-image-$1" \
		$(headers_closure "linux-headers-$1")) ||
		die "$EX_KERNEL" "cannot fetch kernel $1"
	for unpack_deb in "$unpack_dir"/deb/*.deb; do
		case ${unpack_deb##*/} in
		linux-image-*)
			# Only the kernel itself: modules are 300 MB.
			dpkg --fsys-tarfile "$unpack_deb" |
				tar -C "$unpack_dir/root" -xf - "./boot/vmlinuz-$1"
			;;
		*)
			dpkg -x "$unpack_deb" "$unpack_dir/root"
			;;
		esac
	done
	rm -r "$unpack_dir/deb"
	mv "$unpack_dir/root/boot/vmlinuz-$1" "$unpack_dir/vmlinuz"
	# The one absolute path in Debian's headers.
	sed -i "s#\([ =]\)/usr/src/#\1$k_dir/$1/root/usr/src/#g" \
		"$unpack_dir/root/usr/src/linux-headers-$1/Makefile"
	rm -rf "${k_dir:?}/$1"
	chmod 755 "$unpack_dir"
	mv "$unpack_dir" "$k_dir/$1"
}

kernel_fetch_locked() {
	fetch_release=$(kernel_newest)
	if [ -z "$fetch_release" ] && [ "$(id -u)" = 0 ] && have apt-get; then
		apt_update
		fetch_release=$(kernel_newest)
	fi
	if [ -z "$fetch_release" ]; then
		[ -f "$k_dir/release" ] || die "$EX_KERNEL" \
			"no $k_image of series $k_series in apt's lists; is suite $k_suite configured?"
		say "cannot look up the newest release; keeping $(cat "$k_dir/release")"
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
	if [ "$k_image" = - ]; then
		kernel_host
		return
	fi
	mkdir -p "$k_dir" 2>/dev/null ||
		die "$EX_KERNEL" "cannot write to the cache $KRETSCOPE_CACHE"
	if [ "$1" = newest ] || [ ! -f "$k_dir/release" ]; then
		with_lock "$k_dir/lock" kernel_fetch_locked
	fi
	k_release=$(cat "$k_dir/release")
	k_vmlinuz=$k_dir/$k_release/vmlinuz
	k_kdir=$k_dir/$k_release/root/usr/src/linux-headers-$k_release
}
