/* lines.c - the line tokenizer; see line_records.h. */
#include "input/line_records.h"

#include <string.h>

void gcv_lines_init(gcv_context *ctx, gcv_lines *lines, gcv_source *source, size_t chunk)
{
    *lines = (gcv_lines){.ctx = ctx,
                         .source = source,
                         .chunk = chunk == 0 ? GCV_CHUNK_FIRST : chunk,
                         .chunk_max = chunk == 0 ? GCV_CHUNK_MAX : chunk,
                         .line_max = GCV_LINE_MAX,
                         .line = 1};
    lines->capacity = lines->chunk + 1; /* one more for the newline that the last line may lack */
    lines->buffer = gcv_alloc(ctx, lines->capacity, 1);
    lines->at = lines->limit = lines->buffer;
}

void gcv_lines_release(gcv_lines *lines)
{
    gcv_free(lines->ctx, lines->buffer);
    lines->buffer = NULL;
}

static void make_room(gcv_lines *lines)
{
    size_t wanted = lines->carry + lines->chunk + 1;
    if (wanted <= lines->capacity) {
        return;
    }
    wanted += lines->carry < lines->line_max - lines->carry ? lines->carry
                                                            : lines->line_max - lines->carry;
    unsigned char *grown = gcv_resize(lines->ctx, lines->buffer, wanted);
    lines->buffer = grown;
    lines->capacity = wanted;
}

static size_t read_chunk(gcv_lines *lines, unsigned char *to)
{
    /* Reads at most the length of the longest line, so only the first line of a block can be too
     * long. */
    size_t size = lines->chunk < lines->line_max ? lines->chunk : lines->line_max;
    const size_t got = gcv_source_read(lines->source, to, size);
    lines->bytes += got;
    lines->ended = got == 0;
    if (got == lines->chunk && lines->chunk < lines->chunk_max) {
        lines->chunk *= 2;
    }
    return got;
}

static bool first_line_is_overlong(const gcv_lines *lines, size_t have)
{
    return memchr(lines->buffer, '\n', lines->line_max + 1 < have ? lines->line_max + 1 : have) ==
           NULL;
}

/* Drops a line that is too long to keep; the bytes after it become the carry. */
static void skip_overlong(gcv_lines *lines, size_t have)
{
    lines->overlong = true;
    for (;;) {
        const unsigned char *newline = memchr(lines->buffer, '\n', have);
        if (newline != NULL || have == 0) {
            /* The carry begins at `limit`. */
            lines->at = lines->limit = newline != NULL ? newline + 1 : lines->buffer;
            lines->carry = have - (size_t)(lines->limit - lines->buffer);
            return;
        }
        have = read_chunk(lines, lines->buffer);
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

void gcv_lines_next(gcv_lines *lines)
{
    size_t scanned = lines->carry; /* bytes known to contain no newline */
    memmove(lines->buffer, lines->limit, lines->carry);
    lines->at = lines->limit = lines->buffer;
    if (lines->overlong) { /* the read that ended the long line may contain whole lines */
        lines->overlong = false;
        lines->limit += after_last_newline(lines->buffer, 0, lines->carry);
        lines->carry -= (size_t)(lines->limit - lines->buffer);
        if (lines->limit > lines->at) {
            return;
        }
    }
    for (;;) {
        make_room(lines);
        lines->at = lines->limit = lines->buffer;
        const size_t got = read_chunk(lines, lines->buffer + lines->carry);
        size_t have = lines->carry + got;
        size_t block = after_last_newline(lines->buffer, scanned, have);
        if (block == 0 && got == 0 && have > 0) {
            lines->unterminated = true;
            lines->buffer[have++] = '\n';
            block = have;
        }
        if (have > lines->line_max && first_line_is_overlong(lines, have)) {
            skip_overlong(lines, have);
            return;
        }
        if (block > 0 || got == 0) {
            lines->limit = lines->buffer + block;
            lines->carry = have - block;
            return;
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
