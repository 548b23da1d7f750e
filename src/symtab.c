// SPDX-License-Identifier: GPL-2.0
/*
 * The functions that the kernel and its loaded modules consist of.
 *
 * The kernel exports no way from a name to an address, nor a walk over its
 * symbols. It does export register_kprobe(), which looks a name up before it
 * checks anything else, and sprint_symbol(), which tells name and size of
 * whatever is at an address. From the start of the text, size by size, that
 * is a walk.
 */
#include <kretscope/symtab.h>

#include <linux/kallsyms.h>
#include <linux/kobject.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

/* Symbols of the kernel between two offers of the CPU. */
#define RESCHED_EVERY	512

/*
 * What covers an address: its name is left in @buf (KSYM_SYMBOL_LEN bytes),
 * @start is its first byte.
 */
static int describe(unsigned long addr, char *buf, unsigned long *start,
		    unsigned long *size, bool *in_module)
{
	char *plus, *slash, *end;
	unsigned long off;

	/* "name+0x0/0x20", and " [module]" behind it; "0x123" if unknown. */
	sprint_symbol(buf, addr);
	plus = strrchr(buf, '+');
	slash = plus ? strchr(plus, '/') : NULL;
	if (!slash)
		return -ENOENT;
	*plus = '\0';
	*slash = '\0';
	end = strchr(slash + 1, ' ');
	*in_module = end;
	if (end)
		*end = '\0';
	if (kstrtoul(plus + 1, 16, &off) || kstrtoul(slash + 1, 16, size) ||
	    *size <= off)
		return -ENOENT;
	*start = addr - off;
	return 0;
}

/*
 * The address that a name has. A kprobe registered as disabled changes no
 * text. One that is refused, because the address is data or may not be
 * probed, still has its address filled in.
 */
static unsigned long kprobe_lookup(const char *name)
{
	struct kprobe kp = {
		.symbol_name = name,
		.flags = KPROBE_FLAG_DISABLED,
	};
	unsigned long addr;
	int ret;

	ret = register_kprobe(&kp);
	addr = (unsigned long)kp.addr;
	if (!ret)
		unregister_kprobe(&kp);
	return addr;
}

int ks_symtab_lookup(const struct ks_symtab *tab, const char *name,
		     struct ks_symtab_entry *entry)
{
	unsigned long addr = kprobe_lookup(name);
	bool in_module;
	char *buf;
	int ret;

	if (!addr)
		return -ENOENT;
	buf = kmalloc(KSYM_SYMBOL_LEN, GFP_KERNEL);
	if (!buf)
		return -ENOMEM;
	ret = describe(addr, buf, &entry->addr, &entry->size, &in_module);
	kfree(buf);
	if (ret)
		return ret;
	entry->name = name;
	entry->mod = within_module(addr, THIS_MODULE) ? KBUILD_MODNAME : NULL;
	entry->is_function = ks_symtab_in_text(tab, addr);
	/* The walk has seen all of the other modules that are live. */
	return in_module && !entry->mod ? -ENOENT : 0;
}

/* From @addr on, symbol by symbol, to the first address that none covers. */
static int walk_to_end(unsigned long addr, unsigned long *end)
{
	unsigned long start, size;
	unsigned int nr = 0;
	bool in_module;
	char *buf;

	buf = kmalloc(KSYM_SYMBOL_LEN, GFP_KERNEL);
	if (!buf)
		return -ENOMEM;
	while (!describe(addr, buf, &start, &size, &in_module)) {
		addr = start + size;
		if (++nr % RESCHED_EVERY == 0)
			cond_resched();
	}
	kfree(buf);
	*end = addr;
	return 0;
}

/*
 * A mark of an end is found only with CONFIG_KALLSYMS_ALL: without it the
 * lookups leave out what is not text, and text ends in front of the mark.
 */
static int find_range(const char *start_name, const char *end_name,
		      unsigned long *start, unsigned long *end)
{
	*start = kprobe_lookup(start_name);
	if (!*start)
		return -ENOENT;
	*end = kprobe_lookup(end_name);
	return *end ? 0 : walk_to_end(*start, end);
}

int ks_symtab_init(struct ks_symtab *tab)
{
	int ret;

	ret = find_range("_stext", "_etext", &tab->text, &tab->etext);
	if (ret)
		return ret;
	return find_range("_sinittext", "_einittext", &tab->init, &tab->einit);
}

