/* suspect_reason.c - one sentence that says why something is a suspect; see reason_words.h. */
#include "analysis/suspects/explain/reason_words.h"

#include "analysis/heap_kinds.h"
#include "analysis/type_kinds.h"

/* ---- slices that keep large parents ------------------------------------------------------- */

/* A slice of V8 refers to a part of another string, its parent, which stays in memory as a whole.
 * Sums along the dominator tree tell for any object in O(1) what the slices below it keep.
 * O(objects), 12 bytes per reachable object. */
static void init_slices(gcv_context *ctx, const gcv_suspect_input *input,
                        const gcv_dominator_tree *tree, gcv_slice_sums *out)
{
    const gcv_dominators *d = input->dominators;
    const uint32_t slice = gcv_heap_type_named(input->heap, gcv_slice_str("(sliced string)"));
    *out = (gcv_slice_sums){0};
    if (slice == GCV_NONE) {
        return;
    }
    out->n = gcv_alloc_zeroed(ctx, (size_t)tree->n + 1, sizeof *out->n);
    out->bytes = gcv_alloc_zeroed(ctx, (size_t)tree->n + 1, sizeof *out->bytes);
    for (uint32_t at = 1; at < tree->n; at++) {
        const uint32_t w = tree->order[at], object = d->object[w];
        const uint64_t kept = d->retained[w] - gcv_heap_size(input->heap, object);
        const bool is = gcv_heap_object_row(input->heap, object) == slice;
        out->n[at + 1] = out->n[at] + (is && kept > 0);
        out->bytes[at + 1] = out->bytes[at] + (is ? kept : 0);
    }
}

/* Adds what the slices at or below an object keep. */
static void add_slices_below(const gcv_reasons *reasons, uint32_t object, uint64_t *n,
                             uint64_t *bytes)
{
    const gcv_dominator_tree *tree = reasons->tree;
    const uint32_t w = reasons->dominators->number[object];
    const uint32_t end = gcv_dominator_tree_end(tree, w);
    *n += reasons->slices.n[end] - reasons->slices.n[tree->at[w]];
    *bytes += reasons->slices.bytes[end] - reasons->slices.bytes[tree->at[w]];
}

/* Appends what the parents of slices take, if that is half of what the row retains or more. */
static void add_slices(gcv_reasons *reasons, const gcv_suspect *row)
{
    uint64_t n = 0, bytes = 0;
    if (reasons->slices.n == NULL) {
        return;
    }
    if (row->object != GCV_NONE) {
        add_slices_below(reasons, row->object, &n, &bytes);
    }
    const gcv_crowd *crowd = gcv_crowd_of(reasons->found, row);
    for (uint32_t i = 0; crowd != NULL && crowd->tops == crowd->n && i < crowd->n; i++) {
        add_slices_below(reasons, gcv_reason_members(reasons, crowd)[i], &n, &bytes);
    }
    if (n > 0 && bytes >= row->retained / 2) {
        gcv_reason_add(reasons, "; ");
        gcv_reason_add_count(reasons, n, " slice keeps a parent of ", " slices keep parents of ");
        gcv_reason_add_count(reasons, bytes / n, " byte", " bytes");
        gcv_reason_add(reasons, n > 1 && bytes % n > 0 ? " on average" : "");
    }
}

/* ---- all objects of a type or namespace --------------------------------------------------- */

/* Returns what the nearest object of the program on the chain to an object refers to there;
 * GCV_NONE: the object itself, or there is none. */
static uint32_t held_above(const gcv_reasons *reasons, uint32_t object)
{
    uint32_t below;
    const uint32_t over = gcv_reason_nearest(reasons, object, gcv_reason_is_of_program, &below);
    return over != GCV_NONE && below != object ? below : GCV_NONE;
}

static bool is_of_author(const gcv_reasons *reasons, uint32_t object)
{
    const uint32_t no_class = GCV_TYPE_RECORD | GCV_TYPE_CLOSURE | GCV_TYPE_SCOPE;
    const uint32_t kinds = gcv_reason_kinds_of(reasons, object);
    const gcv_code_place *place = gcv_reason_class_place(reasons, object);
    return gcv_kinds_are_of_author(kinds) && (kinds & no_class) == 0 &&
           (!gcv_heap_is_v8(reasons->heap) || gcv_reason_is_of_script(reasons, place));
}

