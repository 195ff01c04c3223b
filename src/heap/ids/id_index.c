/* id_index.c - the choice between pages and a table; see id_index.h. */
#include "heap/ids/id_index.h"

#include <string.h>

/* With fewer ids than this, pages are not worth their memory: a file may have a million tiny
 * sections. */
enum { FEW_IDS = 2048 };

bool gcv_id_index_build(gcv_context *ctx, gcv_id_index *index, const gcv_id_column *ids,
                        size_t begin, size_t end, gcv_u32_column *duplicates)
{
    size_t first_duplicate = duplicates->n;
    gcv_id_survey found;
    bool fits = false;
    gcv_id_survey_find(&found, ids, begin, end);
    bool ordered = found.ordered;
    memset(index, 0, sizeof *index);
    if (end - begin >= FEW_IDS) {
        fits = gcv_id_pages_build(ctx, &index->as.pages, &found, duplicates);
    }
    if (!fits) {
        gcv_id_pages_release(ctx, &index->as.pages);
        duplicates->n = first_duplicate;
        index->hashed = true;
        gcv_id_table_build(ctx, &index->as.table, ids, begin, end - begin, duplicates);
    }
    index->n = (uint32_t)(end - begin - (duplicates->n - first_duplicate));
    return ordered;
}

void gcv_id_index_find_batch(const gcv_id_index *index, const gcv_id_column *ids, size_t begin,
                             size_t n, uint32_t *ranks)
{
    if (index->hashed) {
        gcv_id_table_find_batch(&index->as.table, ids, begin, n, ranks);
    } else {
        gcv_id_pages_find_batch(&index->as.pages, ids, begin, n, ranks);
    }
}

uint64_t gcv_id_index_id(const gcv_id_index *index, uint32_t rank)
{
    return index->hashed ? index->as.table.ids[rank] : gcv_id_pages_id(&index->as.pages, rank);
}

void gcv_id_index_ids(const gcv_id_index *index, const uint32_t *ranks, size_t n, uint64_t *ids)
{
    if (!index->hashed) {
        gcv_id_pages_ids(&index->as.pages, ranks, n, ids);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        ids[i] = index->as.table.ids[ranks[i]];
    }
}

void gcv_id_index_list(const gcv_id_index *index, uint64_t *ids)
{
    if (!index->hashed) {
        gcv_id_pages_list(&index->as.pages, ids);
    } else if (index->n > 0) {
        memcpy(ids, index->as.table.ids, index->n * sizeof *ids);
    }
}

void gcv_id_index_shrink(gcv_context *ctx, gcv_id_index *index)
{
    if (index->hashed) {
        gcv_id_table_shrink(ctx, &index->as.table);
    }
}

void gcv_id_index_release(gcv_context *ctx, gcv_id_index *index)
{
    if (index->hashed) {
        gcv_id_table_release(ctx, &index->as.table);
    } else {
        gcv_id_pages_release(ctx, &index->as.pages);
    }
}
