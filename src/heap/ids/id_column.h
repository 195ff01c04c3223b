/* id_column.h - a compact column of 64-bit ids.
 *
 * The low half of every id is stored as it is. The high half takes no memory as long as all ids
 * share it, one byte (an index into the distinct high halves) for up to 256 distinct ones, and four
 * bytes beyond that. So an id of a 64-bit heap of a few GB takes 4 or 5 bytes, a random id 8.
 */
#ifndef GCV_HEAP_IDS_ID_COLUMN_H
#define GCV_HEAP_IDS_ID_COLUMN_H

#include "base/column.h"

enum { GCV_HIGH_GUESSES = 256 };

/* Number of ids looked up in an index at a time. */
enum { GCV_FIND_BATCH = 512 };

typedef struct gcv_id_column {
    gcv_u32_column low;
    gcv_u8_column code;  /* in step with `low` while width is 1 */
    gcv_u32_column high; /* in step with `low` while width is 4 */
    unsigned width;
    unsigned n_highs;
    size_t fits;         /* ids that fit into all columns in use */
    size_t room;         /* the same, but 0 while width is 4: below it push() takes the fast path */
    uint32_t highs[256]; /* the high halves, by code */
    uint8_t guess[GCV_HIGH_GUESSES]; /* the last code used, by hash of its high half */
} gcv_id_column;

static inline unsigned gcv_high_hash(uint32_t high) { return high * 0x9e3779b1u >> 24; }

void gcv_id_column_push_slow(gcv_context *ctx, gcv_id_column *col, uint64_t id);

static inline void gcv_id_column_push(gcv_context *ctx, gcv_id_column *col, uint64_t id)
{
    uint32_t high = (uint32_t)(id >> 32);
    uint8_t code = col->guess[gcv_high_hash(high)];
    size_t n = col->low.n;
    if (n >= col->room || col->highs[code] != high) {
        gcv_id_column_push_slow(ctx, col, id);
        return;
    }
    col->low.data[n] = (uint32_t)id;
    if (col->width == 1) {
        col->code.data[n] = code;
    }
    col->low.n = n + 1;
}

void gcv_id_column_append(gcv_context *ctx, gcv_id_column *col, const uint64_t *ids, size_t n);

/* Inserts `n` ids, each before the id that was at its place; places ascend. */
void gcv_id_column_insert(gcv_context *ctx, gcv_id_column *col, const uint64_t *ids,
                          const size_t *places, size_t n);

/* Removes ids from the end until n are left. */
static inline void gcv_id_column_truncate(gcv_id_column *col, size_t n) { col->low.n = n; }

/* Copies an id to another place of the column. */
static inline void gcv_id_column_move(gcv_id_column *col, size_t to, size_t from)
{
    col->low.data[to] = col->low.data[from];
    if (col->width == 1) {
        col->code.data[to] = col->code.data[from];
    } else if (col->width == 4) {
        col->high.data[to] = col->high.data[from];
    }
}

void gcv_id_column_shrink(gcv_context *ctx, gcv_id_column *col);
void gcv_id_column_release(gcv_context *ctx, gcv_id_column *col);

static inline size_t gcv_id_column_n(const gcv_id_column *col) { return col->low.n; }

static inline uint64_t gcv_id_column_get(const gcv_id_column *col, size_t at)
{
    uint32_t high = col->width == 0   ? col->highs[0]
                    : col->width == 1 ? col->highs[col->code.data[at]]
                                      : col->high.data[at];
    return (uint64_t)high << 32 | col->low.data[at];
}

#endif
