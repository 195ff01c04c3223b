/* field_cell.c - names of references as DevTools writes them; see field_cell.h. */
#include "report/field_cell.h"

#include "heap/heap.h"

enum { LONGEST = 80 }; /* characters of a name */

void gcv_report_warn_fields(const gcv_report *report)
{
    const gcv_heap *heap = report->heap;
    if (report->options->fields && heap->fields.first.n == 0 && heap->n_objects > 0) {
        gcv_report_warn(report, "--fields: a dump of the format %s has no names of references",
                        gcv_heap_format(heap));
    }
}

static void append_cut(gcv_context *ctx, gcv_buffer *out, gcv_slice name, gcv_error *err)
{
    gcv_slice rest = name;
    size_t n = 0;
    while (rest.size > 0 && n < LONGEST) {
        (void)gcv_utf8_next(&rest);
        n++;
    }
    gcv_buffer_append(ctx, out, gcv_slice_of(name.data, name.size - rest.size), err);
    gcv_buffer_append_str(ctx, out, rest.size > 0 ? "\xe2\x80\xa6" : "", err);
}

/* Letters, digits, `_` and `$`; any character beyond ASCII counts as a letter. */
static bool is_plain(gcv_slice name)
{
    size_t i;
    for (i = 0; i < name.size; i++) {
        unsigned char c = (unsigned char)name.data[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '_' || c == '$' || c >= 0x80)) {
            return false;
        }
    }
    return name.size > 0;
}

static void append_field(gcv_context *ctx, const gcv_fields *fields, size_t at, gcv_buffer *out,
                         gcv_error *err)
{
    static const char *const marks[][2] = {
        {".", ""}, {"->", ""}, {"[", "]"}, {"{", "}"}, {"{", "}"}}; /* gcv_field_kind */
    const uint8_t kind = fields->kind.data[at];
    const uint32_t name = fields->name.data[at];
    bool quoted = kind == GCV_FIELD_PROPERTY && !is_plain(fields->names.data[name]);
    gcv_buffer_append_str(ctx, out, quoted ? "[\"" : marks[kind][0], err);
    if (gcv_field_has_number(kind)) {
        gcv_buffer_append_u64(ctx, out, name, err);
    } else {
        append_cut(ctx, out, fields->names.data[name], err);
    }
    gcv_buffer_append_str(ctx, out, quoted ? "\"]" : marks[kind][1], err);
}

gcv_status gcv_field_cell(const gcv_report *report, uint32_t object, uint32_t reference,
                          gcv_buffer *room, gcv_cell *out, gcv_error *err)
{
    const gcv_fields *fields = &report->heap->fields;
    *out = gcv_cell_none();
    if (fields->first.n == 0) {
        return GCV_OK;
    }
    gcv_buffer_clear(room);
    append_field(report->ctx, fields, (size_t)fields->first.data[object] + reference, room, err);
    *out = gcv_cell_text(gcv_buffer_slice(room));
    return room->status;
}

gcv_status gcv_field_cell_between(const gcv_report *report, uint32_t from, uint32_t to,
                                  gcv_buffer *room, gcv_cell *out, gcv_error *err)
{
    const gcv_fields *fields = &report->heap->fields;
    uint32_t n, i, best = GCV_NONE;
    const uint32_t *refs = gcv_heap_references(report->heap, from, &n);
    const uint8_t *kinds =
        fields->first.n > 0 && n > 0 ? fields->kind.data + fields->first.data[from] : NULL;
    for (i = 0; kinds != NULL && i < n; i++) {
        if (refs[i] == to && (best == GCV_NONE || kinds[i] < kinds[best])) {
            best = i;
        }
    }
    *out = gcv_cell_none();
    return best != GCV_NONE ? gcv_field_cell(report, from, best, room, out, err) : GCV_OK;
}
