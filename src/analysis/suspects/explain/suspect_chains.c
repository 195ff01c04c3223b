/* suspect_chains.c - merged chains of suspects; see suspect_chains.h. */
#include "analysis/suspects/explain/suspect_chains.h"

#include "analysis/chains/step_index.h"
#include "analysis/suspects/find/fingerprint.h"
#include "analysis/type_kinds.h"
#include "base/error.h"
#include "base/text.h"
#include "heap/java_class.h"
#include "heap/root_label.h"

/* A step of the current row. */
typedef struct gcv_tally_step {
    uint32_t objects, object;
    uint64_t bytes, held; /* held: what the objects whose chains end here retain, in sum, … */
    uint64_t grown;       /* … and how much more than in an older dump */
    uint32_t target;      /* first object, by domain and id, whose chain ends here; GCV_NONE */
    uint32_t set;         /* set of its objects; GCV_NONE: one object, or not shown */
    uint32_t shown;       /* its place in out->steps; GCV_NONE: not shown */
} gcv_tally_step;

GCV_COLUMN(gcv_tally_step_column, gcv_tally_step);

typedef struct gcv_chainer {
    gcv_context *ctx;
    const gcv_suspect_input *input;
    const gcv_crowds *crowds;
    gcv_suspect_chains *out;
    uint32_t class_type; /* of class objects in a Java heap: a chain through one begins there, as
                            its statics are what holds; GCV_NONE */
    uint32_t *root_of;   /* per object of the root set: its root record */
    gcv_id_map starts;   /* root records by hash of the label: the first with each label */
    /* Of the current row. */
    gcv_step_index index;
    gcv_tally_step_column steps;
    uint32_t *step_of;      /* per object; GCV_NONE: on no chain so far */
    gcv_u32_column placed;  /* objects that have a step */
    gcv_u32_column pending; /* objects whose steps are being found, the target first */
    gcv_field_finder finder;
    const gcv_suspect_past *past;
    gcv_fingerprints fingerprints; /* only with an older dump */
    /* Of all rows: shown steps with several objects are sets. */
    gcv_set_members *members;
    uint32_t first_set;
} gcv_chainer;

/* ---- the steps of one row ------------------------------------------------------------------ */

/* Finds the step of an object whose referrer on the chain already has one. */
static void place(gcv_chainer *chainer, uint32_t object)
{
    static const gcv_tally_step empty = {0, 0, 0, 0, 0, GCV_NONE, GCV_NONE, GCV_NONE};
    const gcv_heap *heap = chainer->input->heap;
    uint32_t type = gcv_heap_object_row(heap, object), step = 0, start;
    uint32_t over = chainer->input->paths->parent[object];
    if (over == GCV_ROOTED) {
        start = gcv_step_start(chainer->ctx, &chainer->starts, heap, chainer->root_of[object]);
        step = gcv_step_index_first(chainer->ctx, &chainer->index, start, type);
    } else if (type == chainer->class_type && object < GCV_NONE - heap->roots.n) {
        start = (uint32_t)heap->roots.n + object;
        step = gcv_step_index_first(chainer->ctx, &chainer->index, start, type);
    } else {
        step = gcv_step_index_next(chainer->ctx, &chainer->index, chainer->step_of[over], type,
                                   GCV_MERGED_DEPTH);
    }
    if (step == chainer->steps.n) {
        gcv_tally_step_column_push(chainer->ctx, &chainer->steps, empty);
    }
    gcv_u32_column_push(chainer->ctx, &chainer->placed, object);
    gcv_tally_step *s = &chainer->steps.data[step];
    chainer->step_of[object] = step;
    s->objects++;
    s->object = object;
    s->bytes += gcv_heap_size(heap, object);
}

static void add_target(gcv_chainer *chainer, uint32_t target)
{
    uint32_t at = target;
    chainer->pending.n = 0;
    for (; at < GCV_ROOTED && chainer->step_of[at] == GCV_NONE;
         at = chainer->input->paths->parent[at]) {
        gcv_u32_column_push(chainer->ctx, &chainer->pending, at);
    }
    while (chainer->pending.n > 0) {
        place(chainer, chainer->pending.data[--chainer->pending.n]);
    }
    gcv_tally_step *step = &chainer->steps.data[chainer->step_of[target]];
    step->held += gcv_suspect_weight(chainer->input->heap, chainer->input->dominators, target);
    step->target = target < step->target ? target : step->target;
}

static void add_group(gcv_chainer *chainer, const gcv_suspect *row)
{
    const gcv_suspect_input *input = chainer->input;
    const gcv_heap *heap = input->heap;
    bool *in = gcv_alloc(chainer->ctx, heap->n_types, sizeof *in);
    for (uint32_t i = 0; i < heap->n_types; i++) {
        in[i] = gcv_is_in_group(heap, row, i);
    }
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        if (in[heap->type.data[i]] && input->paths->parent[i] != GCV_NONE &&
            gcv_selection_has_place(input->selection, i)) {
            add_target(chainer, i);
        }
    }
    gcv_free(chainer->ctx, in);
}

