#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: the directory and its files have their modes, only root can read them, and README names every file
# requires: tags=once
. /tests/vm/lib.sh

load probes=vfs_open
assert_eq "$(stat -c %a "$D")" 700 'mode of the directory'
for file in trace trace_pipe probes stats hist inflight error_log README \
	clock maxactive attach; do
	assert_eq "$(stat -c %a "$D/$file")" 400 "mode of $file"
done
for file in enabled mode min_ns buffer_kb records; do
	assert_eq "$(stat -c %a "$D/$file")" 600 "mode of $file"
done
assert_eq "$(stat -c %a "$D/clear")" 200 'mode of clear'
assert_eq "$(stat -c %u:%g "$D" "$D"/* | sort -u)" 0:0 owner
set -- "$D"/*
assert_eq $# 17 files

# Even with the way to it open to all.
mode=$(stat -c %a /sys/kernel/debug)
chmod 755 /sys/kernel/debug
for file in "$D" "$D"/*; do
	if setpriv --reuid 65534 --regid 65534 --clear-groups \
		cat "$file" >/dev/null 2>&1 ||
		su -s /bin/sh nobody -c "ls $file" >/dev/null 2>&1; then
		fail "nobody can read $file"
	fi
done
chmod "$mode" /sys/kernel/debug

for file in "$D"/*; do
	assert_match "$(cat "$D/README")" "^  ${file##*/}  " 'README'
done
for word in calls entries returns inflight abandoned rejected recorded \
	filtered dropped missed_maxactive missed_reentry delivered lost \
	unread lat= ret= 'LOST'; do
	assert_match "$(cat "$D/README")" "$word" 'README'
done
assert_eq "$(awk 'length > 80' "$D/README")" '' 'README beyond 80 columns'

# Data files cannot be written, and no file runs or maps.
for file in trace trace_pipe probes stats hist inflight error_log README; do
	if (echo 1 >"$D/$file") 2>/dev/null; then
		fail "$file can be written"
	fi
done
unload
