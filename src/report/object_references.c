/* object_references.c - references and referrers of an object; see object_parts.h. */
#include "report/object_parts.h"

#include "analysis/referrers.h"
#include "base/error.h"
#include "base/sort.h"

#include <string.h>

/* Counts each reference, but the bytes of an object only once. */
static void count_references(gcv_object_writer *w, const uint32_t *refs, uint32_t n)
{
    gcv_context *ctx = w->report->ctx;
    uint32_t *sorted = gcv_alloc(ctx, n, sizeof *sorted), i;
    if (n > 0) {
        memcpy(sorted, refs, (size_t)n * sizeof *sorted);
        gcv_sort_u32(sorted, n);
    }
    for (i = 0; i < n; i++) {
        gcv_histogram_add(&w->histogram, sorted[i], i > 0 && sorted[i] == sorted[i - 1]);
    }
    gcv_free(ctx, sorted);
}

void gcv_object_references(gcv_object_writer *w)
{
    uint32_t n, i;
    const uint32_t *refs = gcv_heap_references(w->report->in.heap, w->object, &n);
    gcv_writer_open_group(w->report->out.writer, "references");
    gcv_object_form_value(&w->form, gcv_object_key_of("references", "count"), gcv_cell_count(n));
    count_references(w, refs, n);
    gcv_object_histogram(w, "references_by_type", "more_references_by_type");
    gcv_writer_open_list(w->report->out.writer, "objects");
    for (i = 0; i < gcv_object_shown(w, n); i++) {
        gcv_object_use_reference(w, w->object, i);
        gcv_object_entry(w, gcv_object_key_of("reference", NULL), refs[i], 0);
    }
    gcv_writer_close_list(w->report->out.writer);
    gcv_object_form_more(&w->form, gcv_object_key_of("more_references", "more_objects"), n - i);
    gcv_writer_close_group(w->report->out.writer);
}

static void write_referrer_list(gcv_object_writer *w, const gcv_u32_column *referrers,
                                const gcv_u32_column *times)
{
    size_t i;
    gcv_writer_open_list(w->report->out.writer, "objects");
    for (i = 0; i < gcv_object_shown(w, referrers->n); i++) {
        gcv_object_use_field(w, referrers->data[i], w->object);
        gcv_object_entry(w, gcv_object_key_of("referrer", NULL), referrers->data[i],
                         times->data[i]);
    }
    gcv_writer_close_list(w->report->out.writer);
    gcv_object_form_more(&w->form, gcv_object_key_of("more_referrers", "more_objects"),
                         referrers->n - i);
}

static void write_found_referrers(gcv_object_writer *w, const gcv_u32_column *referrers,
                                  const gcv_u32_column *times)
{
    gcv_writer_open_group(w->report->out.writer, "referrers");
    gcv_object_form_value(&w->form, gcv_object_key_of("referrers", "count"),
                          gcv_cell_count(referrers->n));
    for (size_t i = 0; i < referrers->n; i++) {
        gcv_histogram_add(&w->histogram, referrers->data[i], false);
    }
    gcv_object_histogram(w, "referrers_by_type", "more_referrers_by_type");
    write_referrer_list(w, referrers, times);
    gcv_writer_close_group(w->report->out.writer);
}

void gcv_object_referrers(gcv_object_writer *w)
{
    gcv_context *ctx = w->report->ctx;
    gcv_u32_column referrers = {NULL, 0, 0}, times = {NULL, 0, 0};
    gcv_referrers_of(ctx, w->report->in.heap, w->object, &referrers, &times);
    write_found_referrers(w, &referrers, &times);
    gcv_u32_column_release(ctx, &referrers);
    gcv_u32_column_release(ctx, &times);
}
