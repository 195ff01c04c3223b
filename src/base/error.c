/* error.c - failures; see error.h. Nothing here allocates: it must work when out of memory. */
#include "base/error.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Removes an incomplete UTF-8 character from the end of a truncated message. */
static void drop_half_character(char *message, size_t size)
{
    size_t start = size;
    while (start > 0 && size - start < 4 && ((unsigned char)message[start - 1] & 0xc0) == 0x80) {
        start--;
    }
    if (start > 0 && (unsigned char)message[start - 1] >= 0xc0) {
        unsigned char lead = (unsigned char)message[start - 1];
        size_t whole = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
        if (size - (start - 1) < whole) {
            message[start - 1] = '\0';
        }
    }
}

static void fill(gcv_error *err, gcv_status status, const char *file, uint64_t line,
                 const char *format, va_list args) GCV_PRINTF(5, 0);

static void fill(gcv_error *err, gcv_status status, const char *file, uint64_t line,
                 const char *format, va_list args)
{
    *err = (gcv_error){.status = status, .file = file, .line = line};
    int wanted = vsnprintf(err->message, sizeof err->message, format, args);
    if (wanted >= (int)sizeof err->message) {
        drop_half_character(err->message, sizeof err->message - 1);
    }
}

gcv_status gcv_error_fill(gcv_error *err, gcv_status status, const char *file, int sys,
                          const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (err != NULL) {
        fill(err, status, file, 0, format, args);
        err->sys = sys;
    }
    va_end(args);
    return status;
}

/* ---- guards ------------------------------------------------------------------------------- */

void gcv_guard_begin(gcv_context *ctx, gcv_guard *guard)
{
    memset(&guard->error, 0, sizeof guard->error);
    guard->outer = ctx->guard;
    ctx->guard = guard;
    gcv_block_link(ctx, &guard->mark);
}

gcv_status gcv_guard_end(gcv_context *ctx, gcv_guard *guard, gcv_error *err)
{
    if (guard->error.status != GCV_OK) {
        gcv_blocks_free(ctx, &guard->mark);
    }
    return gcv_guard_keep(ctx, guard, err);
}

gcv_status gcv_guard_keep(gcv_context *ctx, gcv_guard *guard, gcv_error *err)
{
    gcv_block_unlink(ctx, &guard->mark);
    ctx->guard = guard->outer;
    if (guard->error.status != GCV_OK && err != NULL) {
        *err = guard->error;
    }
    return guard->error.status;
}

/* Where a failure is recorded. */
static gcv_error *place(gcv_context *ctx)
{
    if (ctx->guard == NULL) {
        abort(); /* a defect of the program: a function that may fail was called without a guard */
    }
    return &ctx->guard->error;
}

void gcv_fail_again(gcv_context *ctx, const gcv_error *err)
{
    *place(ctx) = *err;
    longjmp(ctx->guard->jump, 1);
}

void gcv_fail_if(gcv_context *ctx, gcv_status status, const gcv_error *err)
{
    if (status != GCV_OK) {
        gcv_fail_again(ctx, err);
    }
}

void gcv_fail(gcv_context *ctx, gcv_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fill(place(ctx), status, NULL, 0, format, args);
    va_end(args);
    longjmp(ctx->guard->jump, 1);
}

void gcv_refuse_if(gcv_context *ctx, bool wrong, const char *format, ...)
{
    va_list args;
    if (wrong) {
        va_start(args, format);
        fill(place(ctx), GCV_ERR_USAGE, NULL, 0, format, args);
        va_end(args);
        longjmp(ctx->guard->jump, 1);
    }
}

void gcv_fail_line(gcv_context *ctx, gcv_status status, const char *file, uint64_t line,
                   const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fill(place(ctx), status, file, line, format, args);
    va_end(args);
    longjmp(ctx->guard->jump, 1);
}

void gcv_fail_offset(gcv_context *ctx, gcv_status status, const char *file, uint64_t offset,
                     const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fill(place(ctx), status, file, offset, format, args);
    va_end(args);
    place(ctx)->at_offset = true;
    longjmp(ctx->guard->jump, 1);
}

void gcv_fail_memory(gcv_context *ctx, uint64_t wanted)
{
    gcv_fail(ctx, GCV_ERR_MEMORY, "out of memory (%" PRIu64 " more bytes wanted)", wanted);
}

void gcv_fail_limit(gcv_context *ctx)
{
    ctx->over_limit = true;
    gcv_fail(ctx, GCV_ERR_LIMIT, "memory limit of %" PRIu64 " bytes reached", ctx->limit);
}
