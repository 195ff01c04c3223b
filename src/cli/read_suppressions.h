/* read_suppressions.h - reads the file of --suppressions. */
#ifndef GCV_CLI_READ_SUPPRESSIONS_H
#define GCV_CLI_READ_SUPPRESSIONS_H

#include "report/suspects/suppressions.h"

#include <stdio.h>

/* Adds the lines of the file to `known`, which is to be released even on failure. "-" is `in`. */
GCV_CHECKED gcv_status gcv_suppressions_read(gcv_context *ctx, const char *path, FILE *in,
                                             gcv_suppressions *known, gcv_error *err);

#endif
