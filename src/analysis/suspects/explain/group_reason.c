/* group_reason.c - sentences about all objects of a type or namespace; see reason_words.h. */
#include "analysis/suspects/explain/reason_words.h"

#include "analysis/type_kinds.h"

/* Returns what the nearest object of the program on the chain to an object refers to there;
 * GCV_NONE: the object itself, or there is none. */
static uint32_t held_above(const gcv_reasons *reasons, uint32_t object)
{
    const uint32_t *parent = reasons->input->paths->parent;
    for (int i = 0; i < GCV_CHAIN_END && parent[object] < GCV_ROOTED; i++) {
        if (gcv_reason_is_of_program(reasons, parent[object])) {
            return i > 0 ? object : GCV_NONE;
        }
        object = parent[object];
    }
    return GCV_NONE;
}

/* Returns the nearest object of a class of the author on the chain to an object; GCV_NONE: there is
 * none. */
static uint32_t of_author_above(const gcv_reasons *reasons, uint32_t object)
{
    const uint32_t *parent = reasons->input->paths->parent;
    const uint32_t no_class = GCV_TYPE_RECORD | GCV_TYPE_CLOSURE | GCV_TYPE_SCOPE;
    for (int i = 0; i < GCV_CHAIN_END && parent[object] < GCV_ROOTED; i++) {
        object = parent[object];
        const uint32_t kinds = gcv_reason_kinds_of(reasons, object);
        const gcv_code_place *place = gcv_reason_class_place(reasons, object);
        if (gcv_kinds_are_of_author(kinds) && (kinds & no_class) == 0 &&
            (!gcv_heap_is_v8(reasons->input->heap) || gcv_reason_is_of_script(reasons, place))) {
            return object;
        }
    }
    return GCV_NONE;
}

/* What most objects of a type have in common. */
typedef uint32_t (*gcv_trait)(const gcv_reasons *reasons, uint32_t object);

static uint32_t class_above(const gcv_reasons *reasons, uint32_t object)
{
    const uint32_t over = of_author_above(reasons, object);
    return over != GCV_NONE ? gcv_heap_object_row(reasons->input->heap, over) : GCV_NONE;
}

static uint32_t held_above_class(const gcv_reasons *reasons, uint32_t object)
{
    const uint32_t over = of_author_above(reasons, object);
    return over != GCV_NONE ? held_above(reasons, over) : GCV_NONE;
}

/* Returns what more than half of the objects have in common, and in `*n` how many; GCV_NONE:
 * nothing. */
static uint32_t most_have(const gcv_reasons *reasons, const gcv_u32_column *members,
                          gcv_trait trait, uint32_t *n)
{
    uint32_t most = GCV_NONE, lead = 0; /* by a majority vote */
    for (size_t i = 0; i < members->n; i++) {
        const uint32_t has = trait(reasons, members->data[i]);
        most = lead == 0 ? has : most;
        lead = has == most ? lead + 1 : lead - 1;
    }
    *n = 0;
    for (size_t i = 0; i < members->n && most != GCV_NONE; i++) {
        *n += trait(reasons, members->data[i]) == most;
    }
    return *n > members->n / 2 ? most : GCV_NONE;
}

/* Appends how many of the objects of a type are behind something. */
static void add_number_of(gcv_reasons *reasons, uint32_t n, size_t all)
{
    gcv_reason_add(reasons, ", ");
    if (n < all) {
        gcv_reason_add_number(reasons, n);
    }
    gcv_reason_add(reasons, n < all ? " of them behind " : "all behind ");
}

static void add_one_held(gcv_reasons *reasons, uint32_t held)
{
    gcv_reason_add_name(reasons, "one ", gcv_reason_name_of(reasons, held));
    (void)gcv_reason_add_held(reasons, reasons->input->paths->parent[held], held);
}

/* Where more than half of the objects of a type are behind one field or variable of the program,
 * appends that: `, 28 of them behind one Array, .workers of one RenderFarm (src/farm.js:3)`; or
 * each behind an object of one class, and these: `, all behind CsvExport (src/export.js:3) in one
 * Set, the variable running of src/export.js`. False: they are not. */
static bool add_most(gcv_reasons *reasons, const gcv_u32_column *members)
{
    uint32_t n, n_held, held = most_have(reasons, members, held_above, &n);
    if (held != GCV_NONE) {
        add_number_of(reasons, n, members->n);
        add_one_held(reasons, held);
        return true;
    }
    const uint32_t row = most_have(reasons, members, class_above, &n);
    for (size_t i = 0; row != GCV_NONE; i++) {
        if (class_above(reasons, members->data[i]) == row) {
            add_number_of(reasons, n, members->n);
            gcv_reason_add_class(reasons, of_author_above(reasons, members->data[i]));
            break;
        }
    }
    held = row != GCV_NONE ? most_have(reasons, members, held_above_class, &n_held) : GCV_NONE;
    if (held != GCV_NONE && n_held == n) {
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
    const gcv_heap *heap = reasons->input->heap;
    gcv_u32_column members = {NULL, 0, 0};
    if (of->n > MOST) {
        return;
    }
    for (uint32_t at = of->first; at <= of->last; at++) {
        const uint32_t object = reasons->input->dominators->object[reasons->found->tree.order[at]];
        if (gcv_is_in_group(heap, row, heap->type.data[object])) {
            gcv_u32_column_push(reasons->ctx, &members, object);
        }
    }
    if (!(gcv_heap_has_fields(heap) && add_most(reasons, &members)) &&
        row->root_kind == GCV_ROOT_KIND_LOCAL &&
        gcv_reason_common_label(reasons, members.data, (uint32_t)members.n)) {
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

const char *gcv_describe_group(gcv_reasons *reasons, const gcv_suspect *row)
{
    gcv_reason_add_number(reasons, row->objects);
    if (row->type == GCV_NONE) {
        gcv_reason_add(reasons, row->objects == 1 ? " object" : " objects");
    }
    gcv_reason_add(reasons, row->type == GCV_NONE ? " of the namespace " : " ");
    const size_t at = reasons->text.text.n;
    gcv_reason_add_name(reasons, "", row->name);
    gcv_reason_said(reasons, GCV_SAID_WHAT, at);
    gcv_reason_add(reasons, row->objects == 1 ? " retains " : " retain ");
    gcv_reason_add_count(reasons, row->retained, " byte", " bytes");
    if (row->objects > 1) {
        gcv_reason_add(reasons, " together, the largest of them ");
        gcv_reason_add_number(reasons, row->largest);
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