static void add_targets(gcv_chainer *chainer, const gcv_suspect *row)
{
    if (row->object != GCV_NONE) {
        add_target(chainer, row->object);
        return;
    }
    if (row->crowd != GCV_NONE) {
        const gcv_crowd *crowd = &chainer->crowds->all.data[row->crowd];
        for (uint32_t i = 0; i < crowd->n; i++) {
            add_target(chainer, chainer->crowds->members.data[crowd->first + i]);
        }
        return;
    }
    add_group(chainer, row);
}

/* ---- the steps that are shown -------------------------------------------------------------- */

/* Shows a step. Its objects become a set, if they are several. */
static void show_step(gcv_chainer *chainer, uint32_t step)
{
    const gcv_step_key *key = &chainer->index.keys.data[step];
    gcv_tally_step *tally = &chainer->steps.data[step];
    gcv_suspect_chains *out = chainer->out;
    gcv_suspect_step shown = {
        .type = key->type,
        .object = tally->objects == 1 ? tally->object : GCV_NONE,
        .objects = tally->objects,
        .bytes = tally->bytes,
        .root = key->previous == GCV_NONE && key->start < chainer->input->heap->roots.n ? key->start
                                                                                        : GCV_NONE};
    tally->shown = (uint32_t)out->steps.n;
    if (shown.object != GCV_NONE) {
        const gcv_dominators *d = chainer->input->dominators;
        shown.retained = d->retained[d->number[shown.object]];
    } else {
        tally->set = chainer->first_set + (uint32_t)out->sets.n;
        gcv_u32_column_push(chainer->ctx, &out->sets, (uint32_t)out->steps.n);
    }
    gcv_suspect_step_column_push(chainer->ctx, &out->steps, shown);
}

/* Finds for each step how much more is held at its end than in the older dump. */
static void find_growth(gcv_chainer *chainer)
{
    gcv_context *ctx = chainer->ctx;
    for (size_t i = 0; i < chainer->steps.n; i++) {
        gcv_tally_step *step = &chainer->steps.data[i];
        if (step->target != GCV_NONE) {
            gcv_fingerprint_of_chain(ctx, &chainer->fingerprints, step->target);
            const uint64_t past =
                gcv_suspect_past_held(ctx, chainer->past, chainer->fingerprints.hash[step->target]);
            step->grown = step->held > past ? step->held - past : 0;
        }
    }
}

static bool is_better(const gcv_tally_step *step, const gcv_tally_step *best)
{
    return step->grown != best->grown ? step->grown > best->grown
           : step->held != best->held ? step->held > best->held
                                      : step->target < best->target;
}

/* Shows the steps down to the one whose objects of the row have grown or retain the most; of
 * equals, to the one with the first object. */
static void show_steps(gcv_chainer *chainer)
{
    uint32_t best = 0;
    for (uint32_t step = 1; step < chainer->steps.n; step++) {
        if (is_better(&chainer->steps.data[step], &chainer->steps.data[best])) {
            best = step;
        }
    }
    chainer->pending.n = 0;
    for (uint32_t step = best; chainer->steps.n > 0 && step != GCV_NONE;
         step = chainer->index.keys.data[step].previous) {
        gcv_u32_column_push(chainer->ctx, &chainer->pending, step);
    }
    while (chainer->pending.n > 0) {
        show_step(chainer, chainer->pending.data[--chainer->pending.n]);
    }
}

/* Adds an object to the names of its step. */
static void name_step(gcv_chainer *chainer, uint32_t object, gcv_suspect_step *shown)
{
    const uint32_t over = chainer->input->paths->parent[object], step = chainer->step_of[object];
    const bool along = over < GCV_ROOTED && chainer->step_of[over] == step;
    const bool begins = !along && chainer->index.keys.data[step].previous == GCV_NONE;
    gcv_step_name_add(&chainer->finder, &shown->name, object, begins ? GCV_NONE : over, along);
}

/* Puts the objects of the row into the sets of their steps, and names these. */
static void collect(gcv_chainer *chainer)
{
    const bool has_names = gcv_heap_has_fields(chainer->input->heap);
    for (size_t i = 0; i < chainer->placed.n; i++) {
        const uint32_t object = chainer->placed.data[i];
        const gcv_tally_step *step = &chainer->steps.data[chainer->step_of[object]];
        if (step->set != GCV_NONE) {
            gcv_set_members_add(chainer->ctx, chainer->members, object, step->set);
        }
        if (step->shown != GCV_NONE && has_names) {
            name_step(chainer, object, &chainer->out->steps.data[step->shown]);
        }
    }
}

static void clear(gcv_chainer *chainer)
{
    for (size_t i = 0; i < chainer->placed.n; i++) {
        chainer->step_of[chainer->placed.data[i]] = GCV_NONE;
    }
    chainer->placed.n = chainer->steps.n = 0;
    gcv_step_index_clear(chainer->ctx, &chainer->index);
}

