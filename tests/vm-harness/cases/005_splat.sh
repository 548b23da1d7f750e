#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: ends well, but a warning is in the kernel log
. /tests/vm/lib.sh

load probes=warn
