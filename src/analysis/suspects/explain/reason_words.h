/* reason_words.h - building blocks of the sentences about suspects; suspect_reason.h says how to
 * get the sentences. */
#ifndef GCV_ANALYSIS_SUSPECTS_EXPLAIN_REASON_WORDS_H
#define GCV_ANALYSIS_SUSPECTS_EXPLAIN_REASON_WORDS_H

#include "analysis/suspects/find/suspects.h"
#include "base/buffer.h"

/* Number of objects examined at the end of a chain. */
enum { GCV_CHAIN_END = 64 };

/* Slices of strings that alone keep their parents, and the bytes that these parents retain: of all
 * positions in the dominator tree before a given one. NULL: the heap has no slices. */
typedef struct gcv_slice_sums {
    uint32_t *n;
    uint64_t *bytes;
} gcv_slice_sums;

typedef struct gcv_reasons {
    gcv_context *ctx;
    const gcv_suspect_input *input;
    const gcv_suspects *found;
    /* Per type, for the current row. Weight and count cover children in the dominator tree. */
    uint32_t *seen;   /* value of n_rows when the type was last seen */
    uint64_t *weight; /* bytes that children of the type retain */
    uint32_t *count;  /* number of children of the type */
    uint32_t n_rows;  /* number of rows so far, the current one included */
    gcv_buffer text;  /* sentence about the last row */
    gcv_buffer label; /* label of a root */
    gcv_slice_sums slices;
} gcv_reasons;

static inline void gcv_reason_add(gcv_reasons *reasons, const char *words)
{
    gcv_buffer_append_str(reasons->ctx, &reasons->text, words);
}

static inline void gcv_reason_add_name(gcv_reasons *reasons, gcv_slice name)
{
    gcv_buffer_append(reasons->ctx, &reasons->text, name);
}

static inline void gcv_reason_add_number(gcv_reasons *reasons, uint64_t number)
{
    gcv_buffer_append_u64(reasons->ctx, &reasons->text, number);
}

/* Adds `count` and the word for it: `one` for 1, `many` for any other number. */
static inline void gcv_reason_add_count(gcv_reasons *reasons, uint64_t count, const char *one,
                                        const char *many)
{
    gcv_reason_add_number(reasons, count);
    gcv_reason_add(reasons, count == 1 ? one : many);
}

static inline gcv_slice gcv_reason_name_of(const gcv_reasons *reasons, uint32_t object)
{
    const gcv_heap *heap = reasons->input->heap;
    return heap->types.name[heap->type.data[object]];
}

/* Starts new weights and counts, by type row, for the next suspect. */
static inline void gcv_reason_weigh_none(gcv_reasons *reasons) { reasons->n_rows++; }

/* Returns whether the type was already seen for this suspect; if not, sets its weight and count to
 * 0. */
static inline bool gcv_reason_see(gcv_reasons *reasons, uint32_t type)
{
    if (reasons->seen[type] == reasons->n_rows) {
        return true;
    }
    reasons->seen[type] = reasons->n_rows;
    reasons->weight[type] = 0;
    reasons->count[type] = 0;
    return false;
}

/* Adds an object to its type, which was already seen. Returns `type` if it now retains more than
 * `best` (GCV_NONE: none yet), else `best`; of equals, the first in type order. */
static inline uint32_t gcv_reason_weigh(gcv_reasons *reasons, uint32_t type, uint64_t retained,
                                        uint32_t best)
{
    reasons->weight[type] += retained;
    reasons->count[type]++;
    return best == GCV_NONE || reasons->weight[type] > reasons->weight[best] ||
                   (reasons->weight[type] == reasons->weight[best] && type < best)
               ? type
               : best;
}

/* crowd_reason.c: appends what the members of a crowd are, what keeps them and how much they
 * retain. O(members and their children in the dominator tree). */
void gcv_describe_crowd(gcv_reasons *reasons, const gcv_crowd *crowd);

/* slices.c: appends what the parents of slices take, if that is half of what the row retains or
 * more. */
void gcv_reason_add_slices(gcv_reasons *reasons, const gcv_suspect *row);
void gcv_slice_sums_init(gcv_context *ctx, const gcv_suspect_input *input,
                         const gcv_dominator_tree *tree, gcv_slice_sums *out);
void gcv_slice_sums_release(gcv_context *ctx, gcv_slice_sums *sums); /* may be zeroed */

#endif
