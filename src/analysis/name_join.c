/* name_join.c - merges sorted lists of names; see name_join.h. */
#include "analysis/name_join.h"

#include "base/error.h"
#include "base/text.h"

/* Finds the lowest of the next names in all lists; false if all lists are at their end. */
static bool lowest(const gcv_name_list *lists, const uint32_t *at, size_t n_lists, gcv_slice *name)
{
    bool any = false;
    for (size_t i = 0; i < n_lists; i++) {
        if (at[i] < lists[i].n && (!any || gcv_slice_compare(lists[i].names[at[i]], *name) < 0)) {
            *name = lists[i].names[at[i]];
            any = true;
        }
    }
    return any;
}

static void add_row(gcv_context *ctx, gcv_name_join *join, const gcv_name_list *lists, uint32_t *at,
                    gcv_slice name)
{
    gcv_slice_column_push(ctx, &join->names, name);
    gcv_u32_column_reserve(ctx, &join->indexes, join->n_lists);
    for (size_t i = 0; i < join->n_lists; i++) {
        bool here = at[i] < lists[i].n && gcv_slice_equal(lists[i].names[at[i]], name);
        join->indexes.data[join->indexes.n++] = here ? at[i]++ : GCV_NONE;
    }
}

void gcv_name_join_find(gcv_context *ctx, const gcv_name_list *lists, size_t n_lists,
                        gcv_name_join *out)
{
    uint32_t *at = gcv_alloc_zeroed(ctx, n_lists, sizeof *at);
    gcv_slice name = {NULL, 0};
    *out = (gcv_name_join){.n_lists = n_lists};
    while (lowest(lists, at, n_lists, &name)) {
        if (out->names.n < GCV_NONE) {
            add_row(ctx, out, lists, at, name);
        } else {
            gcv_fail(ctx, GCV_ERR_LIMIT, "more than 4294967295 names to compare");
        }
    }
    gcv_free(ctx, at);
}
