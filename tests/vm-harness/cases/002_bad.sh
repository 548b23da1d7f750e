#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: fails by an assertion, with kprobes switched off
. /tests/vm/lib.sh

assert_eq "$(pidof sleep)" '' 'the case before left nothing'
echo 0 >/sys/kernel/debug/kprobes/enabled
assert_eq 1 2 'one and two'
