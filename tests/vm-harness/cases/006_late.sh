#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: takes longer than it may
# requires: time=3
. /tests/vm/lib.sh

sleep 1000
