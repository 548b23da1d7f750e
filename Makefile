# SPDX-License-Identifier: GPL-2.0
# Builds, runs, tests and installs kretscope; "make help" lists the targets.
# Kbuild is what the kernel's build reads; this file is for people.

VERSION := 1.0

RELEASE ?= $(shell uname -r)
KDIR ?= /lib/modules/$(RELEASE)/build
PREFIX ?= /usr/local
DESTDIR ?=

# What "make run" does, and options of "make sweep".
KERNEL ?= $(shell scripts/vm default)
PROBES ?= vfs_read,vfs_write
WORKLOAD ?= cd / && tar -cf /tmp/a.tar bin lib && gzip -1 /tmp/a.tar && \
	find / -xdev -type f >/tmp/list
SWEEP ?=

# What "make soak" does.
MINUTES ?= 5
SEED ?=

export KERNEL PROBES WORKLOAD MINUTES SEED

kbuild = $(MAKE) -C "$(KDIR)" M="$(CURDIR)"
# What the kernel calls itself; "make kernelrelease" lies in Debian's headers.
installed = $(shell sed -n 's/.*UTS_RELEASE "\(.*\)".*/\1/p' \
	"$(KDIR)/include/generated/utsrelease.h")
depmod = test -n "$(DESTDIR)" || depmod "$(installed)"
bindir = $(DESTDIR)$(PREFIX)/bin
mandir = $(DESTDIR)$(PREFIX)/share/man/man8
compdir = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
dkms_src = /usr/src/kretscope-$(VERSION)

all: modules

modules: headers
	$(kbuild) modules

headers:
	@test -e "$(KDIR)/Makefile" || { \
	echo "No kernel headers in $(KDIR)." >&2; \
	echo "Install those of the running kernel (Debian: apt-get install" \
		"linux-headers-$(RELEASE))," >&2; \
	echo "or name others: make KDIR=..., or use a VM: make run." >&2; \
	exit 1; }

run:
	@scripts/vm run --kernel "$$KERNEL" "$$PROBES" -- sh -c "$$WORKLOAD"

test:
	@tests/run --kernel "$$KERNEL"

test-all:
	@tests/run --all

test-debug:
	@tests/run --debug

soak:
	@tests/soak/run --kernel "$$KERNEL" --minutes "$$MINUTES" \
		$${SEED:+--seed "$$SEED"}

lint:
	@scripts/lint --kernel "$$KERNEL"

bench:
	@tests/bench/run --kernel "$$KERNEL"

sweep:
	@tests/sweep/run --kernel "$$KERNEL" $(SWEEP)

install: modules
	$(kbuild) modules_install INSTALL_MOD_DIR=extra \
		INSTALL_MOD_PATH="$(DESTDIR)" CONFIG_MODULE_SIG_ALL=
	$(depmod)
	install -D -m 755 scripts/kretscope "$(bindir)/kretscope"
	install -D -m 644 scripts/kretscope.8 "$(mandir)/kretscope.8"
	install -D -m 644 scripts/kretscope.bash "$(compdir)/kretscope"

uninstall: headers
	rm -f "$(DESTDIR)/lib/modules/$(installed)/extra/kretscope.ko"*
	rm -f "$(bindir)/kretscope" "$(mandir)/kretscope.8" \
		"$(compdir)/kretscope"
	$(depmod)

# DKMS wants its own copy of the sources and a dkms.conf at the top of it.
dkms-install:
	@command -v dkms >/dev/null || { \
	echo "dkms is missing (Debian: apt-get install dkms)." >&2; exit 1; }
	@dkms remove -m kretscope -v $(VERSION) --all >/dev/null 2>&1 || :
	rm -rf "$(dkms_src)"
	install -d "$(dkms_src)"
	cp -r Kbuild LICENSE src include "$(dkms_src)"
	sed 's/@VERSION@/$(VERSION)/' scripts/dkms.conf.in \
		>"$(dkms_src)/dkms.conf"
	dkms install -m kretscope -v $(VERSION) -k $(RELEASE)

clean:
	rm -rf .build
	@test ! -e "$(KDIR)/Makefile" || $(kbuild) clean

help:
	@echo 'make [KDIR=DIR]     build kretscope.ko (default: running kernel)'
	@echo 'make run            latency report of a workload in a VM; with'
	@echo '                    PROBES="vfs_read,vfs_write" WORKLOAD="ls /"'
	@echo '                    KERNEL=$(KERNEL), one of: '"$$(scripts/vm list)"
	@echo 'make test           all tests; installs what they need (apt)'
	@echo '                    (KERNEL=$(KERNEL): the kernel of the VM cases)'
	@echo 'make test-all       all tests, the VM cases on every Debian kernel'
	@echo 'make test-debug     VM cases on kernels built to check the module:'
	@echo '                    memory, locks, leaks, data races'
	@echo 'make soak           random loads and controls under load, in a VM;'
	@echo '                    MINUTES=$(MINUTES) KERNEL=$(KERNEL) [SEED=number]'
	@echo 'make lint           static checks'
	@echo 'make bench          cost per call, in a VM'
	@echo 'make sweep          arms every function of KERNEL, in a VM: hours;'
	@echo '                    SWEEP="--list text", see tests/sweep/run -h'
	@echo 'make install        module, script, man page, completion [PREFIX= DESTDIR=]'
	@echo 'make uninstall      remove them again'
	@echo 'make dkms-install   let DKMS build the module for each kernel'
	@echo 'make clean          remove what was built'

.PHONY: all modules headers run test test-all test-debug soak sweep lint bench \
	install uninstall dkms-install clean help
