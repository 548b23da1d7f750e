/* SPDX-License-Identifier: GPL-2.0 */
/* Names that resemble one which was not found. */
#ifndef KRETSCOPE_NEAR_H
#define KRETSCOPE_NEAR_H

#include <linux/types.h>

#define KS_NEAR_MAX	4	/* names kept */
#define KS_NEAR_LEN	96	/* a longer name is never offered */

/**
 * struct ks_near - the best candidates so far
 * @want: the name that was not found
 * @len: its length
 * @nr: candidates held, best first
 * @cand: their names and how far each is from @want
 */
struct ks_near {
	const char *want;
	size_t len;
	unsigned int nr;
	struct {
		unsigned int score;
		char name[KS_NEAR_LEN];
	} cand[KS_NEAR_MAX];
};

/**
 * ks_near_init() - start looking for names near one
 * @near: needs no exit
 * @want: the name; must outlive @near
 */
void ks_near_init(struct ks_near *near, const char *want);

/**
 * ks_near_offer() - consider one name
 * @near: keeps a copy of @name if it is among the best
 * @name: any
 *
 * Best is what the compiler made of the wanted function (NAME.isra.0,
 * NAME.constprop.0, then NAME.part.0, then NAME.cold), or the function such
 * a name was made of; then names a few letters off; then what the system call
 * macros put in front (__x64_sys_NAME).
 *
 * Context: any.
 */
void ks_near_offer(struct ks_near *near, const char *name);

/**
 * ks_near_print() - the candidates as a question
 * @near: the candidates
 * @buf: set to "did you mean A, B or C?", or to "" if there are none
 * @size: of @buf, at least 1
 *
 * Return: the length.
 */
size_t ks_near_print(const struct ks_near *near, char *buf, size_t size);

#endif
