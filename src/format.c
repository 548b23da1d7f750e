// SPDX-License-Identifier: GPL-2.0
/* Text of records: made without vsnprintf(), which costs more than all else. */
#include <kretscope/format.h>

#include <asm/byteorder.h>
#include <compat/mm.h>
#include <linux/bitops.h>
#include <linux/compiler.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/string.h>

#include <kretscope/fetch.h>
#include <kretscope/type.h>
#include <kretscope/word.h>

#define COMM_WIDTH	16
#define TID_WIDTH	7
#define SEC_WIDTH	5
#define NS_PER_SEC	1000000000U
#define TEN_TO_8	100000000U

#define NAME(err) \
	[err] = #err

static const char *const errno_names[] = {
	NAME(EPERM), NAME(ENOENT), NAME(ESRCH), NAME(EINTR), NAME(EIO),
	NAME(ENXIO), NAME(E2BIG), NAME(ENOEXEC), NAME(EBADF), NAME(ECHILD),
	NAME(EAGAIN), NAME(ENOMEM), NAME(EACCES), NAME(EFAULT), NAME(ENOTBLK),
	NAME(EBUSY), NAME(EEXIST), NAME(EXDEV), NAME(ENODEV), NAME(ENOTDIR),
	NAME(EISDIR), NAME(EINVAL), NAME(ENFILE), NAME(EMFILE), NAME(ENOTTY),
	NAME(ETXTBSY), NAME(EFBIG), NAME(ENOSPC), NAME(ESPIPE), NAME(EROFS),
	NAME(EMLINK), NAME(EPIPE), NAME(EDOM), NAME(ERANGE), NAME(EDEADLK),
	NAME(ENAMETOOLONG), NAME(ENOLCK), NAME(ENOSYS), NAME(ENOTEMPTY),
	NAME(ELOOP), NAME(ENOMSG), NAME(EIDRM), NAME(ECHRNG), NAME(EL2NSYNC),
	NAME(EL3HLT), NAME(EL3RST), NAME(ELNRNG), NAME(EUNATCH), NAME(ENOCSI),
	NAME(EL2HLT), NAME(EBADE), NAME(EBADR), NAME(EXFULL), NAME(ENOANO),
	NAME(EBADRQC), NAME(EBADSLT), NAME(EBFONT), NAME(ENOSTR),
	NAME(ENODATA), NAME(ETIME), NAME(ENOSR), NAME(ENONET), NAME(ENOPKG),
	NAME(EREMOTE), NAME(ENOLINK), NAME(EADV), NAME(ESRMNT), NAME(ECOMM),
	NAME(EPROTO), NAME(EMULTIHOP), NAME(EDOTDOT), NAME(EBADMSG),
	NAME(EOVERFLOW), NAME(ENOTUNIQ), NAME(EBADFD), NAME(EREMCHG),
	NAME(ELIBACC), NAME(ELIBBAD), NAME(ELIBSCN), NAME(ELIBMAX),
	NAME(ELIBEXEC), NAME(EILSEQ), NAME(ERESTART), NAME(ESTRPIPE),
	NAME(EUSERS), NAME(ENOTSOCK), NAME(EDESTADDRREQ), NAME(EMSGSIZE),
	NAME(EPROTOTYPE), NAME(ENOPROTOOPT), NAME(EPROTONOSUPPORT),
	NAME(ESOCKTNOSUPPORT), NAME(EOPNOTSUPP), NAME(EPFNOSUPPORT),
	NAME(EAFNOSUPPORT), NAME(EADDRINUSE), NAME(EADDRNOTAVAIL),
	NAME(ENETDOWN), NAME(ENETUNREACH), NAME(ENETRESET), NAME(ECONNABORTED),
	NAME(ECONNRESET), NAME(ENOBUFS), NAME(EISCONN), NAME(ENOTCONN),
	NAME(ESHUTDOWN), NAME(ETOOMANYREFS), NAME(ETIMEDOUT),
	NAME(ECONNREFUSED), NAME(EHOSTDOWN), NAME(EHOSTUNREACH),
	NAME(EALREADY), NAME(EINPROGRESS), NAME(ESTALE), NAME(EUCLEAN),
	NAME(ENOTNAM), NAME(ENAVAIL), NAME(EISNAM), NAME(EREMOTEIO),
	NAME(EDQUOT), NAME(ENOMEDIUM), NAME(EMEDIUMTYPE), NAME(ECANCELED),
	NAME(ENOKEY), NAME(EKEYEXPIRED), NAME(EKEYREVOKED), NAME(EKEYREJECTED),
	NAME(EOWNERDEAD), NAME(ENOTRECOVERABLE), NAME(ERFKILL),
	NAME(EHWPOISON),
};

#undef NAME
#define NAME(err) \
	[(err) - ERESTARTSYS] = #err

