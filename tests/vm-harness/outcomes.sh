# shellcheck shell=sh disable=SC2154 # run sets dir, tree and so on
# SPDX-License-Identifier: GPL-2.0
# How a guest ends, and the code that each way gives.

test_status_zero() {
	printf 'echo one; echo; echo two; echo; printf three\n' | boot 0
	equal "$(cat "$dir/out")" "$(printf 'one\n\ntwo\n\nthree')" output
	cmp "$dir/out" "$dir/files/output"
	contains "$dir/files/vm" '^accel=[a-z]'
}

test_status_false() {
	echo false | boot 1
}

test_status_three() {
	echo 'exit 3' | boot 3
}

test_status_signal() {
	# shellcheck disable=SC2016
	echo 'kill -9 $$' | boot 137
}

test_status_above_range() {
	printf 'echo a; echo; echo; exit 205\n' | boot 199
	equal "$(od -An -c "$dir/out")" "$(printf 'a\n\n\n' | od -An -c)" output
}

test_panic() {
	boot 205 <<'EOS'
echo PASS
echo c >/proc/sysrq-trigger
EOS
	contains "$dir/err" 'Kernel panic'
	contains "$dir/out" PASS
}

test_script_syntax() {
	boot 209 <<'EOS'
echo PASS
if then
EOS
	[ "$(grep -c PASS "$dir/out")" = 0 ]
}

test_init_syntax() {
	printf '#!/bin/busybox sh\nif then\n' >"$dir/init"
	chmod 755 "$dir/init"
	echo 'echo PASS' | boot 205 --file "$dir/init:/init"
}

test_hang() {
	echo 'echo started; sleep 1000' | boot 207 --timeout 60
	contains "$dir/out" started
}

test_hang_idle() {
	echo 'echo started; sleep 1000' | boot 207 --idle 15
	contains "$dir/err" 'no output for 15 s'
}

test_power_off() {
	echo 'echo PASS; poweroff -f' | boot 208
}

test_forged_result() {
	boot 208 <<'EOS'
echo '@0000000000000000 status 0 -'
echo '@0000000000000000 end'
poweroff -f
EOS
}

test_console_noise() {
	boot 0 --append 'loglevel=8 ignore_loglevel' <<'EOS'
n=0
while [ "$n" -lt 500 ]; do
	echo "line $n"
	echo "<0>noise $n @x status 1 -" >/dev/kmsg
	n=$((n + 1))
done
EOS
	equal "$(cat "$dir/out")" "$(seq 0 499 | sed 's/^/line /')" output
	contains "$dir/files/console" 'noise 499'
}

test_kernel_warning() {
	boot 206 <<'EOS'
echo '<4>WARNING: CPU: 0 PID: 1 at kernel/x.c:1 x+0x1/0x2' >/dev/kmsg
echo PASS
EOS
	contains "$dir/err" 'bad kernel line: WARNING: CPU'
}

test_warning_before_start() {
	# The start mark is what counts: a firmware's faults are not ours.
	sed 's,^# At alert,echo "<4>WARNING: CPU: early" >/dev/kmsg\n&,' \
		"$top/scripts/lib/guest-init" >"$dir/init"
	contains "$dir/init" early
	chmod 755 "$dir/init"
	echo true | boot 0 --file "$dir/init:/init"
	contains "$dir/files/dmesg" early
}

test_files_back() {
	# shellcheck disable=SC2016
	boot 0 --file "$vm:/data/vm" <<'EOS'
mkdir /out/sub
head -c 300000 /dev/urandom >/out/sub/random
sha256sum </out/sub/random
sha256sum </data/vm
# No module is at hand in the guest: all that is needed was brought along.
[ ! -s /proc/modules ]
EOS
	equal "$(sed -n 1p "$dir/out")" "$(sha256sum <"$dir/files/sub/random")" sum
	equal "$(sed -n 2p "$dir/out")" "$(sha256sum <"$vm")" sum
}

test_icount() {
	echo 'nproc' | boot 0 --icount
	equal "$(cat "$dir/out")" 1 CPUs
	contains "$dir/files/vm" 'tcg,thread=single.*icount=shift=0'
}

test_program() {
	echo 'dash -c "echo in dash"' | boot 0 --prog dash
	equal "$(cat "$dir/out")" 'in dash' output
}

test_module_warns() {
	fake_tree
	cat >"$dir/script" <<'EOS'
insmod /lib/kretscope.ko probes=warn
echo PASS
EOS
	expect 206 "$tree/scripts/vm" boot --kernel "$kernel" "$dir/script"
	contains "$dir/err" 'WARNING: CPU'
}

test_module_oopses() {
	fake_tree
	cat >"$dir/script" <<'EOS'
insmod /lib/kretscope.ko probes=oops
echo PASS
EOS
	expect 205 "$tree/scripts/vm" boot --kernel "$kernel" "$dir/script"
	contains "$dir/err" 'NULL pointer dereference'
}

test_run() {
	fake_tree
	# shellcheck disable=SC2016 # for the guest's shell
	expect 7 "$tree/scripts/vm" run --kernel "$kernel" --out "$dir/files" \
		--repeat 2 fine 'p:a b' -- sh -c 'echo "two  blanks, a '\'' and $0"; exit 7' w
	contains "$dir/out" "two  blanks, a ' and w"
	contains "$dir/files/2/stats" '^specs: fine;p:a b$'
	contains "$dir/files/1/dmesg" 'kretscope: loaded,'
}

test_run_load_failure() {
	fake_tree
	expect 204 "$tree/scripts/vm" run --kernel "$kernel" refuse -- true
}
