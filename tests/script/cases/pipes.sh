# shellcheck shell=sh disable=SC2016
# SPDX-License-Identifier: GPL-2.0
# A reader that goes away early: all is cleaned up, the status is kept.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

# piped ARG...: stdout and stderr through head -1; out has its line.
piped() {
	{
		PATH=$script_path "$SHELL_UNDER_TEST" "$SCRIPT" "$@" 2>&1
		echo "$?" >"$WORK/rc"
	} | head -n 1 >"$WORK/out"
	: >"$WORK/err"
	rc=$(cat "$WORK/rc")
	note "$@"
}

piped run vfs_read -- yes
rc_is 141
out_is y
left_clean

# The report goes to the closed pipe.
piped run vfs_read -- sh -c 'echo first; sleep 0.5; exit 7'
rc_is 7
out_is first
left_clean

# What the script itself says goes there: that the module has gone.
piped run vfs_read -- sh -c 'echo first; sleep 0.5; "$0"' "$WORK/bin/rmmod"
rc_is 4
out_is first
left_clean

printf 'pause\nlate record\npause\nlate record\n' >>"$FAKE/records"
piped record vfs_read
rc_is 0
out_is '# kretscope 1  clock=mono  lat in ns'
left_clean
finish
