/* byte_stream.h - a source read piece by piece, with the offset of every byte in the input.
 *
 * The buffer grows with the bytes that arrive, never with the bytes that are asked for, so a size
 * claimed by a damaged file costs nothing.
 */
#ifndef GCV_INPUT_BYTE_STREAM_H
#define GCV_INPUT_BYTE_STREAM_H

#include "input/cursor.h"
#include "input/source.h"

typedef struct gcv_byte_stream {
    gcv_context *ctx;
    gcv_source *source;
    gcv_u8_column buffer; /* unused bytes are [at, n) */
    size_t at, chunk, chunk_max;
    uint64_t offset; /* offset in the input of the byte at `at` */
    bool ended;      /* the source has no more bytes */
    bool waits;      /* bytes arrive as events happen, so none is read before it is needed */
} gcv_byte_stream;

/* `chunk` bytes are read at a time (0: 16 to 64 KiB). */
void gcv_byte_stream_init(gcv_context *ctx, gcv_byte_stream *stream, gcv_source *source,
                          size_t chunk);
void gcv_byte_stream_release(gcv_byte_stream *stream);

/* Returns the next `size` bytes, or fewer if the input ends first. The bytes stay unused; they stay
 * in place until the next call. */
gcv_cursor gcv_byte_stream_need(gcv_byte_stream *stream, size_t size);

/* Skips bytes that gcv_byte_stream_need() has given. */
void gcv_byte_stream_use(gcv_byte_stream *stream, size_t size);

/* Skips bytes unseen. `*skipped` is less than `size` only at the end of the input. */
uint64_t gcv_byte_stream_skip(gcv_byte_stream *stream, uint64_t size);

#endif
