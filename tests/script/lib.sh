# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# A fake kernel around the script, and what a case asks of its runs. Sourced by
# the cases; tests/script/run sets WORK, COMBO, SHELL_UNDER_TEST and SCRIPT.
set -u

here=$TOP/tests/script
FAKE=$WORK/fake
KRETSCOPE_PROC=$WORK/proc
KRETSCOPE_SYS=$WORK/sys
KRETSCOPE_MODULE=$WORK/kretscope.ko
TMPDIR=$WORK/tmp
FAKE_INSMOD=raw
script_path=$WORK/bin:$COMBO:/usr/bin:/bin
export FAKE KRETSCOPE_PROC KRETSCOPE_SYS KRETSCOPE_MODULE TMPDIR FAKE_INSMOD
debugfs=$KRETSCOPE_SYS/kernel/debug
failed=0 ran=0 rc=0 unnoted=

mkdir -p "$FAKE/files" "$KRETSCOPE_PROC/sys/kernel" "$debugfs/kprobes" \
	"$debugfs/tracing" "$TMPDIR" "$WORK/bin" "$KRETSCOPE_SYS/kernel/security"
cp "$here"/fake/* "$WORK/bin"
ln -s mount "$WORK/bin/umount"
cp "$here/files/stats" "$here/files/hist" "$here/files/inflight" \
	"$here/files/probes" "$here/files/enabled" \
	"$here/files/error_log" "$FAKE/files"
cp "$here/files/records" "$FAKE"
cp "$here/files/kallsyms" "$KRETSCOPE_PROC"
cp "$here/files/blacklist" "$debugfs/kprobes"
cp "$here/files/available_filter_functions" "$debugfs/tracing"
echo 1 >"$debugfs/kprobes/enabled"
echo 1 >"$KRETSCOPE_PROC/sys/kernel/ftrace_enabled"
echo "debugfs $debugfs debugfs rw 0 0" >"$KRETSCOPE_PROC/mounts"
printf 'nodev\tdebugfs\n' >"$KRETSCOPE_PROC/filesystems"
echo "victim 16384 0 - Live 0x0" >"$KRETSCOPE_PROC/modules"
echo "[    1.000000] kretscope: of an earlier load" >"$FAKE/dmesg"
: >"$KRETSCOPE_MODULE"
: >"$FAKE/kernel-args"
: >"$FAKE/rmmod-calls"

# ks ARG...: runs the script; its output is in out and err, its status in rc.
ks() {
	PATH=$script_path "$SHELL_UNDER_TEST" "$SCRIPT" "$@" \
		>"$WORK/out" 2>"$WORK/err"
	rc=$?
	note "$@"
}

# Keeps what a run showed, to compare it between shells.
note() {
	ran=$((ran + 1))
	[ -z "$unnoted" ] || return 0
	{
		echo "--- $ran: status $rc: $*"
		cat "$WORK/out"
		echo "--- err"
		cat "$WORK/err"
	} | sed "s,$WORK,WORK,g; s,$TOP,TOP,g" >>"$WORK/log"
}

fail() {
	failed=1
	echo "  run $ran: $*"
	sed 's/^/    out: /' "$WORK/out"
	sed 's/^/    err: /' "$WORK/err"
}

rc_is() { [ "$rc" -eq "$1" ] || fail "status is $rc, not $1"; }

out_has() { grep -qe "$1" "$WORK/out" || fail "stdout lacks: $1"; }

err_has() { grep -qe "$1" "$WORK/err" || fail "stderr lacks: $1"; }

err_lacks() { ! grep -qe "$1" "$WORK/err" || fail "stderr has: $1"; }

out_is() {
	printf '%s\n' "$1" | cmp -s - "$WORK/out" ||
		fail "stdout is not: $1"
}

is_loaded() { grep -q '^kretscope ' "$KRETSCOPE_PROC/modules"; }

loads_are() {
	[ "$(wc -l <"$FAKE/kernel-args")" -eq "$1" ] ||
		fail "not $1 loads: $(cat "$FAKE/kernel-args")"
}

# Nothing is left behind: module, temporary files, reader.
left_clean() {
	! is_loaded || fail "the module is still loaded"
	[ -z "$(ls "$TMPDIR")" ] || fail "left in TMPDIR: $(ls "$TMPDIR")"
	! pgrep -f "cat $debugfs/kretscope/" >"$WORK/pids" ||
		fail "a reader still runs: $(cat "$WORK/pids")"
}

# Waits up to 10 s for a file with something in it.
await() {
	tries=100
	while [ ! -s "$1" ]; do
		[ "$tries" -gt 0 ] || return 1
		tries=$((tries - 1))
		sleep 0.1
	done
}

# ks_signal SIGNAL FILE ARG...: like ks, and sends SIGNAL once FILE is there.
# The script must not start with INT ignored, as a background job would.
ks_signal() {
	signal=$1
	sign=$2
	shift 2
	(
		await "$sign" || exit
		sleep 0.2
		kill -s "$signal" "$(cat "$WORK/script-pid")"
	) &
	# shellcheck disable=SC2016
	PATH=$script_path env --default-signal=INT,QUIT,TERM,HUP \
		/bin/sh -c 'echo "$$" >"$0"; exec "$@"' "$WORK/script-pid" \
		"$SHELL_UNDER_TEST" "$SCRIPT" "$@" >"$WORK/out" 2>"$WORK/err"
	rc=$?
	wait "$!"
	rm -f "$sign"
	note "$signal" "$@"
}

finish() {
	if is_loaded; then
		PATH=$script_path fake-module stop
	fi
	exit "$failed"
}
