/* common.c - what the reports share; see report.h. */
#include "report/report.h"

#include "analysis/groups.h"
#include "base/error.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { HEAD_OF_HEAP = 6 };

/* The entries of json's head for one heap; `dump` 0: not one of several that are followed. */
static size_t put_head(gcv_head_item *input, const gcv_heap *heap, uint32_t dump,
                       const char *const *keys)
{
    const gcv_counts *counts = gcv_heap_counts(heap);
    size_t n = 0;
    for (; n < HEAD_OF_HEAP - (dump == 0) && keys[n] != NULL; n++) {
        input[n].key = keys[n];
    }
    input[0].value = gcv_cell_str(gcv_heap_name(heap));
    input[1].value = gcv_cell_str(gcv_heap_format(heap));
    input[2].value = gcv_cell_count(counts->objects);
    input[3].value = gcv_cell_count(counts->bytes);
    if (n > 4) {
        input[4].value = gcv_cell_str(gcv_heap_verdict(heap));
    }
    if (n > 5) {
        input[5].value = gcv_cell_count(dump);
    }
    return n;
}

static const char *verdict_of_all(const gcv_report *report)
{
    size_t i;
    for (i = 0; i < report->n_heaps; i++) {
        if (!gcv_heap_is_complete(report->heaps[i])) {
            return gcv_heap_verdict(report->heaps[i]);
        }
    }
    return gcv_heap_verdict(report->baseline != NULL && gcv_heap_is_complete(report->heap)
                                ? report->baseline
                                : report->heap);
}

static gcv_status begin(gcv_report *report, const gcv_head_item *input, size_t n_input,
                        const gcv_table_column *columns, size_t n_columns, gcv_error *err)
{
    gcv_table_head head;
    head.command = report->command;
    head.input = input;
    head.n_input = n_input;
    head.verdict = verdict_of_all(report);
    head.gate = report->gate;
    gcv_phase(report->ctx, "report");
    return gcv_writer_begin(report->writer, &head, columns, n_columns, err);
}

gcv_status gcv_report_begin(gcv_report *report, const gcv_table_column *columns, size_t n_columns,
                            gcv_error *err)
{
    static const char *const keys[HEAD_OF_HEAP] = {"file", "format", "objects", "bytes", NULL};
    static const char *const base[HEAD_OF_HEAP] = {
        "baseline", "baseline_format", "baseline_objects", "baseline_bytes", "baseline_verdict"};
    gcv_head_item input[2 * HEAD_OF_HEAP];
    size_t n;
    if (report->moves != NULL) {
        return gcv_report_begin_pair(report, report->heaps[0], report->heaps[report->n_heaps - 1],
                                     columns, n_columns, err);
    }
    n = put_head(input, report->heap, 0, keys);
    if (report->baseline != NULL) {
        n += put_head(input + n, report->baseline, 0, base);
    }
    return begin(report, input, n, columns, n_columns, err);
}

gcv_status gcv_report_begin_pair(gcv_report *report, const gcv_heap *a, const gcv_heap *b,
                                 const gcv_table_column *columns, size_t n_columns, gcv_error *err)
{
    static const char *const keys_a[HEAD_OF_HEAP] = {"file_a",  "format_a",  "objects_a",
                                                     "bytes_a", "verdict_a", "dump_a"};
    static const char *const keys_b[HEAD_OF_HEAP] = {"file_b",  "format_b",  "objects_b",
                                                     "bytes_b", "verdict_b", "dump_b"};
    const uint32_t *dumps = report->dumps;
    gcv_head_item input[2 * HEAD_OF_HEAP];
    size_t n = put_head(input, a, dumps != NULL ? dumps[0] : 0, keys_a);
    n += put_head(input + n, b, dumps != NULL ? dumps[report->n_heaps - 1] : 0, keys_b);
    return begin(report, input, n, columns, n_columns, err);
}

void gcv_report_warn(const gcv_report *report, const char *format, ...)
{
    char message[240];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    report->warn(report->warn_payload, gcv_heap_name(report->heap), message);
}

gcv_status gcv_retention_find(gcv_report *report, gcv_retention *out, gcv_error *err)
{
    gcv_status status = gcv_root_set_find(report->ctx, report->heap, report->options->include_weak,
                                          &out->roots, err);
    memset(&out->dominators, 0, sizeof out->dominators);
    if (status != GCV_OK) {
        return status;
    }
    status = gcv_dominators_find(report->ctx, report->heap, &out->roots, &out->dominators, err);
    if (status != GCV_OK) {
        gcv_root_set_release(report->ctx, &out->roots);
    }
    return status;
}

