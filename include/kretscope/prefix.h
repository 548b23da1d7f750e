/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The prefix of every line this module prints; Kbuild includes it ahead of
 * all sources, since a macro with blanks and quotes does not survive the
 * command line.
 */
#ifndef KRETSCOPE_PREFIX_H
#define KRETSCOPE_PREFIX_H

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#endif
