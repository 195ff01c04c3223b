/* past_elements.c - crowds of elements of a page whose chains and ids are others in an older dump;
 * see past_matcher.h. */
#include "analysis/suspects/explain/past_matcher.h"

#include "analysis/type_kinds.h"

/* Returns a key of the type of an element and its start tag, if it has one. */
static uint64_t key_of(const gcv_past_matcher *matcher, const gcv_heap *heap, uint32_t object)
{
    const gcv_slice type = heap->types.name[heap->type.data[object]];
    const gcv_slice tag = gcv_heap_element(heap, object);
    const gcv_slice told = tag.data != NULL ? tag : type;
    return gcv_hash_bytes(told.data, told.size, matcher->ctx->seed);
}

/* A row of a crowd that the older dump lacks, of those whose elements have one key. */
typedef struct lacking_row {
    uint32_t next;   /* of this key; GCV_NONE */
    uint32_t wanted; /* objects of it and of those after it */
    uint32_t n;      /* elements of the older dump that it was given */
    uint32_t had;    /* the first: elements of the older dump with this key … */
    uint32_t at;     /* … and the first row that has fewer of them than it has objects now */
} lacking_row;

/* Finds the rows; `first`: by key. */
static void find_rows(const gcv_past_matcher *matcher, lacking_row *rows, gcv_id_map *first)
{
    const gcv_heap *now = matcher->input->heap;
    for (uint32_t i = (uint32_t)matcher->rows->n; i-- > 0;) {
        const gcv_crowd *crowd = gcv_past_lacking(matcher, i);
        const uint32_t member =
            crowd != NULL ? gcv_crowd_members(&matcher->found->crowds, crowd)[crowd->n / 2] : 0;
        if (crowd != NULL && gcv_is_element(now->types.name[now->type.data[member]])) {
            const uint64_t key = key_of(matcher, now, member);
            const uint32_t next = gcv_id_map_get(matcher->ctx, first, key);
            rows[i] = (lacking_row){.next = next, .at = i};
            rows[i].wanted = crowd->n + (next != GCV_NONE ? rows[next].wanted : 0);
            gcv_id_map_set(matcher->ctx, first, key, i);
        }
    }
}

/* Gives an element to the first row of its key that is not full; to the last, if all are. */
static void add_element(gcv_past_matcher *matcher, lacking_row *rows, uint32_t first,
                        uint32_t object)
{
    const uint32_t at = rows[first].at;
    const bool full = rows[at].n == matcher->rows->data[at].objects && rows[at].next != GCV_NONE;
    rows[first].at = full ? rows[at].next : at;
    rows[rows[first].at].n++;
    gcv_past_add_to_crowd(matcher, matcher->set[rows[first].at], object);
}

void gcv_past_match_elements(gcv_past_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    lacking_row *rows = gcv_alloc(ctx, matcher->rows->n, sizeof *rows);
    gcv_id_map first = {NULL, 0, 0};
    find_rows(matcher, rows, &first);
    for (int pass = 0; pass < 2 && first.entries != NULL; pass++) {
        for (size_t i = 0; i < matcher->loose.n; i++) {
            const uint32_t object = matcher->loose.data[i].object;
            const uint32_t row = gcv_id_map_get(ctx, &first, key_of(matcher, matcher->old, object));
            if (row != GCV_NONE && pass == 0) {
                rows[row].had++;
            } else if (row != GCV_NONE && (gcv_heap_element(matcher->old, object).data != NULL ||
                                           rows[row].had >= rows[row].wanted)) {
                add_element(matcher, rows, row, object);
            }
        }
    }
    gcv_id_map_release(ctx, &first);
    gcv_free(ctx, rows);
}
