/* suspect_chains.c - merged chains of suspects; see suspect_chains.h. */
#include "analysis/suspects/explain/suspect_chains.h"

#include "analysis/chains/chain_steps.h"
#include "analysis/suspects/find/fingerprint.h"
#include "analysis/type_kinds.h"
#include "base/text.h"
#include "heap/java_class.h"
#include "heap/root_label.h"

typedef struct gcv_chainer {
    gcv_context *ctx;
    const gcv_suspect_input *input;
    const gcv_paths *paths; /* as chains are shown */
    const gcv_crowds *crowds;
    gcv_suspect_chains *out;
    gcv_id_map starts; /* root records by hash of the label: the first with each label */
    uint32_t *row_of;  /* per type */
    uint32_t *family;  /* per type: its row, but one for all shapes, as of crowds */
    gcv_chain_steps steps;
    /* Of the current row. */
    gcv_chain_end_column ends;
    gcv_id_map shown; /* places in out->steps, by hash of the step */
    gcv_first_steps firsts;
    gcv_step_key_column keys;
    gcv_field_finder finder;
    const gcv_suspect_past *past;
    gcv_fingerprints fingerprints; /* only with an older dump */
    /* Of all rows: shown steps with several objects are sets. */
    gcv_set_members *members;
    uint32_t first_set;
} gcv_chainer;

/* ---- the objects of one row ----------------------------------------------------------------- */

static void mark_group(gcv_chainer *chainer, const gcv_suspect *row)
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
            gcv_chain_steps_mark(&chainer->steps, i);
        }
    }
    gcv_free(chainer->ctx, in);
}

static void mark_targets(gcv_chainer *chainer, const gcv_suspect *row)
{
    if (row->object != GCV_NONE) {
        gcv_chain_steps_mark(&chainer->steps, row->object);
    } else if (row->crowd != GCV_NONE) {
        const gcv_crowd *crowd = &chainer->crowds->all.data[row->crowd];
        for (uint32_t i = 0; i < crowd->n; i++) {
            gcv_chain_steps_mark(&chainer->steps, gcv_crowd_members(chainer->crowds, crowd)[i]);
        }
    } else {
        mark_group(chainer, row);
    }
}

/* ---- where their chains end ----------------------------------------------------------------- */

GCV_KEY(weight, gcv_suspect_weight(((const gcv_suspect_input *)payload)->heap,
                                   ((const gcv_suspect_input *)payload)->dominators, row));

/* How much more is held at an end than in the older dump. */
static uint64_t growth(gcv_chainer *chainer, const gcv_chain_end *end)
{
    gcv_fingerprint_of_chain(chainer->ctx, &chainer->fingerprints, end->first);
    const uint32_t at = gcv_id_map_get(chainer->ctx, &chainer->past->chains,
                                       chainer->fingerprints.hash[end->first]);
    const uint64_t past = at != GCV_NONE ? chainer->past->held.data[at] : 0;
    return gcv_excess(end->bytes, past);
}

/* Returns the first of the objects of the row where they have grown or retain the most; GCV_NONE:
 * the row has no objects. */
static uint32_t find_best(gcv_chainer *chainer, bool with_growth)
{
    const gcv_chain_end *best = NULL;
    uint64_t best_grown = 0;
    gcv_chain_steps_ends(&chainer->steps, weight, chainer->input, &chainer->ends);
    for (size_t i = 0; i < chainer->ends.n; i++) {
        const gcv_chain_end *end = &chainer->ends.data[i];
        const uint64_t grown = with_growth ? growth(chainer, end) : 0;
        if (best == NULL || (grown != best_grown         ? grown > best_grown
                             : end->bytes != best->bytes ? end->bytes > best->bytes
                                                         : end->first < best->first)) {
            best = end;
            best_grown = grown;
        }
    }
    return best != NULL ? best->first : GCV_NONE;
}

/* ---- the steps that are shown -------------------------------------------------------------- */

