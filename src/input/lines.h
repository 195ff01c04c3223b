/* lines.h - the line tokenizer: bytes in, blocks of whole lines out.
 *
 * A block is [at, limit): one or more lines in contiguous memory, each ended by '\n', so a parser
 * can run over all of them and needs to stop only at '\n'. If the last line of the input has no
 * '\n', one is appended. Lines are not copied one by one: a block consists of the bytes of one
 * read, preceded by the start of the line that the previous read cut off.
 *
 * Cost: the last newline of a read is found by searching backwards, so only the parser looks at
 * every byte. Memory: the chunk size or up to twice the length of the longest line, but at most
 * GCV_LINE_MAX and a chunk. An object with ten million references has a line of 130 MB.
 */
#ifndef GCV_INPUT_LINES_H
#define GCV_INPUT_LINES_H

#include "input/source.h"

/* The size of the first read, and that of later ones: it doubles with each full read, so that a
 * small file takes little memory. */
enum { GCV_CHUNK_FIRST = 16 * 1024, GCV_CHUNK_MAX = 256 * 1024 };

typedef struct gcv_lines {
    gcv_context *ctx;
    gcv_source *source;
    unsigned char *buffer;
    size_t capacity, chunk, chunk_max, line_max;
    size_t carry;                    /* bytes of an incomplete line after `limit` */
    uint64_t bytes;                  /* read so far */
    const unsigned char *at, *limit; /* the block; the parser advances `at` */
    uint64_t line;                   /* number of the line at `at`; the parser increments it */
    bool overlong;     /* no block: a line longer than line_max was dropped; at == limit */
    bool unterminated; /* the last line of the input has no newline of its own */
    bool ended;
} gcv_lines;

/* Reads `chunk` bytes at a time (0: from GCV_CHUNK_FIRST to GCV_CHUNK_MAX). */
void gcv_lines_init(gcv_context *ctx, gcv_lines *lines, gcv_source *source, size_t chunk);
void gcv_lines_release(gcv_lines *lines);

/* Gives the next block; must be called when `at` has reached `limit`. At the end of the input, `at`
 * stays equal to `limit`, and `overlong` is false. */
void gcv_lines_next(gcv_lines *lines);

/* Takes the next line of the block, without its '\n'. The block must have one. */
gcv_slice gcv_lines_take(gcv_lines *lines);
/* Skips a UTF-8 byte order mark at the start of the first block. */
void gcv_lines_skip_byte_order_mark(gcv_lines *lines);

#endif
