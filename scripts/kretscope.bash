# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0
# Completes kretscope's words in bash 4 or later, with the package
# bash-completion or without it. KRETSCOPE_PROC and KRETSCOPE_SYS are those of
# the script.

# _kretscope_symbols [MODULE:]PREFIX BEFORE: functions, with BEFORE in front.
_kretscope_symbols() {
	local sys=${KRETSCOPE_SYS:-/sys} file head='' tail=''
	local module=${1%"${1##*:}"} symbol=${1##*:}

	[[ $module =~ ^([A-Za-z0-9_]+:)?$ ]] || return 0
	[[ $symbol =~ ^[A-Za-z0-9_.$]*$ ]] || return 0
	for file in "$sys/kernel/tracing/available_filter_functions" \
		"$sys/kernel/debug/tracing/available_filter_functions" \
		"${KRETSCOPE_PROC:-/proc}/kallsyms"; do
		[[ ! -r $file ]] || break
	done
	[[ $file != */kallsyms ]] || head='[0-9a-f]* [tTwW] '
	case $module in
	'') ;;
	vmlinux:) tail='[^[:blank:]]*$' ;;
	*) tail="[^[:blank:]]*[[:blank:]]\\[${module%:}\\]\$" ;;
	esac
	symbol=${symbol//./[.]}
	LC_ALL=C grep "^$head${symbol//\$/[\$]}$tail" "$file" 2>/dev/null |
		BEFORE=$2$module LC_ALL=C awk -v field="${head:+3}" '
		{ name = $(field ? field : 1) }
		name ~ /^__(pfx|cfi|ftrace_invalid)_/ || seen[name]++ { next }
		{ print ENVIRON["BEFORE"] name }'
}

# bash reads from a pipe byte by byte, so none is used for that.
_kretscope_reply() {
	COMPREPLY=()
	[[ -z $1 ]] || mapfile -t COMPREPLY <<<"$1"
}

# _kretscope_spec TEXT: the function in it, or in the last of several specs.
_kretscope_spec() {
	local kind='((p|f|r[0-9]*)(:[^[:blank:]]*)?[[:blank:]]+)?'
	local target

	[[ ${1##*[;,]} =~ ^[[:blank:]]*$kind!?([^[:blank:]!]*)$ ]] || return 0
	target=${BASH_REMATCH[4]}
	_kretscope_reply "$(_kretscope_symbols "$target" "${1%"$target"}")"
}

_kretscope_words() { _kretscope_reply "$(compgen "$@" -- "$cur")"; }

# What follows the "--" at that place is a command of its own.
_kretscope_workload() {
	if declare -F _command_offset >/dev/null; then
		_command_offset "$(($1 + 1))"
		return
	fi
	compopt -o filenames 2>/dev/null
	if ((COMP_CWORD == $1 + 1)); then
		_kretscope_words -A command -A file
	else
		_kretscope_words -A file
	fi
}

_kretscope_values() {
	case $1 in
	-k) _kretscope_words -W 'f p r' ;;
	-p) _kretscope_words -W \
		"$(cd "${KRETSCOPE_PROC:-/proc}" && printf '%s\n' [0-9]*)" ;;
	-O)
		_kretscope_words -W 'buffer_kb= maxactive= min_ns=
			mode=newest mode=oldest enabled=0 enabled=1 records=0
			records=1 clock=auto clock=mono clock=boot clock=tsc
			attach=auto attach=kretprobe attach=direct'
		[[ ${COMPREPLY[0]-} != *= ]] ||
			compopt -o nospace 2>/dev/null ;;
	-o)
		compopt -o filenames 2>/dev/null
		_kretscope_words -A file ;;
	-[mtdn]) ;;
	*) return 1 ;;
	esac
	return 0
}

_kretscope() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev='' lead='' options='-h' word i

	COMPREPLY=()
	for ((i = 2; i < COMP_CWORD; i++)); do
		[[ ${COMP_WORDS[1]}:${COMP_WORDS[i]} != run:-- ]] || {
			_kretscope_workload "$i"
			return
		}
	done
	# bash cuts words at ":" and "=": put this one together again.
	for ((i = COMP_CWORD; i > 1; i--)); do
		word=${COMP_WORDS[i]} prev=${COMP_WORDS[i - 1]}
		[[ $word =~ ^[:=]+$ || $prev =~ ^[:=]+$ ]] || break
		lead=$prev$lead
	done
	if [[ $cur =~ ^[:=]+$ ]]; then
		lead=$lead$cur cur=''
	fi
	cur=$lead$cur
	case $cur in [\"\']*) cur=${cur:1} ;; esac

	case ${COMP_WORDS[1]} in
	run) options='-k -m -p -t -F -o -O -h --' ;;
	record) options='-k -m -p -t -o -O -d -h' ;;
	stat) options='--raw -F -h' ;;
	hist) options='--raw -h' ;;
	top) options='-d -n -F -h' ;;
	esac
	if ((COMP_CWORD == 1)); then
		_kretscope_words -W \
			'run record stat hist top list check stop -h --help'
	elif [[ " $options " == *" $prev "* ]] &&
		_kretscope_values "$prev"; then
		:
	elif [[ $cur == -* ]]; then
		_kretscope_words -W "$options"
	else
		case ${COMP_WORDS[1]} in
		run | record | check | list) _kretscope_spec "$cur" ;;
		esac
	fi
	# It replaces only what is behind the last cut.
	[[ -z $lead ]] || COMPREPLY=("${COMPREPLY[@]#"$lead"}")
}

complete -F _kretscope kretscope