/* Shows the steps of the chain to an object. */
static void show_steps(gcv_chainer *chainer, uint32_t target)
{
    gcv_context *ctx = chainer->ctx;
    uint64_t step = 0;
    gcv_chain_steps_of(&chainer->steps, target, &chainer->keys);
    for (size_t i = 0; i < chainer->keys.n; i++) {
        const gcv_step_key *key = &chainer->keys.data[i];
        step = gcv_chain_step_of(ctx, step, key);
        if (i == 0) {
            chainer->firsts = (gcv_first_steps){{false}};
            gcv_first_steps_add(&chainer->firsts, key->label, key->type);
        }
        gcv_id_map_set(ctx, &chainer->shown, step, (uint32_t)chainer->out->steps.n);
        const bool is_record =
            key->previous == GCV_NONE && key->label < chainer->input->heap->roots.n;
        const gcv_suspect_step shown = {
            .type = key->type, .object = GCV_NONE, .root = is_record ? key->label : GCV_NONE};
        gcv_suspect_step_column_push(ctx, &chainer->out->steps, shown);
    }
}

/* Adds an object to the names of its step. */
static void name_step(gcv_chainer *chainer, uint32_t object, gcv_suspect_step *shown)
{
    const gcv_chain_steps *steps = &chainer->steps;
    const uint64_t step = steps->step[object];
    const uint32_t over = chainer->paths->parent[object];
    const bool along = over < GCV_ROOTED && steps->step[over] == step;
    const bool begins = !along && steps->step[steps->up[object]] == step;
    gcv_step_name_add(&chainer->finder, &shown->name, object, begins ? GCV_NONE : over, along);
}

/* Adds the objects of the shown steps, and names these. */
static void add_members(gcv_chainer *chainer)
{
    const gcv_heap *heap = chainer->input->heap;
    const bool has_names = gcv_heap_has_fields(heap);
    gcv_step_member member;
    for (size_t at = 0; gcv_chain_steps_next(&chainer->steps, &chainer->shown, &at, &member);) {
        gcv_suspect_step *step = &chainer->out->steps.data[member.step];
        step->objects++;
        step->object = step->objects == 1 ? member.object : GCV_NONE;
        const uint32_t row = gcv_heap_object_row(heap, member.object);
        if (step->objects == 1 || step->type == GCV_NONE) {
            step->type = step->objects == 1 ? row : GCV_NONE;
        } else if (step->type != row) {
            const uint32_t family = gcv_heap_type_family(heap, row);
            step->type = gcv_heap_type_family(heap, step->type) == family ? family : GCV_NONE;
        }
        step->bytes += gcv_heap_size(heap, member.object);
        if (has_names) {
            name_step(chainer, member.object, step);
        }
    }
}

/* Nothing but objects of the row may be below the deepest step that has a type. */
static void drop_empty_step(gcv_chainer *chainer, uint32_t target)
{
    gcv_suspect_step_column *steps = &chainer->out->steps;
    const size_t last = steps->n - 1;
    if (last > 0 && steps->data[last - 1].objects == 0) {
        steps->data[last - 1] = steps->data[last];
        steps->n = last;
        gcv_id_map_set(chainer->ctx, &chainer->shown, chainer->steps.step[target],
                       (uint32_t)last - 1);
    }
}

/* Makes sets of the steps of a row, from `first` on, that are several objects. */
static void make_sets(gcv_chainer *chainer, size_t first)
{
    gcv_context *ctx = chainer->ctx;
    const gcv_dominators *d = chainer->input->dominators;
    gcv_suspect_chains *out = chainer->out;
    uint32_t *set_of = gcv_alloc(ctx, out->steps.n - first, sizeof *set_of);
    for (size_t i = first; i < out->steps.n; i++) {
        gcv_suspect_step *step = &out->steps.data[i];
        if (step->object != GCV_NONE) {
            step->retained = d->retained[d->number[step->object]];
            set_of[i - first] = GCV_NONE;
        } else {
            set_of[i - first] = chainer->first_set + (uint32_t)out->sets.n;
            gcv_u32_column_push(ctx, &out->sets, (uint32_t)i);
        }
    }
    gcv_step_member member;
    for (size_t at = 0; gcv_chain_steps_next(&chainer->steps, &chainer->shown, &at, &member);) {
        if (set_of[member.step - first] != GCV_NONE) {
            gcv_set_members_add(ctx, chainer->members, member.object, set_of[member.step - first]);
        }
    }
    gcv_free(ctx, set_of);
}

