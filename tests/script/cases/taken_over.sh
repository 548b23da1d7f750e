# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# A module that had to stay, without probes, is as good as a fresh one.
# shellcheck disable=SC2016 # a workload has '$0'
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

head='# kretscope 1 stats  state=disabled probes=0 clock=mono source=tsc'
dir=$debugfs/kretscope

# left: as if a run had left it
left() {
	rm -f "$FAKE/written"
	PATH=$script_path fake-module start
	echo "$head" >"$dir/stats"
	: >"$dir/probes"
	echo 0 >"$dir/enabled"
	echo 7 >"$dir/min_ns"
	echo oldest >"$dir/mode"
	echo tsc >"$dir/clock"
	echo 0 >"$dir/maxactive"
	echo auto >"$dir/attach"
}

left
ks run -O buffer_kb=64 -O clock=tsc 'r vfs_read;vfs_write' -- sh -c '
	head -n 1 "$0/min_ns" "$0/mode" "$0/buffer_kb" "$0/records" \
		"$0/enabled" "$0/clear" | grep -v -e = -e "^$"' "$dir"
rc_is 0
out_is "$(printf '%s\n' 0 newest 64 1 1 1)"
[ "$(cat "$FAKE/written")" = 'r vfs_read
vfs_write' ] || fail "written: $(cat "$FAKE/written")"
loads_are 0
left_clean

left
ks run -O enabled=0 vfs_read -- cat "$dir/enabled"
rc_is 0
out_is 0
left_clean

# What can only be said at load must be so.
for option in -m8 -Oclock=mono -Oattach=direct; do
	left
	ks run "$option" vfs_read -- echo not-reached
	rc_is 4
	[ ! -s "$WORK/out" ] || fail "the workload ran"
	err_has 'the module stays loaded since calls are inside, and cannot take'
	[ ! -s "$FAKE/written" ] || fail "written: $(cat "$FAKE/written")"
	left_clean
done

left
ks run 'r nope' -- echo not-reached
rc_is 3
err_has 'the module refused the SPECs'
left_clean

# Not one that somebody has loaded to add probes later.
left
echo 1 >"$dir/enabled"
echo '# kretscope 1 stats  state=armed probes=0 clock=mono' >"$dir/stats"
ks run vfs_read -- echo not-reached
rc_is 4
err_has 'loaded otherwise'
is_loaded || fail "it was unloaded"
[ ! -s "$FAKE/written" ] || fail "written: $(cat "$FAKE/written")"
finish
