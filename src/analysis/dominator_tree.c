/* dominator_tree.c - the dominator tree laid out; see dominator_tree.h.
 *
 * A dominator's number is lower than that of what it dominates, so sizes add up from the highest
 * number down, and places are handed out from the lowest up. */
#include "analysis/dominator_tree.h"

#include "base/error.h"

#include <string.h>

static void lay_out(gcv_dominated *out, const gcv_dominators *d)
{
    uint32_t *next = out->order; /* per number: place of its next child; then what it is for */
    uint32_t w;
    for (w = 0; w < out->n; w++) {
        out->size[w] = 1;
    }
    for (w = out->n - 1; w > 0; w--) {
        out->size[d->dominator[w]] += out->size[w];
    }
    out->at[0] = 0;
    next[0] = 1;
    for (w = 1; w < out->n; w++) {
        uint32_t over = d->dominator[w];
        out->at[w] = next[over];
        next[over] += out->size[w];
        next[w] = out->at[w] + 1;
    }
    for (w = 0; w < out->n; w++) {
        out->order[out->at[w]] = w;
    }
}

gcv_status gcv_dominated_init(gcv_context *ctx, gcv_dominated *out,
                              const gcv_dominators *dominators, gcv_error *err)
{
    out->n = dominators->n_reached + 1;
    out->size = gcv_alloc(ctx, out->n, sizeof *out->size, err);
    out->at = out->size != NULL ? gcv_alloc(ctx, out->n, sizeof *out->at, err) : NULL;
    out->order = out->at != NULL ? gcv_alloc(ctx, out->n, sizeof *out->order, err) : NULL;
    if (out->order == NULL) {
        gcv_dominated_release(ctx, out);
        return gcv_failed(err);
    }
    lay_out(out, dominators);
    return GCV_OK;
}

void gcv_list_dominated(const gcv_dominators *d, uint32_t *first, uint32_t *child)
{
    uint32_t w, sum = 0;
    for (w = 1; w <= d->n_reached; w++) {
        first[d->dominator[w]]++;
    }
    for (w = 0; w <= d->n_reached + 1; w++) {
        sum += first[w];
        first[w] = sum;
    }
    for (w = d->n_reached; w > 0; w--) {
        child[--first[d->dominator[w]]] = w;
    }
}

void gcv_dominated_release(gcv_context *ctx, gcv_dominated *dominated)
{
    gcv_free(ctx, dominated->size, dominated->n, sizeof *dominated->size);
    gcv_free(ctx, dominated->at, dominated->n, sizeof *dominated->at);
    gcv_free(ctx, dominated->order, dominated->n, sizeof *dominated->order);
    memset(dominated, 0, sizeof *dominated);
}
