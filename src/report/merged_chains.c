/* merged_chains.c - chains of many objects, merged by the root and the types they pass.
 *
 * The chains of all targets form a tree of objects; folding objects with the same way of types from
 * the same kind of root gives a tree of steps. An object of the same type as its referrer on the
 * chain stays in that one's step, so a list of a million links is one step and not a million. Lists
 * whose types take turns are not folded, but what lies deeper than MAX_DEPTH steps is one last step
 * of any type. A merged chain is the way to a step that holds targets; its numbers say what is at
 * each step: how many objects, their bytes, and what they retain together (exactly, as a set).
 *
 * O(objects on chains), plus one run of gcv_retained_of_sets() for the steps that are shown.
 */
#include "report/chains.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/number.h"
#include "base/text.h"
#include "report/rows.h"

#include <string.h>

enum { MAX_DEPTH = 100 };

typedef struct gcv_step {
    uint32_t before; /* step; GCV_NONE: the first */
    uint32_t type;   /* GCV_NONE: any, below MAX_DEPTH */
    uint32_t root;   /* first step: a root record that stands for all with its label */
    uint32_t depth;
    uint32_t rank;           /* in the order of rank_steps() */
    uint64_t objects, bytes; /* on chains, at this step */
    uint32_t object;         /* one of them */
    uint64_t targets, target_bytes;
    uint32_t shown; /* set of its objects, if it is to be shown; GCV_NONE */
} gcv_step;

GCV_COLUMN(gcv_step_column, gcv_step);

typedef struct gcv_merge {
    gcv_report *report;
    const gcv_paths *paths;
    uint32_t *step_of; /* per object, GCV_NONE: not on a chain so far */
    gcv_step_column steps;
    uint32_t *index; /* steps by content; step + 1, 0: free */
    size_t n_index;
    gcv_u32_column way;      /* objects whose steps are being found */
    const uint32_t *root_of; /* per object of the root set: its root record */
    uint64_t *retained;      /* per shown step, n_retained of them */
    uint32_t n_retained;
    gcv_text_column label;
} gcv_merge;

/* ---- steps -------------------------------------------------------------------------------- */

static const gcv_root *root_at(const gcv_merge *merge, uint32_t root)
{
    return &merge->report->heap->roots.data[root];
}

static uint64_t hash_step(const gcv_merge *merge, uint32_t before, uint32_t type, uint32_t root)
{
    uint64_t h = gcv_hash_u64((uint64_t)before << 32 | type, merge->report->ctx->seed);
    if (root != GCV_NONE) {
        const gcv_root *r = root_at(merge, root);
        h = gcv_hash_u64((uint64_t)r->kind << 32 | r->flags, h);
        h = gcv_hash_u64(r->container, h);
        h = r->label.data != NULL ? gcv_hash_bytes(r->label.data, r->label.size, h) : h;
    }
    return h;
}

static bool same_root(const gcv_merge *merge, uint32_t a, uint32_t b)
{
    const gcv_root *x, *y;
    if (a == GCV_NONE || b == GCV_NONE) {
        return a == b;
    }
    x = root_at(merge, a);
    y = root_at(merge, b);
    return x->kind == y->kind && x->flags == y->flags && x->container == y->container &&
           gcv_slice_equal(x->label, y->label);
}

static void enter(gcv_merge *merge, uint32_t step)
{
    const gcv_step *s = &merge->steps.data[step];
    size_t mask = merge->n_index - 1;
    size_t at = hash_step(merge, s->before, s->type, s->root) & mask;
    while (merge->index[at] != 0) {
        at = (at + 1) & mask;
    }
    merge->index[at] = step + 1;
}

static gcv_status grow_index(gcv_merge *merge, gcv_error *err)
{
    gcv_context *ctx = merge->report->ctx;
    size_t n = merge->n_index == 0 ? 64 : merge->n_index * 2;
    uint32_t *index = gcv_alloc_zeroed(ctx, n, sizeof *index, err);
    uint32_t step;
    if (index == NULL) {
        return gcv_failed(err);
    }
    gcv_free(ctx, merge->index, merge->n_index, sizeof *index);
    merge->index = index;
    merge->n_index = n;
    for (step = 0; step < merge->steps.n; step++) {
        enter(merge, step);
    }
    return GCV_OK;
}

