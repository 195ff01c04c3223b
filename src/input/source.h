/* source.h - where bytes come from: a file, standard input, memory, or another source decoded.
 *
 * A source gives its bytes once, in order, in pieces of any size; read() gives 0 bytes only at the
 * end. peek() shows the first bytes before they are read; formats are recognised by them.
 */
#ifndef GCV_INPUT_SOURCE_H
#define GCV_INPUT_SOURCE_H

#include "base/column.h"
#include "base/context.h"

#include <stdio.h>

enum { GCV_SOURCE_HEAD = 512 };

typedef struct gcv_source gcv_source;
struct gcv_source {
    const char *name; /* for messages; borrowed */
    /* Reads up to `size` bytes to `to`, at least one unless the end is reached. */
    gcv_status (*read)(gcv_source *self, unsigned char *to, size_t size, size_t *got,
                       gcv_error *err);
    bool (*rewind)(gcv_source *self); /* back to the first byte; NULL: impossible */
    const gcv_source *raw;            /* the source that this one decodes; NULL: none */
    uint64_t size;                    /* bytes from first to last; 0: not known */
    uint64_t taken;                   /* bytes read since the first one */
    void (*close)(gcv_source *self);
    union {
        struct {
            FILE *handle;
            fpos_t start;
            bool own;
        } file;
        struct {
            const unsigned char *bytes;
            size_t size, at;
        } memory;
        struct {
            gcv_context *ctx;
            gcv_source *inner;
            gcv_u8_column *bytes;
            size_t at;
        } kept;
        struct {
            gcv_source *inner;
            unsigned char raw[1024];
            size_t n, at;          /* bytes in `raw`, and how many of them are used */
            unsigned char text[8]; /* a character that did not fit into the caller's buffer */
            size_t text_n, text_at;
            uint32_t high; /* a high surrogate that waits for its other half, or 0 */
            bool big_endian, ended, started;
        } utf16;
    } as;
    unsigned char head[GCV_SOURCE_HEAD]; /* bytes peeked at and not read yet */
    size_t head_n, head_at;
};

/* "-" is standard input, `input`, which stays open. Directories and missing files fail here. */
GCV_CHECKED gcv_status gcv_source_open(gcv_source *source, const char *path, FILE *input,
                                       gcv_error *err);
void gcv_source_memory(gcv_source *source, const char *name, const void *bytes, size_t size);

/* What `bytes` has, which is empty at first, then what `inner` gives, which is added to it: so a
 * pipe can be read again. Borrows both. */
void gcv_source_keep(gcv_source *source, gcv_context *ctx, gcv_source *inner, gcv_u8_column *bytes);

/* UTF-16 of `inner` (which it borrows and rewinds, but does not close) as UTF-8, the byte order
 * mark left out. Lone surrogates and half a unit at the end become U+FFFD. */
void gcv_source_utf16(gcv_source *source, gcv_source *inner, bool big_endian);
/* Whether an input begins like UTF-16: with a byte order mark, or with characters of ASCII. */
bool gcv_is_utf16(gcv_slice head);
/* If `*source` begins like that it becomes `utf8`, which is made as above. */
GCV_CHECKED gcv_status gcv_source_as_utf8(gcv_source **source, gcv_source *utf8, gcv_error *err);

/* Up to GCV_SOURCE_HEAD first bytes without reading them. To be called before the first read. */
GCV_CHECKED gcv_status gcv_source_peek(gcv_source *source, gcv_slice *head, gcv_error *err);

GCV_CHECKED gcv_status gcv_source_read(gcv_source *source, unsigned char *to, size_t size,
                                       size_t *got, gcv_error *err);

/* The file of a source, which has a position; NULL: none, as of a pipe. */
FILE *gcv_source_file(const gcv_source *source);

/* The whole of a source in memory of which nothing was read yet; false for any other. */
bool gcv_source_in_memory(const gcv_source *source, gcv_slice *whole);

/* Back to the first byte; false if that cannot be done (a pipe). */
bool gcv_source_rewind(gcv_source *source);
static inline bool gcv_source_can_rewind(const gcv_source *source)
{
    return source->rewind != NULL;
}

/* Bytes of the input before decoding, 0 if not known, and how many of them were read. A file may
 * grow or shrink meanwhile. */
uint64_t gcv_source_size(const gcv_source *source);
uint64_t gcv_source_taken(const gcv_source *source);

void gcv_source_close(gcv_source *source);

#endif
