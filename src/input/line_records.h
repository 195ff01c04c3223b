/* line_records.h - reads a text format that has one record on each line.
 *
 * The reader of the format gives functions that take one line, and that take many lines in their
 * usual form at once; the loop over the lines, bad lines and numbers in fields are here.
 *
 * circle: lines.c shares this header with line_records.c, which calls it. */
#ifndef GCV_INPUT_LINE_RECORDS_H
#define GCV_INPUT_LINE_RECORDS_H

#include "heap/builder.h"
#include "input/source.h"

/* ---- lines.c: the line tokenizer: bytes in, blocks of whole lines out --------------------- */

/* A block is [at, limit): one or more lines in contiguous memory, each ended by '\n', so a
 * parser can run over all of them and needs to stop only at '\n'. If the last line of the input
 * has no '\n', one is appended. Lines are not copied one by one: a block consists of the bytes
 * of one read, preceded by the start of the line that the previous read cut off.
 *
 * Cost: the last newline of a read is found by searching backwards, so only the parser looks at
 * every byte. Memory: the chunk size or up to twice the length of the longest line, but at most
 * GCV_LINE_MAX and a chunk. An object with ten million references has a line of 130 MB. */
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

/* ---- line_records.c ----------------------------------------------------------------------- */

enum { GCV_REASON_MAX = 160 }; /* bytes of the reason why a line is malformed */

typedef struct gcv_line_records {
    gcv_lines lines;
    gcv_builder *builder; /* NULL: no heap is read */
    void *self;           /* the reader of the format, for its functions: */
    void (*read)(void *self, gcv_slice line);
    void (*read_bulk)(void *self); /* takes lines off `lines`, or none; called before each line */
    void (*overlong)(void *self);  /* a line longer than lines.line_max was dropped */
    uint64_t first_bad;            /* the first malformed line; 0: none … */
    char first_reason[GCV_REASON_MAX]; /* … and why it is */
    gcv_source utf8;
} gcv_line_records;

/* `chunk` is as for gcv_lines_init(). The source may be UTF-16. */
void gcv_line_records_open(gcv_context *ctx, gcv_line_records *records, gcv_source *source,
                           size_t chunk);
/* Reads all lines, or as many as the builder wants. */
void gcv_line_records_read(gcv_line_records *records);

/* Reports that the current line of a heap is malformed. */
void gcv_line_records_malformed(gcv_line_records *records, const char *reason);
/* Fails because no line of a heap is a record. */
GCV_NORETURN void gcv_line_records_fail_empty(const gcv_line_records *records);

/* ---- fields ------------------------------------------------------------------------------- */

/* Each returns false and fills `reason` (GCV_REASON_MAX bytes). */
bool gcv_refuse_field(char *reason, const char *what, gcv_slice field); /* WHAT 'FIELD' */
bool gcv_refuse_short(char *reason, const char *record, const char *missing);

/* Takes the next field as a hexadecimal number below 2^bits, with or without 0x. `record` and
 * `what` name record and field in the reason: `bad size '12g'`. */
bool gcv_take_hex(gcv_slice *line, unsigned bits, const char *record, const char *what,
                  uint64_t *out, char *reason);

#endif