/* Returns the nearest object of a class of the author on the chain to an object; GCV_NONE: there is
 * none. */
static uint32_t of_author_above(const gcv_reasons *reasons, uint32_t object)
{
    return gcv_reason_nearest(reasons, object, is_of_author, NULL);
}

static uint32_t class_above(const gcv_reasons *reasons, uint32_t object)
{
    const uint32_t over = of_author_above(reasons, object);
    return over != GCV_NONE ? gcv_heap_object_row(reasons->heap, over) : GCV_NONE;
}

static uint32_t held_above_class(const gcv_reasons *reasons, uint32_t object)
{
    const uint32_t over = of_author_above(reasons, object);
    return over != GCV_NONE ? held_above(reasons, over) : GCV_NONE;
}

/* Appends how many of the objects of a type are behind something. */
static void add_number_of(gcv_reasons *reasons, uint32_t n, size_t all)
{
    if (n < all) {
        gcv_reason_add_amount(reasons, ", ", n, " of them behind ");
    } else {
        gcv_reason_add(reasons, ", all behind ");
    }
}

static void add_one_held(gcv_reasons *reasons, uint32_t held)
{
    gcv_reason_add_name(reasons, "one ", gcv_reason_name_of(reasons, held));
    (void)gcv_reason_add_held(reasons, reasons->parent[held], held);
}

/* Where more than half of the objects of a type are behind one field or variable of the program,
 * appends that: `, 28 of them behind one Array, .workers of one RenderFarm (src/farm.js:3)`; or
 * each behind an object of one class, and these: `, all behind CsvExport (src/export.js:3) in one
 * Set, the variable running of src/export.js`. False: they are not. */
static bool add_most(gcv_reasons *reasons, const gcv_u32_column *members)
{
    uint32_t n, n_held, held = gcv_reason_most(reasons, members->data, members->n, held_above, &n);
    if (held != GCV_NONE) {
        add_number_of(reasons, n, members->n);
        add_one_held(reasons, held);
        return true;
    }
    const uint32_t row = gcv_reason_most(reasons, members->data, members->n, class_above, &n);
    for (size_t i = 0; row != GCV_NONE; i++) {
        if (class_above(reasons, members->data[i]) == row) {
            add_number_of(reasons, n, members->n);
            gcv_reason_add_class(reasons, of_author_above(reasons, members->data[i]));
            break;
        }
    }
    held = gcv_reason_most(reasons, members->data, members->n, held_above_class, &n_held);
    if (row != GCV_NONE && held != GCV_NONE && n_held == n) {
        gcv_reason_add(reasons, " in ");
        add_one_held(reasons, held);
    }
    return row != GCV_NONE;
}

/* Appends where the objects of a type are, if that is one place: a field or variable, or the stacks
 * of threads that do the same. */
static void add_place(gcv_reasons *reasons, const gcv_suspect *row, const gcv_reached *of)
{
    enum { MOST = 10000 }; /* objects whose chains are followed */
    gcv_u32_column members = {NULL, 0, 0};
    uint32_t n;
    if (of->n > MOST) {
        return;
    }
    for (uint32_t at = of->first; at <= of->last; at++) {
        const uint32_t object = reasons->dominators->object[reasons->tree->order[at]];
        if (gcv_is_in_group(reasons->heap, row, reasons->heap->type.data[object])) {
            gcv_u32_column_push(reasons->ctx, &members, object);
        }
    }
    if (!(gcv_heap_has_fields(reasons->heap) && add_most(reasons, &members)) &&
        row->root_kind == GCV_ROOT_KIND_LOCAL &&
        gcv_reason_common_label(reasons, members.data, (uint32_t)members.n, &n)) {
        gcv_reason_add_holder(reasons, ", all behind the roots ",
                              gcv_buffer_slice(&reasons->label));
    }
    gcv_u32_column_release(reasons->ctx, &members);
}

static const char *hint_of_group(const gcv_suspect *row)
{
    return row->type == GCV_NONE                       ? "no type of it is that large alone"
           : gcv_is_event_handler(row->name)           ? "event handlers keep their targets"
           : gcv_is_delegate(row->name)                ? "delegates keep their targets"
           : gcv_is_timer(row->name)                   ? "timers keep what they call"
           : row->root_kind == GCV_ROOT_KIND_FINALIZER ? "the finalizer queue holds them"
                                                       : NULL;
}

