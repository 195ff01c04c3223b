/* suspect_shared.c - adds shared objects (shared.h) to the crowds of rows. A run of
 * gcv_retained_on_chains() if there are any. */
#include "analysis/suspects/find/suspect_steps.h"

#include "analysis/set_members.h"

/* Puts the members and the shared objects of a crowd one behind the other. */
static void join(const gcv_search *search, gcv_crowds *crowds, gcv_crowd *crowd,
                 const uint64_t *shared, uint32_t n)
{
    gcv_u32_column *members = &crowds->members;
    const uint32_t first = (uint32_t)members->n;
    gcv_u32_column_reserve(search->ctx, members, crowd->n + n);
    for (uint32_t i = 0; i < crowd->n; i++) {
        members->data[members->n++] = members->data[crowd->first + i];
    }
    for (uint32_t i = 0; i < n; i++) {
        members->data[members->n++] = (uint32_t)shared[i];
    }
    crowd->first = first;
    crowd->shared = n;
}

void gcv_suspect_shared(const gcv_search *search, const gcv_u64_column *shared, gcv_suspects *out)
{
    gcv_context *ctx = search->ctx;
    gcv_set_members members;
    gcv_u32_column grown = {NULL, 0, 0};
    size_t end;
    if (shared->n == 0) {
        return;
    }
    gcv_set_members_init(ctx, &members, search->input->heap);
    for (size_t first = 0; first < shared->n; first = end) {
        const uint32_t item = (uint32_t)(shared->data[first] >> 32);
        for (end = first + 1; end < shared->n && shared->data[end] >> 32 == item; end++) {
        }
        gcv_crowd *crowd = &out->crowds.all.data[out->rows.data[item].crowd];
        join(search, &out->crowds, crowd, shared->data + first, (uint32_t)(end - first));
        for (uint32_t i = 0; i < gcv_crowd_size(crowd); i++) {
            gcv_set_members_add(ctx, &members, gcv_crowd_members(&out->crowds, crowd)[i],
                                (uint32_t)grown.n);
        }
        gcv_u32_column_push(ctx, &grown, item);
    }
    uint64_t *retained = gcv_set_members_retained(ctx, &members, search->input->roots,
                                                  search->input->paths, (uint32_t)grown.n);
    for (size_t i = 0; i < grown.n; i++) {
        gcv_suspect *row = &out->rows.data[grown.data[i]];
        row->retained = retained[i];
        row->objects += out->crowds.all.data[row->crowd].shared;
    }
    gcv_free(ctx, retained);
    gcv_u32_column_release(ctx, &grown);
}
