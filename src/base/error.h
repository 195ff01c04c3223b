/* error.h - filling the one error value.
 *
 * A failure is recorded where it is found, by one of the functions below; everybody above only
 * cleans up and hands the status on. Each function returns the status it has stored, so that
 * `return gcv_fail(err, …)` is all a failing function writes. `err` may be NULL.
 */
#ifndef GCV_BASE_ERROR_H
#define GCV_BASE_ERROR_H

#include "base/attr.h"

#include <gcview/gcview.h>

/* A failure that has no place in an input. */
gcv_status gcv_fail(gcv_error *err, gcv_status status, const char *format, ...) GCV_PRINTF(3, 4);

/* A failure of the operating system on `file`; `sys` is errno, 0 if it was not set. */
gcv_status gcv_fail_system(gcv_error *err, gcv_status status, const char *file, int sys,
                           const char *format, ...) GCV_PRINTF(5, 6);

/* A failure at line `line` (from 1) of `file`; line 0 means the file as a whole. */
gcv_status gcv_fail_line(gcv_error *err, gcv_status status, const char *file, uint64_t line,
                         const char *format, ...) GCV_PRINTF(5, 6);

/* The same for binary input: byte `offset` from 0. */
gcv_status gcv_fail_offset(gcv_error *err, gcv_status status, const char *file, uint64_t offset,
                           const char *format, ...) GCV_PRINTF(5, 6);

/* The status after a call that returns a pointer, has returned NULL and has filled `err`. */
static inline gcv_status gcv_failed(const gcv_error *err)
{
    return err != NULL ? err->status : GCV_ERR_MEMORY;
}

/* The two failures every allocation can have. They allocate nothing themselves. */
gcv_status gcv_fail_memory(gcv_error *err, uint64_t wanted);
gcv_status gcv_fail_limit(gcv_error *err, uint64_t limit);

#endif
