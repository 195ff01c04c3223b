/* lines.c - the line tokenizer; see lines.h. */
#include "input/lines.h"

#include "base/error.h"
#include "base/text.h"

#include <string.h>

gcv_status gcv_lines_init(gcv_context *ctx, gcv_lines *lines, gcv_source *source, size_t chunk,
                          gcv_error *err)
{
    memset(lines, 0, sizeof *lines);
    lines->ctx = ctx;
    lines->source = source;
    lines->chunk = chunk == 0 ? GCV_CHUNK_FIRST : chunk;
    lines->chunk_max = chunk == 0 ? GCV_CHUNK_MAX : chunk;
    lines->line_max = GCV_LINE_MAX;
    lines->line = 1;
    lines->capacity = lines->chunk + 1; /* one more for the newline that the last line may lack */
    lines->buffer = gcv_alloc(ctx, lines->capacity, 1, err);
    if (lines->buffer == NULL) {
        return gcv_failed(err);
    }
    lines->at = lines->limit = lines->buffer;
    return GCV_OK;
}

void gcv_lines_release(gcv_lines *lines)
{
    gcv_free(lines->ctx, lines->buffer, lines->capacity, 1);
    lines->buffer = NULL;
}

static gcv_status make_room(gcv_lines *lines, gcv_error *err)
{
    size_t wanted = lines->carry + lines->chunk + 1;
    unsigned char *grown;
    if (wanted <= lines->capacity) {
        return GCV_OK;
    }
    wanted += lines->carry < lines->line_max - lines->carry ? lines->carry
                                                            : lines->line_max - lines->carry;
    grown = gcv_resize(lines->ctx, lines->buffer, lines->capacity, wanted, err);
    if (grown == NULL) {
        return gcv_failed(err);
    }
    lines->buffer = grown;
    lines->capacity = wanted;
    return GCV_OK;
}

static gcv_status read_chunk(gcv_lines *lines, unsigned char *to, size_t *got, gcv_error *err)
{
    /* Reads at most the length of the longest line, so only the first line of a block can be too
     * long. */
    size_t size = lines->chunk < lines->line_max ? lines->chunk : lines->line_max;
    gcv_status status = gcv_source_read(lines->source, to, size, got, err);
    if (status != GCV_OK) {
        return status;
    }
    lines->bytes += *got;
    lines->ended = *got == 0;
    if (*got == lines->chunk && lines->chunk < lines->chunk_max) {
        lines->chunk *= 2;
    }
    return GCV_OK;
}

static bool first_line_is_overlong(const gcv_lines *lines, size_t have)
{
    return memchr(lines->buffer, '\n', lines->line_max + 1 < have ? lines->line_max + 1 : have) ==
           NULL;
}

/* Drops a line that is too long to keep; the bytes after it become the carry. */
static gcv_status skip_overlong(gcv_lines *lines, size_t have, gcv_error *err)
{
    lines->overlong = true;
    for (;;) {
        const unsigned char *newline = memchr(lines->buffer, '\n', have);
        gcv_status status;
        if (newline != NULL || have == 0) {
            /* The carry begins at `limit`. */
            lines->at = lines->limit = newline != NULL ? newline + 1 : lines->buffer;
            lines->carry = have - (size_t)(lines->limit - lines->buffer);
            return GCV_OK;
        }
        status = read_chunk(lines, lines->buffer, &have, err);
        if (status != GCV_OK) {
            return status;
        }
    }
}

/* Returns the offset after the last newline of the bytes [from, to), or 0. The library's search
 * passes over the middle of a long line faster than the loop does. */
static size_t after_last_newline(const unsigned char *buffer, size_t from, size_t to)
{
    if (memchr(buffer + from, '\n', to - from) == NULL) {
        return 0;
    }
    while (buffer[to - 1] != '\n') {
        to--;
    }
    return to;
}

gcv_status gcv_lines_next(gcv_lines *lines, gcv_error *err)
{
    size_t scanned = lines->carry; /* bytes known to contain no newline */
    memmove(lines->buffer, lines->limit, lines->carry);
    lines->at = lines->limit = lines->buffer;
    if (lines->overlong) { /* the read that ended the long line may contain whole lines */
        lines->overlong = false;
        lines->limit += after_last_newline(lines->buffer, 0, lines->carry);
        lines->carry -= (size_t)(lines->limit - lines->buffer);
        if (lines->limit > lines->at) {
            return GCV_OK;
        }
    }
    for (;;) {
        size_t got, block, have;
        gcv_status status = make_room(lines, err);
        if (status != GCV_OK) {
            return status;
        }
        lines->at = lines->limit = lines->buffer;
        status = read_chunk(lines, lines->buffer + lines->carry, &got, err);
        if (status != GCV_OK) {
            return status;
        }
        have = lines->carry + got;
        block = after_last_newline(lines->buffer, scanned, have);
        if (block == 0 && got == 0 && have > 0) {
            lines->unterminated = true;
            lines->buffer[have++] = '\n';
            block = have;
        }
        if (have > lines->line_max && first_line_is_overlong(lines, have)) {
            return skip_overlong(lines, have, err);
        }
        if (block > 0 || got == 0) {
            lines->limit = lines->buffer + block;
            lines->carry = have - block;
            return GCV_OK;
        }
        scanned = have;
        lines->carry = have;
    }
}

gcv_slice gcv_lines_take(gcv_lines *lines)
{
    const unsigned char *newline = memchr(lines->at, '\n', (size_t)(lines->limit - lines->at));
    gcv_slice line = gcv_slice_of((const char *)lines->at, (size_t)(newline - lines->at));
    lines->at = newline + 1;
    return line;
}

void gcv_lines_skip_byte_order_mark(gcv_lines *lines)
{
    if (lines->limit - lines->at >= 3 && memcmp(lines->at, "\xef\xbb\xbf", 3) == 0) {
        lines->at += 3;
    }
}