void gcv_retention_release(gcv_report *report, gcv_retention *retention)
{
    gcv_dominators_release(report->ctx, &retention->dominators);
    gcv_root_set_release(report->ctx, &retention->roots);
}

gcv_cell gcv_retained_cell(const gcv_dominators *dominators, uint32_t object)
{
    uint32_t number = dominators->number[object];
    return number != 0 ? gcv_cell_bytes(dominators->retained[number]) : gcv_cell_none();
}

static bool any_match(const gcv_report *report, const gcv_globs *globs, gcv_slice name)
{
    size_t i;
    for (i = 0; i < globs->n; i++) {
        if (gcv_glob(globs->pattern[i], name, report->options->select.ignore_case)) {
            return true;
        }
    }
    return false;
}

static bool matches_a_type(const gcv_report *report, const gcv_heap *heap, const char *pattern)
{
    uint32_t t = 0;
    while (t < heap->n_types &&
           !gcv_glob(pattern, heap->types.name[t], report->options->select.ignore_case)) {
        t++;
    }
    return t < heap->n_types;
}

static void warn_of_idle_globs(const gcv_report *report, const gcv_globs *globs)
{
    size_t i, h;
    for (i = 0; i < globs->n; i++) {
        const char *pattern = globs->pattern[i];
        bool any = matches_a_type(report, report->heap, pattern);
        for (h = 1; !any && h < report->n_heaps; h++) {
            any = matches_a_type(report, report->heaps[h], pattern);
        }
        if (!any) {
            gcv_report_warn(report, "no type matches '%s'", pattern);
        }
    }
}

void gcv_report_warn_idle_types(const gcv_report *report)
{
    warn_of_idle_globs(report, &report->options->select.types);
}

uint8_t *gcv_report_types_passing(const gcv_report *report, gcv_error *err)
{
    const gcv_report_options *options = report->options;
    const gcv_heap *heap = report->heap;
    uint8_t *passes = gcv_alloc(report->ctx, heap->n_types, 1, err);
    uint32_t t;
    if (passes == NULL) {
        return NULL;
    }
    for (t = 0; t < heap->n_types; t++) {
        gcv_slice name = heap->types.name[t];
        passes[t] =
            (options->select.types.n == 0 || any_match(report, &options->select.types, name)) &&
            !any_match(report, &options->select.excludes, name);
    }
    return passes;
}

gcv_status gcv_report_select(gcv_report *report, gcv_selection *out, gcv_error *err)
{
    gcv_status status =
        gcv_selection_find(report->ctx, report->heap, &report->options->select, out, err);
    if (status == GCV_OK) {
        gcv_report_warn_idle_types(report);
    }
    return status == GCV_OK && !out->any_section ? gcv_report_no_such_domain(report, err) : status;
}

gcv_totals_query gcv_report_totals_query(const gcv_report_options *options)
{
    gcv_totals_query query;
    query.by = gcv_group_by_named(options->groups.by);
    query.include_weak = options->include_weak;
    query.unreachable = options->groups.unreachable;
    query.retained = options->groups.retained;
    return query;
}

uint8_t *gcv_report_type_filter(gcv_report *report, gcv_error *err)
{
    uint8_t *passes = gcv_report_types_passing(report, err);
    if (passes != NULL) {
        gcv_report_warn_idle_types(report);
    }
    return passes;
}

uint8_t *gcv_report_match_types(gcv_report *report, const gcv_globs *globs, gcv_error *err)
{
    const gcv_heap *heap = report->heap;
    uint8_t *matches = gcv_alloc(report->ctx, heap->n_types, 1, err);
    uint32_t t;
    if (matches == NULL) {
        return NULL;
    }
    for (t = 0; t < heap->n_types; t++) {
        matches[t] = any_match(report, globs, heap->types.name[t]);
    }
    warn_of_idle_globs(report, globs);
    return matches;
}

