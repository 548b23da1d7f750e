# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# The manual page has no mistake that groff finds, and names what help names.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

page=$TOP/scripts/kretscope.8
groff -man -Tutf8 -ww "$page" >"$WORK/out" 2>"$WORK/err"
[ ! -s "$WORK/err" ] || fail "groff complains"
groff -man -Tascii -P-c "$page" | sed 's/.\x08//g' >"$WORK/text"
ks --help
sed -n 's/^\([a-z]*\) .*/\1/p; s/^    \(-.\).*/\1/p; s/.*\(--raw\).*/\1/p' \
	"$WORK/out" | grep -vx -e usage -e that >"$WORK/words"
[ "$(wc -l <"$WORK/words")" -ge 9 ] || fail "help names nothing"
while read -r word; do
	grep -qe "$word" "$WORK/text" || fail "the page lacks $word"
done <"$WORK/words"
for command in run record stat hist top list check stop; do
	grep -q "^   .*$command" "$WORK/text" || fail "no section on $command"
done
finish
