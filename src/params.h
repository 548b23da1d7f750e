/* SPDX-License-Identifier: GPL-2.0 */
/* Module parameters. */
#ifndef KRETSCOPE_PARAMS_H
#define KRETSCOPE_PARAMS_H

#include <linux/types.h>

/**
 * struct ks_params - the parameters as they were given
 * @probes: list of specs
 * @maxactive: of return probes that name none; 0: chosen and grown
 * @buffer_kb: ring size per CPU in KiB
 * @mode: what happens when a ring is full
 * @clock: which one
 * @attach: what bare symbols get
 * @enabled: start armed
 * @records: write records
 * @min_ns: least latency of a record in ns
 */
struct ks_params {
	char *probes;
	int maxactive;
	unsigned int buffer_kb;
	char *mode;
	char *clock;
	char *attach;
	bool enabled;
	bool records;
	unsigned long long min_ns;
};

extern struct ks_params ks_params;

/**
 * ks_params_check() - are all in their ranges; says which is not
 *
 * @probes is not looked at.
 *
 * Context: process. Return: 0 or -EINVAL.
 */
int ks_params_check(void);

#endif