static void add_row(gcv_chainer *chainer, const gcv_suspect *row)
{
    const size_t first = chainer->out->steps.n;
    mark_targets(chainer, row);
    gcv_chain_steps_part_ends(&chainer->steps);
    const uint32_t target = find_best(chainer, chainer->past->chains.n > 0 && gcv_is_group(row));
    if (target != GCV_NONE) {
        show_steps(chainer, target);
        (void)gcv_chain_steps_mark_chains(&chainer->steps, &chainer->firsts);
        add_members(chainer);
        drop_empty_step(chainer, target);
        make_sets(chainer, first);
    }
    gcv_chain_steps_clear(&chainer->steps);
    gcv_id_map_release(chainer->ctx, &chainer->shown);
    gcv_u32_column_push(chainer->ctx, &chainer->out->first, (uint32_t)chainer->out->steps.n);
}

/* ---- all rows ------------------------------------------------------------------------------ */

/* Roots with one label are one start; class objects are starts as they are. */
static uint32_t start_of(void *payload, uint32_t start)
{
    gcv_chainer *chainer = payload;
    const gcv_heap *heap = chainer->input->heap;
    return start < heap->roots.n ? gcv_step_start(chainer->ctx, &chainer->starts, heap, start)
                                 : start;
}

static void begin(gcv_chainer *chainer)
{
    const gcv_suspect_input *input = chainer->input;
    gcv_context *ctx = chainer->ctx;
    const gcv_heap *heap = input->heap;
    if (chainer->past->chains.n > 0) { /* else, growth is what is held */
        gcv_fingerprints_init(ctx, &chainer->fingerprints, heap, input->roots, input->paths, NULL);
    }
    chainer->row_of = gcv_alloc(ctx, heap->n_types, sizeof *chainer->row_of);
    chainer->family = gcv_alloc(ctx, heap->n_types, sizeof *chainer->family);
    for (uint32_t i = 0; i < heap->n_types; i++) {
        chainer->row_of[i] = gcv_heap_type_row(heap, i);
        chainer->family[i] = gcv_heap_type_family(heap, i);
    }
    const gcv_step_fields_side side = {heap, chainer->row_of, chainer->paths};
    const gcv_slice_column names = {heap->types.name, heap->n_types, heap->n_types};
    gcv_distinct_texts texts = {0};
    gcv_step_fields fields;
    gcv_step_fields_init(ctx, &side, 1, &names, &texts, &fields);
    const gcv_chain_step_query query = {.heap = heap,
                                        .roots = input->roots,
                                        .paths = chainer->paths,
                                        .type_of = chainer->family,
                                        .run_of = chainer->row_of,
                                        .deepest = GCV_MERGED_DEPTH,
                                        .start_of = start_of,
                                        .payload = chainer,
                                        .fields = &fields};
    gcv_chain_steps_init(ctx, &query, &chainer->steps);
    gcv_step_fields_release(&fields);
    gcv_distinct_texts_release(ctx, &texts);
    gcv_id_map_release(ctx, &chainer->starts);
}

void gcv_suspect_chains_collect(gcv_context *ctx, const gcv_suspect_query *query,
                                gcv_set_members *members, uint32_t first_set,
                                gcv_suspect_chains *out)
{
    *out = (gcv_suspect_chains){0};
    gcv_chainer chainer = {.ctx = ctx,
                           .input = query->input,
                           .paths = query->shown,
                           .crowds = &query->found->crowds,
                           .out = out,
                           .finder = {.ctx = ctx, .heap = query->input->heap},
                           .past = query->past,
                           .members = members,
                           .first_set = first_set};
    begin(&chainer);
    gcv_u32_column_push(ctx, &out->first, 0);
    for (size_t i = 0; i < query->n; i++) {
        if (i == out->n && i < GCV_SUSPECT_CHAINS_MAX && out->steps.n < GCV_SUSPECT_STEPS_MAX) {
            out->n++;
            add_row(&chainer, &query->found->rows.data[query->items[i]]);
        } else {
            gcv_u32_column_push(ctx, &out->first, (uint32_t)out->steps.n);
        }
    }
    gcv_chain_steps_release(&chainer.steps);
    GCV_FREE(ctx, chainer.row_of, chainer.family);
    GCV_RELEASE(ctx, &chainer.ends, &chainer.keys);
    gcv_field_finder_release(&chainer.finder);
    gcv_fingerprints_release(ctx, &chainer.fingerprints);
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
        gcv_slice_is_member(name_of_step(heap, step + 1), class_)) {
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
