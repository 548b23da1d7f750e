// SPDX-License-Identifier: GPL-2.0
/*
 * File probes: the probes as specs.
 *
 * What:	one spec per line, which can be given to probes= as it is
 * Format:	"KIND[MAXACTIVE]:[GRP/]NAME [!][MOD:]SYM[+OFF]"
 * Stability:	the grammar of specs
 */
#include "view.h"

#include <kretscope/probe.h>

static int show(struct seq_file *m, void *v)
{
	const struct ks_probe *probe = list_entry(v, struct ks_probe, node);
	static char text[KS_SPEC_MAX];	/* ks_probe_lock */

	if (ks_view_is_header(v))
		return 0;
	ks_spec_format(text, &probe->spec);
	seq_printf(m, "%s\n", text);
	return 0;
}

static const struct seq_operations probes_ops = {
	.start = ks_view_list_start,
	.next = ks_view_list_next,
	.stop = ks_view_list_stop,
	.show = show,
};

static int probes_open(struct inode *inode, struct file *file)
{
	return ks_view_list_open(file, &probes_ops);
}

const struct file_operations ks_view_probes = {
	.owner = THIS_MODULE,
	.open = probes_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = ks_view_list_release,
};
