#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # $argN is no variable of the shell
# description: each argument that the kernel's own kprobe_events take reads the same here, and what they refuse is refused
# requires: path=/sys/kernel/debug/tracing/kprobe_events tags=long
. /tests/vm/lib.sh

T=/sys/kernel/debug/tracing

# Addresses of the kernel, which kretscope hides; the last 4095 are errors.
hide_addresses() {
	sed -E 's/0x(fffffffffffff[0-9a-f]{3})/0X\1/g
		s/0xff[0-9a-f]{14}/(kaddr)/g; s/0X/0x/g'
}

# compare KIND SYM LINE ARG...: one call, by the command LINE of the victim; an
# argument that is written FETCH~TYPE has that type there, the default here.
compare() {
	kind=$1 sym=$2 line=$3
	shift 3
	here='' there='' i=0
	for arg; do
		i=$((i + 1))
		here="$here a$i=${arg%~*}"
		there="$there a$i=$(echo "$arg" | tr '~' ':')"
	done
	echo "$kind:ks/like victim:$sym$there" >"$T/kprobe_events" ||
		fail "kprobe_events: $kind $sym$there"
	echo 1 >"$T/events/ks/like/enable"
	load probes="$kind:like $sym$here"
	echo "$line" >/proc/victim
	echo 0 >"$T/events/ks/like/enable"
	sed -n 's/.* like: ([^)]*) //p' "$T/trace" | hide_addresses >want
	sed -n 's/.* \(a1=.*\)$/\1/p' "$D/trace" >got
	unload
	echo >"$T/kprobe_events"
	echo >"$T/trace"
	assert_eq "$(wc -l <want)" 1 'events of kprobe_events'
	assert_eq "$(cat got)" "$(cat want)" "$kind $sym$there"
	compared=$((compared + $#))
}

# both_refuse KIND SYM ARG...
both_refuse() {
	kind=$1 sym=$2
	shift 2
	for arg; do
		! echo "$kind:ks/like victim:$sym $arg" 2>/dev/null \
			>"$T/kprobe_events" || fail "kprobe_events take $arg"
		refused "$kind:like $sym $arg" '^kretscope: spec 1, column '
	done
}

case $(uname -m) in
x86_64) regs='%di %si %dx %cx %r8 %r9 %ax %bx %sp %ip %flags %cs' ;;
aarch64) regs='%x0 %x1 %x2 %x7 %x19 %x29 %sp %pc' ;;
esac
compared=0
end() {
	[ ! -e "$T/events/ks/like" ] || echo 0 >"$T/events/ks/like/enable"
	echo >"$T/kprobe_events"
}
trap end EXIT
victim

words=
for reg in $regs; do
	words="$words $reg~x64 $reg:s32"
done
# shellcheck disable=SC2086 # a list of arguments
compare p v_many 'v_many -3' $words
compare p v_many 'v_many 7' '$arg1:s64' '$arg2:u64' '$arg3:x64' '$arg4:u32' \
	'$arg5:s8' '$arg6:u16' '$stack0~x64' '$stack1:x32' '$comm:string' \
	'$comm'
for value in 65 -9223372036854775808 -2401053088876216371; do
	compare p v_address "v_address $value" '$arg1:u8' '$arg1:u16' \
		'$arg1:u32' '$arg1:u64' '$arg1:s8' '$arg1:s16' '$arg1:s32' \
		'$arg1:s64' '$arg1:x8' '$arg1:x16' '$arg1:x32' '$arg1:x64' \
		'$arg1~x64'
	compare r v_long "v_long $value" '$retval:u8' '$retval:s16' \
		'$retval:x32' '$retval:s64' '$retval:x64'
done
compare p v_node 'v_node 0' '+0($arg1):u8' '+1($arg1):s8' '+2($arg1):x16' \
	'+4($arg1):s32' '+8($arg1):x64' '+16($arg1):string' \
	'+0(+40($arg1)):u8' '+16(+40($arg1)):string' \
	'+0(+48(+40($arg1))):string' '+8(+40($arg1))~x64' \
	'+0x10($arg1):u8[5]' '+32($arg1):u16[4]' '+32($arg1):x16[2]' \
	'+0($arg1):s8[2]' '+0(+40($arg1)):u64'
for len in 0 9 100; do
	compare p v_text "v_text $len" '+0($arg1):string' '+0($arg1):u8'
done
# Of numbers that cannot be read they show what was there before.
compare p v_address 'v_address 0' '+0($arg1):string' '+0(+0($arg1)):string'
if grep -q 'imm-value' "$T/README"; then
	compare p v_empty v_empty '\1:u8' '\-2:s32' '\0x1f:x16' '\-1~x64'
fi
if grep -q 'ustring' "$T/README"; then
	compare p v_address 'v_address 0' '+0($arg1):ustring' \
		'+u8($arg1):string'
fi
if grep -q 'symbol' "$T/README"; then
	compare p v_many 'v_many 1' '$stack0:symbol'
fi
if [ "$DATA_REFUSED" != 'no such symbol' ]; then
	compare p v_empty v_empty '@linux_banner:u8' '@linux_banner+6:x16' \
		'@linux_banner~x64' '@linux_banner:u8[4]'
fi

both_refuse p v_many '$retval' '$nosuch' '%nosuch' '+0@0)' '+0(+0(@0' \
	'+0($comm)' '&1' '+0($arg1):u8[3' '+0($arg1):u8[3]a' \
	'+0($arg1):u8[3a]' '+0($arg1):u8[256]' '$arg1:nosuch' '=$arg1' \
	'a.1=$arg1' 'a=$arg1 a=$arg2' 'a=' 'a'
both_refuse r v_long 'a=$nosuch' 'a=$retval:nosuch' '+0($retval'
assert_ge "$compared" 100
echo "$compared arguments compared"
