/* SPDX-License-Identifier: GPL-2.0 */
/* Hist clauses that must be refused. */
#ifndef TEST_TALLY_BADS_H
#define TEST_TALLY_BADS_H

#include <kretscope/errors.h>

/**
 * struct bad - a clause that must be refused
 * @text: what stands behind "hist:"
 * @col: at which column of it
 * @err: why
 * @is_hit: of a probe that is hit
 */
struct bad {
	const char *text;
	unsigned int col;
	enum ks_err err;
	bool is_hit;
};

static const struct bad bads[] = {
	/* parts */
	{ "", 1, KS_ERR_HIST_PART },
	{ "keys", 1, KS_ERR_HIST_PART },
	{ "keys:", 1, KS_ERR_HIST_PART },
	{ "keys=pid:", 10, KS_ERR_HIST_PART },
	{ "keys=pid::", 10, KS_ERR_HIST_PART },
	{ "sort=hitcount", 1, KS_ERR_HIST_PART },
	{ "keys=pid:sort=hitcount", 10, KS_ERR_HIST_PART },
	{ "keyss=pid", 1, KS_ERR_HIST_PART },
	{ "=pid", 1, KS_ERR_HIST_PART },
	{ "keys=pid:pause", 10, KS_ERR_HIST_PART },
	{ "KEYS=pid", 1, KS_ERR_HIST_PART },
	{ "vals=lat", 1, KS_ERR_HIST_NO_KEYS },
	{ "size=5:vals=lat", 1, KS_ERR_HIST_NO_KEYS },
	{ "keys=pid:keys=tid", 10, KS_ERR_HIST_TWICE },
	{ "key=pid:keys=tid", 9, KS_ERR_HIST_TWICE },
	{ "vals=lat:val=ret", 10, KS_ERR_HIST_TWICE },
	{ "values=hitcount:val=ret", 17, KS_ERR_HIST_TWICE },
	{ "size=5:keys=pid:size=6", 17, KS_ERR_HIST_TWICE },
	/* keys */
	{ "keys=", 6, KS_ERR_HIST_NO_FIELD },
	{ "keys=,pid", 6, KS_ERR_HIST_NO_FIELD },
	{ "keys=pid,", 10, KS_ERR_HIST_NO_FIELD },
	{ "keys=pid,:vals=lat", 10, KS_ERR_HIST_NO_FIELD },
	{ "keys=$arg1", 6, KS_ERR_HIST_NO_FIELD },
	{ "keys=nosuch", 6, KS_ERR_FIELD_NONE },
	{ "keys=pid,nosuch", 10, KS_ERR_FIELD_NONE },
	{ "keys=common_pid", 6, KS_ERR_FIELD_NONE },
	{ "keys=hitcount", 6, KS_ERR_FIELD_NONE },
	{ "keys=pid.hex", 9, KS_ERR_HIST_TRAILING },
	{ "keys=pid;", 9, KS_ERR_HIST_TRAILING },
	{ "keys=pid\"", 9, KS_ERR_HIST_TRAILING },
	{ "keys=pid,tid,cpu,comm,u8", 23, KS_ERR_HIST_KEYS_MANY },
	{ "keys=lat", 6, KS_ERR_HIST_KEY_LAT },
	{ "keys=pid,lat", 10, KS_ERR_HIST_KEY_LAT },
	{ "keys=pid,pid", 10, KS_ERR_HIST_TWICE },
	{ "keys=path,u8,path", 14, KS_ERR_HIST_TWICE },
	{ "keys=array", 6, KS_ERR_FIELD_ARRAY },
	{ "keys=ret", 6, KS_ERR_FIELD_ON_HIT, true },
	{ "keys=retu8", 6, KS_ERR_FIELD_ON_HIT, true },
	/* values */
	{ "keys=pid:vals=", 15, KS_ERR_HIST_NO_FIELD },
	{ "vals=:keys=pid", 6, KS_ERR_HIST_NO_FIELD },
	{ "keys=pid:vals=nosuch", 15, KS_ERR_FIELD_NONE },
	{ "keys=pid:vals=lat,ret", 18, KS_ERR_HIST_VALS_MANY },
	{ "keys=pid:vals=hitcount,ret", 23, KS_ERR_HIST_VALS_MANY },
	{ "keys=pid:vals=comm", 15, KS_ERR_HIST_VALS_BAD },
	{ "keys=pid:vals=path", 15, KS_ERR_HIST_VALS_BAD },
	{ "keys=pid:vals=flag", 15, KS_ERR_HIST_VALS_BAD },
	{ "keys=pid:vals=ch", 15, KS_ERR_HIST_VALS_BAD },
	{ "keys=pid:vals=ptr", 15, KS_ERR_HIST_VALS_BAD },
	{ "keys=pid:vals=retbool", 15, KS_ERR_HIST_VALS_BAD },
	{ "keys=pid:vals=array", 15, KS_ERR_FIELD_ARRAY },
	{ "keys=pid:vals=lat", 15, KS_ERR_FIELD_ON_HIT, true },
	{ "keys=pid:vals=u8.log2", 17, KS_ERR_HIST_TRAILING },
	/* size */
	{ "keys=pid:size=", 15, KS_ERR_HIST_SIZE },
	{ "keys=pid:size=0", 15, KS_ERR_HIST_SIZE },
	{ "keys=pid:size=-1", 15, KS_ERR_HIST_SIZE },
	{ "keys=pid:size=4097", 15, KS_ERR_HIST_SIZE },
	{ "keys=pid:size=0x10000000000000000", 15, KS_ERR_HIST_SIZE },
	{ "keys=pid:size=5k", 16, KS_ERR_HIST_TRAILING },
};

#endif
