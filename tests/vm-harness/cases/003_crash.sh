#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: ends its guest
. /tests/vm/lib.sh

load probes=oops
