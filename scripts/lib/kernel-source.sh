# shellcheck shell=sh disable=SC2034,SC2154 # names shared in scripts/vm
# SPDX-License-Identifier: GPL-2.0
# Kernels that no package holds, since they check what runs in them: built in
# the cache from a suite's source package and fragments in scripts/config.

# source_fragments: the files that say what is on, the later one on top.
source_fragments() {
	printf '%s\n' "$top/scripts/config/base.config" \
		"$top/scripts/config/$k_flavour.config"
}

# source_options: what they say, without comments.
source_options() {
	source_fragments | xargs -d '\n' grep -h '^CONFIG_'
}

# source_missing CONFIG: options on stdin that CONFIG has otherwise, since
# Kconfig leaves out what it cannot have without a word.
source_missing() {
	while IFS= read -r missing_o; do
		case $missing_o in
		*=n) ! grep -q "^${missing_o%n}" "$1" || echo "$missing_o" ;;
		*) grep -q -x -F -e "$missing_o" "$1" || echo "$missing_o" ;;
		esac
	done
}

# What a kernel's build calls, beside the compiler.
source_tools() {
	need make make
	need ld binutils
	need "$k_cc" "$k_cc"
	need flex flex
	need bison bison
	need bc bc
	need xz xz-utils
	need perl perl
	need openssl openssl
	[ -e /usr/include/stdlib.h ] || apt_get_package libc6-dev
	[ -e /usr/include/gelf.h ] || apt_get_package libelf-dev
	[ -e /usr/include/openssl/ssl.h ] || apt_get_package libssl-dev
}

source_make() {
	env -u MAKEFLAGS -u MAKELEVEL LC_ALL=C nice make -j"$(nproc)" \
		--no-print-directory CC="$k_cc" HOSTCC="$k_cc" "$@"
}

source_configure() {
	source_make tinyconfig || return
	source_fragments |
		xargs -d '\n' scripts/kconfig/merge_config.sh -m .config || return
	source_make olddefconfig || return
	source_lost=$(source_options | source_missing .config)
	[ -z "$source_lost" ] || {
		echo "not as asked for in the result:"
		printf '%s\n' "$source_lost"
		return 1
	}
}

# source_trim ARCH: keep what building modules needs: 1.5 GB become 100 MB.
source_trim() {
	find . ! -type d ! -path './include/*' ! -path './scripts/*' \
		! -path "./arch/$1/include/*" ! -path "./arch/$1/Makefile*" \
		! -path './Makefile' ! -path './Kbuild' ! -path './.config' \
		! -path './Module.symvers' ! -path './System.map' \
		! -path './tools/objtool/objtool' -delete
	find . -type d -empty -delete
}

# source_build RELEASE PACKAGE: in a folder of a fixed name, of which an
# interrupted build leaves one at most.
source_build() {
	source_tmp=$k_dir/unfinished
	rm -rf "$source_tmp"
	mkdir -p "$source_tmp/deb" "$source_tmp/build"
	cd "$source_tmp/deb" || return
	suite_fetch "$2" || return
	dpkg --fsys-tarfile "$source_tmp/deb"/*.deb |
		tar -xOf - --wildcards './usr/src/linux-source-*.tar.xz' |
		xz -dc | tar -C "$source_tmp/build" -xf - \
		--strip-components=1 || return
	rm -r "$source_tmp/deb"
	cd "$source_tmp/build" || return
	source_configure || return
	source_make all || return
	source_image=$(source_make -s image_name) || return
	cp "$source_image" "$source_tmp/vmlinuz" || return
	source_image=${source_image#arch/}
	source_trim "${source_image%%/*}" || return
	rm -rf "${k_dir:?}/$1"
	mv "$source_tmp" "$k_dir/$1"
}

# source_locked newest|cached FILE SUM
source_locked() {
	[ "$1" = newest ] || [ ! -f "$2" ] || return 0
	source_package=linux-source-${k_series%.}
	suite_select "$k_suites" "$k_arch"
	source_version=
	! suite_lists "$1" || source_version=$(suite_apt apt-cache show \
		--no-all-versions "$source_package" 2>/dev/null |
		sed -n 's/^Version: //p')
	if [ -z "$source_version" ]; then
		[ -f "$2" ] || die "$EX_KERNEL" \
			"no $source_package in $k_suites"
		say "cannot look up the newest $source_package; keeping $(cat "$2")"
		return 0
	fi
	source_release=$source_version.$3
	if [ ! -f "$k_dir/$source_release/vmlinuz" ]; then
		[ "$k_arch" = "$k_machine" ] || die "$EX_KERNEL" \
			"kernel $k_id is built on $k_arch machines only"
		source_tools
		say "building kernel $k_id from $source_package $source_version, which takes some minutes; log: $k_dir/log"
		(source_build "$source_release" "$source_package") \
			>"$k_dir/log" 2>&1 || {
			tail -n 30 "$k_dir/log" | sed 's/^/vm: | /' >&2
			rm -rf "$k_dir/unfinished"
			die "$EX_KERNEL" "kernel $k_id does not build; log: $k_dir/log"
		}
	fi
	printf '%s\n' "$source_release" >"$2"
}

# kernel_source_get newest|cached: as kernel_get. A change of the fragments or
# the compiler makes another kernel, which gets a folder of its own.
kernel_source_get() {
	source_options >/dev/null ||
		die "$EX_KERNEL" "no options for kernel $k_id in scripts/config"
	source_sum=$({
		echo "$k_cc"
		source_options
	} | sha256sum | cut -c 1-12)
	source_file=$k_dir/release.$source_sum
	if [ "$1" = newest ] || [ ! -f "$source_file" ]; then
		with_lock "$k_dir/lock" source_locked "$1" "$source_file" \
			"$source_sum"
	fi
	k_release=$(cat "$source_file")
	k_vmlinuz=$k_dir/$k_release/vmlinuz
	k_kdir=$k_dir/$k_release/build
}
