# shellcheck shell=sh disable=SC2034,SC2154 # names shared in scripts/vm
# SPDX-License-Identifier: GPL-2.0
# Builds the module, its test target and the static helper for one kernel ID,
# in a copy of the sources, so that builds for several kernels never mix.

# tree_sources DIR NAME...: the build's inputs among NAMEs, one a line.
tree_sources() {
	(
		cd "$1" || exit
		shift
		find "$@" -type f \( -name '*.[chS]' -o -name Kbuild \) \
			! -name '*.mod.c' | sed 's,^\./,,' | sort
	)
}

# sync_tree FROM TO NAME...: make TO's NAMEs equal to FROM's. Unchanged files
# are left alone, so that make sees only what changed. When a file went away
# all starts anew: make would take an object that was built from it as good.
sync_tree() {
	sync_from=$1 sync_to=$2
	shift 2
	tree_sources "$sync_from" "$@" >"$sync_to.new"
	if [ -f "$sync_to.list" ] && [ -n "$(comm -23 "$sync_to.list" \
		"$sync_to.new")" ]; then
		rm -rf "$sync_to"
	fi
	mv "$sync_to.new" "$sync_to.list"
	mkdir -p "$sync_to"
	while IFS= read -r sync_f; do
		cmp -s "$sync_from/$sync_f" "$sync_to/$sync_f" && continue
		mkdir -p "$sync_to/$(dirname "$sync_f")"
		cp "$sync_from/$sync_f" "$sync_to/$sync_f"
	done <"$sync_to.list"
}

# Without BTF: it would have to match the image's, which Debian does not ship
# for every kernel, and nothing here reads it.
kbuild() {
	kbuild_dir=$1
	shift
	[ -z "$t_cross" ] || set -- ARCH="$t_arch" CROSS_COMPILE="$t_cross" "$@"
	toolchain_run "$b_dir" env -u MAKEFLAGS -u MAKELEVEL make -C "$k_kdir" \
		M="$kbuild_dir" CC="$t_cc" CONFIG_DEBUG_INFO_BTF_MODULES= \
		-j"$(nproc)" --no-print-directory "$@"
}

# build_modules DIR: without debugging data, for a small guest, in b_dir.
build_modules() {
	kbuild "$b_dir/$1" modules || return
	for build_ko in "$b_dir/$1"/*.ko; do
		"${t_cross}strip" --strip-debug \
			-o "$b_dir/${build_ko##*/}" "$build_ko" || return
	done
}

# The modules beside kretscope itself: each folder of tests with a Kbuild.
test_modules() {
	for build_kbuild in "$b_src"/tests/*/Kbuild; do
		[ -f "$build_kbuild" ] || continue
		build_kbuild=${build_kbuild%/Kbuild}
		echo "${build_kbuild##*/}"
	done
}

# Programs that run in the guest, which has no libraries.
build_program() {
	[ -f "$b_src/tests/$1.c" ] || return 0
	build_bin=$b_dir/bin/${1##*/}
	mkdir -p "$b_dir/bin"
	[ -z "$(find "$build_bin" -newer "$b_src/tests/$1.c" 2>/dev/null)" ] ||
		return 0
	"$t_ucc" -O2 -Wall -Wextra -Werror -static -pthread \
		-o "$build_bin" "$b_src/tests/$1.c"
}

build_locked() {
	sync_tree "$b_src" "$b_dir/module" Kbuild src include
	build_modules module || return
	for build_dir in $(test_modules); do
		sync_tree "$b_src/tests/$build_dir" "$b_dir/$build_dir" .
		build_modules "$build_dir" || return
	done
	for build_name in target/workload target/fentry bench/cost soak/mix; do
		build_program "$build_name" || return
	done
}

# build_kernel [SOURCE]: build all for the selected kernel into b_dir.
build_kernel() {
	b_src=${1:-$top}
	b_dir=$b_src/.build/$k_id
	toolchain_get
	mkdir -p "$b_dir"
	with_lock "$b_dir/lock" build_locked >"$b_dir/log" 2>&1 || {
		cat "$b_dir/log" >&2
		die "$EX_BUILD" "build for kernel $k_id ($k_release) failed"
	}
	grep -E 'warning|WARNING' "$b_dir/log" >&2 || :
}
