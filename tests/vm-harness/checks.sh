# shellcheck shell=sh disable=SC2154 # run sets dir, tree and so on
# SPDX-License-Identifier: GPL-2.0
# Kernels built to check what runs in them: each check is on, and what it finds
# in a module fails the case.

# defect NAME [REQUIREMENT...]: a case that loads the module with that defect;
# more of its script is on stdin. (In no pipe: it sets a variable.)
defect() {
	defect_name=$1
	shift
	{
		echo '#!/bin/sh'
		echo '# SPDX-License-Identifier: GPL-2.0'
		echo "# description: $defect_name"
		echo "# requires: $*"
		echo '. /tests/vm/lib.sh'
		echo "load probes=$defect_name"
		echo unload
		cat
	} >"$tree/tests/vm/$defect_name.sh"
	defects="$defects $defect_name"
}

# checks_tree: a fake tree whose module has defects.
checks_tree() {
	fake_tree
	cp "$here/defects.c" "$tree/src/main.c"
	mkdir "$tree/tests/vm"
	cp "$top/tests/vm/run" "$top/tests/vm/guest" "$top/tests/vm/lib.sh" \
		"$top/tests/vm/header.sh" "$tree/tests/vm"
	defects=
}

# found NAME LINE: the case failed, and for the sake of this kernel log line.
found() {
	awk -v name="$1" '$1 ~ /^(PASS|FAIL|SKIP)$/ { on = $2 == name } on' \
		"$dir/out" >"$dir/case"
	contains "$dir/case" "^FAIL $1\$"
	contains "$dir/case" "^  | .*$2"
}

test_checks_debug() {
	checks_tree
	defect nothing </dev/null
	for name in sleep_in_atomic rcu_unlocked cpu_preemptible free_active \
		shift_out use_after_free lock_circle; do
		defect "$name" </dev/null
	done
	defect leak append=kmemleak=on time=60 <<'EOS'
sleep 6
echo scan >/sys/kernel/debug/kmemleak
sleep 6
echo scan >/sys/kernel/debug/kmemleak
EOS
	# shellcheck disable=SC2086 # names
	expect 1 "$tree/tests/vm/run" --kernel debug --slow 4 --jobs 1 $defects
	contains "$dir/out" '^PASS nothing$'
	found sleep_in_atomic 'BUG: sleeping function called from invalid context'
	found rcu_unlocked 'WARNING: suspicious RCU usage'
	found cpu_preemptible 'BUG: using smp_processor_id() in preemptible'
	found free_active 'ODEBUG: free active'
	found shift_out 'UBSAN: shift-out-of-bounds'
	found use_after_free 'BUG: KASAN: use-after-free in .*\[kretscope\]'
	found leak 'kmemleak: 1 new suspected memory leaks'
	found lock_circle 'WARNING: possible circular locking dependency'
}

test_checks_kcsan() {
	checks_tree
	# Time enough for races of the kernel's own.
	defect nothing <<'EOS'
sleep 20
EOS
	defect sleep_in_atomic </dev/null
	defect race </dev/null
	# shellcheck disable=SC2086 # names
	expect 1 "$tree/tests/vm/run" --kernel kcsan --slow 4 --jobs 1 $defects
	contains "$dir/out" '^PASS nothing$'
	found sleep_in_atomic 'BUG: sleeping function called from invalid context'
	found race 'BUG: KCSAN: data-race in .*\[kretscope\]'
}