int ks_symtab_each_of_kernel(const struct ks_symtab *tab,
			     void (*fn)(void *arg,
					const struct ks_symtab_entry *entry),
			     void *arg)
{
	struct ks_symtab_entry entry = { .is_function = true };
	unsigned long addr = tab->text;
	unsigned int nr = 0;
	bool in_module;
	char *buf;
	int ret = 0;

	buf = kmalloc(KSYM_SYMBOL_LEN, GFP_KERNEL);
	if (!buf)
		return -ENOMEM;
	entry.name = buf;
	while (addr < tab->etext) {
		ret = describe(addr, buf, &entry.addr, &entry.size,
			       &in_module);
		if (ret)
			break;
		fn(arg, &entry);
		addr = entry.addr + entry.size;
		if (++nr % RESCHED_EVERY == 0)
			cond_resched();
	}
	kfree(buf);
	return ret;
}

/* As nm's letters: t, and w for a weak function (v is a weak object). */
static bool is_text_type(char type)
{
	return strchr("tTwW", type) && type;
}

static void each_of_module(struct module *mod,
			   void (*fn)(void *arg,
				      const struct ks_symtab_entry *entry),
			   void *arg)
{
	/*
	 * Not mod->kallsyms: for a moment after a module has become live that
	 * still is the table which is freed with the init text.
	 */
	const struct mod_kallsyms *tab = &mod->core_kallsyms;
	unsigned int i;

	for (i = 1; i < tab->num_symtab; i++) {
		const Elf_Sym *sym = &tab->symtab[i];
		struct ks_symtab_entry entry = {
			.name = tab->strtab + sym->st_name,
			.mod = mod->name,
			.addr = sym->st_value,
			.size = sym->st_size,
			.is_function = is_text_type(tab->typetab[i]),
		};

		if (sym->st_shndx == SHN_UNDEF || !*entry.name)
			continue;
		fn(arg, &entry);
	}
	cond_resched();
}

/* The set of all modules, builtin ones included: /sys/module. */
static struct kset *module_kset_get(void)
{
	return THIS_MODULE->mkobj.kobj.kset;
}

/*
 * A module's object is in the set from before the module is live until after
 * it has been going: both only within the lock.
 */
static struct module *live_module(struct kobject *kobj)
{
	struct module *mod =
		container_of(kobj, struct module_kobject, kobj)->mod;

	return mod && mod->state == MODULE_STATE_LIVE ? mod : NULL;
}

int ks_symtab_each_of_modules(void (*fn)(void *arg,
					 const struct ks_symtab_entry *entry),
			      void *arg)
{
	struct kset *kset = module_kset_get();
	unsigned int max = 0, nr = 0, i;
	struct module **mods;
	struct kobject *kobj;

	spin_lock(&kset->list_lock);
	list_for_each_entry(kobj, &kset->list, entry)
		max++;
	spin_unlock(&kset->list_lock);
	mods = kvmalloc_array(max, sizeof(*mods), GFP_KERNEL);
	if (!mods)
		return -ENOMEM;
	/* One that comes in between is loaded after this load: not seen. */
	spin_lock(&kset->list_lock);
	list_for_each_entry(kobj, &kset->list, entry) {
		struct module *mod = live_module(kobj);

		if (nr < max && mod && mod != THIS_MODULE &&
		    try_module_get(mod))
			mods[nr++] = mod;
	}
	spin_unlock(&kset->list_lock);
	for (i = 0; i < nr; i++) {
		each_of_module(mods[i], fn, arg);
		module_put(mods[i]);
	}
	kvfree(mods);
	return 0;
}

bool ks_symtab_is_module(const char *a, const char *b)
{
	for (; *a && *b; a++, b++) {
		if ((*a == '-' ? '_' : *a) != (*b == '-' ? '_' : *b))
			return false;
	}
	return *a == *b;
}

enum ks_module_state ks_symtab_module(const char *name)
{
	enum ks_module_state state = KS_MODULE_ABSENT;
	struct kset *kset = module_kset_get();
	struct kobject *kobj;

	spin_lock(&kset->list_lock);
	list_for_each_entry(kobj, &kset->list, entry) {
		if (!ks_symtab_is_module(kobject_name(kobj), name))
			continue;
		if (!container_of(kobj, struct module_kobject, kobj)->mod)
			state = KS_MODULE_BUILTIN;
		else
			state = live_module(kobj) ? KS_MODULE_LIVE :
						    KS_MODULE_BUSY;
		break;
	}
	spin_unlock(&kset->list_lock);
	return state;
}
