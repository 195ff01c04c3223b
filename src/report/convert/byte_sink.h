/* byte_sink.h - where the bytes of a binary format go, or are only counted. */
#ifndef GCV_REPORT_CONVERT_BYTE_SINK_H
#define GCV_REPORT_CONVERT_BYTE_SINK_H

#include "output/writer.h"

enum { GCV_BYTE_SINK_PIECE = 4096 };

/* Zeroed, it can only count. */
typedef struct gcv_byte_sink {
    gcv_writer *out; /* NULL: none is written */
    uint64_t n;      /* bytes so far, those in `piece` left out */
    size_t used;
    unsigned char piece[GCV_BYTE_SINK_PIECE];
} gcv_byte_sink;

static inline void gcv_byte_sink_flush(gcv_byte_sink *sink)
{
    gcv_writer_put(sink->out, (const char *)sink->piece, sink->used);
    sink->n += sink->used;
    sink->used = 0;
}

static inline uint64_t gcv_byte_sink_position(const gcv_byte_sink *sink)
{
    return sink->n + sink->used;
}

/* Counts so many bytes; false if they are to be written. */
static inline bool gcv_byte_sink_count(gcv_byte_sink *sink, size_t size)
{
    sink->n += sink->out == NULL ? size : 0;
    return sink->out == NULL;
}

/* Where so many bytes, up to a piece, go. */
static inline unsigned char *gcv_byte_sink_room(gcv_byte_sink *sink, size_t size)
{
    unsigned char *room;
    if (size > GCV_BYTE_SINK_PIECE - sink->used) {
        gcv_byte_sink_flush(sink);
    }
    room = sink->piece + sink->used;
    sink->used += size;
    return room;
}

#endif
