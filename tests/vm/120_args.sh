#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # $argN is no variable of the shell
# description: arguments are those of the entry, in registers and on the stack, of the declared width and sign, for p and r alike
. /tests/vm/lib.sh

# args PROBE: what its records say behind lat, ret and pid, a line each.
args() {
	awk -v p="$1:" '$4 == p {
		sub(/.*: [^ ]*:( lat=[0-9]+ ret=-?[0-9]+( \([A-Z]+\))?)?( pid=[0-9]+)?/, "")
		sub(/^ /, "")
		print
	}' "$D/trace"
}

victim
ten='$arg1:s64 $arg2:s64 $arg3:s64 $arg4:s64 $arg5:s64 $arg6:s64 $arg7:s64 $arg8:s64 $arg9:s64 $arg10:s64'
case $(uname -m) in
x86_64) first=%di ;;
aarch64) first=%x0 ;;
esac
load probes="p:in v_many $ten;r:out v_many $ten;r:ret v_many sum=\$retval:u8 \$retval:x64 a=\$arg1:u64;p:reg v_many a=$first:u64 b=\\-1:s8 c=\\0x1ff:x64"
echo 'v_many 100' >/proc/victim
want="arg1=101 arg2=102 arg3=103 arg4=104 arg5=105 arg6=106 arg7=107 arg8=108 arg9=109 arg10=110"
assert_eq "$(args in)" "$want" 'args at a hit'
assert_eq "$(args out)" "$want" 'args of a return'
assert_eq "$(awk '/ ret: / { print $6, $7, $NF }' "$D/trace")" "ret=0x41f sum=31 a=101" "return value by two types"
assert_eq "$(args reg)" 'a=101 b=-1 c=0x1ff' 'register and numbers'
for probe in in out ret reg; do
	accounts "$probe"
	assert_eq "$(stat_of "$probe" recorded)" 1
done
unload

# Each type sees its own bits of -2.
load probes='p:t v_long a=$arg1:u8 b=$arg1:u16 c=$arg1:u32 d=$arg1:u64 e=$arg1:s8 f=$arg1:s16 g=$arg1:s32 h=$arg1:s64 i=$arg1:x8 j=$arg1:x16 k=$arg1:x32 l=$arg1:bool m=$arg1:errno n=$arg1 o=$arg1:char;r:plain v_long a=$arg1:u8 b=$arg1:s8 c=$arg1:x16 d=$arg1:s16 e=$arg1:u32 f=$arg1:s32 g=$arg1:s64'
echo 'v_long -2' >/proc/victim
echo 'v_long 0x4100000041' >/proc/victim
assert_eq "$(args t)" 'a=254 b=65534 c=4294967294 d=18446744073709551614 e=-2 f=-2 g=-2 h=-2 i=0xfe j=0xfffe k=0xfffffffe l=true m=-2 (ENOENT) n=0xfffffffffffffffe o='"'\\xfe'"'
a=65 b=65 c=65 d=279172874305 e=65 f=65 g=65 h=279172874305 i=0x41 j=0x41 k=0x41 l=true m=279172874305 n=0x4100000041 o='"'A'" types
assert_eq "$(args plain)" 'a=254 b=-2 c=0xfffe d=-2 e=4294967294 f=-2 g=-2
a=65 b=65 c=0x41 d=65 e=65 f=65 g=279172874305' 'types of registers alone'
unload

# Read at entry also where the return is recorded: registers are others' then.
load probes='r:rd vfs_read cnt=$arg3:u64 ret=$retval:s64'
dd if=/dev/zero of=/dev/null bs=7 count=1 2>/dev/null
assert_match "$(grep '^ *dd-' "$D/trace")" ' ret=7 cnt=7$'
unload

# Each call has its own, at every depth.
load probes='r:rec victim:v_rec n=$arg1:s64' maxactive=64
echo 'v_rec 20' >/proc/victim
assert_eq "$(awk '/ rec: / { ret = $6; n = $NF; sub(/.*=/, "", ret); sub(/.*=/, "", n)
	if (ret == n) ok++ } END { print ok }' "$D/trace")" 21 'argument of each depth'
unload
