# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# stop unloads, or says who holds the module; so does the end of a run.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

ks stop
rc_is 0
PATH=$script_path fake-module start
ks stop
rc_is 0
left_clean
[ ! -s "$WORK/out$WORK/err" ] || fail "not silent"

PATH=$script_path fake-module start
: >"$FAKE/busy"
mkdir -p "$KRETSCOPE_PROC/77/fd" "$KRETSCOPE_PROC/78/fd"
echo 'my cat' >"$KRETSCOPE_PROC/77/comm"
echo other >"$KRETSCOPE_PROC/78/comm"
ln -s "$debugfs/kretscope/trace_pipe" "$KRETSCOPE_PROC/77/fd/3"
ln -s /dev/null "$KRETSCOPE_PROC/78/fd/3"
ks stop
rc_is 4
err_has 'is in use'
err_has 'pid 77 (my cat) has .*/kretscope/trace_pipe open'
err_lacks 'pid 78'
is_loaded || fail "it is gone"
rm "$FAKE/busy"
ks stop
rc_is 0
left_clean

# The workload was fine, but the module stays: that is not hidden.
: >"$FAKE/busy"
ks run vfs_read -- true
rc_is 4
err_has 'the module stays loaded'
rm "$FAKE/busy"
ks stop
# But by calls inside it is held without probes, and the status is the
# workload's.
rm "$KRETSCOPE_PROC/77/fd/3"
inside='kretscope: not unloaded, calls are inside: vfs_read=2'
echo "[   16.000000] $inside" >>"$FAKE/dmesg"
: >"$FAKE/busy"
ks run vfs_read -- true
rc_is 0
err_has "calls are inside: vfs_read=2; 'kretscope stop' unloads it"
is_loaded || fail "it is gone"
[ ! -s "$debugfs/kretscope/probes" ] || fail "probes are left"
ks stop
rc_is 4
rm "$FAKE/busy"
ks stop
rc_is 0
left_clean
: >"$FAKE/busy"
ks run vfs_read -- sh -c 'exit 3'
rc_is 3
rm "$FAKE/busy"
ks stop
left_clean
finish
