#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: ends its guest
. /tests/vm/lib.sh

assert_eq "$(cat /sys/kernel/debug/kprobes/enabled)" 1 'switched back'
load probes=oops
