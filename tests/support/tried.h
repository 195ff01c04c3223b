/* tried.h - calls of the program that may fail. */
#ifndef GCV_TEST_TRIED_H
#define GCV_TEST_TRIED_H

#include "base/error.h"

#include <stdlib.h>

/* The status of a call, which fails by a jump (base/error.h). `err`: as in gcv_guard_end(). */
#define tried(ctx, err, call) tried_until(gcv_guard_end, ctx, err, call)
/* The same, but a failure frees nothing, for a test that goes on with what it has. */
#define tried_keeping(ctx, err, call) tried_until(gcv_guard_keep, ctx, err, call)

#define tried_until(end, ctx, err, call)                                                           \
    (setjmp(tried_begin(ctx)->jump) == 0 ? ((void)(call), tried_end(ctx, err, end))                \
                                         : tried_end(ctx, err, end))

/* For tests with cmocka: a call with each of its allocations failing in turn, until none fails.
 * Nothing may be left in use by a call that failed, and more than `least` must. */
#define check_allocations(ctx, least, call)                                                        \
    do {                                                                                           \
        const uint64_t used_before = gcv_context_used(ctx);                                        \
        uint64_t failing = 0;                                                                      \
        gcv_status last;                                                                           \
        do {                                                                                       \
            gcv_error why = {0};                                                                   \
            (ctx)->fail_at = (ctx)->allocations + ++failing;                                       \
            last = tried(ctx, &why, call);                                                         \
            assert_int_equal(why.status, last);                                                    \
            assert_true(last == GCV_OK ||                                                          \
                        (last == GCV_ERR_MEMORY && gcv_context_used(ctx) == used_before));         \
        } while (last != GCV_OK);                                                                  \
        (ctx)->fail_at = 0;                                                                        \
        assert_true(failing > (least));                                                            \
    } while (0)

static inline gcv_guard *tried_begin(gcv_context *ctx)
{
    gcv_guard *guard = malloc(sizeof *guard);
    if (guard == NULL) {
        abort();
    }
    gcv_guard_begin(ctx, guard);
    return guard;
}

static inline gcv_status tried_end(gcv_context *ctx, gcv_error *err,
                                   gcv_status (*end)(gcv_context *, gcv_guard *, gcv_error *))
{
    gcv_guard *guard = ctx->guard;
    gcv_status status = end(ctx, guard, err);
    free(guard);
    return status;
}

#endif