static gcv_status find_step(gcv_merge *merge, uint32_t before, uint32_t type, uint32_t root,
                            uint32_t *step, gcv_error *err)
{
    gcv_step fresh;
    gcv_status status = GCV_OK;
    size_t at, mask;
    if (merge->steps.n >= merge->n_index / 2) {
        status = grow_index(merge, err);
        if (status != GCV_OK) {
            return status;
        }
    }
    mask = merge->n_index - 1;
    for (at = hash_step(merge, before, type, root) & mask; merge->index[at] != 0;
         at = (at + 1) & mask) {
        const gcv_step *known = &merge->steps.data[merge->index[at] - 1];
        if (known->before == before && known->type == type && same_root(merge, known->root, root)) {
            *step = merge->index[at] - 1;
            return GCV_OK;
        }
    }
    memset(&fresh, 0, sizeof fresh);
    fresh.before = before;
    fresh.type = type;
    fresh.root = root;
    fresh.shown = GCV_NONE;
    fresh.depth = before == GCV_NONE ? 1 : merge->steps.data[before].depth + 1;
    status = gcv_step_column_push(merge->report->ctx, &merge->steps, fresh, err);
    *step = (uint32_t)(merge->steps.n - 1);
    if (status == GCV_OK) {
        enter(merge, *step);
    }
    return status;
}

/* The step of an object whose referrer on the chain has one already. */
static gcv_status place(gcv_merge *merge, uint32_t object, gcv_error *err)
{
    const gcv_heap *heap = merge->report->heap;
    uint32_t type = gcv_heap_type_row(heap, heap->type.data[object]), step;
    uint32_t parent = merge->paths->parent[object];
    gcv_status status = GCV_OK;
    if (parent == GCV_ROOTED) {
        status = find_step(merge, GCV_NONE, type, merge->root_of[object], &step, err);
    } else {
        step = merge->step_of[parent];
        if (merge->steps.data[step].type != type && merge->steps.data[step].depth <= MAX_DEPTH) {
            status =
                find_step(merge, step, merge->steps.data[step].depth < MAX_DEPTH ? type : GCV_NONE,
                          GCV_NONE, &step, err);
        }
    }
    if (status == GCV_OK) {
        gcv_step *s = &merge->steps.data[step];
        merge->step_of[object] = step;
        s->objects++;
        s->bytes += gcv_heap_size(heap, object);
        s->object = object;
    }
    return status;
}

static gcv_status add_target(gcv_merge *merge, uint32_t target, gcv_error *err)
{
    gcv_status status = GCV_OK;
    gcv_step *step;
    uint32_t at = target;
    merge->way.n = 0;
    while (status == GCV_OK && at < GCV_ROOTED && merge->step_of[at] == GCV_NONE) {
        status = gcv_u32_column_push(merge->report->ctx, &merge->way, at, err);
        at = merge->paths->parent[at];
    }
    while (status == GCV_OK && merge->way.n > 0) {
        status = place(merge, merge->way.data[--merge->way.n], err);
    }
    if (status == GCV_OK) {
        step = &merge->steps.data[merge->step_of[target]];
        step->targets++;
        step->target_bytes += gcv_heap_size(merge->report->heap, target);
    }
    return status;
}

/* Numbers the steps of the chains to be shown as sets; returns how many that are. */
static uint32_t mark_shown(gcv_merge *merge, const gcv_rows *rows)
{
    uint32_t n = 0, step;
    size_t i;
    for (i = 0; i < rows->items.n; i++) {
        for (step = rows->items.data[i]; step != GCV_NONE; step = merge->steps.data[step].before) {
            if (merge->steps.data[step].shown == GCV_NONE) {
                merge->steps.data[step].shown = n++;
            }
        }
    }
    return n;
}

/* Retained bytes of the steps to be shown, by their sets. Turns step_of into classes. */
static gcv_status find_retained(gcv_merge *merge, const gcv_root_set *roots, const gcv_rows *rows,
                                gcv_error *err)
{
    gcv_report *report = merge->report;
    gcv_set_classes classes;
    uint32_t i;
    memset(&classes, 0, sizeof classes);
    classes.n_classes = classes.n_sets = mark_shown(merge, rows);
    merge->n_retained = classes.n_sets;
    merge->retained = gcv_alloc(report->ctx, classes.n_sets, sizeof *merge->retained, err);
    if (merge->retained == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < report->heap->n_objects; i++) {
        if (merge->step_of[i] != GCV_NONE) {
            merge->step_of[i] = merge->steps.data[merge->step_of[i]].shown;
        }
    }
    classes.class_of = merge->step_of;
    return gcv_retained_of_sets(report->ctx, report->heap, roots, &classes, merge->retained, err);
}

