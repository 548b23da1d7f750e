# shellcheck shell=sh disable=SC2034,SC2154 # names shared in scripts/vm
# SPDX-License-Identifier: GPL-2.0
# Package lists of Debian suites, also of those that this machine is not set
# up for: kept in the cache and read by apt's own programs. Needs no root.

suite_keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# suite_mirror SUITE: address of the archive that has SUITE, as this machine's
# apt names it; read from its sources, since it may have no lists yet.
suite_mirror() {
	case $1 in
	*-security) mirror_re='.*-security' mirror_tail=-security ;;
	*)
		mirror_re='stable|oldstable|oldoldstable|testing|unstable|sid'
		[ ! -r /etc/os-release ] || mirror_re="$mirror_re|$(
			sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)"
		mirror_tail=
		;;
	esac
	mirror=
	if [ -z "${KRETSCOPE_MIRROR:-}" ]; then
		# Other distributions and vendors have no such suite in "main".
		# shellcheck disable=SC2016 # apt's own variables
		mirror=$(apt-get indextargets --no-release-info --format \
			'$(RELEASE) $(COMPONENT) $(REPO_URI)' \
			'Created-By: Packages' 2>/dev/null | awk -v re="^($mirror_re)\$" \
			'$1 ~ re && $2 == "main" { print $3; exit }')
		[ -n "$mirror" ] || [ -z "$mirror_tail" ] ||
			mirror=$(suite_mirror "${1%-security}")$mirror_tail
	else
		mirror=${KRETSCOPE_MIRROR%/}$mirror_tail
	fi
	[ "$mirror" != "$mirror_tail" ] || mirror=
	printf '%s\n' "${mirror%/}"
}

# suite_select SUITE[,SUITE...] ARCH: what the functions below work on.
suite_select() {
	s_names=$1 s_arch=$2
	s_dir=$KRETSCOPE_CACHE/apt/$1.$2
}

# suite_apt PROGRAM WORD...: an apt program on these lists alone. What the
# machine has installed, pins or cleans up has no say in it.
suite_apt() {
	suite_program=$1
	shift
	with_lock "$s_dir/lock" "$suite_program" -q \
		-o Dir::State="$s_dir" -o Dir::State::lists="$s_dir/lists" \
		-o Dir::State::status="$s_dir/status" \
		-o Dir::Cache="$s_dir/cache" \
		-o Dir::Cache::pkgcache=pkgcache.bin \
		-o Dir::Cache::srcpkgcache=srcpkgcache.bin \
		-o Dir::Etc::SourceList="$s_dir/sources.list" \
		-o Dir::Etc::SourceParts=/dev/null \
		-o Dir::Etc::Preferences=/dev/null \
		-o Dir::Etc::PreferencesParts=/dev/null \
		-o APT::Architecture="$s_arch" -o APT::Architectures="$s_arch" \
		-o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none \
		-o Acquire::Retries=3 "$@" </dev/null
}

# suite_sources: the list of sources, or status 1.
suite_sources() {
	have apt-get || {
		say "no apt on this machine to read suite $s_names with"
		return 1
	}
	[ -r "$suite_keyring" ] || {
		say "no $suite_keyring to check suite $s_names with (package debian-archive-keyring)"
		return 1
	}
	mkdir -p "$s_dir/lists/partial" "$s_dir/cache/archives/partial"
	: >"$s_dir/status"
	: >"$s_dir/sources.new"
	for suite_name in $(printf '%s' "$s_names" | tr , ' '); do
		suite_uri=$(suite_mirror "$suite_name")
		[ -n "$suite_uri" ] || {
			say "no Debian mirror in this machine's apt sources for suite $suite_name; name one in KRETSCOPE_MIRROR"
			return 1
		}
		echo "deb [signed-by=$suite_keyring] $suite_uri $suite_name main" \
			>>"$s_dir/sources.new"
	done
	mv "$s_dir/sources.new" "$s_dir/sources.list"
}

# suite_lists newest|cached: have lists, for "newest" not older than half a
# day. Status 1 when there are none. A suite that is no longer cared for keeps
# its last signed lists, whose date has passed.
suite_lists() {
	suite_stamp=$s_dir/updated
	if [ -f "$suite_stamp" ] && { [ "$1" = cached ] ||
		[ -n "$(find "$suite_stamp" -mmin -720)" ]; }; then
		return 0
	fi
	suite_sources || return 1
	say "reading the package lists of $s_names ($s_arch)"
	if suite_apt apt-get -o Acquire::Check-Valid-Until=false \
		-o APT::Update::Error-Mode=any update >"$s_dir/log" 2>&1; then
		: >"$suite_stamp"
	else
		sed 's/^/vm: apt-get: /' "$s_dir/log" >&2
		[ -f "$suite_stamp" ] || return 1
		say "going on with the package lists at hand"
	fi
}

# suite_depends PACKAGE RE: its dependencies that match RE, one a line.
suite_depends() {
	suite_apt apt-cache depends --no-recommends --no-suggests "$1" \
		2>/dev/null | awk -v re="$2" '
		$1 == "Depends:" && $2 ~ re { print $2 }'
}

# suite_fetch PACKAGE...: download .deb files into the current folder.
suite_fetch() {
	suite_log=$(mktemp)
	suite_code=0
	suite_apt apt-get download "$@" >"$suite_log" 2>&1 || suite_code=$?
	[ "$suite_code" = 0 ] || sed 's/^/vm: apt-get: /' "$suite_log" >&2
	rm -f "$suite_log"
	return "$suite_code"
}

# suite_install SUITE PACKAGE...: on this machine, from SUITE beside its own
# sources; those stay as they are.
suite_install() {
	install_from=$1
	shift
	suite_select "$install_from" "$(machine_arch)-install"
	suite_sources || return
	[ ! -r /etc/apt/sources.list ] ||
		cat /etc/apt/sources.list >>"$s_dir/sources.list"
	suite_beside update && suite_beside install -t "$install_from" "$@"
}

# suite_beside WORD...: apt-get with both kinds of sources.
suite_beside() {
	apt_quiet --no-install-recommends \
		-o Dir::Etc::SourceList="$s_dir/sources.list" \
		-o Dir::State::lists="$s_dir/lists" \
		-o Dir::Cache::pkgcache="$s_dir/cache/pkgcache.bin" \
		-o Dir::Cache::srcpkgcache="$s_dir/cache/srcpkgcache.bin" \
		-o APT::Sandbox::User=root -o Acquire::Languages=none "$@"
}
