#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: a reader's own calls are not recorded but counted as rejected, and reading does not feed itself
# requires: tags=once
. /tests/vm/lib.sh

load probes='r:rd vfs_read;r:wr vfs_write;r:kr ksys_read;p:kw ksys_write'
stream_to stream
cat=$!
dd if=/dev/zero of=/dev/null bs=1 count=1009 2>/dev/null

# Each record that was written would be two more calls, without end. To look
# at the size makes few calls, to read the file would make many.
size() {
	stat -c %s stream
}

quiet() {
	before=$(size)
	sleep 1
	after=$(size)
	[ $((after - before)) -le 10000 ]
}
wait_for 10 quiet || fail "still fed: from $before to $after bytes"
before=$(size)
sleep 3
after=$(size)
assert_le $((after - before)) 10000 'bytes of records in three quiet seconds'
for probe in rd wr kr kw; do
	assert_ge "$(stat_of "$probe" rejected)" 1 "rejected of $probe"
done
kill "$cat"
wait "$cat" || :
assert_ge "$(grep -c '^ *dd-[0-9]* .*: rd: lat=[0-9]* ret=1$' stream)" 1009
if grep -E "^ *cat-$cat +\[" stream; then
	fail 'calls of the reader are recorded'
fi

# The same for who reads the other files, as long as they are open.
for file in trace stats hist probes inflight; do
	cat "$D/$file" >copy &
	reader=$!
	wait "$reader"
	if grep -E "^ *cat-$reader +\[.*: (rd|kr): .* ret=[1-9]" "$D/trace" |
		grep -v -E ' ret=(64|832)$'; then
		fail "the reader of $file is recorded"
	fi
done

# And with readers gone, all of a process's calls count again.
echo 0 >"$D/enabled"
for probe in rd wr kr kw; do
	accounts "$probe"
done
echo 1 >"$D/clear"
echo 1 >"$D/enabled"
dd if=/dev/zero of=/dev/null bs=1 count=211 2>/dev/null
echo 0 >"$D/enabled"
assert_ge "$(stat_of wr returns)" 211
assert_eq "$(stat_of wr rejected)" 0 'rejected with no reader'
unload
