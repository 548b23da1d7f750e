# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# run -o keeps everything, the last record included.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

ks run -o "$WORK/new/dir" vfs_read -- sh -c 'exit 3'
rc_is 3
left_clean
for file in stats hist inflight probes; do
	cmp "$FAKE/files/$file" "$WORK/new/dir/$file" || fail "$file differs"
done
cmp "$FAKE/records" "$WORK/new/dir/trace" || fail "trace differs"
cmp "$WORK/err" "$WORK/new/dir/report" || fail "report differs"
[ "$(cat "$WORK/new/dir/status")" = 3 ] || fail "status differs"

# What the reader has not yet got is waited for: it is counted as unread until
# the fake module sets delivered, a second later.
sed -i 's/ delivered=3 lost=0 unread=0/ delivered=2 lost=0 unread=1/' \
	"$FAKE/files/stats"
sed '$d' "$FAKE/records" >"$WORK/records"
{ cat "$WORK/records"; echo pause; tail -n 1 "$FAKE/records"; } >"$WORK/slow"
cp "$FAKE/records" "$WORK/all"
cp "$WORK/slow" "$FAKE/records"
(
	tries=100
	until [ -e "$debugfs/kretscope/stats" ] || [ "$tries" -eq 0 ]; do
		sleep 0.1
		tries=$((tries - 1))
	done
	sleep 2
	sed -i 's/ delivered=2 lost=0 unread=1/ delivered=3 lost=0 unread=0/' \
		"$debugfs/kretscope/stats"
) &
ks run -o "$WORK/dir" vfs_read -- true
rc_is 0
wait
cmp "$WORK/all" "$WORK/dir/trace" || fail "the last record is lost"
err_lacks INCOMPLETE
left_clean

# A folder or file that cannot be made is told before the load.
ks run -o "$FAKE/records/dir" vfs_read -- echo not-reached
rc_is 4
err_has 'cannot write to'
[ ! -s "$WORK/out" ] || fail "the workload ran"
PATH=$script_path "$SHELL_UNDER_TEST" "$SCRIPT" record -o "$FAKE/none/file" \
	vfs_read >"$WORK/out" 2>"$WORK/err"
rc=$?
rc_is 4
err_has 'cannot write '
loads_are 2
left_clean
finish
