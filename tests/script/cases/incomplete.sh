# shellcheck shell=sh disable=SC2016
# SPDX-License-Identifier: GPL-2.0
# What is missing in the numbers is said, and only that.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

ks run vfs_read -- true
rc_is 0
err_lacks INCOMPLETE

stats=$FAKE/files/stats
change() { sed -i "2s/$1/$2/" "$stats"; }

change missed_maxactive=0 missed_maxactive=26
ks run vfs_read -- sh -c 'exit 3'
rc_is 3
err_has '^INCOMPLETE: vfs_read: missed_maxactive=26 of calls=1200$'
change missed_maxactive=26 missed_maxactive=0
change missed_reentry=0 missed_reentry=12345678901
ks run vfs_read -- true
err_has '^INCOMPLETE: vfs_read: missed_reentry=12345678901 of calls=1200$'
change missed_reentry=12345678901 missed_reentry=0
change dropped=0 dropped=9
ks run vfs_read -- true
err_has '^INCOMPLETE: vfs_read: dropped=9 of calls=1200$'
change dropped=9 dropped=0
change state=armed state=gone
ks run vfs_read -- true
err_has '^INCOMPLETE: vfs_read: state=gone'
change state=gone 'state=inactive reason=ftrace-off'
ks run vfs_read -- true
err_has '^INCOMPLETE: vfs_read: state=inactive reason=ftrace-off$'
change 'state=inactive reason=ftrace-off' state=armed
sed -i '1s/ strays=0 / strays=3 /' "$stats"
ks run vfs_read -- true
err_has '^INCOMPLETE: probes that share a stub: strays=3$'
sed -i '1s/ strays=3 / strays=0 /' "$stats"
sed -i 's/ lost=0 / lost=37 /' "$stats"
ks run -o "$WORK/dir" vfs_read -- true
err_has '^INCOMPLETE: reader tid=123: lost=37$'
grep -q '^INCOMPLETE: reader' "$WORK/dir/report" || fail "not in the report"
left_clean
finish
