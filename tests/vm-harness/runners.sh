# shellcheck shell=sh disable=SC2154 # run sets dir, tree and so on
# SPDX-License-Identifier: GPL-2.0
# The runners of test cases: tests/vm/run and tests/run.

test_cases() {
	fake_tree
	mkdir "$tree/tests/vm"
	cp "$top/tests/vm/run" "$top/tests/vm/guest" "$top/tests/vm/lib.sh" \
		"$top/tests/vm/header.sh" "$here"/cases/*.sh "$tree/tests/vm"
	expect 1 "$tree/tests/vm/run" --kernel "$kernel"
	equal "$(grep -E '^(PASS|FAIL|SKIP) ' "$dir/out" | sort)" "$(
		cat <<'EOS'
FAIL 002_bad
FAIL 003_crash guest ended with 205 in it
FAIL 005_splat
FAIL 006_late
FAIL 008_pinned
PASS 001_good
PASS 007_boot
PASS 009_last
SKIP 004_skip no command nosuch
EOS
	)" verdicts
	contains "$dir/out" "one and two: got '1', want '2'"
	contains "$dir/out" 'left changed: /sys/kernel/debug/kprobes/enabled'
	contains "$dir/out" 'kernel log: WARNING: CPU'
	contains "$dir/out" 'time limit'
	contains "$dir/out" 'kretscope stays loaded'
	contains "$dir/out" 'NULL pointer dereference'
	expect 0 "$tree/tests/vm/run" --kernel "$kernel" --without long \
		--without once 001 009
	equal "$(grep -E '^(PASS|FAIL|SKIP) ' "$dir/out")" 'PASS 009_last' \
		'without a tag'
	expect 0 "$tree/tests/vm/run" --kernel "$kernel" --with once 001 009
	equal "$(grep -E '^(PASS|FAIL|SKIP) ' "$dir/out")" 'PASS 001_good' \
		'with a tag'
	expect 2 "$tree/tests/vm/run" --without lnog 009
	expect 2 "$tree/tests/vm/run" --with lnog 009
}

test_skips() {
	fake_tree
	mkdir "$tree/tests/vm"
	cp "$top/tests/vm/run" "$top/tests/vm/guest" "$top/tests/vm/lib.sh" \
		"$top/tests/vm/header.sh" "$here"/cases/00[149]*.sh \
		"$tree/tests/vm"
	cat >"$tree/tests/vm/skips" <<EOS
# kernel case reason
$kernel 004_skip has no such command
$kernel 001_good no more
host 009_last another kernel
EOS
	expect 1 "$tree/tests/vm/run" --kernel "$kernel"
	equal "$(grep -E '^(PASS|FAIL|SKIP) ' "$dir/out" | sort)" "$(
		cat <<'EOS'
FAIL 001_good is listed in tests/vm/skips and ran
PASS 009_last
SKIP 004_skip expected: no command nosuch
EOS
	)" verdicts
	for line in "nosuch 001_good why" "$kernel 999_none why" \
		"$kernel 001_good"; do
		echo "$line" >"$tree/tests/vm/skips"
		expect 2 "$tree/tests/vm/run" --kernel "$kernel"
		contains "$dir/err" 'skips: no '
	done
}

test_case_header() {
	fake_tree
	mkdir "$tree/tests/vm"
	cp "$top/tests/vm/run" "$top/tests/vm/header.sh" "$tree/tests/vm"
	sed 's/cpus=1/cpu=1/' "$here/cases/007_boot.sh" >"$tree/tests/vm/1.sh"
	expect 2 "$tree/tests/vm/run"
	contains "$dir/err" 'unknown requirement cpu=1'
}

# totals WANT STATUS CI: the last line of tests/run for the lines on stdin.
totals() {
	cat >"$tree/lines"
	expect "$2" env CI="$3" "$tree/tests/run" unit
	equal "$(tail -n 1 "$dir/out")" "$1" totals
}

test_totals() {
	tree=$dir/tree
	mkdir -p "$tree/tests/unit"
	cp "$top/tests/run" "$tree/tests"
	cp -r "$top/scripts" "$tree"
	cat >"$tree/tests/unit/run" <<'EOS'
#!/bin/sh
. "${0%/*}/../../lines"
EOS
	chmod 755 "$tree/tests/unit/run"
	echo 'echo PASS a; echo noise; echo PASS b' |
		totals '2 passed, 0 failed, 0 skipped' 0 true
	echo 'echo PASS a; echo FAIL b why; echo SKIP c; exit 1' |
		totals '1 passed, 1 failed, 1 skipped' 1 ''
	echo 'echo PASS a; echo SKIP c' |
		totals '1 passed, 0 failed, 1 skipped' 0 ''
	echo 'echo PASS a; echo SKIP c' |
		totals '1 passed, 1 failed, 0 skipped' 1 true
	echo 'echo PASS a; echo SKIP b expected: why' |
		totals '1 passed, 0 failed, 1 skipped' 0 true
	echo 'echo PASS a; echo SKIP b expected: why; echo SKIP c' |
		totals '1 passed, 1 failed, 1 skipped' 1 true
	# One that is slower than those it runs beside is waited for.
	mkdir "$tree/tests/script"
	cp "$tree/tests/unit/run" "$tree/tests/script"
	cat >"$tree/lines" <<'EOS'
case $0 in
*script*) echo PASS quick ;;
*) [ "$*" = -i ] && exit; sleep 1; echo FAIL slow; exit 1 ;;
esac
EOS
	expect 1 "$tree/tests/run" unit script
	equal "$(tail -n 1 "$dir/out")" '1 passed, 1 failed, 0 skipped' beside
	echo 'echo PASS a; exit 3' |
		totals '1 passed, 1 failed, 0 skipped' 1 ''
	echo 'echo nothing' | totals '0 passed, 1 failed, 0 skipped' 1 ''
	echo 'if' | totals '0 passed, 1 failed, 0 skipped' 1 ''
}
