/* bytes.c - a whole input in memory; see source.h. */
#include "input/source.h"

enum { CHUNK = 256 * 1024 };

void gcv_bytes_read(gcv_context *ctx, gcv_bytes *bytes, gcv_source *source, size_t chunk)
{
    /* One byte more than the size, so that the read that finds the end needs no more room. */
    const uint64_t size = gcv_source_size(source);
    const size_t known = size > 0 && size < SIZE_MAX ? (size_t)size + 1 : 0;
    gcv_slice whole;
    size_t got = 1;
    *bytes = (gcv_bytes){0};
    if (gcv_source_in_memory(source, &whole)) {
        bytes->data = (const unsigned char *)whole.data;
        bytes->size = whole.size;
        return;
    }
    chunk = chunk > 0 ? chunk : CHUNK;
    while (got > 0) {
        size_t more = bytes->own.n < known ? known - bytes->own.n : chunk;
        gcv_u8_column_reserve(ctx, &bytes->own, more);
        size_t room = bytes->own.cap - bytes->own.n;
        gcv_source_read(source, bytes->own.data + bytes->own.n, room < chunk ? room : chunk, &got);
        bytes->own.n += got;
        gcv_progress(ctx, bytes->own.n, 0);
    }
    gcv_u8_column_shrink(ctx, &bytes->own);
    bytes->data = bytes->own.data;
    bytes->size = bytes->own.n;
}