/* Appends how many objects of a type or namespace retain how much, and where they are; returns the
 * likely cause, NULL: unknown. */
static const char *describe_group(gcv_reasons *reasons, const gcv_suspect *row)
{
    const bool is_type = row->type != GCV_NONE;
    gcv_reason_add_count(reasons, row->objects, is_type ? " " : " object of the namespace ",
                         is_type ? " " : " objects of the namespace ");
    const size_t at = reasons->text.text.n;
    gcv_reason_add_name(reasons, "", row->name);
    gcv_reason_said(reasons, GCV_SAID_WHAT, at);
    gcv_reason_add(reasons, row->objects == 1 ? " retains " : " retain ");
    gcv_reason_add_count(reasons, row->retained, " byte", " bytes");
    if (row->objects > 1) {
        gcv_reason_add_amount(reasons, " together, the largest of them ", row->largest, "");
    }
    const gcv_reached *of = row->type != GCV_NONE ? &reasons->of[row->type] : NULL;
    if (of != NULL && of->n > 1) {
        const size_t end = reasons->text.text.n;
        gcv_reason_add_behind(reasons, "; all are behind one ", of->first, of->last);
        if (reasons->text.text.n == end) {
            add_place(reasons, row, of);
        }
    }
    return hint_of_group(row);
}

/* ---- all of it ---------------------------------------------------------------------------- */

void gcv_reasons_add_fingerprint(gcv_reasons *reasons, const gcv_suspect *row)
{
    char text[GCV_FINGERPRINT_DIGITS + 1];
    gcv_fingerprint_text(row->fingerprint, text);
    gcv_buffer_print(reasons->ctx, &reasons->text, " [%s]", text);
}

void gcv_reasons_describe(gcv_reasons *reasons, const gcv_suspect *row, const uint64_t *old)
{
    gcv_buffer_clear(&reasons->text);
    memset(reasons->said, 0, sizeof reasons->said);
    reasons->of_list = NULL;
    const char *hint = NULL;
    if (row->crowd != GCV_NONE) {
        gcv_describe_crowd(reasons, row);
    } else {
        hint = row->object != GCV_NONE ? gcv_describe_object(reasons, row)
                                       : describe_group(reasons, row);
    }
    if (hint != NULL) {
        gcv_reason_add(reasons, "; ");
        gcv_reason_add(reasons, hint);
    }
    add_slices(reasons, row);
    if (old != NULL && *old == GCV_NOT_REACHABLE) {
        gcv_reason_add(reasons, "; new since the baseline");
    } else if (old != NULL) {
        gcv_reason_add_amount(reasons, "; grew by ", row->retained - *old, " bytes from ");
        gcv_reason_add_number(reasons, *old);
    }
}

void gcv_reasons_init(gcv_context *ctx, gcv_reasons *out, const gcv_suspect_input *input,
                      const gcv_suspects *found)
{
    uint32_t n_types = input->heap->n_types;
    *out = (gcv_reasons){.ctx = ctx,
                         .heap = input->heap,
                         .roots = input->roots,
                         .parent = input->paths->parent,
                         .dominators = input->dominators,
                         .tree = &found->tree,
                         .found = found,
                         .finder.ctx = ctx,
                         .finder.heap = input->heap};
    out->seen = gcv_alloc_zeroed(ctx, n_types, sizeof *out->seen);
    out->weight = gcv_alloc(ctx, n_types, sizeof *out->weight);
    out->count = gcv_alloc(ctx, n_types, sizeof *out->count);
    out->of = gcv_alloc_zeroed(ctx, n_types, sizeof *out->of);
    for (uint32_t at = 1; at < found->tree.n; at++) {
        const uint32_t object = input->dominators->object[found->tree.order[at]];
        const uint32_t shape = gcv_heap_object_row(input->heap, object);
        const uint32_t family = gcv_heap_object_family(input->heap, object);
        gcv_reached *of = &out->of[family];
        of->first = of->n == 0 ? at : of->first;
        of->last = at;
        of->n++;
        out->of[shape].n += shape != family;
    }
    init_slices(ctx, input, &found->tree, &out->slices);
    out->class_places = gcv_class_places(ctx, input->heap);
}
