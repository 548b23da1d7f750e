# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# A refused load: status 3, the kernel's words once, the cause, nothing left.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

for FAKE_INSMOD in raw quoting; do
	export FAKE_INSMOD
	FAKE_LOAD=spec
	export FAKE_LOAD
	ks run 'vfs_read;r nope' -- echo not-reached
	rc_is 3
	[ ! -s "$WORK/out" ] || fail "the workload ran"
	err_has '^  kretscope: spec 2, column 3: no such symbol$'
	err_has '^  kretscope:   r nope$'
	err_has '^  kretscope:     ^$'
	[ "$(grep -c ' spec 2, ' "$WORK/err")" -eq 1 ] || fail "said twice"
	err_lacks 'earlier load'
	left_clean
done

FAKE_LOAD=lockdown
echo 'none [integrity] confidentiality' >"$KRETSCOPE_SYS/kernel/security/lockdown"
ks run vfs_read -- true
rc_is 3
err_has '^  Lockdown: insmod: unsigned module loading is restricted'
err_has 'lockdown: signed modules only'
left_clean
echo '[none] integrity confidentiality' >"$KRETSCOPE_SYS/kernel/security/lockdown"
ks run vfs_read -- true
err_lacks 'signed modules only'

# Where securityfs is not mounted, and the line of this load was suppressed.
rm "$KRETSCOPE_SYS/kernel/security/lockdown"
echo '[    0.1] Kernel is locked down from command line; see man x' >"$FAKE/dmesg"
ks run vfs_read -- true
err_has '^  Kernel is locked down from command line'

FAKE_LOAD=format
ks run vfs_read -- true
rc_is 3
err_has 'version magic'
err_has 'built for another kernel than'
left_clean

# No module at all.
FAKE_LOAD=ok
KRETSCOPE_MODULE=$WORK/none.ko
ks run vfs_read -- true
rc_is 4
err_has 'no kretscope.ko'
left_clean
KRETSCOPE_MODULE=$WORK/kretscope.ko

# Loaded, yet never armed.
sed -i 's/ state=armed / state=disabled /' "$FAKE/files/stats"
ks run vfs_read -- echo not-reached
rc_is 4
err_has 'not armed'
[ ! -s "$WORK/out" ] || fail "the workload ran"
left_clean
ks run -O enabled=0 vfs_read -- echo reached
rc_is 0
out_is reached
left_clean
finish
