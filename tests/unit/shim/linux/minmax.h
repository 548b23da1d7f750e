/* SPDX-License-Identifier: GPL-2.0 */
/* min(), max() and swap(), on the host. */
#ifndef SHIM_LINUX_MINMAX_H
#define SHIM_LINUX_MINMAX_H

/* Each argument is evaluated once, as in the kernel. */
#define min(a, b) \
	({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ < b_ ? a_ : b_; })
#define max(a, b) \
	({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define min_t(type, a, b)	min((type)(a), (type)(b))
#define max_t(type, a, b)	max((type)(a), (type)(b))

#define swap(a, b) \
	do { __typeof__(a) a_ = (a); (a) = (b); (b) = a_; } while (0)

#endif