gcv_status gcv_report_no_such_domain(const gcv_report *report, gcv_error *err)
{
    const gcv_section *sections = report->heap->sections.data;
    char names[100];
    size_t n = 0;
    uint32_t s;
    names[0] = '\0';
    for (s = 0; s < report->heap->sections.n; s++) {
        gcv_slice name = gcv_domain_of(&sections[s]);
        if (s > 0 && gcv_slice_equal(name, gcv_domain_of(&sections[s - 1]))) {
            continue;
        }
        if (n > 0 && name.size + n + 8 > sizeof names) {
            (void)snprintf(names + n, sizeof names - n, ", ...");
            break;
        }
        n += (size_t)snprintf(names + n, sizeof names - n, "%s'%.*s'", n == 0 ? "" : ", ",
                              (int)(name.size < 80 ? name.size : 80), name.data);
    }
    return gcv_fail_line(err, GCV_ERR_USAGE, report->heap->name, 0,
                         "no domain '%.60s'; there is %s", report->options->select.domain, names);
}

uint8_t *gcv_report_sections_passing(const gcv_report *report, bool *any, gcv_error *err)
{
    const gcv_heap *heap = report->heap;
    const char *domain = report->options->select.domain;
    uint8_t *passes = gcv_alloc(report->ctx, heap->sections.n, 1, err);
    uint32_t s;
    if (passes == NULL) {
        return NULL;
    }
    for (s = 0; s < heap->sections.n; s++) {
        passes[s] = domain == NULL ||
                    gcv_slice_equal(gcv_domain_of(&heap->sections.data[s]), gcv_slice_str(domain));
        *any = *any || passes[s];
    }
    return passes;
}

uint8_t *gcv_report_section_filter(gcv_report *report, gcv_error *err)
{
    bool any = false;
    uint8_t *passes = gcv_report_sections_passing(report, &any, err);
    if (passes != NULL && !any) {
        (void)gcv_report_no_such_domain(report, err);
        gcv_free(report->ctx, passes, report->heap->sections.n, 1);
        return NULL;
    }
    return passes;
}

gcv_status gcv_report_find_objects(gcv_report *report, const uint8_t *sections, gcv_u32_column *out,
                                   gcv_error *err)
{
    return gcv_report_find_id(report, sections, report->options->object.value, out, err);
}

void gcv_report_warn_shared_id(const gcv_report *report, const uint8_t *sections, uint64_t id)
{
    size_t n = 0;
    uint32_t s;
    for (s = 0; s < report->heap->sections.n; s++) {
        n += sections[s] && gcv_heap_find(report->heap, s, id) != GCV_NONE;
    }
    if (n > 1) {
        gcv_report_warn(report, "%zu objects have the id %" PRIx64 "; --domain chooses one", n, id);
    }
}

gcv_status gcv_report_find_id(gcv_report *report, const uint8_t *sections, uint64_t id,
                              gcv_u32_column *out, gcv_error *err)
{
    const gcv_heap *heap = report->heap;
    size_t before = out->n;
    uint32_t s, i;
    for (s = 0; s < heap->sections.n; s++) {
        uint32_t object = sections[s] ? gcv_heap_find(heap, s, id) : GCV_NONE;
        gcv_status status =
            object != GCV_NONE ? gcv_u32_column_push(report->ctx, out, object, err) : GCV_OK;
        if (status != GCV_OK) {
            return status;
        }
    }
    gcv_report_warn_shared_id(report, sections, id);
    if (out->n > before) {
        return GCV_OK;
    }
    for (i = 0; i < heap->roots.n; i++) {
        if (heap->roots.data[i].id == id && heap->roots.data[i].object == GCV_NONE) {
            return gcv_fail_line(err, GCV_ERR_USAGE, heap->name, 0,
                                 "object %" PRIx64 " is a root, but has no record", id);
        }
    }
    return gcv_fail_line(err, GCV_ERR_USAGE, heap->name, 0, "no record of an object %" PRIx64 "%s",
                         id, report->options->select.domain != NULL ? " in this domain" : "");
}

void gcv_report_warn_unreachable(const gcv_report *report, uint32_t object)
{
    gcv_report_warn(report, "object %" PRIx64 " is not reachable from any %sroot",
                    gcv_heap_object_id(report->heap, object),
                    report->options->include_weak ? "" : "strong ");
}

gcv_cell gcv_object_id_cell(const gcv_heap *heap, uint32_t object)
{
    return gcv_cell_id(gcv_heap_object_id(heap, object));
}

gcv_cell gcv_type_cell(const gcv_heap *heap, uint32_t type)
{
    return gcv_cell_text(heap->types.name[type]);
}
