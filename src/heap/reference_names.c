/* reference_names.c - names of references; see reference_names.h. */
#include "heap/reference_names.h"

enum { LONGEST = 80 }; /* characters of a name */

gcv_field gcv_field_of(const gcv_heap *heap, uint32_t object, uint32_t reference)
{
    const gcv_fields *fields = &heap->fields;
    const size_t list = gcv_fields_first(fields, object, heap->type.data[object]);
    uint8_t kind;
    const uint32_t name = gcv_fields_get(fields, list, reference, &kind);
    gcv_field field = {(gcv_field_kind)kind, 0, {NULL, 0}};
    if (gcv_field_has_number(kind)) {
        field.number = name;
    } else {
        field.name = gcv_word_list_at(&heap->places.words, name);
    }
    return field;
}

uint32_t gcv_field_target(const gcv_heap *heap, uint32_t object, gcv_field_kind kind,
                          const char *name, uint32_t most)
{
    uint32_t n;
    const uint32_t *to = gcv_heap_references(heap, object, &n);
    for (uint32_t i = 0; i < n && i < most; i++) {
        const gcv_field field = gcv_field_of(heap, object, i);
        if (field.kind == kind && gcv_slice_is(field.name, name)) {
            return to[i];
        }
    }
    return GCV_NONE;
}

/* Whether a name needs no quotes: letters, digits, `_` and `$`, behind the `#` of a private name.
 * Characters beyond ASCII count as letters. */
static bool is_plain(gcv_slice name)
{
    for (size_t i = name.size > 1 && name.data[0] == '#'; i < name.size; i++) {
        const char c = name.data[i];
        if (!gcv_is_letter(c) && !gcv_is_digit(c) && c != '_' && c != '$' &&
            (unsigned char)c < 0x80) {
            return false;
        }
    }
    return name.size > 0;
}

/* The name of a symbol, which V8 writes as `<symbol NAME>`; data NULL: it is none. */
static gcv_slice symbol_of(gcv_slice name)
{
    static const char head[] = "<symbol ";
    const size_t n = sizeof head - 1;
    return gcv_slice_begins(name, head) && gcv_slice_ends(name, ">")
               ? gcv_slice_of(name.data + n, name.size - n - 1)
               : gcv_slice_of(NULL, 0);
}

void gcv_field_append(gcv_context *ctx, const gcv_field *field, gcv_buffer *out)
{
    static const char *const marks[][2] = {{"static ", ""}, {".", ""},
                                           {"->", ""},      {"[", "]"},
                                           {"{", "}"},      {"{", "}"}, /* by kind */
                                           {"[\"", "\"]"},  {"[Symbol(", ")]"}};
    enum { QUOTED = GCV_FIELD_KINDS, SYMBOL };
    const bool is_property = field->kind == GCV_FIELD_PROPERTY && !is_plain(field->name);
    const gcv_slice symbol = symbol_of(field->name);
    const bool is_symbol = is_property && symbol.data != NULL;
    const char *const *mark = marks[is_symbol ? SYMBOL : is_property ? QUOTED : (int)field->kind];
    gcv_buffer_append_str(ctx, out, mark[0]);
    if (gcv_field_has_number((uint8_t)field->kind)) {
        gcv_buffer_append_u64(ctx, out, field->number);
    } else {
        gcv_buffer_append_cut(ctx, out, is_symbol ? symbol : field->name, LONGEST);
    }
    gcv_buffer_append_str(ctx, out, mark[1]);
}

/* ---- references by their ends ------------------------------------------------------------- */

void gcv_field_finder_release(gcv_field_finder *finder)
{
    GCV_RELEASE(finder->ctx, &finder->order, &finder->start_of);
}

/* The references of one object. */
typedef struct reference_list {
    const gcv_heap *heap;
    uint32_t from, n;
    const uint32_t *to;
} reference_list;

/* Whether a reference tells more than another one to the same object: by kind, symbols after other
 * names, then by name, so that the choice does not depend on their order. */
static bool tells_more(const reference_list *list, uint32_t a, uint32_t b)
{
    const gcv_field x = gcv_field_of(list->heap, list->from, a);
    const gcv_field y = gcv_field_of(list->heap, list->from, b);
    const bool symbol = symbol_of(x.name).data != NULL;
    return x.kind != y.kind                             ? x.kind < y.kind
           : x.number != y.number                       ? x.number < y.number
           : symbol != (symbol_of(y.name).data != NULL) ? !symbol
                                                        : gcv_slice_compare(x.name, y.name) < 0;
}

