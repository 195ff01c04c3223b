/* lines.h - the line tokenizer: bytes in, blocks of whole lines out.
 *
 * A block is [at, limit): one or more lines in one piece of memory, each ended by '\n', so that a
 * parser can run over all of them with nothing but the '\n' to stop it. The last line of the input
 * gets a '\n' if it has none. Lines are never copied one by one: a block is what one read gave,
 * behind the start of a line that the read before had cut off.
 *
 * Cost: the last newline of a read is searched backwards, so the parser alone looks at every byte.
 * Memory: the chunk size or up to twice the longest line, but at most GCV_LINE_MAX and a chunk: an
 * object of ten million references has a line of 130 MB.
 */
#ifndef GCV_INPUT_LINES_H
#define GCV_INPUT_LINES_H

#include "input/source.h"

enum { GCV_CHUNK_DEFAULT = 256 * 1024, GCV_LINE_MAX = 256 * 1024 * 1024 };

typedef struct gcv_lines {
    gcv_context *ctx;
    gcv_source *source;
    unsigned char *buffer;
    size_t capacity, chunk, line_max;
    size_t carry;                    /* bytes of a cut line behind `limit` */
    uint64_t bytes;                  /* read so far */
    const unsigned char *at, *limit; /* the block; the parser advances `at` */
    uint64_t line;                   /* number of the line at `at`; the parser increments it */
    bool overlong;     /* instead of a block, a line above line_max was dropped; at == limit */
    bool unterminated; /* the last line of the input has no newline of its own */
    bool ended;
} gcv_lines;

/* `chunk` bytes are read at a time (0: the default). */
GCV_CHECKED gcv_status gcv_lines_init(gcv_context *ctx, gcv_lines *lines, gcv_source *source,
                                      size_t chunk, gcv_error *err);
void gcv_lines_release(gcv_lines *lines);

/* The next block, once `at` has reached `limit`. At the end of the input at == limit without
 * `overlong`. */
GCV_CHECKED gcv_status gcv_lines_next(gcv_lines *lines, gcv_error *err);

/* Takes the next line of the block, which has one, without its '\n'. */
gcv_slice gcv_lines_take(gcv_lines *lines);
/* Skips a byte order mark of UTF-8 at the start of the first block. */
void gcv_lines_skip_byte_order_mark(gcv_lines *lines);

#endif
