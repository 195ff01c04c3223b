/* object_holders.c - what holds an object: roots, a chain, the dominator; see object_parts.h. */
#include "analysis/analyses.h"
#include "report/object_parts.h"

#include "analysis/root_set.h"

void gcv_object_roots(gcv_object_writer *w)
{
    const gcv_heap *heap = w->report->in.heap;
    uint64_t n = 0, seen = 0;
    for (uint32_t i = 0; i < heap->roots.n; i++) {
        n += heap->roots.data[i].object == w->object;
    }
    uint64_t shown = gcv_object_shown(w, n);
    gcv_object_form_value(&w->form, gcv_object_key_of("roots", "root_count"), gcv_cell_count(n));
    gcv_writer_open_list(w->report->out.writer, "roots");
    for (uint32_t i = 0; i < heap->roots.n; i++) {
        const gcv_root *root = &heap->roots.data[i];
        if (root->object == w->object && seen++ < shown) {
            gcv_object_form_root(&w->form, gcv_object_key_of("root", NULL), root);
        }
    }
    gcv_writer_close_list(w->report->out.writer);
    gcv_object_form_more(&w->form, gcv_object_key_of("more_roots", "more_roots"), n - shown);
}

void gcv_object_dominator(gcv_object_writer *w)
{
    const gcv_object_key key = gcv_object_key_of("dominator", "dominator");
    const gcv_dominators *d = &w->basis->dominators;
    uint32_t number = d->number[w->object];
    uint32_t dominator = number != 0 ? d->dominator[number] : 0;
    if (dominator == 0) {
        gcv_object_form_value(&w->form, key, gcv_cell_none());
    } else {
        gcv_object_entry(w, key, d->object[dominator], 0);
    }
}

static void write_chain_root(gcv_object_writer *w, const gcv_chain *chain)
{
    const gcv_root *root =
        gcv_root_set_record(w->report->in.heap, &w->basis->roots, chain->object[0]);
    gcv_object_form_root(&w->form, gcv_object_key_of("chain_root", "chain_root"), root);
}

static void write_chain(gcv_object_writer *w, const gcv_chain *chain)
{
    const gcv_object_key key = gcv_object_key_of("more_chain", "more_chain");
    const bool nests = gcv_writer_nests(w->report->out.writer);
    /* The last step, the object itself, is never left out. */
    const uint64_t above = chain->length > 0 ? chain->length - 1 : 0;
    const uint64_t left_out = above - gcv_object_shown(w, above);
    gcv_writer_open_list(w->report->out.writer, "chain");
    for (uint32_t i = 0; i < chain->length; i++) {
        if (left_out > 0 && i == w->top) {
            if (!nests) {
                gcv_object_form_more(&w->form, key, left_out);
            }
            i = chain->length - 1;
        }
        gcv_object_use_field(w, i > 0 ? chain->object[i - 1] : GCV_NONE, chain->object[i]);
        gcv_object_entry(w, gcv_object_key_of("chain", NULL), chain->object[i], 0);
    }
    gcv_writer_close_list(w->report->out.writer);
    if (nests) {
        gcv_object_form_more(&w->form, key, left_out);
    }
}

static void write_found_chain(gcv_object_writer *w, const gcv_chain *chain)
{
    gcv_object_form_value(&w->form, gcv_object_key_of("chain_length", "chain_length"),
                          gcv_cell_count(chain->length));
    if (chain->length > 0) {
        write_chain_root(w, chain);
    } else {
        gcv_writer_value(w->report->out.writer, "chain_root", gcv_cell_none());
    }
    write_chain(w, chain);
}

void gcv_object_chain(gcv_object_writer *w)
{
    gcv_context *ctx = w->report->ctx;
    gcv_chain chain;
    if (w->has_paths) {
        gcv_constrained_paths_chain(ctx, &w->paths, w->object, &chain);
    } else {
        gcv_chain_compute(ctx, w->report->in.heap, &w->basis->roots, w->object, NULL, &chain);
    }
    write_found_chain(w, &chain);
    gcv_chain_release(ctx, &chain);
}

void gcv_object_find_paths(gcv_object_writer *w, size_t n_objects)
{
    if (n_objects < 2) {
        return;
    }
    gcv_path_constraints none = {0};
    none.starts = &w->basis->roots;
    none.target = GCV_NONE;
    w->has_paths = true;
    gcv_constrained_paths_find(w->report->ctx, w->report->in.heap, &none, &w->paths);
}
