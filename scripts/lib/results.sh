# shellcheck shell=sh disable=SC2034,SC2154 # names shared in scripts/vm
# SPDX-License-Identifier: GPL-2.0
# What came back from the guest: the framed results channel, the files in it,
# the kernel's log, and the one exit code they add up to.

# results_follow PID: print the script's output while the guest runs.
results_follow() {
	tail -n +1 -s 0.3 --pid="$1" -f "$vm_tmp/results" | {
		follow_on=
		follow_blank=0
		while IFS= read -r follow_line; do
			case $follow_line in
			"@$vm_nonce begin") follow_on=1; continue ;;
			"@$vm_nonce status "*) break ;;
			esac
			[ -n "$follow_on" ] || continue
			# An empty line may belong to the frame: hold it back.
			if [ -z "$follow_line" ]; then
				follow_blank=$((follow_blank + 1))
				continue
			fi
			while [ "$follow_blank" -gt 0 ]; do
				echo
				follow_blank=$((follow_blank - 1))
			done
			printf '%s\n' "$follow_line"
		done
		while [ "$follow_blank" -gt 1 ]; do
			echo
			follow_blank=$((follow_blank - 1))
		done
	}
}

# results_read: split vm_tmp/results; set r_status, r_cause and r_whole.
results_read() {
	r_status='' r_cause='' r_whole=''
	awk -v mark="@$vm_nonce" -v dir="$vm_tmp" '
	$1 == mark && $2 == "begin" { on = 1; next }
	$1 == mark && $2 == "status" {
		# The newline before this line is the frame'\''s.
		for (; blank > 1; blank--)
			print "" >(dir "/output")
		on = 0
		print $3, $4 >(dir "/status")
		next
	}
	$1 == mark && $2 == "files" {
		files = 1
		print $3, $4 >(dir "/sum")
		next
	}
	$1 == mark && $2 == "end" { files = 0; print >(dir "/end"); next }
	files { print >(dir "/files.b64"); next }
	on && $0 == "" { blank++; next }
	on {
		for (; blank; blank--)
			print "" >(dir "/output")
		print >(dir "/output")
	}' "$vm_tmp/results"
	[ -f "$vm_tmp/output" ] || : >"$vm_tmp/output"
	[ -f "$vm_tmp/end" ] && [ -f "$vm_tmp/files.b64" ] || return 0
	base64 -d "$vm_tmp/files.b64" >"$vm_tmp/files.tgz" 2>/dev/null ||
		return 0
	[ "$(sha256sum <"$vm_tmp/files.tgz" | tr -s " ")" = "$(cat "$vm_tmp/sum")" ] ||
		return 0
	read -r r_status r_cause <"$vm_tmp/status"
	r_whole=1
	# As our own files, not with the guest's owners and modes.
	tar -C "$vm_out" --no-same-owner --no-same-permissions -xzf "$vm_tmp/files.tgz"
}

# console_excerpt FILE: the lines around the first bad one, else the last.
console_excerpt() {
	excerpt_at=$(log_plain <"$1" | log_ours |
		grep -n -E -f "$lib/bad-lines" | sed -n '1s/:.*//p')
	if [ -n "$excerpt_at" ]; then
		tail -n "+$((excerpt_at > 3 ? excerpt_at - 3 : 1))" "$1" |
			head -n 40
	else
		tail -n 12 "$1"
	fi
}

# bad_lines FILE: those after the start mark.
bad_lines() {
	log_after "kretscope-vm: start $vm_nonce" <"$1" |
		log_bad "$lib/bad-lines"
}

# results_verdict: set vm_code and vm_why.
results_verdict() {
	vm_bad=$({
		bad_lines "$vm_tmp/console"
		[ ! -f "$vm_out/dmesg" ] || bad_lines "$vm_out/dmesg"
	} | awk '!seen[$0]++')
	if grep -q 'Kernel panic - not syncing' "$vm_tmp/console"; then
		vm_code=$EX_PANIC
		vm_why=$(sed -n 's/.*\(Kernel panic - not syncing.*\)/\1/p' \
			"$vm_tmp/console" | head -n 1)
	elif [ -n "$qemu_hung" ]; then
		vm_code=$EX_HANG
		vm_why="hang: $qemu_hung"
	elif [ "$qemu_status" != 0 ]; then
		vm_code=$EX_QEMU
		vm_why="QEMU ended with $qemu_status: $(head -n 3 "$vm_tmp/qemu.err")"
	elif [ -z "$r_whole" ]; then
		vm_code=$EX_SILENT
		vm_why="the guest ended without a whole result"
	elif [ -n "$vm_bad" ]; then
		vm_code=$EX_SPLAT
		vm_why="bad kernel line: $(printf '%s\n' "$vm_bad" | head -n 1)"
	elif [ "$r_cause" = load ]; then
		vm_code=$EX_LOAD
		vm_why="the module refused to load"
	elif [ "$r_cause" = script ]; then
		vm_code=$EX_SCRIPT
		vm_why="the guest script cannot be parsed"
	else
		vm_code=$r_status
		vm_why="guest status $r_status"
		[ "$r_status" -lt 200 ] || vm_code=199
	fi
}
