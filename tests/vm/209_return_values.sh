#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# description: results print as 64-bit signed numbers, errors by name also where only the lower half holds one, and never as an address
. /tests/vm/lib.sh

# rets PROBE: what its records say, a line each.
rets() {
	awk -v p="$1:" '$4 == p' "$D/trace" | sed 's/.* ret=//'
}

victim
load probes='r:empty victim:v_empty;r:void victim:v_void;r:int victim:v_int;r:err victim:v_err;r:long victim:v_long;r:bool victim:v_bool;r:u8 victim:v_u8;r:errptr victim:v_errptr;r:ptr victim:v_ptr'

echo 'v_err 3' >/proc/victim
assert_eq "$(rets err)" '-11 (EAGAIN)
-11 (EAGAIN)
-11 (EAGAIN)' 'int -EAGAIN, upper half zero'

# Upper half zero: an error of an int function, or a number above 2^32 - 4096.
for arg in 0x1ffffffff 0xffffffff 0xfffff001 0xfffff000 0x80000000 0x7fffffff \
	0xfffffff5 0x1fffffff5; do
	echo "v_int $arg" >/proc/victim
done
assert_eq "$(rets int)" '8589934591
-1 (EPERM)
-4095
4294963200
2147483648
2147483647
-11 (EAGAIN)
8589934581' 'int'

for arg in 0 1 -1 -2 -133 -134 -512 -516 -517 -4095 -4096 -4097 -1000000 \
	9223372036854775807 -9223372036854775808 -9223372036854775807; do
	echo "v_long $arg" >/proc/victim
done
assert_eq "$(rets long)" '0
1
-1 (EPERM)
-2 (ENOENT)
-133 (EHWPOISON)
-134
-512 (ERESTARTSYS)
-516 (ERESTART_RESTARTBLOCK)
-517 (EPROBE_DEFER)
-4095
-4096
-4097
-1000000
9223372036854775807
-9223372036854775808
-9223372036854775807' 'long'

# An address of the kernel's or a module's text is hidden; a number is not, if
# it only lies where such addresses may.
echo reset >/proc/victim
echo 1 >"$D/clear"
for arg in vfs_read v_long; do
	addr=$(sed -n "s/^\([0-9a-f]*\) [tT] $arg\($\|[[:blank:]].*\)/\1/p" \
		/proc/kallsyms)
	high=${addr%????????}
	echo "v_long $(((0x$high - 0x100000000) * 0x100000000 + \
		0x${addr#"$high"}))" >/proc/victim
done
for arg in -1000000000 -3000000000; do
	echo "v_long $arg" >/proc/victim
done
assert_eq "$(rets long)" '(kaddr)
(kaddr)
-1000000000
-3000000000' 'long where the kernel lies'

for arg in -2 -12 0; do
	echo "v_errptr $arg" >/proc/victim
done
assert_eq "$(rets errptr)" '-2 (ENOENT)
-12 (ENOMEM)
0' 'error pointer'

# The lower byte is the result; what is above it nobody has defined.
echo 'v_u8 300' >/proc/victim
assert_eq $(($(rets u8) & 255)) 44 'lower byte of u8'
echo 'v_bool 7 2' >/proc/victim
echo 'v_void 5 3' >/proc/victim
echo 'v_empty 5' >/proc/victim
assert_eq "$(rets bool | wc -l)" 2
assert_eq "$(rets void | wc -l)" 3
assert_eq "$(rets empty | wc -l)" 5

echo 'v_ptr 2' >/proc/victim
assert_eq "$(rets ptr)" '(kaddr)
(kaddr)' 'pointer'
# Neither in hex nor as a number: the module's text and data, or the kernel's.
assert_eq "$(grep -E '0x|ffffffff|=-?1844674|ret=-[0-9]{6,} *$' "$D/trace" |
	grep -v ': long:' || :)" '' 'addresses'
for probe in empty void int err long bool u8 errptr ptr; do
	accounts "$probe"
done
unload
