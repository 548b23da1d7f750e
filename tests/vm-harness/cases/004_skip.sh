#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: is skipped, its command is not there
# requires: cmd=nosuch
. /tests/vm/lib.sh

fail 'cannot be reached'
