/* SPDX-License-Identifier: GPL-2.0 */
/* Where error numbers end, on the host. */
#ifndef SHIM_LINUX_ERR_H
#define SHIM_LINUX_ERR_H

#define MAX_ERRNO	4095

#endif
