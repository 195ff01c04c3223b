/* pprof_reader.h - pprof profiles, read back: parses the protocol buffer, and checks everything
 * that pprof checks and its viewers rely on. */
#ifndef GCV_TEST_PPROF_READER_H
#define GCV_TEST_PPROF_READER_H

#include "support/profile_rows.h"

void profile_rows_read_pprof(profile_rows *rows, const char *bytes, size_t size);

#endif
