# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# A module that is loaded already is used as it is, and stays.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

PATH=$script_path fake-module start
stays() {
	is_loaded || fail "it was unloaded"
	[ "$(cat "$debugfs/kretscope/enabled")" = 1 ] || fail "it was disarmed"
	[ -z "$(ls "$TMPDIR")" ] || fail "left in TMPDIR: $(ls "$TMPDIR")"
	loads_are 0
}

for specs in vfs_read 'r vfs_read' 'r:vfs_read vfs_read' \
	'r64:g/rd ext4:do_it' 'r64 ext4:do_it' 'vfs_read;p vfs_write+0x10' \
	'r:neg vfs_read x=%di  if comm == "a;b"' \
	'r vfs_read x=%di  if comm == "a;b";vfs_read'; do
	ks run "$specs" -- echo ran
	rc_is 0
	out_is ran
	stays
done
ks run -- sh -c 'exit 9'
rc_is 9
stays
for specs in vfs_write 'p vfs_read' 'r4 vfs_read' 'r:x vfs_read' \
	'vfs_read;vfs_write' 'r ext4:do_it' 'r:neg vfs_read' \
	'r:neg vfs_read x=%di' 'r:vfs_read vfs_read x=%di' \
	'r:neg vfs_read x=%di  if comm == "a;c"'; do
	ks run "$specs" -- echo not-reached
	rc_is 4
	[ ! -s "$WORK/out" ] || fail "the workload ran"
	err_has 'loaded otherwise'
	stays
done
for option in -m8 -t8 -Omode=oldest -p8; do
	ks run "$option" vfs_read -- true
	rc_is 4
	err_has 'loaded otherwise'
	stays
done
ks run -o "$WORK/dir" -- true
rc_is 0
cmp "$FAKE/records" "$WORK/dir/trace" || fail "trace differs"
stays
finish
