/* SPDX-License-Identifier: GPL-2.0 */
/* Variables of each CPU, on the host: there is one. */
#ifndef SHIM_LINUX_PERCPU_H
#define SHIM_LINUX_PERCPU_H

#define __percpu
#define this_cpu_inc(var)	((void)(var)++)

#endif