/* ---- order of chains: bytes of the targets, then depth, then the way --------------------- */

static uint64_t key_bytes(const void *payload, uint32_t item)
{
    return ((const gcv_merge *)payload)->steps.data[item].target_bytes;
}

static int compare_first(const gcv_merge *merge, const gcv_step *a, const gcv_step *b)
{
    const gcv_root *x = root_at(merge, a->root), *y = root_at(merge, b->root);
    if (x->kind != y->kind) {
        return gcv_root_kind_rank(x->kind) < gcv_root_kind_rank(y->kind) ? -1 : 1;
    }
    if (x->container != y->container) {
        return x->container < y->container ? -1 : 1;
    }
    if (x->flags != y->flags) {
        return x->flags < y->flags ? -1 : 1;
    }
    if (!gcv_slice_equal(x->label, y->label)) {
        return gcv_slice_compare(x->label, y->label);
    }
    return a->type < b->type ? -1 : a->type > b->type;
}

/* Among steps of one depth, once the depth above is ranked. */
static bool by_way(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_merge *merge = payload;
    const gcv_step *x = &merge->steps.data[a], *y = &merge->steps.data[b];
    if (x->before == GCV_NONE) {
        return compare_first(merge, x, y) < 0;
    }
    if (x->before != y->before) {
        return merge->steps.data[x->before].rank < merge->steps.data[y->before].rank;
    }
    return x->type < y->type;
}

static bool by_rank(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_merge *merge = payload;
    return merge->steps.data[a].rank < merge->steps.data[b].rank;
}

/* Ranks steps by depth and, within a depth, by their ways from the root: one depth after the other,
 * since comparing whole ways would be quadratic on long chains. */
static gcv_status rank_steps(gcv_merge *merge, gcv_error *err)
{
    gcv_context *ctx = merge->report->ctx;
    size_t n = merge->steps.n, i;
    uint32_t *order = gcv_alloc(ctx, n, sizeof *order, err), rank = 0;
    uint32_t *first = gcv_alloc_zeroed(ctx, n + 2, sizeof *first, err); /* by depth, from 1 */
    gcv_status status = order == NULL || first == NULL ? gcv_failed(err) : GCV_OK;
    if (status == GCV_OK) {
        for (i = 0; i < n; i++) {
            first[merge->steps.data[i].depth + 1]++;
        }
        for (i = 1; i < n + 2; i++) {
            first[i] += first[i - 1];
        }
        for (i = 0; i < n; i++) {
            order[first[merge->steps.data[i].depth]++] = (uint32_t)i;
        }
    }
    /* Now first[d] is where depth d ends. */
    for (i = 1; status == GCV_OK && i <= n && rank < n; i++) {
        status = gcv_sort(ctx, order + first[i - 1], first[i] - first[i - 1], by_way, merge, err);
        for (; rank < first[i]; rank++) {
            merge->steps.data[order[rank]].rank = rank;
        }
    }
    gcv_free(ctx, order, n, sizeof *order);
    gcv_free(ctx, first, n + 2, sizeof *first);
    return status;
}

/* ---- writing ------------------------------------------------------------------------------ */

/* An id, or `*N` for N objects. */
static gcv_cell object_cell(const gcv_merge *merge, const gcv_step *step, char *buffer)
{
    if (step->objects == 1) {
        return gcv_object_id_cell(merge->report->heap, step->object);
    }
    buffer[0] = '*';
    (void)gcv_format_u64(buffer + 1, step->objects);
    return gcv_cell_str(buffer);
}

static gcv_status write_step(gcv_merge *merge, uint64_t chain, const gcv_step *step, gcv_error *err)
{
    gcv_report *report = merge->report;
    char buffer[GCV_NUMBER_MAX + 1];
    gcv_cell cells[GCV_CHAIN_CELLS];
    gcv_status status = GCV_OK;
    cells[0] = gcv_cell_count(chain);
    cells[1] = gcv_cell_count(step->depth);
    cells[2] = object_cell(merge, step, buffer);
    cells[3] = gcv_cell_bytes(step->bytes);
    cells[4] = gcv_cell_bytes(merge->retained[step->shown]);
    cells[5] = step->type != GCV_NONE ? gcv_type_cell(report->heap, step->type)
                                      : gcv_cell_str("<deeper, any type>");
    cells[5].indent = step->depth - 1;
    cells[6] = gcv_cell_none();
    if (step->root != GCV_NONE) {
        status = gcv_root_label(report->ctx, report->heap, root_at(merge, step->root),
                                &merge->label, err);
        cells[6] = gcv_text_cell(&merge->label);
    }
    return status == GCV_OK ? gcv_writer_row(report->writer, cells, err) : status;
}

