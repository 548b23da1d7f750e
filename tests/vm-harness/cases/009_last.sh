#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a refused load leaves nothing; runs whatever came before
. /tests/vm/lib.sh

refused refuse 'refused as asked'
(refused refuse 'another line') >/dev/null && fail 'any line'
(refused fine 'anything') >/dev/null && fail 'a good load'
unload
mark
echo '<6>after the mark' >/dev/kmsg
assert_eq "$(since_mark)" 'after the mark'
