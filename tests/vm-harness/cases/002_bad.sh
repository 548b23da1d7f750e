#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: fails by an assertion
. /tests/vm/lib.sh

assert_eq "$(pidof sleep)" '' 'the case before left nothing'
assert_eq 1 2 'one and two'