static void add_row(gcv_chainer *chainer, const gcv_suspect *row)
{
    add_targets(chainer, row);
    if (chainer->past->chains.n > 0 && gcv_is_group(row)) {
        find_growth(chainer);
    }
    show_steps(chainer);
    collect(chainer);
    clear(chainer);
    gcv_u32_column_push(chainer->ctx, &chainer->out->first, (uint32_t)chainer->out->steps.n);
}

/* ---- all rows ------------------------------------------------------------------------------ */

static void start(gcv_chainer *chainer)
{
    const gcv_root_set *roots = chainer->input->roots;
    uint32_t n = chainer->input->heap->n_objects;
    chainer->class_type = gcv_java_class_type(chainer->input->heap);
    if (chainer->past->chains.n > 0) { /* else, growth is what is held */
        gcv_fingerprints_init(chainer->ctx, &chainer->fingerprints, chainer->input->heap, roots,
                              chainer->input->paths);
    }
    chainer->root_of = gcv_alloc(chainer->ctx, n, sizeof *chainer->root_of);
    chainer->step_of = gcv_alloc(chainer->ctx, n, sizeof *chainer->step_of);
    for (uint32_t i = 0; i < n; i++) {
        chainer->step_of[i] = GCV_NONE;
    }
    for (uint32_t i = 0; i < roots->n; i++) {
        chainer->root_of[roots->object[i]] = roots->root[i];
    }
}

void gcv_suspect_chains_collect(gcv_context *ctx, const gcv_suspect_query *query,
                                gcv_set_members *members, uint32_t first_set,
                                gcv_suspect_chains *out)
{
    *out = (gcv_suspect_chains){0};
    gcv_chainer chainer = {.ctx = ctx,
                           .input = query->input,
                           .crowds = &query->found->crowds,
                           .members = members,
                           .first_set = first_set,
                           .out = out,
                           .finder.ctx = ctx,
                           .finder.heap = query->input->heap,
                           .past = query->past};
    start(&chainer);
    gcv_u32_column_push(ctx, &out->first, 0);
    for (size_t i = 0; i < query->n; i++) {
        if (i == out->n && i < GCV_SUSPECT_CHAINS_MAX && out->steps.n < GCV_SUSPECT_STEPS_MAX) {
            out->n++;
            add_row(&chainer, &query->found->rows.data[query->items[i]]);
        } else {
            gcv_u32_column_push(ctx, &out->first, (uint32_t)out->steps.n);
        }
    }
    gcv_free(ctx, chainer.root_of);
    gcv_free(ctx, chainer.step_of);
    gcv_id_map_release(ctx, &chainer.starts);
    gcv_step_index_release(ctx, &chainer.index);
    gcv_field_finder_release(&chainer.finder);
    gcv_fingerprints_release(ctx, &chainer.fingerprints);
    gcv_tally_step_column_release(ctx, &chainer.steps);
    gcv_u32_column_release(ctx, &chainer.placed);
    gcv_u32_column_release(ctx, &chainer.pending);
}

static gcv_slice name_of_step(const gcv_heap *heap, const gcv_suspect_step *step)
{
    return step->object != GCV_NONE ? gcv_heap_object_name(heap, step->object)
                                    : gcv_slice_of(NULL, 0);
}

void gcv_suspect_step_root(gcv_context *ctx, const gcv_heap *heap, const gcv_suspect_step *step,
                           bool is_last, gcv_buffer *out)
{
    const gcv_slice class_ =
        step->object != GCV_NONE ? gcv_java_class_name(heap, step->object) : gcv_slice_of(NULL, 0);
    gcv_buffer_clear(out);
    if (class_.data != NULL && !is_last &&
        gcv_java_is_field_of(name_of_step(heap, step + 1), class_)) {
        gcv_buffer_append_str(ctx, out, "static ");
        gcv_buffer_append(ctx, out, name_of_step(heap, step + 1));
    } else if (step->root != GCV_NONE) {
        gcv_root_label(ctx, heap, &heap->roots.data[step->root], out);
    } else if (class_.data != NULL) {
        gcv_buffer_append_str(ctx, out, "static ");
        gcv_buffer_append(ctx, out, class_);
    }
}

void gcv_suspect_chains_take(gcv_suspect_chains *chains, const uint64_t *retained)
{
    for (size_t i = 0; i < chains->sets.n; i++) {
        chains->steps.data[chains->sets.data[i]].retained = retained[i];
    }
}

void gcv_suspect_chains_find(gcv_context *ctx, const gcv_suspect_query *query,
                             gcv_suspect_chains *out)
{
    gcv_set_members members;
    gcv_set_members_init(ctx, &members, query->input->heap);
    gcv_suspect_chains_collect(ctx, query, &members, 0, out);
    if (out->sets.n > 0) {
        uint64_t *retained = gcv_alloc(ctx, out->sets.n, sizeof *retained);
        gcv_set_members_retained(ctx, &members, query->input->roots, query->input->order,
                                 (uint32_t)out->sets.n, retained);
        gcv_suspect_chains_take(out, retained);
        gcv_free(ctx, retained);
    }
    gcv_set_members_release(ctx, &members);
}
