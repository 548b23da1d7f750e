# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# record streams: at once, for so long, until it is interrupted.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

ks record -d 1 vfs_read
rc_is 0
cmp "$FAKE/records" "$WORK/out" || fail "the records differ"
[ ! -s "$WORK/err" ] || fail "something on stderr"
left_clean

ks record -o "$WORK/file" -d 1 vfs_read
rc_is 0
[ ! -s "$WORK/out" ] || fail "records on stdout"
cmp "$FAKE/records" "$WORK/file" || fail "the records differ"
left_clean

for pair in INT:0 TERM:143 HUP:129; do
	rm -f "$WORK/file"
	(
		await "$WORK/file"
		echo 1 >"$WORK/started"
	) &
	ks_signal "${pair%:*}" "$WORK/started" record -o "$WORK/file" vfs_read
	wait
	rc_is "${pair#*:}"
	left_clean
done

# One event a second shows within 1.5 s: while it is the last one written.
printf 'first\npause\nsecond\npause\nthird\npause\npause\n' >"$FAKE/records"
PATH=$script_path "$SHELL_UNDER_TEST" "$SCRIPT" record -d 4 vfs_read \
	2>"$WORK/err" | while read -r line; do
	date "+%s.%N $line"
done >"$WORK/times"
cp "$WORK/times" "$WORK/out"
awk '
NR == 1 { start = $1 }
$1 > start + (NR - 1) * 1 + 1.5 { bad = 1 }
END { exit bad || NR != 3 }' "$WORK/times" || fail "late or lost"
left_clean

sed -i 's/ lost=0 / lost=5 /' "$FAKE/files/stats"
ks record -d 1 vfs_read
rc_is 0
err_has '^INCOMPLETE: reader tid=123: lost=5$'
finish
