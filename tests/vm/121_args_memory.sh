#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # $argN is no variable of the shell
# description: memory is read through any number of pointers, as numbers, arrays and text; what cannot be read is marked, and text that is longer is cut with a mark
# requires: tags=checked
. /tests/vm/lib.sh

# last PROBE: its last record, from its first argument on.
last() {
	awk -v p="$1:" '$4 == p' "$D/trace" | tail -n 1 |
		sed -e 's/^.*: [^ ]*: //' -e 's/^lat=[0-9]* ret=[^ ]* //' \
		-e 's/^(E[A-Z]*) //' -e 's/^pid=[0-9]* //'
}

victim
load probes='r:node v_node a=+0($arg1):u8 b=+1($arg1):s8 c=+2($arg1):x16 d=+4($arg1):s32 e=+8($arg1):x64 name=+16($arg1):string list=+32($arg1):u16[4] next=+0(+40($arg1)):u8 nname=+16(+40($arg1)):string text=+0(+48(+40($arg1))):string back=-8(+8($arg1)):u8'
echo 'v_node 0' >/proc/victim
assert_eq "$(last node)" 'a=254 b=-2 c=0xabcd d=-100000 e=0x123456789abcdef name="first" list={1,2,3,65535} next=7 nname="second" text="text of second" back=(fault)'
# Behind the second there is no other.
echo 'v_node 1' >/proc/victim
assert_match "$(last node)" ' next=\(fault\) nname=\(fault\) text=\(fault\) back=\(fault\)$'
accounts node
assert_eq "$(stat_of node faults)" 5
assert_eq "$(stat_of node calls)" 2
unload

# Text is that of the entry, whole up to the end of memory, or cut and marked.
digits=01234567890123456789012345678901234567890123456789
digits=$digits$digits$digits
load probes='r:t v_text s=+0($arg1):string;p:p v_text s=$arg1:string'
for len in 0 1 2 7 8 9 126 127; do
	echo "v_text $len" >/proc/victim
	want="s=\"$(printf '%s' "$digits" | cut -c "1-$len")\""
	[ "$len" -gt 0 ] || want='s=""'
	assert_eq "$(last t)" "$want" "text of $len, r"
	assert_eq "$(last p)" "$want" "text of $len, p"
done
for len in 128 129 4096; do
	echo "v_text $len" >/proc/victim
	want="s=\"$(printf '%s' "$digits" | cut -c 1-127)\"..."
	assert_eq "$(last t)" "$want" "text of $len, r"
	assert_eq "$(last p)" "$want" "text of $len, p"
done
echo odd >/proc/victim
assert_eq "$(last t)" 's="a\"b\\c\x0a\x7f\xff."'
unload

# At the edge of memory each is read as far as it lies in it.
load probes='p:e v_address b=+0($arg1):u8 h=+0($arg1):x16 w=+0($arg1):x32 q=+0($arg1):x64 l=+0($arg1):x8[3] s=+0($arg1):string'
for i in 8:0x65:0x6565:0x65656565:0x6565656565656565:'{0x65,0x65,0x65}' \
	7:0x65:0x6565:0x65656565:'(fault)':'{0x65,0x65,0x65}' \
	3:0x65:0x6565:'(fault)':'(fault)':'{0x65,0x65,0x65}' \
	2:0x65:0x6565:'(fault)':'(fault)':'(fault)' \
	1:0x65:'(fault)':'(fault)':'(fault)':'(fault)' \
	0:'(fault)':'(fault)':'(fault)':'(fault)':'(fault)'; do
	echo "edge ${i%%:*}" >/proc/victim
	b=101
	[ "${i%%:*}" != 0 ] || b='(fault)'
	rest=${i#*:*:}
	assert_eq "$(last e)" "b=$b h=$(echo "$rest" | cut -d: -f1) w=$(echo \
		"$rest" | cut -d: -f2) q=$(echo "$rest" | cut -d: -f3) l=$(echo \
		"$rest" | cut -d: -f4) s=(fault)" "${i%%:*} bytes left"
done
accounts e
unload

# To fault is not to miss a call: not of this probe, nor of others there.
load probes='r:r v_address a=+0($arg1):x64 b=+0($arg1):string;p:p v_address a=+u0(\0x1000):x64;r:plain v_address'
echo 'edge 1' >/proc/victim
echo 'edge 0' >/proc/victim
for probe in r p plain; do
	assert_eq "$(stat_of $probe calls) $(stat_of $probe entries)" '2 2' "$probe"
done
assert_eq "$(stat_of r faults) $(stat_of p faults)" '4 2' faults
unload

# A pointer of a process is none of the kernel's, and the other way round.
load probes='p:a v_address u=+u0($arg1):x64 us=+0($arg1):ustring k=+0($arg1):x64'
echo 'v_address 0' >/proc/victim
assert_eq "$(last a)" 'u=(fault) us=(fault) k=(fault)' 'NULL'
echo 'edge 64' >/proc/victim
assert_eq "$(last a)" 'u=(fault) us=(fault) k=0x6565656565656565' 'kernel memory'
unload

# No address at all, by one way of paging or the other; and no end of one. With
# five levels some of these are KASAN's shadow, where there is one.
far='\0xfff0003d48c48959' under='\0xffff7ffffffffffc'
! grep -q ' kasan_report$' /proc/kallsyms ||
	far='\0x0200000000000000' under='\0xfdffffffffffffff'
load probes="p:z v_empty a=+0(\\0x8000000000000000):u8 b=+0($far):x64 c=+0(\\0x0000800000000000):x64 d=+0($under):x64"' e=+0(\0x00fffffffffffff8):x64[4] f=+0(\0xff00000000000000):string g=+0(\0xfffffffffffffffc):x64 h=+u0(\0x00007ffffffffff9):x64'
echo v_empty >/proc/victim
assert_eq "$(last z)" 'a=(fault) b=(fault) c=(fault) d=(fault) e=(fault) f=(fault) g=(fault) h=(fault)'
assert_eq "$(stat_of z faults)" 8
unload

load probes='r:open do_sys_openat2 path=+0($arg2):ustring again=+u0($arg2):string if comm == "cat"'
cat /proc/version >/dev/null
assert_match "$(grep ' open: ' "$D/trace")" ' path="/proc/version" again="/proc/version"$'
assert_eq "$(grep ' open: ' "$D/trace" | grep -v '^ *cat-' || :)" '' 'other comms'
unload

# Symbols, where kallsyms knows data, and comm.
if [ "$DATA_REFUSED" = 'no such symbol' ]; then
	refused 'p:b v_empty b=@linux_banner:string' \
		'no symbol of this name has an address'
	exit 0
fi
load probes='p:b v_empty banner=@linux_banner:string first=@linux_banner:char at=@linux_banner+6:string c=$comm'
echo v_empty >/proc/victim
assert_match "$(last b)" '^banner="Linux version .*"(\.\.\.)? first='"'L'"' at="version .*"(\.\.\.)? c="(sh|120.*|timeout|ash)"$'
unload
