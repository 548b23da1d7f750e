# shellcheck shell=sh disable=SC2154 # run sets dir, tree and so on
# SPDX-License-Identifier: GPL-2.0
# What happens on the host: options, kernels, builds, QEMU, make install.

test_build_failure() {
	fake_tree
	echo 'int main( {' >>"$tree/src/main.c"
	expect 203 "$tree/scripts/vm" build "$kernel"
	contains "$dir/err" 'main.c:.*error'
}

test_rebuild() {
	# What changed is built again, what went away is gone.
	fake_tree
	echo '/* old */' >"$tree/include/gone.h"
	echo '#include "../include/gone.h"' >>"$tree/src/main.c"
	expect 0 "$tree/scripts/vm" build "$kernel"
	rm "$tree/include/gone.h"
	expect 203 "$tree/scripts/vm" build "$kernel"
	cp "$here/main.c" "$tree/src"
	expect 0 "$tree/scripts/vm" build "$kernel"
}

test_kernel_one_line() {
	fake_tree
	echo 'other amd64 nosuite 9. amd64 gcc-12' \
		>>"$tree/scripts/kernels"
	expect 0 "$tree/scripts/vm" list
	contains "$dir/out" ' other$'
	expect 201 env KRETSCOPE_CACHE="$dir/cache" \
		"$tree/scripts/vm" kdir other
	contains "$dir/err" nosuite
}

test_kernel_kinds() {
	equal "$({ "$vm" list package; echo; "$vm" list source; echo
		"$vm" list host; echo; } | tr ' ' '\n' | sort)" \
		"$("$vm" list | tr ' ' '\n' | sort)" kinds
	equal "$("$vm" list host)" host host
	expect 2 "$vm" list nosuch
}

test_source_options() {
	# shellcheck source=scripts/lib/kernel-source.sh
	. "$top/scripts/lib/kernel-source.sh"
	printf '%s\n' 'CONFIG_A=y' '# CONFIG_B is not set' 'CONFIG_C="x y"' \
		'CONFIG_DD=y' 'CONFIG_N=1' >"$dir/config"
	equal "$(printf 'CONFIG_%s\n' A=y B=n C='"x y"' D=n N=1 |
		source_missing "$dir/config")" '' 'missing'
	equal "$(printf 'CONFIG_%s\n' A=n A=m B=y C='"x"' D=y N=12 E=y |
		source_missing "$dir/config" | tr '\n' ' ')" \
		"$(printf 'CONFIG_%s ' A=n A=m B=y C='"x"' D=y N=12 E=y)" 'missing'
}

test_source_none() {
	fake_tree
	echo 'other amd64 source:nosuite 9. kasan gcc-12' \
		>>"$tree/scripts/kernels"
	expect 201 env KRETSCOPE_CACHE="$dir/cache" \
		"$tree/scripts/vm" kdir other
	contains "$dir/err" 'no linux-source-9 in nosuite'
	echo 'more amd64 source:nosuite 9. nosuch gcc-12' \
		>>"$tree/scripts/kernels"
	expect 201 env KRETSCOPE_CACHE="$dir/cache" \
		"$tree/scripts/vm" kdir more
	contains "$dir/err" 'no options for kernel more'
}

test_kernel_host() {
	release=$(uname -r)
	if { [ -r "/boot/vmlinuz-$release" ] ||
		[ -r "/lib/modules/$release/vmlinuz" ]; } &&
		[ -e "/lib/modules/$release/build/Makefile" ]; then
		expect 0 "$vm" kdir host
	else
		expect 201 "$vm" kdir host
		contains "$dir/err" "running kernel $release"
	fi
}

test_qemu_missing() {
	# Everything is found but QEMU and the means to install it.
	mkdir "$dir/bin"
	for tool in /usr/bin/* /bin/*; do
		case ${tool##*/} in
		qemu-* | apt-get) ;;
		*) [ -e "$dir/bin/${tool##*/}" ] || ln -s "$tool" "$dir/bin" ;;
		esac
	done
	echo true >"$dir/script"
	expect 200 env PATH="$dir/bin" "$vm" boot --no-module "$dir/script"
	contains "$dir/err" 'missing package qemu-system-x86'
}

test_qemu_fails() {
	mkdir "$dir/bin"
	cat >"$dir/bin/qemu-system-x86_64" <<'EOS'
#!/bin/sh
[ "$1" != --version ] || { echo "QEMU emulator version 10.0.0"; exit; }
echo "cannot start" >&2
exit 1
EOS
	chmod 755 "$dir/bin/qemu-system-x86_64"
	echo true >"$dir/script"
	expect 210 env PATH="$dir/bin:$PATH" KRETSCOPE_ACCEL=tcg \
		"$vm" boot --no-module "$dir/script"
	contains "$dir/err" 'cannot start'
}

test_kvm_lifeless() {
	# A QEMU that starts with KVM and shows nothing, like a dead guest.
	mkdir "$dir/bin"
	cat >"$dir/bin/qemu-system-x86_64" <<'EOS'
#!/bin/sh
case " $* " in
*' kvm '*) exec sleep 60 ;;
esac
PATH=${PATH#*:}
exec qemu-system-x86_64 "$@"
EOS
	chmod 755 "$dir/bin/qemu-system-x86_64"
	echo true >"$dir/script"
	mkdir "$dir/cache"
	ln -s "${KRETSCOPE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kretscope}/kernels" \
		"$dir/cache/kernels"
	expect 202 env PATH="$dir/bin:$PATH" KRETSCOPE_CACHE="$dir/cache" \
		"$vm" boot --accel kvm --no-module --kernel "$kernel" "$dir/script"
	expect 0 env PATH="$dir/bin:$PATH" KRETSCOPE_CACHE="$dir/cache" \
		"$vm" boot --no-module --kernel "$kernel" "$dir/script"
	contains "$dir/err" 'accel tcg'
}

test_usage() {
	for args in '' nosuch 'boot' 'boot --nosuch x' 'boot --cpus 0 x' \
		'boot --cpus 2 --icount --cpus 2 x' 'run' 'run vfs_read' \
		'run vfs_read --' 'run -- true' 'run --repeat x a -- true' \
		'build' 'build nosuch' 'kdir nosuch' 'boot --file x y'; do
		# shellcheck disable=SC2086
		expect 2 "$vm" $args
		[ -s "$dir/err" ]
	done
	expect 0 "$vm" -h
	contains "$dir/out" '^usage: '
}

test_make_install() {
	fake_tree
	cp "$top/Makefile" "$tree"
	touch "$tree/scripts/kretscope.8" "$tree/scripts/kretscope.bash"
	kdir=$("$vm" kdir "$kernel")
	expect 0 make -C "$tree" KDIR="$kdir" DESTDIR="$dir/root" install
	equal "$(cd "$dir/root" && find . -type f | sed 's,/[0-9][^/]*/,/REL/,' |
		sort)" "$(
		cat <<'EOS'
./lib/modules/REL/extra/kretscope.ko
./usr/local/bin/kretscope
./usr/local/share/bash-completion/completions/kretscope
./usr/local/share/man/man8/kretscope.8
EOS
	)" installed
	expect 0 make -C "$tree" KDIR="$kdir" DESTDIR="$dir/root" uninstall
	equal "$(find "$dir/root" -type f)" '' uninstalled
	expect 0 make -C "$tree" KDIR="$kdir" clean
	equal "$(find "$tree" -name '*.ko' -o -name '*.o' -o -name '.*.cmd')" \
		'' cleaned
	expect 2 make -C "$tree" KDIR="$dir/nosuch"
	contains "$dir/err" 'No kernel headers in .*/nosuch'
}
