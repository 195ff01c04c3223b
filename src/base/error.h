/* error.h - filling the error value.
 *
 * One of the functions below records a failure where it is detected; callers only clean up and pass
 * the status on. Each function returns the status that it stored, so a failing function just writes
 * `return gcv_fail(err, …)`. `err` may be NULL.
 */
#ifndef GCV_BASE_ERROR_H
#define GCV_BASE_ERROR_H

#include "base/attr.h"

#include <gcview/gcview.h>

/* Records a failure that has no position in an input. */
gcv_status gcv_fail(gcv_error *err, gcv_status status, const char *format, ...) GCV_PRINTF(3, 4);

/* Records a failure of the operating system on `file`; `sys` is errno, 0: not set. */
gcv_status gcv_fail_system(gcv_error *err, gcv_status status, const char *file, int sys,
                           const char *format, ...) GCV_PRINTF(5, 6);

/* Records a failure at `line` (from 1; 0: the whole file) of `file`. */
gcv_status gcv_fail_line(gcv_error *err, gcv_status status, const char *file, uint64_t line,
                         const char *format, ...) GCV_PRINTF(5, 6);

/* The same for binary input: at byte `offset`, from 0. */
gcv_status gcv_fail_offset(gcv_error *err, gcv_status status, const char *file, uint64_t offset,
                           const char *format, ...) GCV_PRINTF(5, 6);

/* Returns the status of a failed call that returned NULL and filled `err`. */
static inline gcv_status gcv_failed(const gcv_error *err)
{
    return err != NULL ? err->status : GCV_ERR_MEMORY;
}

/* Record the two failures that any allocation can have. They do not allocate. */
gcv_status gcv_fail_memory(gcv_error *err, uint64_t wanted);
gcv_status gcv_fail_limit(gcv_error *err, uint64_t limit);

#endif
