/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's own workqueue for short work. */
#ifndef KRETSCOPE_COMPAT_WORKQUEUE_H
#define KRETSCOPE_COMPAT_WORKQUEUE_H

#include <linux/workqueue.h>

/* "workqueue: Add system_percpu_wq and system_dfl_wq"; later it complains. */
#if KS_HAVE_SYSTEM_PERCPU_WQ
#define KS_SYSTEM_WQ	system_percpu_wq
#else
#define KS_SYSTEM_WQ	system_wq
#endif

#endif