/* Those that are never meant to reach user space. */
static const char *const kernel_errno_names[] = {
	NAME(ERESTARTSYS), NAME(ERESTARTNOINTR), NAME(ERESTARTNOHAND),
	NAME(ENOIOCTLCMD), NAME(ERESTART_RESTARTBLOCK), NAME(EPROBE_DEFER),
	NAME(EOPENSTALE), NAME(ENOPARAM), NAME(EBADHANDLE), NAME(ENOTSYNC),
	NAME(EBADCOOKIE), NAME(ENOTSUPP), NAME(ETOOSMALL), NAME(ESERVERFAULT),
	NAME(EBADTYPE), NAME(EJUKEBOX), NAME(EIOCBQUEUED),
	NAME(ERECALLCONFLICT),
#ifdef ENOGRACE
	NAME(ENOGRACE),
#endif
};

#undef NAME

/* "00" to "99". */
#define TEN_PAIRS(d) \
	d "0" d "1" d "2" d "3" d "4" d "5" d "6" d "7" d "8" d "9"

static const char digit_pairs[] =
	TEN_PAIRS("0") TEN_PAIRS("1") TEN_PAIRS("2") TEN_PAIRS("3")
	TEN_PAIRS("4") TEN_PAIRS("5") TEN_PAIRS("6") TEN_PAIRS("7")
	TEN_PAIRS("8") TEN_PAIRS("9");

/*
 * All of these append at @p and return the new end. They may store up to 15
 * bytes behind it, which the next one overwrites: words are cheaper than
 * bytes. KS_LINE_MAX has room for that.
 */

static __always_inline char *append_text(char *p, const char *text,
					 size_t len)
{
	memcpy(p, text, len);
	return p + len;
}

#define APPEND(p, text)	append_text(p, text, sizeof(text) - 1)

static __always_inline void put_pair(char *p, u32 val)
{
	memcpy(p, &digit_pairs[val * 2], 2);
}

/* As many bytes as the caller says: a call of memcpy() would cost more. */
static __always_inline char *append_bytes(char *p, const char *text,
					  size_t len)
{
	size_t i;

	for (i = 0; i + 8 <= len; i += 8)
		memcpy(p + i, text + i, 8);
	for (; i < len; i++)
		p[i] = text[i];
	return p + len;
}

static __always_inline unsigned int count_digits(u32 val)
{
	if (val < 100)
		return val < 10 ? 1 : 2;
	if (val < 10000)
		return val < 1000 ? 3 : 4;
	if (val < 1000000)
		return val < 100000 ? 5 : 6;
	return val < 10000000 ? 7 : 8;
}

/* @val < 10^8 */
static __always_inline char *append_u32(char *p, u32 val)
{
	char *end = p + count_digits(val);
	char *q = end;

	while (val >= 100) {
		q -= 2;
		put_pair(q, val % 100);
		val /= 100;
	}
	if (val >= 10)
		put_pair(q - 2, val);
	else
		q[-1] = '0' + val;
	return end;
}

/* @val < 10^8, with leading zeros */
static __always_inline char *append_8_digits(char *p, u32 val)
{
	u32 high = val / 10000;
	u32 low = val % 10000;

	put_pair(p, high / 100);
	put_pair(p + 2, high % 100);
	put_pair(p + 4, low / 100);
	put_pair(p + 6, low % 100);
	return p + 8;
}

static noinline char *append_u64_long(char *p, u64 val)
{
	u32 low, middle;
	u64 high;

	high = div_u64_rem(val, TEN_TO_8, &low);
	if (high < TEN_TO_8) {
		p = append_u32(p, high);
	} else {
		high = div_u64_rem(high, TEN_TO_8, &middle);
		p = append_u32(p, high);
		p = append_8_digits(p, middle);
	}
	return append_8_digits(p, low);
}

static __always_inline char *append_u64(char *p, u64 val)
{
	if (likely(val < TEN_TO_8))
		return append_u32(p, val);
	return append_u64_long(p, val);
}

static __always_inline char *append_s64(char *p, s64 val)
{
	if (val >= 0)
		return append_u64(p, val);
	*p++ = '-';
	return append_u64(p, 0 - (u64)val);
}

/* A number at the left of a field of up to 8 characters. */
static __always_inline char *append_left(char *p, u64 val, unsigned int width)
{
	char *end;

	memcpy(p, "        ", 8);
	end = append_u64(p, val);
	return max(end, p + width);
}

/* The slow way for a comm with bytes that must not reach a terminal. */
static noinline void clean(char *p, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (p[i] < ' ' || p[i] > '~')
			p[i] = '?';
}

/*
 * Marks bytes outside ' ' .. '~'. Carries make some behind such a byte wrong,
 * but never the first.
 */
static __always_inline u64 find_unprintable(u64 word)
{
	return ((word - KS_BYTES(' ')) | (word + KS_BYTES(1)) | word) &
	       KS_BYTES(0x80);
}

/*
 * comm at the right of its field. It is not always terminated, and may hold
 * anything.
 */
