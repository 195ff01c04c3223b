/* object_references.c - references and referrers of an object; see object_parts.h. */
#include "report/object_parts.h"

#include "analysis/referrers.h"
#include "base/error.h"
#include "base/sort.h"

#include <string.h>

/* Counts each reference, but the bytes of an object only once. */
static gcv_status count_references(gcv_object_writer *w, const uint32_t *refs, uint32_t n,
                                   gcv_error *err)
{
    gcv_context *ctx = w->report->ctx;
    uint32_t *sorted = gcv_alloc(ctx, n, sizeof *sorted, err), i;
    gcv_status status = sorted == NULL ? gcv_failed(err) : GCV_OK;
    if (status == GCV_OK && n > 0) {
        memcpy(sorted, refs, (size_t)n * sizeof *sorted);
        gcv_sort_u32(sorted, n);
    }
    for (i = 0; status == GCV_OK && i < n; i++) {
        status =
            gcv_histogram_add(&w->histogram, sorted[i], i > 0 && sorted[i] == sorted[i - 1], err);
    }
    gcv_free(ctx, sorted, n, sizeof *sorted);
    return status;
}

gcv_status gcv_object_references(gcv_object_writer *w, gcv_error *err)
{
    uint32_t n, i;
    const uint32_t *refs = gcv_heap_references(w->report->heap, w->object, &n);
    gcv_status status;
    gcv_writer_open_group(w->report->writer, "references");
    status = gcv_object_form_value(&w->form, gcv_object_key_of("references", "count"),
                                   gcv_cell_count(n), err);
    if (status == GCV_OK) {
        status = count_references(w, refs, n, err);
    }
    if (status == GCV_OK) {
        status = gcv_object_histogram(w, "references_by_type", "more_references_by_type", err);
    }
    gcv_writer_open_list(w->report->writer, "objects");
    for (i = 0; status == GCV_OK && i < gcv_object_shown(w, n); i++) {
        w->form.next_takes_field = w->report->options->fields;
        status = w->form.next_takes_field
                     ? gcv_field_cell(&w->fields, w->object, i, &w->form.field, err)
                     : GCV_OK;
        if (status == GCV_OK) {
            status = gcv_object_entry(w, gcv_object_key_of("reference", NULL), refs[i], 0, err);
        }
    }
    gcv_writer_close_list(w->report->writer);
    if (status == GCV_OK) {
        status = gcv_object_form_more(
            &w->form, gcv_object_key_of("more_references", "more_objects"), n - i, err);
    }
    gcv_writer_close_group(w->report->writer);
    return status;
}

static gcv_status write_referrer_list(gcv_object_writer *w, const gcv_u32_column *referrers,
                                      const gcv_u32_column *times, gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i;
    gcv_writer_open_list(w->report->writer, "objects");
    for (i = 0; status == GCV_OK && i < gcv_object_shown(w, referrers->n); i++) {
        status = gcv_object_use_field(w, referrers->data[i], w->object, err);
        if (status == GCV_OK) {
            status = gcv_object_entry(w, gcv_object_key_of("referrer", NULL), referrers->data[i],
                                      times->data[i], err);
        }
    }
    gcv_writer_close_list(w->report->writer);
    return status == GCV_OK
               ? gcv_object_form_more(&w->form, gcv_object_key_of("more_referrers", "more_objects"),
                                      referrers->n - i, err)
               : status;
}

static gcv_status write_found_referrers(gcv_object_writer *w, const gcv_u32_column *referrers,
                                        const gcv_u32_column *times, gcv_error *err)
{
    gcv_status status;
    size_t i;
    gcv_writer_open_group(w->report->writer, "referrers");
    status = gcv_object_form_value(&w->form, gcv_object_key_of("referrers", "count"),
                                   gcv_cell_count(referrers->n), err);
    for (i = 0; status == GCV_OK && i < referrers->n; i++) {
        status = gcv_histogram_add(&w->histogram, referrers->data[i], false, err);
    }
    if (status == GCV_OK) {
        status = gcv_object_histogram(w, "referrers_by_type", "more_referrers_by_type", err);
    }
    if (status == GCV_OK) {
        status = write_referrer_list(w, referrers, times, err);
    }
    gcv_writer_close_group(w->report->writer);
    return status;
}

gcv_status gcv_object_referrers(gcv_object_writer *w, gcv_error *err)
{
    gcv_context *ctx = w->report->ctx;
    gcv_u32_column referrers = {NULL, 0, 0}, times = {NULL, 0, 0};
    gcv_status status = gcv_referrers_of(ctx, w->report->heap, w->object, &referrers, &times, err);
    if (status == GCV_OK) {
        status = write_found_referrers(w, &referrers, &times, err);
    }
    gcv_u32_column_release(ctx, &referrers);
    gcv_u32_column_release(ctx, &times);
    return status;
}