GCV_KEY(key_to, ((const reference_list *)payload)->to[row]);

static uint32_t scan(const reference_list *list, uint32_t to)
{
    uint32_t best = GCV_NONE;
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->to[i] == to && (best == GCV_NONE || tells_more(list, i, best))) {
            best = i;
        }
    }
    return best;
}

/* Finds where the sorted references of an object begin in `order`; sorts them at the first call. Of
 * those to one object only the first counts. */
static uint32_t find_start(gcv_field_finder *finder, uint32_t from, const reference_list *list)
{
    gcv_u32_column *order = &finder->order;
    /* There are fewer than 2^32 references. */
    const uint32_t start = gcv_id_map_enter(finder->ctx, &finder->start_of, from, order->n);
    if (start < order->n) {
        return start;
    }
    gcv_u32_column_reserve(finder->ctx, order, list->n);
    for (uint32_t i = 0; i < list->n; i++) {
        order->data[order->n++] = i;
    }
    gcv_sort_by_key(finder->ctx, order->data + start, list->n, key_to, list, false);
    for (size_t i = order->n - 1; i-- > start;) { /* the first of equal ones is to tell most */
        uint32_t *pair = &order->data[i];
        if (list->to[pair[0]] == list->to[pair[1]] && tells_more(list, pair[1], pair[0])) {
            pair[0] = pair[1];
        }
    }
    return start;
}

uint32_t gcv_reference_between(gcv_field_finder *finder, uint32_t from, uint32_t to)
{
    enum { FEW = 32 };
    const gcv_heap *heap = finder->heap;
    reference_list list = {.heap = heap, .from = from};
    list.to = gcv_heap_references(heap, from, &list.n);
    if (list.n == 0) {
        return GCV_NONE; /* it has no list of names */
    }
    if (list.n <= FEW) {
        return scan(&list, to);
    }
    const uint32_t start = find_start(finder, from, &list), *order = finder->order.data + start;
    size_t below = 0;
    GCV_BISECT(below, list.n, at, list.to[order[at]] < to);
    return below < list.n && list.to[order[below]] == to ? order[below] : GCV_NONE;
}

bool gcv_field_between(gcv_field_finder *finder, uint32_t from, uint32_t to, gcv_field *out)
{
    const uint32_t at = gcv_reference_between(finder, from, to);
    *out = at != GCV_NONE ? gcv_field_of(finder->heap, from, at) : (gcv_field){0};
    return at != GCV_NONE;
}

/* ---- steps of merged chains ---------------------------------------------------------------- */

void gcv_common_name_add(gcv_field_finder *finder, gcv_common_name *name, uint32_t from,
                         uint32_t to)
{
    const gcv_heap *heap = finder->heap;
    if (name->differs) {
        return;
    }
    const uint32_t reference = gcv_reference_between(finder, from, to);
    if (reference == GCV_NONE) {
        return;
    }
    if (name->n++ == 0) {
        name->from = from;
        name->reference = reference;
        return;
    }
    const gcv_field first = gcv_field_of(heap, name->from, name->reference);
    const gcv_field other = gcv_field_of(heap, from, reference);
    name->differs = first.kind != other.kind || first.number != other.number ||
                    !gcv_slice_equal(first.name, other.name);
}

bool gcv_common_name_get(const gcv_heap *heap, const gcv_common_name *name, gcv_field *out)
{
    if (name->n == 0 || name->differs) {
        return false;
    }
    *out = gcv_field_of(heap, name->from, name->reference);
    return true;
}

bool gcv_step_is_run(const gcv_heap *heap, const gcv_step_name *name, uint64_t objects)
{
    gcv_field field;
    return gcv_common_name_get(heap, &name->along, &field) && !gcv_field_is_internal(&field) &&
           (uint64_t)name->along.n + 1 == objects;
}

void gcv_step_name_add(gcv_field_finder *finder, gcv_step_name *name, uint32_t object,
                       uint32_t over, bool along)
{
    const gcv_code_place *place = gcv_heap_place(finder->heap, object);
    const gcv_slice element = gcv_heap_element(finder->heap, object);
    name->place = !name->placed || name->place == place ? place : NULL;
    name->element =
        !name->placed || name->element.data == element.data ? element : gcv_slice_of(NULL, 0);
    name->placed = true;
    if (over != GCV_NONE) {
        gcv_common_name_add(finder, along ? &name->along : &name->into, over, object);
    }
}