static __always_inline char *append_comm(char *p, const char *comm)
{
	__le64 raw[2];
	u64 word, bad, nul;
	size_t len;

	memcpy(raw, comm, sizeof(raw));
	word = le64_to_cpu(raw[0]);
	nul = ks_word_find_nul(word);
	bad = find_unprintable(word);
	if (likely(nul)) {
		len = __ffs64(nul) / 8;
		bad &= ks_word_before(nul);
	} else {
		word = le64_to_cpu(raw[1]);
		nul = ks_word_find_nul(word);
		len = nul ? 8 + __ffs64(nul) / 8 : KS_COMM_LEN;
		bad |= find_unprintable(word) &
		       (nul ? ks_word_before(nul) : ~0ULL);
	}

	memcpy(p, "                ", COMM_WIDTH);
	memcpy(p + COMM_WIDTH - len, comm, KS_COMM_LEN);
	if (unlikely(bad))
		clean(p + COMM_WIDTH - len, len);
	return p + COMM_WIDTH;
}

/* "%5u.%09u" */
static __always_inline char *append_time(char *p, u64 ns)
{
	u64 sec;
	u32 rest;

	sec = div_u64_rem(ns, NS_PER_SEC, &rest);
	if (likely(sec < 100000)) {
		/* Right-aligned: the digits end where the field does. */
		memcpy(p, "     ", SEC_WIDTH);
		append_u32(p + SEC_WIDTH - count_digits(sec), sec);
		p += SEC_WIDTH;
	} else {
		p = append_u64(p, sec);
	}
	*p++ = '.';
	*p++ = '0' + rest / TEN_TO_8;
	return append_8_digits(p, rest % TEN_TO_8);
}

/* "%03u" */
static __always_inline char *append_cpu(char *p, u32 cpu)
{
	if (unlikely(cpu >= 1000))
		return append_u32(p, cpu);
	p[0] = '0' + cpu / 100;
	put_pair(p + 1, cpu % 100);
	return p + 3;
}

static noinline char *append_errno(char *p, unsigned int err)
{
	const char *name = ks_format_errno(err);

	*p++ = '-';
	p = append_u32(p, err);
	if (name) {
		p = APPEND(p, " (");
		p = append_bytes(p, name, strlen(name));
		*p++ = ')';
	}
	return p;
}

static __always_inline char *append_ret(char *p, u64 ret,
					const struct ks_type *type)
{
	/* What nearly all functions return needs no call. */
	if (unlikely(type->base != KS_BASE_ERRNO))
		return p + ks_type_format(p, type, ks_type_value(type, ret));
	ret = ks_type_value(type, ret);
	if (unlikely(ret >= -(u64)MAX_ERRNO))
		return append_errno(p, -ret);
	if (unlikely(ks_is_kernel_addr(ret) && type->size == sizeof(ret)))
		return APPEND(p, "(kaddr)");
	return append_s64(p, ret);
}

size_t ks_format_record(char *buf, const struct ks_record *rec, u64 ns,
			const struct ks_label *label)
{
	char *p = buf;

	p = append_comm(p, rec->comm);
	*p++ = '-';
	p = append_left(p, rec->tid, TID_WIDTH);
	p = APPEND(p, " [");
	p = append_cpu(p, rec->tag.cpu);
	p = APPEND(p, "] ");
	p = append_time(p, ns);
	p = APPEND(p, ": ");
	p = append_bytes(p, label->name, label->name_len);
	*p++ = ':';
	if (rec->tag.type == KS_RECORD_RETURN) {
		p = APPEND(p, " lat=");
		p = append_u64(p, rec->lat);
		if (label->ret->base != KS_BASE_NONE) {
			p = APPEND(p, " ret=");
			p = append_ret(p, rec->ret, label->ret);
		}
	}
	if (rec->pid != rec->tid) {
		p = APPEND(p, " pid=");
		p = append_u64(p, rec->pid);
	}
	if (label->args)
		p += ks_fetch_format(p, label->args, rec + 1, rec->ret);
	*p++ = '\n';
	return p - buf;
}

size_t ks_format_line_max(const struct ks_fetch *args)
{
	return KS_LINE_MAX + KS_VALUE_MAX +
	       (args ? ks_fetch_line_max(args) : 0);
}

size_t ks_format_lost(char *buf, u64 count, unsigned int cpu)
{
	char *p = buf;

	p = APPEND(p, "# LOST ");
	p = append_u64(p, count);
	p = APPEND(p, " records on CPU ");
	p = append_u64(p, cpu);
	*p++ = '\n';
	return p - buf;
}

size_t ks_format_u64(char *buf, u64 val)
{
	return append_u64(buf, val) - buf;
}

size_t ks_format_s64(char *buf, s64 val)
{
	return append_s64(buf, val) - buf;
}

const char *ks_format_errno(unsigned int err)
{
	if (err < ARRAY_SIZE(errno_names))
		return errno_names[err];
	if (err - ERESTARTSYS < ARRAY_SIZE(kernel_errno_names))
		return kernel_errno_names[err - ERESTARTSYS];
	return NULL;
}
