# shellcheck shell=sh disable=SC2016
# SPDX-License-Identifier: GPL-2.0
# Signals: the workload gets them, the module goes, the status tells.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

started=$WORK/started
for pair in INT:130 TERM:143 HUP:129 QUIT:131; do
	ks_signal "${pair%:*}" "$started" run -o "$WORK/dir" vfs_read -- \
		sh -c 'echo 1 >"$0"; exec sleep 30' "$started"
	rc_is "${pair#*:}"
	left_clean
	err_has '^# kretscope 1 report'
	[ "$(cat "$WORK/dir/status")" = "${pair#*:}" ] ||
		fail "status file has $(cat "$WORK/dir/status")"
done

# A workload may handle the signal and end as it likes.
for signal in INT TERM HUP; do
	ks_signal "$signal" "$started" run vfs_read -- \
		sh -c "trap 'exit 5' $signal; echo 1 >\"\$0\"
		while :; do sleep 0.1; done" "$started"
	rc_is 5
	left_clean
done

# INT does not end a workload that ignores it.
ks_signal INT "$started" run vfs_read -- \
	sh -c "trap '' INT; echo 1 >\"\$0\"; sleep 1; exit 6" "$started"
rc_is 6
left_clean

# One that ignores TERM is left alone.
ks_signal TERM "$started" run vfs_read -- \
	sh -c "trap '' TERM; echo 1 >\"\$0\"; sleep 4; echo 1 >\"\$0.end\"" \
	"$started"
rc_is 143
err_has 'the workload still runs'
[ ! -e "$started.end" ] || fail "it waited for the workload"
left_clean
await "$started.end" || fail "the workload was killed"

# In the middle of the load, which goes on to its end first.
FAKE_LOAD=slow
export FAKE_LOAD
before=$(wc -l <"$FAKE/kernel-args")
for pair in INT:130 TERM:143 HUP:129; do
	(
		await "$FAKE/kernel-args"
		tries=100
		until [ -e "$FAKE/loading" ] || [ "$tries" -eq 0 ]; do
			sleep 0.1
			tries=$((tries - 1))
		done
		rm -f "$FAKE/loading"
		echo 1 >"$started"
	) &
	ks_signal "${pair%:*}" "$started" run vfs_read -- echo not-reached
	wait
	rc_is "${pair#*:}"
	[ ! -s "$WORK/out" ] || fail "the workload ran"
	left_clean
done
loads_are $((before + 3))

# Ctrl-C goes to the whole process group; here insmod has loaded the module, but
# has not ended yet.
FAKE_LOAD=late
(
	await "$FAKE/loading"
	kill -s INT -- "-$(cat "$WORK/script-pid")"
) &
# shellcheck disable=SC2016
PATH=$script_path env --default-signal=INT /usr/bin/setsid -w \
	/bin/sh -c 'echo "$$" >"$0"; exec "$@"' "$WORK/script-pid" \
	"$SHELL_UNDER_TEST" "$SCRIPT" run vfs_read -- echo not-reached \
	>"$WORK/out" 2>"$WORK/err"
rc=$?
wait
rc_is 130
[ ! -s "$WORK/out" ] || fail "the workload ran"
left_clean

# Between the load and the start of the workload, which takes its time here; not
# under BusyBox, where sh is the shell's own.
FAKE_LOAD=ok
printf '#!/bin/dash\nsleep 0.7\nexec "$COMBO/sh" "$@"\n' >"$WORK/bin/sh"
chmod +x "$WORK/bin/sh"
unnoted=1
case $COMBO in
*/busybox) ;;
*)
	ks_signal TERM "$debugfs/kretscope/probes" run vfs_read -- \
		echo not-reached
	rc_is 143
	[ ! -s "$WORK/out" ] || fail "the workload ran"
	err_lacks 'still runs'
	left_clean ;;
esac
finish
