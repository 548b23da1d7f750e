# SPDX-License-Identifier: GPL-2.0
# Writes NR loads of the module, decided by SEED alone, a line each:
#
#	good|bad TAB PROBES TAB PARAM=VALUE...
#
# PROBES is escaped for printf %b. "good" may still be refused, say for a
# function that the kernel forbids; "bad" must be.
#
# usage: awk -v seed=SEED -v nr=NR -f plan.awk DENY FUNCTIONS SYMBOLS BLACKLIST
# DENY holds a regular expression and a reason a line; the others are files of
# tracefs (with victim.ko's functions), procfs (a part of it) and debugfs.

# The same generator as in guest.sh and mix.c.
function below(n) {
	rng = rng * 16807 % 2147483647
	return rng % n
}

function chance(percent) {
	return below(100) < percent
}

function pick(list,	word) {
	return word[1 + below(split(list, word, " "))]
}

function deny(name,	i) {
	for (i = 1; i <= denied; i++)
		if (name ~ "^(" deny_re[i] ")$")
			return 1
	return 0
}

# No regular expression: BusyBox takes a minute for all names.
function is_busy(name,	n) {
	if (substr(name, 1, 2) == "__")
		name = substr(name, 3)
	n = index(name, "_")
	return (n ? substr(name, 1, n - 1) : name) in busy
}

function any_symbol(	name) {
	do
		name = chance(30) ? hot_of[below(hots)] : \
			chance(40) ? busy_of[below(busies)] : \
			chance(95) ? func_of[below(funcs)] : sym_of[below(syms)]
	while (deny(name))
	return name
}

# A target whose name in the list is not taken yet.
function target(	name) {
	do {
		if (chance(20))
			name = (chance(50) ? "victim:" : "") victim_of[below(victims)]
		else
			name = (chance(5) ? "vmlinux:" : "") any_symbol()
	} while (name in taken)
	taken[name] = 1
	return name
}

