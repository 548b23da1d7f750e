# shellcheck shell=sh disable=SC2034,SC2154 # names shared in scripts/vm
# SPDX-License-Identifier: GPL-2.0
# QEMU: which accelerator, and one run of it within a time limit.

# The accelerator's option for software emulation; see qemu-get.sh.
qemu_tcg() {
	if [ "$(qemu_major)" -ge "$qemu_wanted" ] && [ -z "$vm_icount" ]; then
		printf 'tcg,thread=multi\n'
	else
		printf 'tcg,thread=single\n'
	fi
}

# Proof of life: a first kernel line within seconds. /dev/kvm may open and
# yet run nothing.
kvm_lives() {
	[ "$k_arch" = "$k_machine" ] || return 1
	[ -r /dev/kvm ] && [ -w /dev/kvm ] || return 1
	kvm_log=$vm_tmp/kvm.console
	: >"$kvm_log"
	# shellcheck disable=SC2086 # words
	timeout -k 1 8 "$qemu" -nodefaults -no-user-config -display none \
		$qemu_machine -no-reboot -accel kvm -cpu host -m 256 -kernel "$k_vmlinuz" \
		-append "console=$qemu_console earlyprintk=ttyS0 panic=-1" \
		-serial "file:$kvm_log" </dev/null >"$vm_tmp/kvm.err" 2>&1 &
	kvm_pid=$!
	kvm_verdict=1
	kvm_tries=0
	while [ "$kvm_tries" -lt 25 ]; do
		if grep -q 'Linux version' "$kvm_log"; then
			kvm_verdict=0
			break
		fi
		kill -0 "$kvm_pid" 2>/dev/null || break
		sleep 0.2
		kvm_tries=$((kvm_tries + 1))
	done
	kill "$kvm_pid" 2>/dev/null || :
	wait "$kvm_pid" 2>/dev/null || :
	return "$kvm_verdict"
}

# kvm_usable: as kvm_lives, asked once per boot of the host and kernel.
kvm_usable() {
	kvm_key="$(cat /proc/sys/kernel/random/boot_id) $k_release"
	kvm_file=$KRETSCOPE_CACHE/kvm-verdict
	kvm_known=$(sed -n "s/^$kvm_key //p" "$kvm_file" 2>/dev/null |
		tail -n 1)
	if [ -z "$kvm_known" ]; then
		kvm_known=no
		! kvm_lives || kvm_known=yes
		printf '%s %s\n' "$kvm_key" "$kvm_known" >>"$kvm_file"
	fi
	[ "$kvm_known" = yes ]
}

# qemu_accel: set accel (option for -accel), cpu (option for -cpu) and
# accel_args (kernel arguments).
qemu_accel() {
	case $k_arch in
	arm64)
		cpu=cortex-a72 accel_args=
		;;
	*)
		# Emulated CPUs share the host's counter, which the guest cannot
		# know; and a busy host makes its timer check fail. Where a CPU
		# is said to be fast at it, kernels copy and clear memory byte
		# by byte, which here is eight times as slow as by words.
		cpu=max,-erms,-fsrm accel_args="tsc=reliable no_timer_check"
		;;
	esac
	case $vm_accel in
	tcg)
		accel=$(qemu_tcg)
		;;
	kvm)
		[ -z "$vm_icount" ] || die "$EX_USAGE" "--icount and --warp need tcg"
		kvm_usable || die "$EX_KVM" \
			"KVM was asked for and shows no sign of life"
		accel=kvm cpu=host accel_args=
		;;
	auto)
		if [ -z "$vm_icount" ] && kvm_usable; then
			accel=kvm cpu=host accel_args=
		else
			accel=$(qemu_tcg)
		fi
		;;
	*)
		die "$EX_USAGE" "--accel is auto, tcg or kvm"
		;;
	esac
}

# idle_watch PID: end PID when the results channel stands still for vm_idle s.
idle_watch() {
	idle_size=-1 idle_for=0
	while sleep 1 && kill -0 "$1" 2>/dev/null; do
		idle_now=$(wc -c <"$vm_tmp/results")
		idle_for=$((idle_for + 1))
		[ "$idle_now" = "$idle_size" ] || idle_for=0
		idle_size=$idle_now
		[ "$idle_for" -ge "$vm_idle" ] || continue
		: >"$vm_tmp/idle"
		kill "$1"
		return
	done
}

# qemu_run INITRAMFS: boot; console and results go to files in vm_tmp.
# Sets qemu_status (timeout's) and qemu_hung, the limit that was reached.
# QEMU's own status says nothing about the guest: it is 0 after a panic too.
qemu_run() {
	# shellcheck disable=SC2086 # words
	set -- -nodefaults -no-user-config -display none -no-reboot \
		$qemu_machine \
		-accel "$accel" -cpu "$cpu" -smp "$vm_cpus" -m "$vm_mem" \
		-kernel "$k_vmlinuz" -initrd "$1" \
		-serial "file:$vm_tmp/console" \
		-chardev "file,id=results,path=$vm_tmp/results" \
		-append "console=$qemu_console panic=-1 oops=panic loglevel=5 log_buf_len=4M $accel_args $vm_append"
	case $k_arch in
	arm64) set -- "$@" -device pci-serial,chardev=results ;;
	*) set -- "$@" -serial chardev:results ;;
	esac
	[ -z "$vm_icount" ] || set -- "$@" -icount "$vm_icount"
	: >"$vm_tmp/console"
	: >"$vm_tmp/results"
	rm -f "$vm_tmp/idle"
	timeout -k 5 "$vm_timeout" "$qemu" "$@" </dev/null \
		>"$vm_tmp/qemu.err" 2>&1 &
	qemu_pid=$!
	[ -z "$vm_idle" ] || idle_watch "$qemu_pid" &
	[ -z "$vm_live" ] || results_follow "$qemu_pid"
	qemu_status=0
	wait "$qemu_pid" || qemu_status=$?
	qemu_pid=
	qemu_hung=
	case $qemu_status in
	124 | 137) qemu_hung="time limit of $vm_timeout s" ;;
	esac
	[ ! -f "$vm_tmp/idle" ] || qemu_hung="no output for $vm_idle s"
}
