/* object_holders.c - what holds an object: roots, a chain, the dominator; see object_parts.h. */
#include "report/object_parts.h"

#include "analysis/root_set.h"

#include <string.h>

gcv_status gcv_object_roots(gcv_object_writer *w, gcv_error *err)
{
    const gcv_heap *heap = w->report->heap;
    gcv_status status = GCV_OK;
    uint64_t n = 0, seen = 0, shown;
    uint32_t i;
    for (i = 0; i < heap->roots.n; i++) {
        n += heap->roots.data[i].object == w->object;
    }
    shown = gcv_object_shown(w, n);
    status = gcv_object_form_value(&w->form, gcv_object_key_of("roots", "root_count"),
                                   gcv_cell_count(n), err);
    gcv_writer_open_list(w->report->writer, "roots");
    for (i = 0; status == GCV_OK && i < heap->roots.n; i++) {
        const gcv_root *root = &heap->roots.data[i];
        if (root->object == w->object && seen++ < shown) {
            status = gcv_object_form_root(&w->form, gcv_object_key_of("root", NULL), root, err);
        }
    }
    gcv_writer_close_list(w->report->writer);
    return status == GCV_OK
               ? gcv_object_form_more(&w->form, gcv_object_key_of("more_roots", "more_roots"),
                                      n - shown, err)
               : status;
}

gcv_status gcv_object_dominator(gcv_object_writer *w, gcv_error *err)
{
    const gcv_object_key key = gcv_object_key_of("dominator", "dominator");
    const gcv_dominators *d = &w->retention->dominators;
    uint32_t number = d->number[w->object];
    uint32_t dominator = number != 0 ? d->dominator[number] : 0;
    return dominator == 0 ? gcv_object_form_value(&w->form, key, gcv_cell_none(), err)
                          : gcv_object_entry(w, key, d->object[dominator], 0, err);
}

static gcv_status write_chain_root(gcv_object_writer *w, const gcv_chain *chain, gcv_error *err)
{
    const gcv_root *root =
        gcv_root_set_record(w->report->heap, &w->retention->roots, chain->object[0]);
    return gcv_object_form_root(&w->form, gcv_object_key_of("chain_root", "chain_root"), root, err);
}

static gcv_status write_chain(gcv_object_writer *w, const gcv_chain *chain, gcv_error *err)
{
    const gcv_object_key key = gcv_object_key_of("more_chain", "more_chain");
    const bool nests = gcv_writer_nests(w->report->writer);
    /* The last step, the object itself, is never left out. */
    const uint64_t above = chain->length > 0 ? chain->length - 1 : 0;
    const uint64_t left_out = above - gcv_object_shown(w, above);
    gcv_status status = GCV_OK;
    uint32_t i;
    gcv_writer_open_list(w->report->writer, "chain");
    for (i = 0; status == GCV_OK && i < chain->length; i++) {
        if (left_out > 0 && i == w->top) {
            status = nests ? GCV_OK : gcv_object_form_more(&w->form, key, left_out, err);
            i = chain->length - 1;
        }
        if (status == GCV_OK) {
            status = gcv_object_use_field(w, i > 0 ? chain->object[i - 1] : GCV_NONE,
                                          chain->object[i], err);
        }
        if (status == GCV_OK) {
            status =
                gcv_object_entry(w, gcv_object_key_of("chain", NULL), chain->object[i], 0, err);
        }
    }
    gcv_writer_close_list(w->report->writer);
    return status == GCV_OK && nests ? gcv_object_form_more(&w->form, key, left_out, err) : status;
}

static gcv_status write_found_chain(gcv_object_writer *w, const gcv_chain *chain, gcv_error *err)
{
    gcv_status status =
        gcv_object_form_value(&w->form, gcv_object_key_of("chain_length", "chain_length"),
                              gcv_cell_count(chain->length), err);
    if (status == GCV_OK && chain->length > 0) {
        status = write_chain_root(w, chain, err);
    } else if (status == GCV_OK) {
        gcv_writer_value(w->report->writer, "chain_root", gcv_cell_none());
    }
    return status == GCV_OK ? write_chain(w, chain, err) : status;
}

gcv_status gcv_object_chain(gcv_object_writer *w, gcv_error *err)
{
    gcv_context *ctx = w->report->ctx;
    gcv_chain chain;
    gcv_status status = w->has_paths
                            ? gcv_constrained_paths_chain(ctx, &w->paths, w->object, &chain, err)
                            : gcv_chain_find(ctx, w->report->heap, &w->retention->roots, w->object,
                                             NULL, &chain, err);
    if (status == GCV_OK) {
        status = write_found_chain(w, &chain, err);
        gcv_chain_release(ctx, &chain);
    }
    return status;
}

gcv_status gcv_object_find_paths(gcv_object_writer *w, size_t n_objects, gcv_error *err)
{
    gcv_path_constraints none;
    if (n_objects < 2) {
        return GCV_OK;
    }
    memset(&none, 0, sizeof none);
    none.starts = &w->retention->roots;
    none.target = GCV_NONE;
    w->has_paths = true;
    return gcv_constrained_paths_find(w->report->ctx, w->report->heap, &none, &w->paths, err);
}
