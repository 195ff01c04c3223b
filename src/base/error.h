/* error.h - failures.
 *
 * A function that fails does not return: one of the functions below records the failure in the
 * innermost guard of the context and jumps to it. The guard's owner frees what was allocated since
 * the guard began, so the functions in between have nothing to check and nothing to clean up. What
 * is not memory (open files) belongs to a function that has a guard.
 *
 *     gcv_guard_begin(ctx, &guard);
 *     if (setjmp(guard.jump) == 0) {
 *         gcv_paths_search(ctx, heap, roots, out);
 *     }
 *     return gcv_guard_end(ctx, &guard, err);
 *
 * Between setjmp() and a failure, local variables of the function with the guard must not change,
 * unless they are volatile or not used afterwards (C99 7.13.2.1).
 */
#ifndef GCV_BASE_ERROR_H
#define GCV_BASE_ERROR_H

#include "base/attr.h"
#include "base/context.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

struct gcv_guard {
    jmp_buf jump;
    gcv_guard *outer;
    gcv_block mark;  /* blocks that are linked before it are newer than the guard */
    gcv_error error; /* GCV_OK: no failure so far */
};

void gcv_guard_begin(gcv_context *ctx, gcv_guard *guard);
/* Ends the innermost guard. After a failure, frees all memory that was allocated since the guard
 * began, and stores the failure in `*err` (NULL: nowhere). Returns its status. */
gcv_status gcv_guard_end(gcv_context *ctx, gcv_guard *guard, gcv_error *err);
/* The same without freeing anything: for a caller that goes on with what it has. */
gcv_status gcv_guard_keep(gcv_context *ctx, gcv_guard *guard, gcv_error *err);

/* Fails without a position in an input. */
GCV_NORETURN void gcv_fail(gcv_context *ctx, gcv_status status, const char *format, ...)
    GCV_PRINTF(3, 4);
/* GCV_ERR_USAGE if something is wrong with a command line. */
void gcv_refuse_if(gcv_context *ctx, bool wrong, const char *format, ...) GCV_PRINTF(3, 4);
/* Fails at `line` (from 1; 0: the whole file) of `file`. */
GCV_NORETURN void gcv_fail_line(gcv_context *ctx, gcv_status status, const char *file,
                                uint64_t line, const char *format, ...) GCV_PRINTF(5, 6);
/* The same for binary input: at byte `offset`, from 0. */
GCV_NORETURN void gcv_fail_offset(gcv_context *ctx, gcv_status status, const char *file,
                                  uint64_t offset, const char *format, ...) GCV_PRINTF(5, 6);
/* The two failures that any allocation can have. */
GCV_NORETURN void gcv_fail_memory(gcv_context *ctx, uint64_t wanted);
GCV_NORETURN void gcv_fail_limit(gcv_context *ctx);
/* Passes on a failure that a guard has ended with, or that a function of base/file.h returned. */
GCV_NORETURN void gcv_fail_again(gcv_context *ctx, const gcv_error *err);

void gcv_fail_if(gcv_context *ctx, gcv_status status, const gcv_error *err); /* not GCV_OK */

/* Fills an error value (NULL: none) and returns `status`. `sys`: errno, 0: not known. */
gcv_status gcv_error_fill(gcv_error *err, gcv_status status, const char *file, int sys,
                          const char *format, ...) GCV_PRINTF(5, 6);

/* In a function with the parameters `format, ...`: prints them into an array. */
#define GCV_PRINT_ARGS(array, format)                                                              \
    do {                                                                                           \
        va_list args;                                                                              \
        va_start(args, format);                                                                    \
        (void)vsnprintf(array, sizeof(array), format, args);                                       \
        va_end(args);                                                                              \
    } while (0)

#endif
