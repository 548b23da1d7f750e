#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: leaves a module that cannot be unloaded
. /tests/vm/lib.sh

load probes=pin
