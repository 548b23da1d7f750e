/* SPDX-License-Identifier: GPL-2.0 */
/* Which CPUs there are, on the host: made-up ones. */
#ifndef SHIM_LINUX_CPUMASK_H
#define SHIM_LINUX_CPUMASK_H

#define nr_cpu_ids		2U
#define for_each_possible_cpu(cpu) \
	for ((cpu) = 0; (cpu) < nr_cpu_ids; (cpu)++)

#endif
