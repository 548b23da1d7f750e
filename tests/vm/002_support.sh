#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: what README's table of kernels says of this one holds
. /tests/vm/lib.sh

# column N: of the kernel's row.
column() {
	echo "$row" | awk -F ' *[|] *' -v n="$1" '{ print $n }'
}

row=$(grep "^| \`$(cat /tests/kernel)\` |" /tests/README.md) ||
	skip "README's table has no row for it"
case $(uname -m) in
x86_64) assert_eq "$(column 4)" amd64 ;;
aarch64) assert_eq "$(column 4)" arm64 ;;
*) fail "machine $(uname -m)" ;;
esac

for clock in tsc mono boot; do
	says=no
	! column 6 | grep -q -w "$clock" || says=yes
	loads=no
	! load probes='p:hit vfs_read;r:call vfs_read' clock="$clock" ||
		loads=yes
	assert_eq "$says" "$loads" "clock $clock"
	[ "$loads" = yes ] || continue
	# By the shell itself: cat leaves reading to splice().
	read -r _ </proc/version
	for probe in hit call; do
		assert_ge "$(stat_of "$probe" recorded)" 1
	done
	entry=breakpoint
	! grep -q '\[FTRACE\]' /sys/kernel/debug/kprobes/list || entry=ftrace
	unload
	assert_eq "$(column 5)" "$entry" 'probe of an entry'
done

victim
says=yes
case $(column 7) in
*no\ ?f?*) says=no ;;
esac
loads=no
! load probes='f !victim:v_int' || loads=yes
assert_eq "$says" "$loads" 'kind f'
