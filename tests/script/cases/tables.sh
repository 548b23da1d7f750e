# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# stat, hist and top show tables of at most 80 columns with units.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

ks stat
rc_is 4
err_has 'not loaded'
ks hist
rc_is 4

PATH=$script_path fake-module start
ks stat
rc_is 0
out_has '^PROBE                   CALLS    MIN   MEAN    P50    P90    P99  P99.9    MAX$'
out_has '^vfs_read                 1200  410ns  999ns 1.00us 9.99us 99.9us  999us 30.2us$'
out_has '^a_rather_long_function_name$'
out_has '^                   12345678899 1.00ms  1.04s    1ns  999ms  1.00s  61.0s   100s$'
out_has '^hit                         5      -      -      -      -      -      -      -$'
out_has '^floor: an empty function shows as r 215ns (min 200ns), f 12ns (min 10ns)$'
out_has '^PROBE                   STATE MAXACTIVE  INFLIGHT ABANDONED  REJECTED  FILTERED$'
out_has '^vfs_read                armed  64(auto)         0         0         0         0$'
out_has '^                        armed         4         0         1         2         3$'
! grep -q '.\{81\}' "$WORK/out" || fail "over 80 columns"
cp "$WORK/out" "$WORK/stat"

ks stat -F
rc_is 0
out_has '^vfs_read                 1200  195ns  784ns  785ns 9.78us 99.7us  999us 30.0us$'
out_has '^direct                      6    0ns 1.00us 1.00us 1.00us 1.00us 1.00us 1.00us$'
out_has '^hit                         5      -      -      -      -      -      -      -$'
out_has '^floor, taken off the times: an empty function shows as r 215ns (min'

ks stat --raw
cmp "$FAKE/files/stats" "$WORK/out" || fail "not the raw file"
ks hist
rc_is 0
out_is 'vfs_read: 1200 calls, min 410ns, mean 900ns, max 20000s
[0ns, 1ns)                   1 |                                        |
[256ns, 512ns)             300 |@@@@@@@@@@@@@                           |
[512ns, 1.02us)            898 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|
[8796s, 17592s)              0 |                                        |
[17592s, ...)                1 |                                        |

hit: 0 calls

read comm="a  b, min 5": 3 calls, min 1.00us, mean 2.00us, max 3.00us
[512ns, 1.02us)              1 |@@@@@@@@@@@@@@@@@@@@                    |
[1.02us, 2.05us)             2 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|

read (no room for key): 1 calls, min 7ns, mean -, max 7ns
[4ns, 8ns)                   1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|

size pid=12: 4 calls, count min -1, mean 1500, max 3000
(fault)                      1 |@@@@@@@@@@@@@@@@@@@@                    |
[..., 0)                     1 |@@@@@@@@@@@@@@@@@@@@                    |
[1024, 2048)                 2 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|

open comm="sh": 7 calls
open comm="dd": 5 calls
'
ks hist --raw
rc_is 0
cmp "$FAKE/files/hist" "$WORK/out" || fail "not the raw file"
ks top -d 0 -n 2
rc_is 0
cat "$WORK/stat" "$WORK/stat" | cmp - "$WORK/out" || fail "not twice stat"
is_loaded || fail "it was unloaded"

# The same where the comma is the decimal point.
locale=$WORK/locale/xx_XX.UTF-8
mkdir -p "$WORK/locale"
if localedef -i de_DE -f UTF-8 "$locale" >"$WORK/why.locale" 2>&1 &&
   [ "$(LOCPATH=$WORK/locale LC_ALL=xx_XX.UTF-8 bash -c 'printf %.1f 1')" = 1,0 ]
then
	LOCPATH=$WORK/locale
	LC_ALL=xx_XX.UTF-8
	export LOCPATH LC_ALL
	ks stat
	cmp "$WORK/stat" "$WORK/out" || fail "the locale changes it"
else
	fail "no locale with a comma (package locales): $(cat "$WORK/why.locale")"
fi
finish