static gcv_status write_chain(gcv_merge *merge, uint64_t chain, uint32_t last, gcv_error *err)
{
    gcv_status status = GCV_OK;
    merge->way.n = 0;
    while (status == GCV_OK && last != GCV_NONE) {
        status = gcv_u32_column_push(merge->report->ctx, &merge->way, last, err);
        last = merge->steps.data[last].before;
    }
    while (status == GCV_OK && merge->way.n > 0) {
        status = write_step(merge, chain, &merge->steps.data[merge->way.data[--merge->way.n]], err);
    }
    return status;
}

static gcv_status write_chains(gcv_merge *merge, const gcv_root_set *roots, gcv_error *err)
{
    const gcv_report_options *options = merge->report->options;
    gcv_row_order order;
    gcv_rows rows;
    gcv_status status = GCV_OK;
    uint32_t step;
    size_t i;
    order.payload = merge;
    order.key = key_bytes;
    order.ascending = false;
    order.tie = by_rank;
    gcv_rows_init(&rows, merge->report->ctx, &order, gcv_chain_limit(options, GCV_CHAINS_MERGED));
    for (step = 0; status == GCV_OK && step < merge->steps.n; step++) {
        const gcv_step *s = &merge->steps.data[step];
        if (s->targets > 0 && (!options->min.given || s->target_bytes >= options->min.value)) {
            status = gcv_rows_add(&rows, step, err);
        }
    }
    if (status == GCV_OK) {
        status = gcv_rows_finish(&rows, err);
    }
    if (status == GCV_OK) {
        status = find_retained(merge, roots, &rows, err);
    }
    if (status == GCV_OK) {
        status = gcv_report_begin(merge->report, gcv_chain_columns, GCV_CHAIN_CELLS, err);
    }
    for (i = 0; status == GCV_OK && i < rows.items.n; i++) {
        status = write_chain(merge, (uint64_t)i + 1, rows.items.data[i], err);
    }
    gcv_rows_release(&rows);
    return status;
}

/* ---- the report --------------------------------------------------------------------------- */

static gcv_status run(gcv_merge *merge, const gcv_root_set *roots, const gcv_u32_column *targets,
                      uint32_t *root_of, gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i;
    gcv_phase(merge->report->ctx, "merge");
    for (i = 0; i < roots->n; i++) {
        root_of[roots->object[i]] = roots->root[i];
    }
    memset(merge->step_of, 0xff,
           (size_t)merge->report->heap->n_objects * sizeof *merge->step_of); /* GCV_NONE */
    for (i = 0; status == GCV_OK && i < targets->n; i++) {
        status = add_target(merge, targets->data[i], err);
    }
    if (status == GCV_OK) {
        status = rank_steps(merge, err);
    }
    return status == GCV_OK ? write_chains(merge, roots, err) : status;
}

gcv_status gcv_merged_chains(gcv_report *report, const gcv_root_set *roots, const gcv_paths *paths,
                             const gcv_u32_column *targets, gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    uint32_t n = report->heap->n_objects;
    uint32_t *root_of = gcv_alloc(ctx, n, sizeof *root_of, err);
    gcv_merge merge;
    gcv_status status;
    memset(&merge, 0, sizeof merge);
    merge.report = report;
    merge.paths = paths;
    merge.root_of = root_of;
    merge.step_of = gcv_alloc(ctx, n, sizeof *merge.step_of, err);
    status = root_of == NULL || merge.step_of == NULL ? gcv_failed(err)
                                                      : run(&merge, roots, targets, root_of, err);
    gcv_free(ctx, root_of, n, sizeof *root_of);
    gcv_free(ctx, merge.step_of, n, sizeof *merge.step_of);
    gcv_free(ctx, merge.index, merge.n_index, sizeof *merge.index);
    gcv_free(ctx, merge.retained, merge.n_retained, sizeof *merge.retained);
    gcv_step_column_release(ctx, &merge.steps);
    gcv_u32_column_release(ctx, &merge.way);
    gcv_text_column_release(ctx, &merge.label);
    return status;
}
