# shellcheck shell=sh disable=SC2016
# SPDX-License-Identifier: GPL-2.0
# The workload's exit status is kept, whatever it is.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

for want in 0 1 3 77 126 127 255; do
	ks run vfs_read -- sh -c "exit $want"
	rc_is "$want"
	left_clean
done
ks run vfs_read -- sh -c 'kill -KILL "$$"'
rc_is 137
left_clean
ks run vfs_read -- sh -c 'kill -SEGV "$$"'
rc_is 139
left_clean
loads_are 9

# What cannot run is told before anything is loaded, or by the status.
ks run vfs_read -- no-such-program
rc_is 127
err_has 'no-such-program: not found'
loads_are 9
: >"$WORK/not-executable"
ks run vfs_read -- "$WORK/not-executable"
rc_is 126
err_has 'not executable'
loads_are 9
printf '#!/no/such/shell\n' >"$WORK/no-interpreter"
chmod +x "$WORK/no-interpreter"
PATH=$script_path "$SHELL_UNDER_TEST" "$SCRIPT" run vfs_read -- \
	"$WORK/no-interpreter" >"$WORK/out" 2>"$WORK/err"
rc=$?
[ "$rc" -eq 126 ] || rc_is 127
left_clean
finish
