/* object_entries.c - entries of the lists that `object` shows; see object_parts.h. */
#include "report/object_parts.h"

#include "base/error.h"
#include "base/sort.h"

void gcv_object_entry(gcv_object_writer *w, gcv_object_key key, uint32_t object, uint32_t times)
{
    static const char *const once[] = {"object", "bytes", "type"};
    static const char *const often[] = {"object", "times", "bytes", "type"};
    const gcv_heap *heap = w->report->in.heap;
    gcv_cell cells[4];
    size_t n = 0;
    cells[n++] = gcv_object_id_cell(heap, object);
    if (times > 0) {
        cells[n++] = gcv_cell_count(times);
    }
    cells[n++] = gcv_cell_bytes(gcv_heap_size(heap, object));
    cells[n++] = gcv_type_cell(heap, heap->type.data[object]);
    gcv_object_form_entry(&w->form, key, times > 0 ? often : once, cells, n);
}

static bool more_bytes(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_histogram *histogram = payload;
    const gcv_histogram_row *x = &histogram->rows.data[a], *y = &histogram->rows.data[b];
    return x->bytes != y->bytes ? x->bytes > y->bytes : x->type < y->type;
}

static void write_types(gcv_object_writer *w, const char *row, const char *more,
                        const uint32_t *order, size_t n)
{
    static const char *const parts[] = {"count", "bytes", "type"};
    size_t i;
    gcv_writer_open_list(w->report->out.writer, "by_type");
    for (i = 0; i < gcv_object_shown(w, n); i++) {
        const gcv_histogram_row *count = &w->histogram.rows.data[order[i]];
        gcv_cell cells[3];
        cells[0] = gcv_cell_count(count->objects);
        cells[1] = gcv_cell_bytes(count->bytes);
        cells[2] = gcv_type_cell(w->report->in.heap, count->type);
        gcv_object_form_entry(&w->form, gcv_object_key_of(row, NULL), parts, cells, 3);
    }
    gcv_writer_close_list(w->report->out.writer);
    gcv_object_form_more(&w->form, gcv_object_key_of(more, "more_by_type"), n - i);
}

void gcv_object_histogram(gcv_object_writer *w, const char *row, const char *more)
{
    gcv_context *ctx = w->report->ctx;
    const size_t n = w->histogram.rows.n;
    uint32_t *order = gcv_numbers_sorted(ctx, n, more_bytes, &w->histogram);
    write_types(w, row, more, order, n);
    gcv_free(ctx, order);
    gcv_histogram_clear(&w->histogram);
}

void gcv_object_use_reference(gcv_object_writer *w, uint32_t from, uint32_t reference)
{
    w->form.field = gcv_cell_none();
    w->form.next_takes_field = w->fields.column || w->fields.beside;
    if (w->form.next_takes_field && gcv_heap_has_fields(w->report->in.heap) &&
        reference != GCV_NONE) {
        const gcv_slice label = gcv_field_label(&w->fields, from, reference);
        w->form.field = label.size > 0 ? gcv_cell_text(label) : gcv_cell_none();
    }
}

void gcv_object_use_field(gcv_object_writer *w, uint32_t from, uint32_t to)
{
    const bool known = from != GCV_NONE && gcv_heap_has_fields(w->report->in.heap);
    gcv_object_use_reference(w, from,
                             known ? gcv_reference_between(&w->fields.finder, from, to) : GCV_NONE);
}
