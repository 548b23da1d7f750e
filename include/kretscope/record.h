/* SPDX-License-Identifier: GPL-2.0 */
/* The binary record that handlers write and readers turn into text. */
#ifndef KRETSCOPE_RECORD_H
#define KRETSCOPE_RECORD_H

#include <linux/build_bug.h>
#include <linux/types.h>

/*
 * Version of struct ks_record and of the text made from it. The major number
 * changes when a reader of the old form would misread the new one; keys that
 * are added at the end of a line change nothing.
 */
#define KS_FORMAT_VERSION	1

#define KS_COMM_LEN		16	/* TASK_COMM_LEN */
#define KS_RECORD_MAX		256	/* bytes of a record and its values */

/**
 * enum ks_record_type - what a record tells
 * @KS_RECORD_HIT: a kprobe was hit; @lat and @ret of the record are 0
 * @KS_RECORD_RETURN: a call returned
 */
enum ks_record_type {
	KS_RECORD_HIT,
	KS_RECORD_RETURN,
};

/**
 * union ks_record_tag - where a record comes from
 * @probe: id of the probe
 * @cpu: CPU of the hit, or of the return
 * @type: enum ks_record_type
 * @word: all of it; tags that fill in different parts can be joined by "|"
 */
union ks_record_tag {
	struct {
		__u32 probe;
		__u16 cpu;
		__u16 type;
	};
	__u64 word;
};

/**
 * struct ks_record - one hit or one finished call
 * @ts: raw value of the module's clock at the hit, or at the return
 * @lat: time from entry to return, ns
 * @ret: the return value register, undecoded
 * @tid: thread id in the initial pid namespace (task->pid)
 * @pid: process id in the initial pid namespace (task->tgid)
 * @task: both of them
 * @tag: where it comes from
 * @comm: task->comm at the hit, or at the return; not always terminated
 *
 * Fixed-width fields, no holes: every byte is written by the handler, so
 * nothing of the kernel's memory leaves through it. Fields are 8 bytes each
 * or pairs that fill 8 bytes; readers copy it as words. The values of the
 * probe's arguments follow, see fetch.h.
 */
struct ks_record {
	__u64 ts;
	__u64 lat;
	__u64 ret;
	union {
		struct {
			__u32 tid;
			__u32 pid;
		};
		__u64 task;
	};
	union ks_record_tag tag;
	char comm[KS_COMM_LEN];
};

static_assert(sizeof(struct ks_record) == 56);

#endif
