// SPDX-License-Identifier: GPL-2.0
/* File README: the manual of the other files, inside the kernel. */
#include "view.h"

static const char text[] =
"kretscope: how often functions are called, how long, and how they end\n"
"\n"
"Data files (mode 0400). While a process has one open its own calls are left\n"
"out of the records and count as rejected, and the module cannot be unloaded.\n"
"  trace       records now in the rings, oldest first; does not consume\n"
"  trace_pipe  the same, then waits for more; every open file has a cursor of\n"
"              its own; supports poll and O_NONBLOCK\n"
"  probes      the probes as specs, which can be loaded again. Write a spec to\n"
"              add a probe, -:NAME to remove one; a write is done as a whole or\n"
"              not at all, and truncating the file removes all. The records of\n"
"              what was removed stay\n"
"  stats       state and counters of each probe, latencies in ns:\n"
"                calls = entries + missed_maxactive + missed_reentry\n"
"                entries = returns + inflight + abandoned + rejected\n"
"                returns = recorded + filtered + dropped\n"
"              and of each reader: recorded = delivered + lost + unread,\n"
"              where \"# removed\" sums up the probes that are gone; why: why\n"
"              a probe is of its kind; floor_ns: minimum and median of what an\n"
"              empty function shows, measured at load\n"
"  hist        latencies in powers of two, and what hist clauses count\n"
"  inflight    calls that have entered and not returned, longest first\n"
"  error_log   the last refused specs\n"
"  README      this text\n"
"\n"
"States of a probe: armed; disabled; gone, when its module was unloaded;\n"
"inactive, when kprobes or ftrace are switched off for the whole kernel\n"
"(debugfs kprobes/enabled, sysctl kernel.ftrace_enabled). A probe that was\n"
"armed while kprobes were off stays inactive: write 1 to enabled again.\n"
"\n"
"A spec: p[:[GRP/]NAME] TARGET, r[MAXACTIVE][:[GRP/]NAME] TARGET, the same with\n"
"f (as r, by a direct call of ftrace, for less), or a symbol: see attach\n"
"  TARGET      [!][MOD:]SYM[@N][+OFF], then arguments, hist, filter. @N: the\n"
"              Nth of that name; a SYM with * ? [a-z] [!a-z]: all that match,\n"
"              with r:GRP/ in a group\n"
"  [NAME=]FETCH[:TYPE], read at entry, also for r: $argN %REG $comm $stackN\n"
"              @SYM[+OFF] \\IMM +|-[u]OFF(FETCH), u: user memory; at return:\n"
"              $retval; $args: all that the prototype has, where the kernel\n"
"              has BTF, which also gives types and names\n"
"  TYPE        u8..u64 s8..s64 x8..x64 bool char string ustring symbol errno\n"
"              ptr, and TYPE[N] of memory\n"
"  hist:keys=K{,K}[:vals=V][:size=N]: a histogram of V, else of lat, for each\n"
"              key: up to 4 of ret pid tid comm cpu and arguments, or only\n"
"              counts with vals=hitcount and for p. Each CPU has room for N\n"
"              keys, else 256; calls beyond are in \"(no room for key)\", and\n"
"              then the counts of other keys are the least there can be\n"
"  if EXPR     lat ret pid tid comm cpu and arguments, with == != < <= > >=\n"
"              & (any bit) ~ (glob), && || ! (); lat takes us, ms, s; text\n"
"              stands in quotes. What is known at entry is decided there, and\n"
"              such calls count as rejected, the others as filtered; neither\n"
"              are in the histogram\n"
"Limits: 24 arguments, 200 bytes of values, 127 of a string, 64 comparisons.\n"
"\n"
"A record:\n"
"  COMM-TID [CPU] SECONDS: PROBE: lat=NS ret=VALUE [pid=PID] {NAME=VALUE}\n"
"CPU, time and COMM are those of the return. TID and PID are those of the\n"
"initial pid namespace; PID is shown where the thread is not its process's\n"
"first. A hit of a 'p' probe has no lat and no ret, a void function no ret.\n"
"What could not be read shows as (fault), text that was cut ends in \"...\n"
"A return value of which no type is known is signed decimal:\n"
"-1..-4095 is followed by the error's name; a value of which only the lower 32\n"
"bits are such an error shows as it, since functions that return int leave the\n"
"upper half undefined; an address of kernel memory shows as (kaddr).\n"
"\"# LOST n records on CPU c\" marks records that this reader missed.\n"
"\n"
"Control files:\n"
"  enabled     0, 1: probes are armed\n"
"  records     0, 1: write records, or only count\n"
"  min_ns      record only returns of calls at least this long\n"
"  buffer_kb   4..1048576: ring size per CPU; changing it drops the records\n"
"  mode        newest: overwrite the oldest records. oldest: stop when full;\n"
"              what every trace_pipe has read makes room\n"
"  clear       write anything: forget all records and counts\n"
"  clock       what handlers read: tsc, mono or boot; read only\n"
"  attach      what bare symbols get: auto (f where it is known to be safe, else\n"
"              r), kretprobe (r) or direct (f); read only\n"
"  maxactive   default of 'r' probes, 0: chosen and grown by the module;\n"
"              read only\n";

static int show(struct seq_file *m, void *v)
{
	seq_puts(m, text);
	return 0;
}

static int readme_open(struct inode *inode, struct file *file)
{
	return single_open(file, show, NULL);
}

const struct file_operations ks_view_readme = {
	.owner = THIS_MODULE,
	.open = readme_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
};
