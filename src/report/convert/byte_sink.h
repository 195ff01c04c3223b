/* byte_sink.h - buffered output of a binary format, or only the count of its bytes. */
#ifndef GCV_REPORT_CONVERT_BYTE_SINK_H
#define GCV_REPORT_CONVERT_BYTE_SINK_H

#include "output/writer.h"

enum { GCV_BYTE_SINK_PIECE = 4096 };

/* A zeroed sink only counts. */
typedef struct gcv_byte_sink {
    gcv_writer *out; /* NULL: counts only */
    uint64_t n;      /* bytes so far, without those in `piece` */
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

/* Adds to the count and returns true if the sink only counts; false: the bytes have to be
 * written. */
static inline bool gcv_byte_sink_count(gcv_byte_sink *sink, size_t size)
{
    sink->n += sink->out == NULL ? size : 0;
    return sink->out == NULL;
}

/* Reserves room for the next bytes, at most GCV_BYTE_SINK_PIECE. */
static inline unsigned char *gcv_byte_sink_room(gcv_byte_sink *sink, size_t size)
{
    if (size > GCV_BYTE_SINK_PIECE - sink->used) {
        gcv_byte_sink_flush(sink);
    }
    unsigned char *room = sink->piece + sink->used;
    sink->used += size;
    return room;
}

#endif
