#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # $args is no variable of the shell
# description: functions of a module that comes with the kernel have the prototypes of the module's own types: arguments by name, void as no return value
# requires: kmod=dummy
. /tests/vm/lib.sh

insmod /lib/kmod/dummy.ko
[ -e /sys/kernel/btf/dummy ] || {
	rmmod dummy
	skip 'the kernel shows no types of modules'
}
load probes='r:xmit dummy:dummy_xmit $args;r:setup dummy:dummy_setup'
if echo 'r:bad dummy:dummy_xmit a=$arg3' >>"$D/probes"; then
	fail 'the third argument of two'
fi 2>/dev/null
assert_match "$(cat "$D/error_log")" \
	'^spec 1, column 30: the function has fewer arguments'

ip link add d1 type dummy
ip link set dummy0 up
ip address add 192.0.2.1/24 dev dummy0
ping -c 1 -W 1 192.0.2.2 >/dev/null || :
assert_ge "$(stat_of xmit recorded)" 1
assert_eq "$(stat_of setup recorded)" 1
accounts xmit
records=$(sed -n 's/.*: xmit: lat=[0-9]* //p' "$D/trace" | sort -u)
assert_eq "$(echo "$records" | grep -v -E '^ret=0( pid=[0-9]+)? skb=[^ ]+ dev=[^ ]+$' || :)" '' 'arguments of xmit'
assert_eq "$(grep -c ': setup: lat=[0-9]* ret=' "$D/trace")" 0 'void has no value'
unload
rmmod dummy
