/* pprof_reader.h - profiles of pprof, read back: a protocol buffer taken apart, and all held to
 * what pprof checks and what its viewers rely on. */
#ifndef GCV_TEST_PPROF_READER_H
#define GCV_TEST_PPROF_READER_H

#include "support/profile_rows.h"

void profile_rows_read_pprof(profile_rows *rows, const char *bytes, size_t size);

#endif
