/* source.h - an origin of bytes: a file, standard input, memory, or another source decoded.
 *
 * A source gives its bytes once, in order, in pieces of any size; read() gives 0 bytes only at the
 * end. peek() shows the first bytes before they are read, for recognising the format.
 */
#ifndef GCV_INPUT_SOURCE_H
#define GCV_INPUT_SOURCE_H

#include "base/column.h"

#include <stdio.h>

enum { GCV_SOURCE_HEAD = 512 };

typedef struct gcv_source gcv_source;
struct gcv_source {
    gcv_context *ctx;
    const char *name; /* for messages; borrowed */
    /* Reads up to `size` bytes into `to`, at least one unless the end is reached. */
    size_t (*read)(gcv_source *self, unsigned char *to, size_t size);
    bool (*rewind)(gcv_source *self); /* back to the first byte; NULL: impossible */
    const gcv_source *raw;            /* the source that this one decodes; NULL: it decodes none */
    uint64_t size;                    /* total bytes; 0: not known */
    uint64_t taken;                   /* bytes read so far */
    bool live; /* bytes may arrive as events happen: who has all that it needs reads no more */
    void (*close)(gcv_source *self);
    size_t at; /* bytes taken of those in memory, or kept */
    union {
        struct {
            FILE *handle;
            FILE **owner; /* a block that closes it; NULL: somebody else's */
            fpos_t start;
        } file;
        struct {
            const unsigned char *bytes;
            size_t size;
        } memory;
        struct {
            gcv_source *inner;
            gcv_u8_column *bytes;
        } kept;
        struct {
            gcv_source *inner;
            unsigned char raw[1024];
            size_t n, at;          /* bytes in `raw`, and how many of these are used */
            unsigned char text[8]; /* decoded bytes that did not fit into the caller's buffer */
            size_t text_n, text_at;
            uint32_t high; /* a high surrogate waiting for its low surrogate; 0: none */
            bool big_endian, ended, started;
        } utf16;
    } as;
    unsigned char head[GCV_SOURCE_HEAD]; /* bytes peeked at, not read yet */
    size_t head_n, head_at;
};

/* Opens a file. "-" is standard input, `input`, which is never closed. Fails for directories and
 * missing files. */
void gcv_source_open(gcv_context *ctx, gcv_source *source, const char *path, FILE *input);
void gcv_source_memory(gcv_context *ctx, gcv_source *source, const char *name, const void *bytes,
                       size_t size);

/* Reads what is in `bytes`, which is empty at first, then reads from `inner` and appends to
 * `bytes`, so that a pipe can be read again. Borrows both. */
void gcv_source_keep(gcv_source *source, gcv_context *ctx, gcv_source *inner, gcv_u8_column *bytes);

/* Decodes UTF-16 of `inner` to UTF-8, without the byte order mark. Borrows `inner`; rewinds it, but
 * does not close it. Lone surrogates and half a unit at the end become U+FFFD. */
void gcv_source_utf16(gcv_source *source, gcv_source *inner, bool big_endian);
/* Tells whether an input begins like UTF-16: with a byte order mark or with ASCII characters. */
bool gcv_is_utf16(gcv_slice head);
/* If `*source` begins like UTF-16, makes `utf8` decode it and sets `*source` to `utf8`. */
void gcv_source_as_utf8(gcv_source **source, gcv_source *utf8);

/* Gives up to GCV_SOURCE_HEAD first bytes, which stay to be read. Must be called before the first
 * read. */
gcv_slice gcv_source_peek(gcv_source *source);

/* Returns the number of bytes read; 0: the end. */
size_t gcv_source_read(gcv_source *source, unsigned char *to, size_t size);

/* Returns the file of a source if the file has a position; NULL: no file, or a pipe. */
FILE *gcv_source_file(const gcv_source *source);

/* Returns to the first byte; false if that is impossible (a pipe). */
bool gcv_source_rewind(gcv_source *source);
static inline bool gcv_source_can_rewind(const gcv_source *source)
{
    return source->rewind != NULL;
}

/* The number of bytes of the input before decoding (0: not known), and how many of them have been
 * read. A file may grow or shrink in the meantime. */
uint64_t gcv_source_size(const gcv_source *source);
uint64_t gcv_source_taken(const gcv_source *source);

void gcv_source_close(gcv_source *source);

/* ---- a whole input in memory, for formats that cannot be read from front to back ---------- */

typedef struct gcv_bytes {
    const unsigned char *data;
    size_t size;
    gcv_u8_column own; /* empty if the source was in memory already */
} gcv_bytes;

/* Reads the whole source, `chunk` bytes at a time (0: the default). Bytes of a source in memory are
 * borrowed. */
void gcv_bytes_read(gcv_context *ctx, gcv_bytes *bytes, gcv_source *source, size_t chunk);

#endif
