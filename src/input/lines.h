/* lines.h - the line tokenizer: bytes in, blocks of whole lines out.
 *
 * A block is [at, limit): one or more lines, each ended by '\n' (the last line of the input gets
 * one if it has none), all of it in one piece of memory, so that a parser can run over it with
 * nothing but the
 * '\n' to stop it. Lines are never copied one by one; a block is what one read gave, plus the piece
 * of a line that the read before had cut off.
 *
 * Cost: the last newline of a read is searched from behind, so finding lines costs the parser
 * nothing extra. Memory: the chunk size, or up to twice the longest line, but not more than
 * GCV_LINE_MAX and a chunk: an object of ten million references has a line of 130 MB.
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
    size_t carry;                    /* bytes of a cut line after `limit` */
    uint64_t bytes;                  /* read so far */
    const unsigned char *at, *limit; /* the block; the parser moves `at` on */
    uint64_t line;                   /* number of the line at `at`; the parser counts on */
    bool overlong;     /* this "block" is a line above line_max, thrown away; at == limit */
    bool unterminated; /* the last line of the input has no newline of its own */
    bool ended;
} gcv_lines;

/* `chunk` bytes are read at a time (0: the default). */
GCV_CHECKED gcv_status gcv_lines_init(gcv_lines *lines, gcv_context *ctx, gcv_source *source,
                                      size_t chunk, gcv_error *err);
void gcv_lines_release(gcv_lines *lines);

/* The next block, once `at` has come to `limit`. At the end of the input at == limit, and not
 * overlong. */
GCV_CHECKED gcv_status gcv_lines_next(gcv_lines *lines, gcv_error *err);

#endif
