/* object_entries.c - entries of the lists that `object` shows; see object_parts.h. */
#include "report/object_parts.h"

#include "base/error.h"
#include "base/sort.h"

gcv_status gcv_object_entry(gcv_object_writer *w, gcv_object_key key, uint32_t object,
                            uint32_t times, gcv_error *err)
{
    static const char *const once[] = {"object", "bytes", "type"};
    static const char *const often[] = {"object", "times", "bytes", "type"};
    const gcv_heap *heap = w->report->heap;
    gcv_cell cells[4];
    size_t n = 0;
    cells[n++] = gcv_object_id_cell(heap, object);
    if (times > 0) {
        cells[n++] = gcv_cell_count(times);
    }
    cells[n++] = gcv_cell_bytes(gcv_heap_size(heap, object));
    cells[n++] = gcv_type_cell(heap, heap->type.data[object]);
    return gcv_object_form_entry(&w->form, key, times > 0 ? often : once, cells, n, err);
}

static bool more_bytes(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_histogram *histogram = payload;
    const gcv_histogram_row *x = &histogram->rows.data[a], *y = &histogram->rows.data[b];
    return x->bytes != y->bytes ? x->bytes > y->bytes : x->type < y->type;
}

static gcv_status write_types(gcv_object_writer *w, const char *row, const char *more,
                              const uint32_t *order, size_t n, gcv_error *err)
{
    static const char *const parts[] = {"count", "bytes", "type"};
    gcv_status status = GCV_OK;
    size_t i;
    gcv_writer_open_list(w->report->writer, "by_type");
    for (i = 0; status == GCV_OK && i < gcv_object_shown(w, n); i++) {
        const gcv_histogram_row *count = &w->histogram.rows.data[order[i]];
        gcv_cell cells[3];
        cells[0] = gcv_cell_count(count->objects);
        cells[1] = gcv_cell_bytes(count->bytes);
        cells[2] = gcv_type_cell(w->report->heap, count->type);
        status =
            gcv_object_form_entry(&w->form, gcv_object_key_of(row, NULL), parts, cells, 3, err);
    }
    gcv_writer_close_list(w->report->writer);
    return status == GCV_OK
               ? gcv_object_form_more(&w->form, gcv_object_key_of(more, "more_by_type"), n - i, err)
               : status;
}

gcv_status gcv_object_histogram(gcv_object_writer *w, const char *row, const char *more,
                                gcv_error *err)
{
    gcv_context *ctx = w->report->ctx;
    const size_t n = w->histogram.rows.n;
    uint32_t *order = gcv_numbers_sorted(ctx, n, more_bytes, &w->histogram, err);
    gcv_status status = order != NULL ? write_types(w, row, more, order, n, err) : gcv_failed(err);
    gcv_free(ctx, order, n, sizeof *order);
    gcv_histogram_clear(&w->histogram);
    return status;
}

gcv_status gcv_object_use_field(gcv_object_writer *w, uint32_t from, uint32_t to, gcv_error *err)
{
    w->form.field = gcv_cell_none();
    w->form.next_takes_field = w->report->options->fields;
    return w->form.next_takes_field && from != GCV_NONE
               ? gcv_field_cell_between(&w->fields, from, to, &w->form.field, err)
               : GCV_OK;
}
