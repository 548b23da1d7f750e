// SPDX-License-Identifier: GPL-2.0
/* A list of probe specs: where it is cut, and names that must differ. */
#include <kretscope/spec.h>

#include <linux/errno.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <kretscope/errlog.h>

#define SEPARATORS	";\n"

/**
 * struct list - state while a list of specs is parsed
 * @specs: the list, filled in on the way
 * @orig: its text as given; @specs->text is the copy that is cut
 * @comma: the first ',' that separates specs, as an offset in the text
 * @comma_index: number of the spec in front of it, or 0 for no such ','
 * @has_full: there is a spec that is not a bare symbol
 */
struct list {
	struct ks_specs *specs;
	const char *orig;
	size_t comma;
	unsigned int comma_index;
	bool has_full;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Cut blanks off both ends, but no other white space: that is a mistake. */
static char *trim(char *text)
{
	char *end = text + strlen(text);

	while (is_blank(*text))
		text++;
	while (end > text && is_blank(end[-1]))
		end--;
	*end = '\0';
	return text;
}

/* At least the number of specs in @text. */
static size_t count_specs(const char *text)
{
	bool is_in = false;
	size_t nr = 0;

	for (; *text; text++) {
		if (strchr(SEPARATORS ",", *text)) {
			is_in = false;
		} else if (!is_blank(*text) && !is_in) {
			is_in = true;
			nr++;
		}
	}
	return nr;
}

/*
 * Report a ',' that separates specs although one of them is not a bare
 * symbol. The caret needs the text as it was before it was cut.
 */
static int refuse_comma(const struct list *list)
{
	size_t start = list->comma;
	size_t end = list->comma;
	char *item;

	while (start && !strchr(SEPARATORS, list->orig[start - 1]))
		start--;
	while (is_blank(list->orig[start]))
		start++;
	end += strcspn(list->orig + end, SEPARATORS);
	item = kstrndup(list->orig + start, end - start, GFP_KERNEL);
	if (!item)
		return -ENOMEM;
	ks_errlog(list->comma_index, trim(item), list->comma - start + 1,
		  KS_ERR_COMMA, NULL);
	kfree(item);
	return -EINVAL;
}

/* Patterns have no names yet, so none is that of another. */
static bool is_same_event(const struct ks_spec *a, const struct ks_spec *b)
{
	return *a->name && ks_spec_removes(a) == ks_spec_removes(b) &&
	       !strcmp(a->name, b->name) && !strcmp(a->group, b->group);
}

static int add_spec(struct list *list, const char *text)
{
	struct ks_specs *specs = list->specs;
	struct ks_spec *spec = &specs->vec[specs->nr];
	unsigned int i;
	int ret;

	ret = ks_spec_parse(spec, text, specs->nr + 1);
	if (ret)
		return ret;
	for (i = 0; i < specs->nr; i++) {
		if (is_same_event(&specs->vec[i], spec)) {
			ks_errlog(spec->index, spec->text, spec->name_col,
				  KS_ERR_NAME_TWICE, NULL);
			return -EINVAL;
		}
	}
	specs->nr++;
	if (!spec->is_bare)
		list->has_full = true;
	return list->has_full && list->comma_index ? refuse_comma(list) : 0;
}

/* Parse symbols with ',' between them. */
static int add_symbols(struct list *list, char *text)
{
	char *item;
	int ret;

	while ((item = strsep(&text, ","))) {
		item = trim(item);
		if (*item) {
			/* The ',' before this one is known to be wrong. */
			if (strpbrk(item, ": \t"))
				return refuse_comma(list);
			ret = add_spec(list, item);
			if (ret)
				return ret;
		}
		if (text) {
			list->comma = text - 1 - list->specs->text;
			list->comma_index = list->specs->nr ?: 1;
		}
	}
	return 0;
}

/*
 * A ',' separates specs only behind a bare symbol: anywhere else it is a part
 * of the spec, or a mistake in it.
 */
static bool has_comma(const char *text)
{
	const char *comma = strchr(text, ',');
	size_t len = strcspn(text, ": \t");

	len += strspn(text + len, " \t");
	return comma && text + len >= comma;
}

/* As strsep(), but a ';' in the quotes of a filter's text is a part of it. */
static char *cut_item(char **rest)
{
	char *item = *rest;
	char quote = '\0';
	char *s;

	if (!item)
		return NULL;
	for (s = item; *s && *s != '\n'; s++) {
		if (quote && *s == '\\' && (s[1] == quote || s[1] == '\\'))
			s++;
		else if (quote && *s == quote)
			quote = '\0';
		else if (!quote && (*s == '"' || *s == '\''))
			quote = *s;
		else if (!quote && *s == ';')
			break;
	}
	*rest = *s ? s + 1 : NULL;
	*s = '\0';
	return item;
}

int ks_specs_init(struct ks_specs *specs, const char *text)
{
	struct list list = { .specs = specs, .orig = text };
	size_t max = count_specs(text);
	char *rest, *item;
	int ret;

	memset(specs, 0, sizeof(*specs));
	if (!max)
		return 0;
	specs->text = kstrdup(text, GFP_KERNEL);
	specs->vec = kvcalloc(max, sizeof(*specs->vec), GFP_KERNEL);
	ret = -ENOMEM;
	if (!specs->text || !specs->vec)
		goto out_exit;

	rest = specs->text;
	while ((item = cut_item(&rest))) {
		item = trim(item);
		if (!*item)
			continue;
		ret = has_comma(item) ? add_symbols(&list, item) :
					add_spec(&list, item);
		if (ret)
			goto out_exit;
	}
	return 0;

out_exit:
	ks_specs_exit(specs);
	return ret;
}

void ks_specs_exit(struct ks_specs *specs)
{
	kvfree(specs->vec);
	kfree(specs->text);
	memset(specs, 0, sizeof(*specs));
}
