# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# Reading a kernel log, on the host (console) and in the guest (dmesg).

# log_after MARK: stdin without time stamps, after the last line equal to
# MARK; all of it when there is none, since a log may have lost its start.
log_after() {
	sed -e 's/\r$//' -e 's/^\(\[[^]]*\] *\)*//' | awk -v mark="$1" '
	{ line[++n] = $0 }
	$0 == mark { from = n }
	END { for (i = from + 1; i <= n; i++) print line[i] }'
}

# log_bad PATTERNS: the lines of stdin (from log_after) that no good run has.
# What the module says may quote the user's specs, and does not count.
log_bad() {
	grep -v '^kretscope' | grep -E -f "$1" || :
}
