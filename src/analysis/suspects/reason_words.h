/* reason_words.h - what the sentences about suspects are put together from; nobody else includes
 * this.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_REASON_WORDS_H
#define GCV_ANALYSIS_SUSPECTS_REASON_WORDS_H

#include "analysis/suspects/suspects.h"
#include "base/buffer.h"

/* So much of the end of a chain is looked at. */
enum { GCV_CHAIN_END = 64 };

typedef struct gcv_reasons {
    gcv_context *ctx;
    const gcv_suspect_input *input;
    const gcv_suspects *found;
    /* Per type, for the current row; weight and count are those of the immediate children. */
    uint32_t *seen;   /* value of n_rows at the last row with objects of the type */
    uint64_t *weight; /* bytes that children of the type retain */
    uint32_t *count;  /* children of the type */
    uint32_t n_rows;  /* rows so far */
    gcv_buffer text;  /* the reason of the last row */
    gcv_buffer label; /* of a root */
} gcv_reasons;

static inline void gcv_reason_add(gcv_reasons *reasons, const char *words, gcv_error *err)
{
    gcv_buffer_append_str(reasons->ctx, &reasons->text, words, err);
}

static inline void gcv_reason_add_name(gcv_reasons *reasons, gcv_slice name, gcv_error *err)
{
    gcv_buffer_append(reasons->ctx, &reasons->text, name, err);
}

static inline void gcv_reason_add_number(gcv_reasons *reasons, uint64_t number, gcv_error *err)
{
    gcv_buffer_append_u64(reasons->ctx, &reasons->text, number, err);
}

/* Adds `count` and the word for it: `one` for 1, `many` for any other number. */
static inline void gcv_reason_add_count(gcv_reasons *reasons, uint64_t count, const char *one,
                                        const char *many, gcv_error *err)
{
    gcv_reason_add_number(reasons, count, err);
    gcv_reason_add(reasons, count == 1 ? one : many, err);
}

static inline gcv_slice gcv_reason_name_of(const gcv_reasons *reasons, uint32_t object)
{
    const gcv_heap *heap = reasons->input->heap;
    return heap->types.name[heap->type.data[object]];
}

/* Begins to add up by type (rows of types) for another suspect. */
static inline void gcv_reason_weigh_none(gcv_reasons *reasons) { reasons->n_rows++; }

/* Whether the type was seen for this suspect; if not, its weight and its count begin at 0. */
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

/* Adds an object of a type that was seen; returns which of `best` (GCV_NONE: none yet) and the type
 * retains more. */
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

#endif
