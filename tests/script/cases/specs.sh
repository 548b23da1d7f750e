# shellcheck shell=sh disable=SC2016
# SPDX-License-Identifier: GPL-2.0
# Every spec of the grammar gets to the module as it is: by the parameter, or,
# where that cannot hold it, by one write to the file probes. -p adds to each.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

tab=$(printf '\t')

# loads WANT ARG...: the parameter of a run with ARG, which needs no write.
loads() {
	want=$1
	shift
	rm -f "$FAKE/written"
	ks run "$@" -- true
	rc_is 0
	got=$(tail -n 1 "$FAKE/kernel-args" | tr '\t' ' ')
	[ "$got" = "probes=\"$want\" " ] || fail "the kernel got: $got"
	[ ! -e "$FAKE/written" ] || fail "written: $(cat "$FAKE/written")"
	left_clean
}

# writes WANT ARG...: what a run with ARG writes, having loaded no probe.
writes() {
	want=$1
	shift
	rm -f "$FAKE/written"
	ks run "$@" -- true
	rc_is 0
	got=$(tail -n 1 "$FAKE/kernel-args")
	[ "$got" = 'probes="" ' ] || fail "the kernel got: $got"
	printf '%s\n' "$want" | cmp -s - "$FAKE/written" ||
		fail "written: $(cat "$FAKE/written")"
	left_clean
}

for FAKE_INSMOD in raw quoting; do
	export FAKE_INSMOD
	loads 'r:rd vfs_read n=$arg3:u64 if n > 3 && lat > 1ms' \
		'r:rd vfs_read n=$arg3:u64 if n > 3 && lat > 1ms'
	loads 'r vfs_read $args;p:x a +0($arg1):string' \
		' r vfs_read $args ;; ' "p:x${tab}a +0(\$arg1):string"
	loads 'a;r b;c' 'a
r b' c
	writes 'r a if comm == "cat"' 'r a if comm == "cat"'
done
writes "r a if comm == 'a b'" "r a if comm == 'a b'"
writes "r a if comm == 'a  b' || comm ~ \"x${tab};'y\"
p b if comm == 'c\\\\' || comm == 'd\\';'
e" "r a if comm == 'a  b' || comm ~ \"x${tab};'y\" ; p b if comm == 'c\\\\' || comm == 'd\\';'" e
writes "r a if comm == 'open
b" "r a if comm == 'open" b

# By length: 1024 characters are the kernel's limit. One write holds any list.
long=$(printf '%01024d' 0)
loads "$long" "$long"
writes "${long}0" "${long}0"
long=$(awk 'BEGIN { while (n++ < 5000) print "r:x" n " vfs_read" }')
writes "$long" "$long"

# The kind and the process.
loads 'r64 a if pid == 7' -p 7 -kr64 a
loads 'r a if pid == 4194304;r b if pid == 4194304' -p4194304 a,b
loads 'r a if pid == 7;p b $arg1 if pid == 7' -p7 'a ;p b $arg1'
loads 'r a if (ret < 0 || lat > 5) && pid == 7' \
	-p7 'r a if ret < 0 || lat > 5'
loads 'r a x=%di if (x) && pid == 7;r b if ((ret < 0)) && pid == 7' \
	-p7 "r a x=%di${tab}if x" 'r b if(ret < 0)'
loads 'p a;p b;r c;r:d e' -kp 'a,b;r c' 'r:d e'
loads 'r a,b if pid == 7;r c if pid == 7' -p7 'r a,b' ' , c , '
loads 'r:a;-:b' -p7 'r:a' '-:b'
# What the module would refuse is not made good by what is added.
loads 'r a if ret < 0) || (ret > 0' -p7 'r a if ret < 0) || (ret > 0'
writes 'r a if (comm == "if )(" && comm != '"'('"') && pid == 7' \
	-p7 'r a if comm == "if )(" && comm != '"'('"
ks run -p 7 vfs_read -- true
err_has '^# kretscope 1 report  status=0  process 7$'

# A refused write: what the module says, with the caret; nothing is left.
for command in run record; do
	set -- 'vfs_read;r nope if comm == "x"'
	[ "$command" = record ] || set -- "$@" -- echo not-reached
	ks "$command" "$@"
	rc_is 3
	[ ! -s "$WORK/out" ] || fail "the workload ran"
	err_has '^  kretscope: spec 2, column 3: no such symbol$'
	err_has '^  kretscope:   r nope if comm == "x"$'
	err_has '^  kretscope:     ^$'
	err_lacks 'records in'
	err_lacks 'Invalid argument'
	left_clean
done
FAKE_DD=locked
export FAKE_DD
echo 'none [integrity] confidentiality' >"$KRETSCOPE_SYS/kernel/security/lockdown"
ks run 'r vfs_read if comm == "x"' -- echo not-reached
rc_is 3
[ ! -s "$WORK/out" ] || fail "the workload ran"
err_has '^  dd: .*Operation not permitted$'
err_has lockdown
left_clean
# What fits the parameter needs no write.
ks run 'r vfs_read if lat > 1ms' -- echo reached
rc_is 0
out_is reached
finish
