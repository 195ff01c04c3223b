/* dominators.h - dominators within a part of the heap; gcv_dominators_find() for all of it is
 * public.
 *
 * circle: depth_first.c is a part of dominators.c. */
#ifndef GCV_ANALYSIS_DOMINATORS_H
#define GCV_ANALYSIS_DOMINATORS_H

#include "heap/heap.h"

/* gcv_dominators_find() as if the closed objects (NULL: none) and the references to them did not
 * exist. No closed object is in the root set. */
void gcv_dominators_within(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                           const gcv_bitset *closed, gcv_dominators *out);

/* Adds up the sizes of a heap along the dominators of this heap, or of the heap that it is without
 * some objects: stores the bytes that each object retains. `retained` has n_reached + 1 slots, by
 * number. */
void gcv_retained_without(const gcv_heap *rest, const gcv_dominators *all, uint64_t *retained);

/* ---- a compact list of edges in the order in which a search meets them --------------------- */

/* In a depth-first search the tails of successive edges differ little, so a tail is stored as the
 * difference from the previous one, mostly in one byte. Heads are scattered and take four. */
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

/* ---- depth_first.c: preorder numbers, parents in the search tree, edges not in that tree ---- */

/* Objects get the numbers 1 … n_reached; 0 is the virtual root. The caller may take over the
 * arrays. */
typedef struct gcv_depth_first {
    uint32_t n_objects, n_reached;
    uint32_t *number; /* per object; 0: unreachable. n_objects slots. NULL: not filled */
    uint32_t *object; /* per number; [0] is GCV_NONE. n_slots: n_objects + 1 until shrunk */
    uint32_t *parent; /* per number, in the search tree; [0] is 0. n_slots */
    size_t n_slots;
    /* Edges to objects that already had a number, self-references included, in search order. The
     * tail is a number, the head an object. Edges of the virtual root are left out. */
    gcv_edge_log edges;
} gcv_depth_first;

/* Does not enter closed objects (NULL: none). They get no number, but edges to them are logged like
 * those to numbered objects. */
void gcv_depth_first_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                          const gcv_bitset *closed, gcv_depth_first *out);
/* Fills and frees `number`, which only some phases need. */
void gcv_depth_first_fill_numbers(gcv_context *ctx, gcv_depth_first *search);
void gcv_depth_first_free_numbers(gcv_context *ctx, gcv_depth_first *search);
/* Frees the slots of `object` and `parent` beyond the numbers in use. */
void gcv_depth_first_shrink(gcv_context *ctx, gcv_depth_first *search);

#endif
