/* error.c - filling the error value. Nothing here allocates: it must work when out of memory. */
#include "base/error.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static gcv_status store(gcv_error *err, gcv_status status, const char *file, uint64_t line, int sys,
                        const char *format, va_list args) GCV_PRINTF(6, 0);

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

static gcv_status store(gcv_error *err, gcv_status status, const char *file, uint64_t line, int sys,
                        const char *format, va_list args)
{
    int wanted;
    if (err == NULL) {
        return status;
    }
    memset(err, 0, sizeof *err);
    err->status = status;
    err->file = file;
    err->line = line;
    err->sys = sys;
    wanted = vsnprintf(err->message, sizeof err->message, format, args);
    if (wanted >= (int)sizeof err->message) {
        drop_half_character(err->message, sizeof err->message - 1);
    }
    return status;
}

gcv_status gcv_fail(gcv_error *err, gcv_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)store(err, status, NULL, 0, 0, format, args);
    va_end(args);
    return status;
}

gcv_status gcv_fail_system(gcv_error *err, gcv_status status, const char *file, int sys,
                           const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)store(err, status, file, 0, sys, format, args);
    va_end(args);
    return status;
}

gcv_status gcv_fail_line(gcv_error *err, gcv_status status, const char *file, uint64_t line,
                         const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)store(err, status, file, line, 0, format, args);
    va_end(args);
    return status;
}

gcv_status gcv_fail_offset(gcv_error *err, gcv_status status, const char *file, uint64_t offset,
                           const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)store(err, status, file, offset, 0, format, args);
    va_end(args);
    if (err != NULL) {
        err->at_offset = true;
    }
    return status;
}

gcv_status gcv_fail_memory(gcv_error *err, uint64_t wanted)
{
    return gcv_fail(err, GCV_ERR_MEMORY, "out of memory (%" PRIu64 " more bytes wanted)", wanted);
}

gcv_status gcv_fail_limit(gcv_error *err, uint64_t limit)
{
    return gcv_fail(err, GCV_ERR_LIMIT, "memory limit of %" PRIu64 " bytes reached", limit);
}
