#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: passes; what it leaves loaded and running is cleaned up
# requires: tags=once
. /tests/vm/lib.sh

load probes='two words'
assert_eq "$(cat /sys/module/kretscope/parameters/probes)" 'two words'
sleep 1000 &
assert_lt -5 3
assert_lt 9223372036854775807 18446744073709551615
assert_ge 20 20
assert_le -7 -6
(assert_lt 30 4) >/dev/null && fail '30 < 4'
(assert_ge -1 0) >/dev/null && fail '-1 >= 0'
assert_eq a a