# Memory that is not there, user memory and addresses that are none included.
function fetch(kind,	one) {
	one = pick("$arg1 $arg1 $arg1 $arg2 $arg3 $stack0 $stack3 $comm \\\\77 \\\\-0x1")
	if (kind == "r" && chance(20))
		one = "$retval"
	if (one == "$comm")
		return one
	while (chance(40))
		one = pick("+ + - +u") pick("0 1 8 0x10 100") "(" one ")"
	if (one ~ /\(/ && chance(50))
		return one ":" pick("string ustring u8[4] x64[3] s32[16] char[9]")
	return one (chance(80) ? ":" pick("u8 s8 x16 u32 s32 x64 u64 bool char " \
		"symbol errno ptr") : "")
}

function args(kind,	n, list) {
	if (chance(10))
		return " $args"
	for (n = below(5); n > 0; n--)
		list = list " a" n "=" fetch(kind)
	if (kind == "r" && chance(20))
		list = list " ret=$retval:" pick("s32 u64 x8 bool errno ptr")
	return list
}

function compare(kind, list,	word) {
	word = pick("pid tid cpu comm" (kind == "r" ? " lat lat ret" : "") \
		(list ~ / a1=\$[as][^ ]*:[usx]/ ? " a1" : ""))
	if (word == "comm")
		return "comm " pick("== != ~") " '" pick("mix* sh m?x *") "'"
	if (word == "lat")
		return "lat " pick("> <= >=") " " pick("1us 50us 1ms 3000")
	return word " " pick("== != < <= > >= &") " " pick("0 1 2 300 0xff -11")
}

function filter(kind, list,	text) {
	text = compare(kind, list)
	while (chance(40))
		text = (chance(30) ? "!(" text ")" : "(" text ")") \
			pick("_&&_ _||_") compare(kind, list)
	gsub(/_/, " ", text)
	return " if " text
}

function hist(kind,	text) {
	text = " hist:keys=" pick("pid tid cpu comm comm,cpu pid,tid,comm" \
		(kind == "r" ? " ret cpu,ret" : ""))
	if (chance(40))
		text = text ":vals=" pick("hitcount pid" \
			(kind == "r" ? " lat ret" : ""))
	return text (chance(40) ? ":size=" pick("1 2 30 1000") : "")
}

# What is behind a target, often nothing.
function clauses(kind,	list) {
	if (chance(60))
		return ""
	list = args(kind)
	return list (chance(30) ? hist(kind) : "") \
		(chance(50) ? filter(kind, list) : "")
}

# A function whose calls soon return, since the module stays for them.
function direct_target(	name) {
	do
		name = "!victim:" victim_of[below(victims)]
	while (name in taken)
	taken[name] = 1
	return name
}

function spec(i,	kind) {
	if (chance(8))
		return "f:s" i " " direct_target() clauses("r")
	if (chance(25)) {
		if (chance(5))
			return "p:" pick("g/ ") "s" i " " target() "+" \
				pick("0 4 5 8 0x10 9 13")
		return "p:" (chance(20) ? "g/" : "") "s" i " " target() \
			clauses("p")
	}
	kind = "r" (chance(20) ? pick("1 2 3 8 64 500 4096") : "")
	if (chance(25))
		return kind " " target()
	return kind ":" (chance(20) ? "g/" : "") "s" i " " target() clauses("r")
}

function nr_specs(	dice) {
	dice = below(10)
	return dice < 2 ? 1 : dice < 6 ? 2 + below(9) : 11 + below(50)
}

function good_specs(	n, i, list, one) {
	split("", taken)
	n = nr_specs()
	if (chance(10)) {
		# At least one that the calls of victim.ko are checked with.
		list = victim_of[below(victims)]
		taken[list] = 1
		for (i = 2; i <= n && length(list) < 950; i++) {
			do
				one = any_symbol()
			while (one in taken)
			taken[one] = 1
			list = list "," one
		}
		return list
	}
	list = "r:s0 victim:" victim_of[below(victims)]
	for (i = 1; i <= n; i++) {
		one = spec(i)
		if (length(list) + length(one) > 1000)
			break
		list = list ";" one
	}
	return list
}

function add_param(name, values) {
	return chance(40) ? " " name "=" pick(values) : ""
}

function good_params(	text) {
	text = add_param("maxactive", "0 1 2 7 64 500 4096")
	text = text add_param("buffer_kb", "4 5 8 64 100 1000 4096")
	text = text add_param("mode", "newest oldest")
	text = text add_param("clock", "auto mono boot tsc")
	text = text add_param("enabled", "0 1 1 1")
	text = text add_param("records", "0 1 1 1")
	return text add_param("min_ns", "0 1 1000 100000 9223372036854775807")
}

# What sleeps in a bare symbol's direct probe would keep the module.
function good_load(list) {
	print "good\t" list "\t" good_params() (list ~ / / ? \
		add_param("attach", "auto kretprobe direct") : \
		" attach=kretprobe")
}

function bad_param(	name) {
	name = pick("maxactive buffer_kb mode clock attach enabled records " \
		"min_ns")
	if (name == "maxactive")
		return "maxactive=" pick("-1 4097 99999999999 x 1x")
	if (name == "buffer_kb")
		return "buffer_kb=" pick("0 3 1048577 4294967300 -4 1k")
	if (name == "mode")
		return "mode=" pick("new Newest newestt 0 newest,oldest")
	if (name == "attach")
		return "attach=" pick("f Auto 1 direct,auto")
	if (name == "clock")
		return "clock=" pick("TSC monotonic 1 tscx")
	if (name == "min_ns")
		return "min_ns=" pick("9223372036854775808 -1 x 99999999999999999999")
	return name "=" pick("2x maybe -2 _")
}

function octal(byte) {
	return sprintf("\\0%o", byte)
}

# Any bytes but NUL, newline and the quote that ends a parameter; the last one
# is in no symbol.
function garbage(	n, text, byte) {
	text = ""
	for (n = 1 + below(40); n > 0; n--) {
		do
			byte = 1 + below(255)
		while (byte == 10 || byte == 34)
		text = text octal(byte)
	}
	return text octal(substr("035036037064094038123", 1 + 3 * below(7), 3))
}

function absent(	name) {
	name = any_symbol()
	return pick("r p") " " (chance(50) ? "no_such_" name : name "_not_here")
}

function bad_clauses(	dice) {
	dice = below(10)
	if (dice == 0)
		return "x=$arg0"
	if (dice == 1)
		return "x=$arg1:u9"
	if (dice == 2)
		return "x=+0($arg1"
	if (dice == 3)
		return "x=%nosuch"
	if (dice == 4)
		return "x=$arg1 x=$arg2"
	if (dice == 5)
		return "x=+0($arg1):u64[65]"
	if (dice == 6)
		return "if lat >"
	if (dice == 7)
		return "if nosuch == 1"
	if (dice == 8)
		return "if (ret == 0"
	return "if comm == 1"
}

function bad_spec(	dice, name) {
	dice = below(9)
	if (dice == 0)
		return garbage()
	if (dice == 1)
		return pick("r p") ":bl " black_of[below(blacks)]
	if (dice == 2)
		return absent()
	if (dice == 3)
		return "r:dup vfs_read;" pick("p r") ":dup vfs_write"
	if (dice == 4)
		return "r:" sprintf("%070d", 0) "n vfs_read"
	if (dice == 5)
		return pick("q: r5000: r-1: rx: p5: p:a/b/c") "b vfs_read"
	if (dice < 8)
		return "r:bad vfs_read " bad_clauses()
	return "r:off vfs_read+" pick("1 4 0x40 99999 -8 x")
}

function long_specs(	list, i) {
	list = "r:l0 vfs_read"
	for (i = 1; length(list) <= 1024; i++)
		list = list ";" "p:l" i " vfs_read"
	return list
}

# A bad spec alone, behind or among good ones; or too many; or good ones with
# a parameter out of range. A blank makes sure that all of it is quoted.
function bad_load(	dice) {
	dice = below(10)
	if (dice == 0)
		return long_specs() "\t"
	if (dice < 3)
		return "r:g vfs_read;p:h vfs_write\t" bad_param()
	if (dice < 6)
		return "r:g vfs_read;" bad_spec() "\t" good_params()
	if (dice < 8)
		return bad_spec() "; p:h vfs_write\t"
	return half_valid() ";" bad_spec() ";p:h vfs_write\t" good_params()
}

function half_valid(	list) {
	list = good_specs()
	sub(/,.*/, "", list)
	return substr(list, 1, 600) " "
}

BEGIN {
	# Most functions are never called. Of those whose names begin so, the
	# workload calls many.
	n = split("vfs do ksys tcp udp ip inet sock sk skb unix pipe schedule " \
		"sched enqueue dequeue pick update try wake hrtimer timer " \
		"tick irq handle kmem kfree kmalloc alloc free copy futex " \
		"signal send get put exit wait release filemap shmem dput " \
		"path lookup rcu dev net raw mutex down up mm unmap page " \
		"folio anon vma lru task account calc set find run local " \
		"generic simple security may ktime queue new cgroup mem obj " \
		"lock complete add del list xas clear", word, " ")
	for (i = 1; i <= n; i++)
		busy[word[i]] = 1
	# And these in every round, as far as a kernel has them.
	n = split("vfs_read vfs_write vfs_open vfs_fstatat do_sys_openat2 " \
		"do_filp_open path_openat filp_close vfs_statx vfs_unlink " \
		"vfs_rename ksys_read ksys_write new_sync_read pipe_read " \
		"pipe_write do_pipe2 kernel_clone copy_process do_exit " \
		"do_group_exit wait_consider_task do_wait begin_new_exec " \
		"search_binary_handler kmem_cache_alloc kmem_cache_free kfree " \
		"__kmalloc get_page_from_freelist free_unref_page " \
		"handle_mm_fault do_anonymous_page filemap_map_pages " \
		"unmap_page_range mmap_region do_mmap do_mprotect_pkey " \
		"try_to_wake_up schedule update_curr enqueue_task_fair " \
		"dequeue_task_fair pick_next_task_fair load_balance " \
		"hrtimer_interrupt hrtimer_start_range_ns do_nanosleep " \
		"tick_sched_timer update_process_times scheduler_tick " \
		"ktime_get ktime_get_ts64 run_rebalance_domains " \
		"do_send_sig_info get_signal do_sigaction do_futex futex_wait " \
		"futex_wake tcp_sendmsg tcp_recvmsg tcp_v4_connect tcp_close " \
		"tcp_rcv_established tcp_v4_rcv ip_rcv ip_queue_xmit " \
		"__dev_queue_xmit net_rx_action sock_alloc_file sock_sendmsg " \
		"udp_sendmsg udp_recvmsg unix_stream_sendmsg " \
		"unix_stream_recvmsg __alloc_skb consume_skb skb_release_data " \
		"mutex_lock mutex_unlock down_read up_read _raw_spin_lock " \
		"_raw_spin_lock_irqsave _raw_spin_unlock_irqrestore dput " \
		"lookup_fast link_path_walk shmem_write_begin " \
		"rcu_core rcu_gp_kthread __queue_work process_one_work " \
		"irq_work_queue irq_work_run msleep_interruptible __wake_up " \
		"do_poll do_sys_poll security_file_open", word, " ")
	for (i = 1; i <= n; i++)
		hot[word[i]] = 1
	rng = seed % 2147483646 + 1
	below(1)
	below(1)
}

FILENAME == ARGV[1] {
	if ($1 != "" && $1 !~ /^#/)
		deny_re[++denied] = $1
	next
}
FILENAME == ARGV[2] {
	if ($1 ~ /^__ftrace_invalid/)
		next
	if ($2 == "[victim]" && $1 ~ /^v_/ && $1 != "v_twin")
		victim_of[victims++] = $1
	else if ($2 == "" && seen[$1]++ == 0)
		once[++onces] = $1
	next
}
# Some of these may be probed by the kernel, others it refuses.
FILENAME == ARGV[3] {
	if ($4 == "")
		sym_of[syms++] = $3
	next
}
{ black_of[blacks++] = $2 }

END {
	# Names that several have are for SYMBOLS: each would end a load.
	for (i = 1; i <= onces; i++)
		if (seen[once[i]] == 1) {
			func_of[funcs++] = once[i]
			if (once[i] in hot)
				hot_of[hots++] = once[i]
			if (is_busy(once[i]))
				busy_of[busies++] = once[i]
		}
	for (line = 0; line < nr; line++) {
		if (chance(25))
			print "bad\t" bad_load()
		else
			good_load(good_specs())
	}
}
