# shellcheck shell=sh disable=SC2154 # run sets dir, tree and so on
# SPDX-License-Identifier: GPL-2.0
# Reading what came back: the framed channel and the kernel log.

test_bad_lines() {
	# shellcheck source=scripts/lib/kernel-log.sh
	. "$top/scripts/lib/kernel-log.sh"
	while IFS= read -r line; do
		equal "$({
			printf '[    1.0] WARNING: CPU: before the mark\r\n'
			printf '[    1.1] mark\r\n[    1.2] %s\r\n' "$line"
			printf '[    1.3] kretscope: spec 1: WARNING: x\n'
		} | log_after mark | log_bad "$top/scripts/lib/bad-lines")" \
			"$line" 'bad line'
	done <"$here/bad-lines"
	equal "$(log_after mark <"$here/good-lines" |
		log_bad "$top/scripts/lib/bad-lines")" '' 'good lines'
}

test_data_races() {
	# shellcheck source=scripts/lib/kernel-log.sh
	. "$top/scripts/lib/kernel-log.sh"
	# The kernel's own race is no bad line, what another CPU says meanwhile
	# is; so is a race in which the module stands, or of a test module.
	while IFS='|' read -r access frame; do
		{
			echo '[    1.0] mark'
			echo '[    1.1][    T7] ============================'
			echo "[    1.1][    T7] BUG: KCSAN: data-race in $access"
			echo '[    1.1][    T7]  vfs_read+0x1/0x2'
			echo '[    1.1][    T9] WARNING: of another CPU'
			echo "[    1.1][    T7]  $frame"
			echo '[    1.1][    T7] ============================'
		} >"$dir/log"
		log_after mark <"$dir/log" |
			log_bad "$top/scripts/lib/bad-lines" >>"$dir/bad"
	done <<'EOS'
a / b|vfs_write+0x1/0x2
a / b|v_c+0x1/0x2 [victim]
a / b|hit+0x1/0x2 [kretscope]
a / v_c [victim]|v_c+0x1/0x2 [victim]
pre_handler_kretprobe / pre_handler_kretprobe|hit+0x1/0x2 [kretscope]
kprobe_ftrace_handler / kprobe_ftrace_handler|hit+0x1/0x2 [kretscope]
pre_handler_kretprobe+0x45/0xb8|hit+0x1/0x2 [kretscope]
pre_handler_other+0x45/0xb8|hit+0x1/0x2 [kretscope]
kprobe_ftrace_handler / vfs_read|hit+0x1/0x2 [kretscope]
hit [kretscope] / pre_handler_kretprobe|hit+0x1/0x2 [kretscope]
ktime_get_mono_fast_ns+0x8c/0x104|hit+0x1/0x2 [kretscope]
ktime_get_boot_fast_ns / update_fast_timekeeper|hit+0x1/0x2 [kretscope]
ktime_get_mono_fast_ns / hit [kretscope]|hit+0x1/0x2 [kretscope]
ktime_get+0x8c/0x104|hit+0x1/0x2 [kretscope]
EOS
	equal "$(cat "$dir/bad")" "$(
		cat <<'EOS'
WARNING: of another CPU
WARNING: of another CPU
BUG: KCSAN: data-race in a / b
WARNING: of another CPU
BUG: KCSAN: data-race in a / v_c [victim]
WARNING: of another CPU
WARNING: of another CPU
WARNING: of another CPU
WARNING: of another CPU
BUG: KCSAN: data-race in pre_handler_other+0x45/0xb8
WARNING: of another CPU
BUG: KCSAN: data-race in kprobe_ftrace_handler / vfs_read
WARNING: of another CPU
BUG: KCSAN: data-race in hit [kretscope] / pre_handler_kretprobe
WARNING: of another CPU
WARNING: of another CPU
WARNING: of another CPU
BUG: KCSAN: data-race in ktime_get_mono_fast_ns / hit [kretscope]
WARNING: of another CPU
BUG: KCSAN: data-race in ktime_get+0x8c/0x104
WARNING: of another CPU
EOS
	)" 'bad lines'
}

test_truncated_result() {
	# shellcheck source=scripts/lib/results.sh
	. "$top/scripts/lib/results.sh"
	vm_tmp=$dir vm_out=$dir/files vm_nonce=abc
	mkdir "$dir/files" "$dir/in"
	echo content >"$dir/in/file"
	tar -C "$dir/in" -czf "$dir/tgz" .
	{
		printf '@abc begin\ntext\n\n@abc status 0 -\n'
		printf '@abc files %s\n' "$(sha256sum <"$dir/tgz")"
		base64 "$dir/tgz"
		echo '@abc end'
	} >"$dir/whole"
	cp "$dir/whole" "$dir/results"
	results_read
	equal "$r_whole $r_status" '1 0' whole
	equal "$(cat "$dir/files/file")" content file
	lines=$(wc -l <"$dir/whole")
	n=0
	while [ "$n" -lt "$lines" ]; do
		rm -f "$dir/status" "$dir/sum" "$dir/end" "$dir/files.b64"
		head -n "$n" "$dir/whole" >"$dir/results"
		results_read
		equal "$r_whole" '' "whole after $n lines"
		n=$((n + 1))
	done
	# A byte changed on the way.
	rm -f "$dir/status" "$dir/sum" "$dir/end" "$dir/files.b64"
	awk '/^@abc files/ { print; getline; print "AAAA" substr($0, 5); next }
		{ print }' "$dir/whole" >"$dir/results"
	results_read
	equal "$r_whole" '' 'whole with a changed byte'
}
