/* past_elsewhere.c - objects and crowds that the older dump lacks, but what they hold was elsewhere
 * there; see past_matcher.h.
 *
 * What another collection held before, or another field, seems to be new. O(objects), and for each
 * such row O(objects below it); few rows are below each other, since each retains less than 70 % of
 * what the next one above it does. */
#include "analysis/suspects/explain/past_matcher.h"

#include "analysis/type_kinds.h"
#include "base/text.h"
#include "heap/shapes.h"

/* Objects of a type, joined by name. */
typedef struct type_sum {
    uint32_t n;
    uint64_t bytes;
} type_sum;

typedef struct weigher {
    const gcv_past_matcher *matcher;
    type_sum *grew;         /* per type row: by how much it grew */
    type_sum *below;        /* per type row: what there is below the row */
    gcv_u32_column touched; /* types of which there is any */
    uint64_t all;           /* bytes by which all of them together grew */
} weigher;

static uint32_t excess(uint32_t a, uint32_t b) { return a > b ? a - b : 0; }
static uint64_t excess_bytes(uint64_t a, uint64_t b) { return a > b ? a - b : 0; }

/* Sums up the reachable objects of each type that are selected. */
static type_sum *sum_types(gcv_context *ctx, const gcv_heap *heap, const gcv_dominators *d,
                           const gcv_selection *selection)
{
    type_sum *sum = gcv_alloc_zeroed(ctx, heap->n_types, sizeof *sum);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        if (d->number[i] != 0 && gcv_selection_has_place(selection, i)) {
            type_sum *of = &sum[gcv_heap_object_row(heap, i)];
            of->n++;
            of->bytes = gcv_add_capped(of->bytes, gcv_heap_size(heap, i));
        }
    }
    return sum;
}

static void find_growth(weigher *w)
{
    const gcv_past_matcher *matcher = w->matcher;
    const gcv_heap *now = matcher->input->heap;
    type_sum *before = sum_types(matcher->ctx, matcher->old, matcher->d, matcher->selection);
    uint64_t bytes = 0, had = 0;
    w->grew = sum_types(matcher->ctx, now, matcher->input->dominators, matcher->input->selection);
    for (uint32_t t = 0; t < matcher->old->n_types; t++) {
        had = gcv_add_capped(had, before[t].bytes);
    }
    for (uint32_t t = 0; t < now->n_types; t++) {
        type_sum *of = &w->grew[t];
        const uint32_t old =
            of->n > 0 ? gcv_heap_type_named(matcher->old, now->types.name[t]) : GCV_NONE;
        bytes = gcv_add_capped(bytes, of->bytes);
        if (old != GCV_NONE) {
            of->n = excess(of->n, before[old].n);
            of->bytes = excess_bytes(of->bytes, before[old].bytes);
        }
    }
    w->all = excess_bytes(bytes, had);
    w->below = gcv_alloc_zeroed(matcher->ctx, now->n_types, sizeof *w->below);
    gcv_free(matcher->ctx, before);
}

/* Whether a type is the program's, and no collection: there may be as many of these in any program.
 */
static bool tells(const gcv_past_matcher *matcher, uint32_t type)
{
    const uint32_t kinds = matcher->found->kinds[type];
    const gcv_slice name = matcher->input->heap->types.name[type];
    return ((kinds & GCV_TYPE_MINE) != 0 && !gcv_type_is_nameless(name) &&
            (kinds & (GCV_KEEPS_ANY | GCV_TYPE_CLOSURE | GCV_TYPE_SCOPE)) == 0) ||
           gcv_is_shape(name);
}

/* Adds an object and all that it dominates, and returns the position after these. */
static uint32_t add_below(weigher *w, uint32_t at)
{
    const gcv_dominators *d = w->matcher->input->dominators;
    const gcv_dominator_tree *tree = &w->matcher->found->tree;
    const gcv_heap *heap = w->matcher->input->heap;
    const uint32_t end = gcv_dominator_tree_end(tree, tree->order[at]);
    for (; at < end; at++) {
        const uint32_t object = d->object[tree->order[at]];
        const uint32_t type = gcv_heap_object_row(heap, object);
        if (w->below[type].n++ == 0) {
            gcv_u32_column_push(w->matcher->ctx, &w->touched, type);
        }
        w->below[type].bytes = gcv_add_capped(w->below[type].bytes, gcv_heap_size(heap, object));
    }
    return end;
}

static void add_row(weigher *w, const gcv_suspect *row)
{
    const gcv_past_matcher *matcher = w->matcher;
    const gcv_crowd *crowd = gcv_crowd_of(matcher->found, row);
    const uint32_t *objects =
        crowd != NULL ? gcv_crowd_members(&matcher->found->crowds, crowd) : &row->object;
    const uint32_t n = crowd != NULL ? gcv_crowd_size(crowd) : 1;
    uint32_t end = 0, *at = gcv_tree_positions(matcher->ctx, matcher->input->dominators,
                                               &matcher->found->tree, objects, n);
    for (uint32_t i = 0; i < n; i++) {
        end = at[i] >= end ? add_below(w, at[i]) : end;
    }
    gcv_free(matcher->ctx, at);
}

/* Finds what of all below a row exceeds the growth of its types; forgets what there was. */
static void take_elsewhere(weigher *w, uint32_t item)
{
    const gcv_suspect *row = &w->matcher->rows->data[item];
    const gcv_heap *heap = w->matcher->input->heap;
    uint64_t told = 0, elsewhere = 0, bytes = 0;
    uint32_t objects = 0;
    for (size_t i = 0; i < w->touched.n; i++) {
        const uint32_t type = w->touched.data[i];
        const type_sum below = w->below[type];
        const uint32_t n = excess(below.n, w->grew[type].n);
        told += tells(w->matcher, type) ? below.n : 0;
        elsewhere += tells(w->matcher, type) ? n : 0;
        bytes = gcv_add_capped(bytes, excess_bytes(below.bytes, w->grew[type].bytes));
        objects += gcv_heap_type_family(heap, type) == row->type ? n : 0;
        w->below[type] = (type_sum){0, 0};
    }
    w->touched.n = 0;
    if (told > 0 && elsewhere * 4 >= told * 3) {
        const uint64_t least = excess_bytes(row->retained, w->all);
        bytes = bytes > least ? bytes : least;
        w->matcher->retained[item] = bytes < row->retained ? bytes : row->retained;
        if (row->crowd != GCV_NONE) {
            w->matcher->objects[item] = objects;
        }
    }
}

/* Whether a row is new: a name that the dump lacks may be that of anything. */
static bool is_new(const gcv_past_matcher *matcher, const gcv_suspect *row, uint64_t before)
{
    return before == GCV_NOT_REACHABLE && !gcv_is_group(row) && !gcv_type_is_nameless(row->name) &&
           (row->object == GCV_NONE ||
            gcv_selection_has_place(matcher->input->selection, row->object));
}

void gcv_past_match_elsewhere(const gcv_past_matcher *matcher)
{
    weigher w = {.matcher = matcher};
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        if (is_new(matcher, &matcher->rows->data[i], matcher->retained[i])) {
            if (w.grew == NULL) {
                find_growth(&w);
            }
            add_row(&w, &matcher->rows->data[i]);
            take_elsewhere(&w, i);
        }
    }
    GCV_FREE(matcher->ctx, w.grew, w.below);
    gcv_u32_column_release(matcher->ctx, &w.touched);
}
