/* edge_log.h - a compact list of edges in the order in which a search meets them.
 *
 * In a depth-first search the tails of successive edges differ little, so a tail is stored as the
 * difference from the previous one, mostly in one byte. Heads are scattered and take four.
 */
#ifndef GCV_ANALYSIS_EDGE_LOG_H
#define GCV_ANALYSIS_EDGE_LOG_H

#include "base/column.h"

typedef struct gcv_edge_log {
    gcv_u32_column heads;
    gcv_u8_column tails; /* seven bits per byte, lowest first; the last byte is below 128 */
    uint32_t last;       /* the tail added last */
} gcv_edge_log;

enum { GCV_TAIL_BYTES = 5 }; /* maximum: the sign and 32 bits */

/* A position among the tails, for reading or writing. */
typedef struct gcv_tail_cursor {
    uint8_t *at;
    uint32_t last;
} gcv_tail_cursor;

static inline void gcv_tail_put(gcv_tail_cursor *cursor, uint32_t tail)
{
    uint64_t step = tail >= cursor->last ? (uint64_t)(tail - cursor->last) << 1
                                         : ((uint64_t)(cursor->last - tail) << 1) - 1;
    cursor->last = tail;
    for (; step >= 128; step >>= 7) {
        *cursor->at++ = (uint8_t)(step | 128);
    }
    *cursor->at++ = (uint8_t)step;
}

static inline uint32_t gcv_tail_next(gcv_tail_cursor *cursor)
{
    uint64_t step = *cursor->at++;
    if (step >= 128) {
        unsigned shift = 7;
        uint8_t byte;
        step &= 127;
        do {
            byte = *cursor->at++;
            step |= (uint64_t)(byte & 127) << shift;
            shift += 7;
        } while (byte >= 128);
    }
    cursor->last = (step & 1) == 0 ? cursor->last + (uint32_t)(step >> 1)
                                   : cursor->last - (uint32_t)((step + 1) >> 1);
    return cursor->last;
}

static inline gcv_tail_cursor gcv_edge_log_tails(const gcv_edge_log *log)
{
    return (gcv_tail_cursor){log->tails.data, 0};
}

static inline void gcv_edge_log_add(gcv_context *ctx, gcv_edge_log *log, uint32_t tail,
                                    uint32_t head)
{
    gcv_u8_column_reserve(ctx, &log->tails, GCV_TAIL_BYTES);
    gcv_tail_cursor end = {.at = log->tails.data + log->tails.n, .last = log->last};
    gcv_tail_put(&end, tail);
    log->tails.n = (size_t)(end.at - log->tails.data);
    log->last = tail;
    gcv_u32_column_push(ctx, &log->heads, head);
}

static inline void gcv_edge_log_release(gcv_context *ctx, gcv_edge_log *log)
{
    GCV_RELEASE(ctx, &log->heads, &log->tails);
}

#endif
