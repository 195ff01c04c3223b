/* field_cell.c - names of references as DevTools writes them; see field_cell.h. */
#include "report/field_cell.h"

#include "base/sort.h"
#include "heap/heap.h"

enum { LONGEST = 80 }; /* characters of a name */

void gcv_report_warn_fields(const gcv_report *report)
{
    const gcv_heap *heap = report->in.heap;
    if (report->options->fields && heap->fields.first.n == 0 && heap->n_objects > 0) {
        gcv_report_warn(report, "--fields: a dump of the format %s has no names of references",
                        gcv_heap_format(heap));
    }
}

/* Whether a name needs no quotes: letters, digits, `_` and `$`. Characters beyond ASCII count as
 * letters. */
static bool is_plain(gcv_slice name)
{
    for (size_t i = 0; i < name.size; i++) {
        unsigned char c = (unsigned char)name.data[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '_' || c == '$' || c >= 0x80)) {
            return false;
        }
    }
    return name.size > 0;
}

static void append_field(gcv_context *ctx, const gcv_fields *fields, size_t at, gcv_buffer *out)
{
    static const char *const marks[][2] = {{"static ", ""}, {".", ""}, {"->", ""}, {"[", "]"},
                                           {"{", "}"},      {"{", "}"}}; /* by gcv_field_kind */
    const uint8_t kind = fields->kind.data[at];
    const uint32_t name = fields->name.data[at];
    bool quoted = kind == GCV_FIELD_PROPERTY && !is_plain(fields->names.data[name]);
    gcv_buffer_append_str(ctx, out, quoted ? "[\"" : marks[kind][0]);
    if (gcv_field_has_number(kind)) {
        gcv_buffer_append_u64(ctx, out, name);
    } else {
        gcv_buffer_append_cut(ctx, out, fields->names.data[name], LONGEST);
    }
    gcv_buffer_append_str(ctx, out, quoted ? "\"]" : marks[kind][1]);
}

void gcv_field_cell(gcv_field_finder *finder, uint32_t object, uint32_t reference, gcv_cell *out)
{
    const gcv_fields *fields = &finder->report->in.heap->fields;
    *out = gcv_cell_none();
    if (fields->first.n == 0) {
        return;
    }
    gcv_buffer_clear(&finder->text);
    append_field(finder->report->ctx, fields, (size_t)fields->first.data[object] + reference,
                 &finder->text);
    *out = gcv_cell_text(gcv_buffer_slice(&finder->text));
}

/* ---- references by their ends ------------------------------------------------------------- */

/* The references of one object. */
typedef struct reference_list {
    const uint32_t *to;
    const uint8_t *kind;
    uint32_t n;
} reference_list;

static bool comes_first(const void *payload, uint32_t a, uint32_t b)
{
    const reference_list *list = payload;
    return list->to[a] != list->to[b] ? list->to[a] < list->to[b] : list->kind[a] < list->kind[b];
}

static uint32_t scan(const reference_list *list, uint32_t to)
{
    uint32_t best = GCV_NONE;
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->to[i] == to && (best == GCV_NONE || list->kind[i] < list->kind[best])) {
            best = i;
        }
    }
    return best;
}

/* Finds where the sorted references of an object begin in `order`; sorts them at the first call. */
static uint32_t find_start(gcv_field_finder *finder, uint32_t from, const reference_list *list)
{
    gcv_context *ctx = finder->report->ctx;
    gcv_u32_column *order = &finder->order;
    uint32_t start = gcv_id_map_get(ctx, &finder->start_of, from);
    if (start != GCV_NONE) {
        return start;
    }
    start = (uint32_t)order->n; /* there are fewer than 2^32 references */
    gcv_u32_column_reserve(ctx, order, list->n);
    for (uint32_t i = 0; i < list->n; i++) {
        order->data[order->n++] = i;
    }
    gcv_sort(ctx, order->data + start, list->n, comes_first, list);
    gcv_id_map_set(ctx, &finder->start_of, from, start);
    return start;
}

static uint32_t search(const reference_list *list, const uint32_t *order, uint32_t to)
{
    uint32_t low = 0, high = list->n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list->to[order[middle]] < to) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < list->n && list->to[order[low]] == to ? order[low] : GCV_NONE;
}

void gcv_field_cell_between(gcv_field_finder *finder, uint32_t from, uint32_t to, gcv_cell *out)
{
    enum { FEW = 32 };
    const gcv_heap *heap = finder->report->in.heap;
    reference_list list;
    uint32_t found, start;
    *out = gcv_cell_none();
    if (heap->fields.first.n == 0) {
        return;
    }
    list.to = gcv_heap_references(heap, from, &list.n);
    list.kind = heap->fields.kind.data + heap->fields.first.data[from];
    if (list.n <= FEW) {
        found = scan(&list, to);
    } else {
        start = find_start(finder, from, &list);
        found = search(&list, finder->order.data + start, to);
    }
    if (found != GCV_NONE) {
        gcv_field_cell(finder, from, found, out);
    }
}
