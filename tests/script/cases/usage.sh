# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# Usage errors are told before anything is done; help shows examples.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

bad() {
	want=$1
	shift
	ks "$@"
	rc_is 2
	[ ! -s "$WORK/out" ] || fail "an error on stdout"
	err_has "$want"
	left_clean
}

bad 'no command'
bad 'frobnicate command' frobnicate
bad 'unknown option -x' run -x vfs_read -- true
bad 'unknown option --frob' run --frob vfs_read -- true
bad 'unknown option --raw' top --raw
bad 'unknown option -m' stat -m 3
bad '-m needs a value' run -m
bad '-m takes a number' run -m -1 vfs_read -- true
bad '-m takes a number' run -m 10x vfs_read -- true
bad '-t takes a number' run -t fast vfs_read -- true
bad '-k takes' run -k x vfs_read -- true
bad '-k takes' run -k stop vfs_read -- true
for pid in 0 01 -1 x 12x 4194305 10000000000 self ''; do
	bad '-p takes a number' run -p "$pid" vfs_read -- true
done
bad '-p needs a SPEC' run -p 1 -o "$WORK/out-dir" -- true
[ ! -e "$WORK/out-dir" ] || fail "a folder was made"
bad 'unknown option -p' stat -p 1
bad "unknown parameter 'maxactve'" run -O maxactve=3 vfs_read -- true
bad "unknown parameter 'probes'" run -O probes=vfs_write vfs_read -- true
bad '-O takes NAME=VALUE' run -O mode vfs_read -- true
bad '-O takes NAME=VALUE' run -O mode= vfs_read -- true
bad '-O takes NAME=VALUE' run -O 'mode=oldest probes=x' vfs_read -- true
bad 'no workload' run vfs_read
bad 'no workload' run vfs_read --
bad 'no SPEC' run -- true
bad 'NAME=VALUE' run -m '' vfs_read -- true
bad 'a SPEC is empty' run ' ' -- true
bad 'no SPEC' run ';' -- true
long=$(printf '%0120000d' 0)
unnoted=1
bad 'over 1 MiB' run "$long" "$long" "$long" "$long" "$long" "$long" "$long" \
	"$long" "$long" -- true
unnoted=
bad 'no SPEC' check
bad 'no SPEC' record
bad '-d takes a number' record -d 1.5 vfs_read
loads_are 0

for command in '' run record stat hist top list check stop; do
	for option in -h --help; do
		# shellcheck disable=SC2086
		ks $command $option
		rc_is 0
		out_has "^usage: kretscope"
		out_has "^  .*kretscope ${command:-run}"
		[ ! -s "$WORK/err" ] || fail "help on stderr"
		! grep -q '.\{81\}' "$WORK/out" || fail "over 80 columns"
	done
done

FAKE_UID=1000
export FAKE_UID
ks run vfs_read -- true
rc_is 4
err_has 'needs root'
loads_are 0
left_clean
finish
