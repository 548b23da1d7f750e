#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: every data file gives the same bytes for every buffer size, never more than asked for, and whole lines where a line fits
# requires: tags=once
. /tests/vm/lib.sh

lines=1009
victim
load probes='v_int;p:hit v_err' clock=mono
workload pin 0 sh -c 'echo "v_int -2 502" >/proc/victim'
workload pin 1 sh -c 'echo "v_err 507" >/proc/victim'

# key FILE NAME: NAME= there.
key() {
	sed -n "s/^$2=//p" "$1"
}

for file in trace trace_pipe probes stats hist inflight error_log README; do
	end=eof
	[ "$file" != trace_pipe ] || end=EAGAIN
	for size in 131072 1 3 79 287 288 289 4095 4096 4097; do
		workload readsizes "$D/$file" "$size" out >said ||
			fail "$file, size $size: $(cat said)"
		assert_eq "$(key said end)" "$end" "$file, size $size: end"
		assert_le "$(key said max)" "$size" "$file: most of one read"
		assert_eq "$(key said over)" 0 "$file: bytes behind the buffer"
		[ -f "whole.$file" ] || cp out "whole.$file"
		cmp out "whole.$file" || fail "$file, size $size: other bytes"
	done
	# The large buffer came back full, or all at once.
	[ "$file" = error_log ] || assert_match "$(cat "whole.$file")" . "$file"
done
cmp whole.trace whole.trace_pipe
assert_eq "$(wc -l <whole.trace)" $((lines + 1)) lines
record='^ {0,15}[^ ]{1,16}-[0-9]+ +\[00[01]\] +[0-9]+\.[0-9]{9}: '
bad=$(sed 1d whole.trace | grep -v -E \
	-e "${record}v_int: lat=[0-9]+ ret=-2 \(ENOENT\)\$" \
	-e "${record}hit: *\$" || :)
assert_eq "$bad" "" 'lines that are no record'

# A read that has room for a line ends at the end of one.
for file in trace trace_pipe; do
	exec 3<"$D/$file"
	: >joined
	part=0
	while [ "$part" -lt 7 ]; do
		dd bs=1021 count=1 <&3 2>/dev/null >part
		assert_le "$(wc -c <part)" 1021 "bytes of part $part of $file"
		[ -z "$(tail -c 1 part)" ] || [ "$file" = trace ] ||
			fail "$file: part $part is cut: $(tail -n 1 part)"
		cat part >>joined
		part=$((part + 1))
	done
	# Whoever goes on with the file goes on where the last one stopped.
	dd bs=10 count=1 <&3 2>/dev/null >part
	assert_eq "$(wc -c <part)" 10 'bytes of a small read'
	cat part >>joined
	dd bs=131072 count=1 <&3 2>/dev/null >>joined
	cmp joined whole.trace
	exec 3<&-
done
unload
