# shellcheck shell=sh disable=SC2016
# SPDX-License-Identifier: GPL-2.0
# At a terminal: Ctrl-C reaches the workload once, and it is in the foreground.
# shellcheck source=tests/script/lib.sh
. "$TOP/tests/script/lib.sh"

cat >"$WORK/workload" <<'EOS'
trap 'n=$((n + 1)); echo "int $n"' INT
n=0
read -r line </dev/tty
echo "read $line"
echo 1 >"$1"
for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1; done
echo "end $n"
exit 4
EOS
{
	echo typed
	await "$WORK/started"
	sleep 0.2
	printf '\003'
	sleep 3
} | PATH=$script_path env --default-signal=INT,QUIT script -qec "exec $SHELL_UNDER_TEST $SCRIPT run vfs_read -- \
sh $WORK/workload $WORK/started" /dev/null >"$WORK/out" 2>"$WORK/err"
rc=$?
rc_is 4
out_has '^read typed'
out_has 'int 1'
out_has '^end 1'
left_clean
finish
