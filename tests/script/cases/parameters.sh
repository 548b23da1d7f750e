# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# What the kernel gets: blanks in quotes, whichever insmod there is.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

# gets WANT ARG...: the kernel's command line of a run with ARG.
gets() {
	want=$1
	shift
	ks run "$@" -- true
	rc_is 0
	got=$(tail -n 1 "$FAKE/kernel-args")
	[ "$got" = "$want" ] || fail "the kernel got: $got"
	left_clean
}

tab=$(printf '\t')
for FAKE_INSMOD in raw quoting; do
	export FAKE_INSMOD
	gets 'probes="vfs_read" ' vfs_read
	gets 'probes="vfs_read;vfs_write" ' vfs_read vfs_write
	gets 'probes="vfs_read;vfs_write" ' vfs_read,vfs_write
	gets "probes=\"r:rd${tab}vfs_read\" " 'r:rd vfs_read'
	gets "probes=\"r:rd${tab}vfs_read\" " "r:rd${tab}vfs_read"
	gets "probes=\"r:rd${tab}vfs_read;vfs_write\" " 'r:rd vfs_read' vfs_write
	gets "probes=\"p${tab}vfs_read;p${tab}vfs_write\" " -k p vfs_read,vfs_write
	gets "probes=\"p${tab}a;r:b${tab}c\" " -kp a 'r:b c'
	gets "probes=\"r64${tab}vfs_read\" " -k r64 vfs_read
	gets 'maxactive=8 min_ns=1 buffer_kb=64 mode=oldest probes="vfs_read" ' \
		-m 8 -t 1 -O buffer_kb=64 -O mode=oldest vfs_read
done
finish
