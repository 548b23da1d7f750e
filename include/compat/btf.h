/* SPDX-License-Identifier: GPL-2.0 */
/* The format of type information (BTF): what some <linux/btf.h> lack. */
#ifndef KRETSCOPE_COMPAT_BTF_H
#define KRETSCOPE_COMPAT_BTF_H

#include <linux/types.h>

struct bpf_prog;	/* some <linux/btf.h> take it for known */
#include <linux/btf.h>

/*
 * The newest kernels have taken bits into use that older ones demand to be
 * zero, so that the newest form reads all. Older macros would cut new kinds to
 * fewer bits, and take them for something else.
 */
#define KS_BTF_KIND(info)	(((info) >> 24) & 0x7f)
#define KS_BTF_VLEN(info)	((info) & 0xffffff)
#define KS_BTF_KFLAG(info)	((info) >> 31)

/* "bpf: Add support for BTF_KIND_FLOAT" */
#define KS_BTF_KIND_FLOAT	16
/* "bpf: Support for new btf kind BTF_KIND_TAG" */
#define KS_BTF_KIND_DECL_TAG	17
/* "bpf: Support BTF_KIND_TYPE_TAG for btf_type_tag attributes" */
#define KS_BTF_KIND_TYPE_TAG	18
/* "bpf: Add btf enum64 support" */
#define KS_BTF_KIND_ENUM64	19

/* struct btf_decl_tag */
struct ks_btf_decl_tag {
	__s32 component_idx;
};

/* struct btf_enum64 */
struct ks_btf_enum64 {
	__u32 name_off;
	__u32 val_lo32;
	__u32 val_hi32;
};

/* struct btf_layout: what follows a struct btf_type of one kind */
struct ks_btf_layout {
	__u8 info_sz;
	__u8 elem_sz;
	__u16 flags;
};

/* struct btf_header; where @hdr_len says so it ends in front of @layout_off */
struct ks_btf_header {
	__u16 magic;
	__u8 version;
	__u8 flags;
	__u32 hdr_len;
	__u32 type_off;
	__u32 type_len;
	__u32 str_off;
	__u32 str_len;
	__u32 layout_off;
	__u32 layout_len;
};

#endif
