#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: gets the boot and the program it asks for
# requires: cpus=1 append=first=1 append=second=2
# requires: prog=dash
. /tests/vm/lib.sh

assert_match "$(cat /proc/cmdline)" ' first=1 second=2'
assert_eq "$(nproc)" 1
assert_eq "$(dash -c 'echo hello')" hello
