/* byte_stream.c - a source read piece by piece; see byte_stream.h. */
#include "input/byte_stream.h"

#include <string.h>

/* As for lines (line_records.h). */
enum { CHUNK_FIRST = 16 * 1024, CHUNK_MAX = 64 * 1024 };

void gcv_byte_stream_init(gcv_context *ctx, gcv_byte_stream *stream, gcv_source *source,
                          size_t chunk)
{
    *stream = (gcv_byte_stream){.ctx = ctx,
                                .source = source,
                                .chunk = chunk != 0 ? chunk : CHUNK_FIRST,
                                .chunk_max = chunk != 0 ? chunk : CHUNK_MAX};
}

void gcv_byte_stream_release(gcv_byte_stream *stream)
{
    gcv_u8_column_release(stream->ctx, &stream->buffer);
    stream->at = 0;
}

/* Moves the unused bytes to the front of the buffer and reads more bytes after them. `want` bytes
 * are needed. */
static void read_more(gcv_byte_stream *stream, size_t want)
{
    size_t left = stream->buffer.n - stream->at;
    if (stream->at > 0 && left > 0) {
        memmove(stream->buffer.data, stream->buffer.data + stream->at, left);
    }
    stream->at = 0;
    stream->buffer.n = left;
    gcv_u8_column_reserve(stream->ctx, &stream->buffer, stream->chunk);
    size_t room = stream->buffer.cap - left;
    size_t got = gcv_source_read(stream->source, stream->buffer.data + left,
                                 stream->waits && want < room ? want : room);
    stream->buffer.n += got;
    stream->ended = got == 0;
    if (got >= stream->chunk && stream->chunk < stream->chunk_max) {
        stream->chunk *= 2;
    }
}

gcv_cursor gcv_byte_stream_need(gcv_byte_stream *stream, size_t size)
{
    while (stream->buffer.n - stream->at < size && !stream->ended) {
        read_more(stream, size - (stream->buffer.n - stream->at));
    }
    size_t left = stream->buffer.n - stream->at;
    return gcv_cursor_of(left > 0 ? stream->buffer.data + stream->at : (const unsigned char *)"",
                         size < left ? size : left, stream->offset);
}

void gcv_byte_stream_use(gcv_byte_stream *stream, size_t size)
{
    stream->at += size;
    stream->offset += size;
}

uint64_t gcv_byte_stream_skip(gcv_byte_stream *stream, uint64_t size)
{
    uint64_t done = 0;
    while (done < size) {
        size_t part = size - done < stream->chunk ? (size_t)(size - done) : stream->chunk;
        gcv_cursor bytes = gcv_byte_stream_need(stream, part);
        if (gcv_cursor_left(&bytes) == 0) {
            break;
        }
        part = gcv_cursor_left(&bytes);
        gcv_byte_stream_use(stream, part);
        done += part;
    }
    return done;
}
