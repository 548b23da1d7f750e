// SPDX-License-Identifier: GPL-2.0
/*
 * Attaches a BPF program that does nothing to the entry of a function of the
 * kernel, as long as there is standard input.
 *
 * usage: fentry FUNCTION; prints "attached" or "errno=N"
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/btf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TYPES	"/sys/kernel/btf/vmlinux"

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static char *read_types(void)
{
	struct stat st;
	size_t at = 0;
	ssize_t got;
	char *buf;
	int fd;

	fd = open(TYPES, O_RDONLY);
	if (fd < 0 || fstat(fd, &st))
		die(TYPES);
	buf = malloc(st.st_size);
	if (!buf)
		die("malloc");
	while (at < (size_t)st.st_size) {
		got = read(fd, buf + at, st.st_size - at);
		if (got <= 0)
			die(TYPES);
		at += got;
	}
	close(fd);
	return buf;
}

/* Bytes behind a type's own. */
static size_t extra_size(const struct btf_type *type)
{
	size_t vlen = BTF_INFO_VLEN(type->info);

	switch (BTF_INFO_KIND(type->info)) {
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
		return sizeof(uint32_t);
	case BTF_KIND_ARRAY:
		return sizeof(struct btf_array);
	case BTF_KIND_ENUM:
		return vlen * sizeof(struct btf_enum);
	case BTF_KIND_FUNC_PROTO:
		return vlen * sizeof(struct btf_param);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
	case BTF_KIND_DATASEC:
	case BTF_KIND_ENUM64:
		return vlen * 3 * sizeof(uint32_t);
	default:
		return 0;
	}
}

static uint32_t id_of(const char *function)
{
	const struct btf_header *head = (void *)read_types();
	const char *body = (char *)head + head->hdr_len;
	const char *names = body + head->str_off;
	const struct btf_type *type;
	uint32_t id, at = 0;

	for (id = 1; at < head->type_len; id++) {
		type = (void *)(body + head->type_off + at);
		if (BTF_INFO_KIND(type->info) == BTF_KIND_FUNC &&
		    !strcmp(names + type->name_off, function))
			return id;
		at += sizeof(*type) + extra_size(type);
	}
	fprintf(stderr, "fentry: no type of %s\n", function);
	exit(1);
}

static int bpf(int cmd, union bpf_attr *attr)
{
	return syscall(SYS_bpf, cmd, attr, sizeof(*attr));
}

static int load_program(uint32_t id)
{
	const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K },	/* r0 = 0 */
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.prog_type = BPF_PROG_TYPE_TRACING;
	attr.expected_attach_type = BPF_TRACE_FENTRY;
	attr.attach_btf_id = id;
	attr.insns = (uintptr_t)insns;
	attr.insn_cnt = sizeof(insns) / sizeof(*insns);
	attr.license = (uintptr_t)"GPL";
	return bpf(BPF_PROG_LOAD, &attr);
}

int main(int argc, char **argv)
{
	union bpf_attr attr;
	int program;
	char byte;

	if (argc != 2) {
		fprintf(stderr, "usage: fentry FUNCTION\n");
		return 2;
	}
	program = load_program(id_of(argv[1]));
	if (program < 0)
		die("BPF_PROG_LOAD");
	memset(&attr, 0, sizeof(attr));
	attr.raw_tracepoint.prog_fd = program;
	if (bpf(BPF_RAW_TRACEPOINT_OPEN, &attr) < 0)
		printf("errno=%d\n", errno);
	else
		puts("attached");
	fflush(stdout);
	while (read(STDIN_FILENO, &byte, 1) > 0)
		;
	return 0;
}
