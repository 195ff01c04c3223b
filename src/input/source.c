/* source.c - files, standard input and memory as sources; see source.h. */
#include "input/source.h"

#include "base/error.h"
#include "base/file.h"

#include <string.h>

static size_t file_read(gcv_source *self, unsigned char *to, size_t size)
{
    gcv_error err;
    size_t got;
    gcv_fail_if(self->ctx, gcv_file_read(self->as.file.handle, self->name, to, size, &got, &err),
                &err);
    return got;
}

static bool file_rewind(gcv_source *self)
{
    return gcv_file_restore_position(self->as.file.handle, &self->as.file.start);
}

static void file_close(gcv_source *self) { gcv_free(self->ctx, self->as.file.owner); }

static void close_owned(void *contents)
{
    FILE **file = contents;
    gcv_file_close(*file);
}

void gcv_source_open(gcv_context *ctx, gcv_source *source, const char *path, FILE *input)
{
    FILE *handle = input;
    gcv_error err;
    *source = (gcv_source){.ctx = ctx, .name = GCV_STANDARD_INPUT};
    if (strcmp(path, "-") != 0) {
        source->name = path;
        source->as.file.owner = gcv_alloc_owner(ctx, sizeof handle, close_owned);
        handle = *source->as.file.owner = gcv_file_open(path, &err);
        gcv_fail_if(ctx, handle == NULL ? err.status : GCV_OK, &err);
    }
    source->as.file.handle = handle;
    source->read = file_read;
    source->close = file_close;
    source->live = !gcv_file_save_position(handle, &source->as.file.start);
    if (!source->live) {
        source->rewind = file_rewind;
        source->size = gcv_file_size(handle, &source->as.file.start);
    }
    (void)gcv_source_peek(source); /* a directory opens, but cannot be read */
}

FILE *gcv_source_file(const gcv_source *source)
{
    return source->rewind == file_rewind ? source->as.file.handle : NULL;
}

/* Copies what is left of `n` bytes from `*at` on, at most `size` bytes; returns their number. */
static size_t copy(unsigned char *to, size_t size, const unsigned char *bytes, size_t n, size_t *at)
{
    const size_t left = n - *at, got = size < left ? size : left;
    if (got > 0) {
        memcpy(to, bytes + *at, got);
    }
    *at += got;
    return got;
}

static size_t memory_read(gcv_source *self, unsigned char *to, size_t size)
{
    return copy(to, size, self->as.memory.bytes, self->as.memory.size, &self->at);
}

static bool rewind_bytes(gcv_source *self)
{
    self->at = 0;
    return true;
}

void gcv_source_memory(gcv_context *ctx, gcv_source *source, const char *name, const void *bytes,
                       size_t size)
{
    *source = (gcv_source){.ctx = ctx,
                           .name = name,
                           .as.memory.bytes = bytes,
                           .as.memory.size = size,
                           .read = memory_read,
                           .rewind = rewind_bytes,
                           .size = size};
}

static size_t kept_read(gcv_source *self, unsigned char *to, size_t size)
{
    gcv_u8_column *bytes = self->as.kept.bytes;
    size_t got = copy(to, size, bytes->data, bytes->n, &self->at);
    if (got == 0) {
        got = gcv_source_read(self->as.kept.inner, to, size);
        gcv_u8_column_append(self->ctx, bytes, to, got);
        self->at += got;
    }
    return got;
}

void gcv_source_keep(gcv_source *source, gcv_context *ctx, gcv_source *inner, gcv_u8_column *bytes)
{
    *source = (gcv_source){.ctx = ctx,
                           .name = inner->name,
                           .size = inner->size,
                           .live = inner->live,
                           .as.kept.inner = inner,
                           .as.kept.bytes = bytes,
                           .read = kept_read,
                           .rewind = rewind_bytes};
}

/* Gives all bytes of a source in memory of which nothing has been read yet; false for any other
 * source. */
static bool is_in_memory(const gcv_source *source, gcv_slice *whole)
{
    if (source->read != memory_read || source->head_at > 0 || source->at != source->head_n) {
        return false;
    }
    whole->data = (const char *)source->as.memory.bytes;
    whole->size = source->as.memory.size;
    return true;
}

gcv_slice gcv_source_peek(gcv_source *source)
{
    size_t got = 1;
    while (got > 0 && source->head_n < sizeof source->head) {
        got = source->read(source, source->head + source->head_n,
                           sizeof source->head - source->head_n);
        source->head_n += got;
    }
    return (gcv_slice){(const char *)source->head, source->head_n};
}

size_t gcv_source_read(gcv_source *source, unsigned char *to, size_t size)
{
    size_t got = copy(to, size, source->head, source->head_n, &source->head_at);
    if (got == 0) {
        got = source->read(source, to, size);
    }
    source->taken += got;
    return got;
}

uint64_t gcv_source_size(const gcv_source *source)
{
    return source->raw != NULL ? source->raw->size : source->size;
}

uint64_t gcv_source_taken(const gcv_source *source)
{
    return source->raw != NULL ? source->raw->taken : source->taken;
}

bool gcv_source_rewind(gcv_source *source)
{
    if (source->rewind == NULL || !source->rewind(source)) {
        return false;
    }
    source->head_n = 0;
    source->head_at = 0;
    source->taken = 0;
    return true;
}

void gcv_source_close(gcv_source *source)
{
    if (source->close != NULL) {
        source->close(source);
        source->close = NULL;
    }
}

/* ---- whole inputs in memory --------------------------------------------------------------- */

enum { CHUNK = 256 * 1024 };

void gcv_bytes_read(gcv_context *ctx, gcv_bytes *bytes, gcv_source *source, size_t chunk)
{
    /* One byte more than the size, so that the read that finds the end needs no more room. */
    const uint64_t size = gcv_source_size(source);
    const size_t known = size > 0 && size < SIZE_MAX ? (size_t)size + 1 : 0;
    gcv_slice whole;
    size_t got = 1;
    *bytes = (gcv_bytes){0};
    if (is_in_memory(source, &whole)) {
        bytes->data = (const unsigned char *)whole.data;
        bytes->size = whole.size;
        return;
    }
    chunk = chunk > 0 ? chunk : CHUNK;
    while (got > 0) {
        size_t more = bytes->own.n < known ? known - bytes->own.n : chunk;
        gcv_u8_column_reserve(ctx, &bytes->own, more);
        size_t room = bytes->own.cap - bytes->own.n;
        got = gcv_source_read(source, bytes->own.data + bytes->own.n, room < chunk ? room : chunk);
        bytes->own.n += got;
        gcv_progress(ctx, bytes->own.n, 0);
    }
    gcv_u8_column_shrink(ctx, &bytes->own);
    bytes->data = bytes->own.data;
    bytes->size = bytes->own.n;
}
