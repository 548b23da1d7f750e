#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: the script shows the same under BusyBox, dash with mawk, and bash with gawk
# requires: prog=dash prog=mawk prog=bash prog=gawk tags=long tags=once
. /tests/vm/lib.sh

mkdir dash bash
ln -s /bin/dash dash/sh
ln -s /bin/mawk dash/awk
ln -s /bin/bash bash/sh
ln -s /bin/gawk bash/awk

victim
load probes='r:a victim:v_int;r3:b victim:v_long;p:c victim:v_void'
echo "v_int 5 101" >/proc/victim
for command in stat hist 'stat --raw' 'check v_int do_exit jiffies' 'list v_*'
do
	# shellcheck disable=SC2086
	{
		sh /bin/kretscope $command >want 2>&1 || :
		PATH=$PWD/dash:$PATH dash /bin/kretscope $command >dash/got \
			2>&1 || :
		PATH=$PWD/bash:$PATH bash /bin/kretscope $command >bash/got \
			2>&1 || :
	}
	[ -s want ] || fail "$command shows nothing"
	assert_eq "$(cat dash/got)" "$(cat want)" "$command under dash"
	assert_eq "$(cat bash/got)" "$(cat want)" "$command under bash"
done
unload

# The applets of BusyBox come first under its shell, so ask the others alone.
for shell in dash bash; do
	PATH=$PWD/$shell:$PATH $shell /bin/kretscope run -o "out.$shell" \
		'r:a victim:v_int' -- sh -c 'echo "v_int 5 211" >/proc/victim' \
		2>err
	assert_match "$(cat err)" '^a +211 ' "report under $shell"
	assert_eq "$(grep -c ' a: ' "out.$shell/trace")" 211 "records, $shell"
done
