# shellcheck shell=sh disable=SC2016
# SPDX-License-Identifier: GPL-2.0
# The workload gets its arguments, input, output and environment as they are.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

show='for a; do printf "[%s]" "$a"; done; echo; echo error >&2'
ks run vfs_read -- sh -c "$show" x 'a b' '' '*' "'\"" '$HOME' '\n' -- -k ' ' 'a
b'
rc_is 0
out_is "[a b][][*]['\"][\$HOME][\\n][--][-k][ ][a
b]"
err_has '^error$'

printf 'one\ntwo\n' >"$WORK/in"
ks run vfs_read -- cat <"$WORK/in"
out_is 'one
two'

LC_ALL=C.UTF-8
export LC_ALL
ks run vfs_read -- sh -c 'echo "${LC_ALL-unset}"'
out_is C.UTF-8
LC_ALL=
ks run vfs_read -- sh -c 'echo "[${LC_ALL-unset}]"'
out_is '[]'
unset LC_ALL
ks run vfs_read -- sh -c 'echo "${LC_ALL-unset}"'
out_is unset

# No file of the script's own is open in the workload, and none is missing.
/bin/ls /proc/self/fd >"$WORK/want"
PATH=$script_path "$SHELL_UNDER_TEST" "$SCRIPT" run -o "$WORK/dir" vfs_read -- \
	/bin/ls /proc/self/fd >"$WORK/out" 2>"$WORK/err"
cmp -s "$WORK/want" "$WORK/out" ||
	fail "open files are not: $(cat "$WORK/want")"
finish
