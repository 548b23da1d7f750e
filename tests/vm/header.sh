# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# Reading the "# requires:" lines of a case, on the host and in the guest.

# header_words FILE: its words, one a line.
header_words() {
	sed -n 's/^# requires://p' "$1" | tr -s '[:blank:]' '\n'
}

# header FILE KEY: the values of KEY= there.
header() {
	header_words "$1" | sed -n "s/^$2=//p"
}
