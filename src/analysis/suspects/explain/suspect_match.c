/* suspect_match.c - what suspects retained in an older dump; see suspect_match.h. */
#include "analysis/suspects/explain/suspect_matcher.h"

#include "base/error.h"

void gcv_suspects_match(gcv_context *ctx, const gcv_suspect_column *rows,
                        const gcv_selection *selection, gcv_basis *past, uint64_t *retained,
                        uint32_t *objects)
{
    gcv_matcher matcher = {0};
    matcher.ctx = ctx;
    matcher.rows = rows;
    matcher.selection = selection;
    matcher.past = past;
    matcher.old = gcv_basis_rest(past);
    matcher.past_selection = gcv_basis_rest_selection(past);
    matcher.retained = retained;
    matcher.objects = objects;
    for (size_t i = 0; i < rows->n; i++) {
        retained[i] = GCV_NOT_REACHABLE;
        objects[i] = rows->data[i].object != GCV_NONE ? GCV_NONE : 0;
    }
    gcv_match_objects(&matcher);
    gcv_match_groups(&matcher);
    gcv_free(ctx, matcher.likely);
    gcv_like_column_release(ctx, &matcher.likes);
    gcv_id_map_release(ctx, &matcher.keys);
    gcv_id_map_release(ctx, &matcher.crowds);
    gcv_u64_column_release(ctx, &matcher.crowds_of);
}
