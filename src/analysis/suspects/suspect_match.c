/* suspect_match.c - what suspects retained in an older dump; see suspect_match.h. */
#include "analysis/suspects/suspect_matcher.h"

#include "base/error.h"

#include <string.h>

gcv_status gcv_suspect_past_find(gcv_context *ctx, gcv_suspect_past *past, const gcv_heap *heap,
                                 const uint8_t *sections, bool include_weak, gcv_error *err)
{
    gcv_status status;
    memset(past, 0, sizeof *past);
    past->heap = heap;
    past->sections = sections;
    status = gcv_root_set_find(ctx, heap, include_weak, &past->roots, err);
    return status == GCV_OK ? gcv_paths_find(ctx, heap, &past->roots, &past->paths, err) : status;
}

void gcv_suspect_past_release(gcv_context *ctx, gcv_suspect_past *past)
{
    gcv_paths_release(ctx, &past->paths);
    gcv_root_set_release(ctx, &past->roots);
    memset(past, 0, sizeof *past);
}

gcv_status gcv_suspects_match(gcv_context *ctx, const gcv_suspect_column *rows,
                              const gcv_suspect_past *past, uint64_t *retained, gcv_error *err)
{
    gcv_matcher matcher;
    gcv_status status;
    size_t i;
    memset(&matcher, 0, sizeof matcher);
    matcher.ctx = ctx;
    matcher.rows = rows;
    matcher.past = past;
    matcher.old = past->heap;
    matcher.retained = retained;
    for (i = 0; i < rows->n; i++) {
        retained[i] = GCV_NOT_REACHABLE;
    }
    status = gcv_match_objects(&matcher, err);
    if (status == GCV_OK) {
        status = gcv_match_groups(&matcher, err);
    }
    gcv_free(ctx, matcher.likely, matcher.old->n_types, sizeof *matcher.likely);
    gcv_like_column_release(ctx, &matcher.likes);
    gcv_id_map_release(ctx, &matcher.keys);
    gcv_id_map_release(ctx, &matcher.crowds);
    gcv_u64_column_release(ctx, &matcher.crowds_of);
    return status;
}
