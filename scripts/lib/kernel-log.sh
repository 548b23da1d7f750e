# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# Reading a kernel log, on the host (console) and in the guest (dmesg).

# log_plain: stdin without time stamps, "[  1.234567]" and who printed,
# "[ T123]". Other words in brackets belong to the message.
log_plain() {
	sed -e 's/\r$//' -e 's/^\(\[ *[CT]*[0-9][0-9.]*\] *\)*//'
}

# log_after MARK: stdin without time stamps, after the last line equal to
# MARK; all of it when there is none, since a log may have lost its start.
log_after() {
	log_plain | awk -v mark="$1" '
	{ line[++n] = $0 }
	$0 == mark { from = n }
	END { for (i = from + 1; i <= n; i++) print line[i] }'
}

# log_ours: stdin (from log_plain) with empty lines for what does not count:
# what the module says, which may quote the user's specs, and the first lines,
# the only bad ones, of reports on data races that are the kernel's own: a
# kernel built to find such races finds many. Ours are those in whose calls the
# module stands, or with an access of a test module itself, which is named in
# the first line. A report without an end counts. Two are the kernel's own though
# the module calls it: kprobes' handlers increment nmissed without a lock, and
# the clock for NMIs reads what may change, looks whether it did, and reads again
# (__ktime_get_fast_ns() in kernel/time/timekeeping.c). One function alone, with
# an offset: the kernel saw the value change, but not by whom.
log_ours() {
	awk '
	BEGIN {
		nmissed = "(pre_handler_kretprobe|kprobe_ftrace_handler|" \
			"kprobe_int3_handler|kprobes_inc_nmissed_count)"
	}
	/^kretscope/ { $0 = "" }
	{ line[NR] = $0 }
	/^BUG: KCSAN: / {
		head = / \[[a-z_]+\]( |$)/ ? 0 : NR
		known = $0 ~ " in " nmissed "( / " nmissed "|[+][^ ]+)$" ||
			/ in ktime_get_(mono|boot)_fast_ns(\+[^ ]+)?$/ ||
			/ in ktime_get_(mono|boot)_fast_ns \/ [^ ]+$/
	}
	/\+0x[0-9a-f]+\/0x[0-9a-f]+ \[kretscope\]$/ && !known { head = 0 }
	head && /^=====/ { line[head] = ""; head = 0 }
	END { for (i = 1; i <= NR; i++) print line[i] }'
}

# log_bad PATTERNS: the lines of stdin (from log_after) that no good run has.
log_bad() {
	log_ours | grep -E -f "$1" || :
}
