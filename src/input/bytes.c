/* bytes.c - a whole input in memory; see bytes.h. */
#include "input/bytes.h"

#include <string.h>

enum { CHUNK = 256 * 1024 };

gcv_status gcv_bytes_read(gcv_context *ctx, gcv_bytes *bytes, gcv_source *source, size_t chunk,
                          gcv_error *err)
{
    gcv_status status = GCV_OK;
    /* One byte more than the size, so that the read that finds the end needs no more room. */
    const uint64_t size = gcv_source_size(source);
    const size_t known = size > 0 && size < SIZE_MAX ? (size_t)size + 1 : 0;
    gcv_slice whole;
    size_t got = 1;
    memset(bytes, 0, sizeof *bytes);
    if (gcv_source_in_memory(source, &whole)) {
        bytes->data = (const unsigned char *)whole.data;
        bytes->size = whole.size;
        return GCV_OK;
    }
    chunk = chunk > 0 ? chunk : CHUNK;
    while (status == GCV_OK && got > 0) {
        size_t room, more = bytes->own.n < known ? known - bytes->own.n : chunk;
        status = gcv_u8_column_reserve(ctx, &bytes->own, more, err);
        room = bytes->own.cap - bytes->own.n;
        if (status == GCV_OK) {
            status = gcv_source_read(source, bytes->own.data + bytes->own.n,
                                     room < chunk ? room : chunk, &got, err);
        }
        if (status == GCV_OK) {
            bytes->own.n += got;
            gcv_progress(ctx, bytes->own.n, 0);
        }
    }
    if (status != GCV_OK) {
        gcv_bytes_release(ctx, bytes);
        return status;
    }
    gcv_u8_column_shrink(ctx, &bytes->own);
    bytes->data = bytes->own.data;
    bytes->size = bytes->own.n;
    return GCV_OK;
}

void gcv_bytes_release(gcv_context *ctx, gcv_bytes *bytes)
{
    gcv_u8_column_release(ctx, &bytes->own);
    bytes->data = NULL;
    bytes->size = 0;
}
