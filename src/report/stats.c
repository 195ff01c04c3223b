/* stats.c - which types (or namespaces, or domains) fill the heap?
 *
 * Without --retained and --unreachable this needs no graph, only tallies by type and section.
 */
#include "report/report.h"

#include "analysis/groups.h"
#include "base/error.h"
#include "base/number.h"
#include "report/rows.h"

#include <string.h>

typedef struct gcv_stats {
    gcv_report *report;
    gcv_groups groups;
    bool by_object;            /* the groups are */
    uint8_t *types, *sections; /* filters */
    uint64_t *counts, *bytes;  /* per group */
    uint64_t *retained;        /* per group; NULL if not asked for */
} gcv_stats;

static const char *const group_names[] = {"type",   "namespace",  "module",
                                          "domain", "generation", "root-kind"};

static gcv_group_by group_by(const gcv_report_options *options)
{
    gcv_group_by by = GCV_BY_TYPE;
    while (options->by != NULL && strcmp(options->by, group_names[by]) != 0) {
        by++;
    }
    return by;
}

/* ---- counting ----------------------------------------------------------------------------- */

static void count_tallies(gcv_stats *stats)
{
    const gcv_heap *heap = stats->report->heap;
    size_t i;
    for (i = 0; i < heap->n_tallies; i++) {
        const gcv_type_tally *tally = &heap->tallies[i];
        if (stats->sections[tally->section] && stats->types[tally->type]) {
            uint32_t group = gcv_groups_of(&stats->groups, tally->section, tally->type);
            stats->counts[group] = gcv_add_capped(stats->counts[group], tally->count);
            stats->bytes[group] = gcv_add_capped(stats->bytes[group], tally->bytes);
        }
    }
}

/* Group of each object, GCV_NONE for those that do not count. */
static void classify(gcv_stats *stats, const gcv_paths *paths, uint32_t *class_of)
{
    const gcv_heap *heap = stats->report->heap;
    uint32_t s, i;
    for (s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        for (i = section->first_object; i < section->end_object; i++) {
            uint32_t type = heap->type.data[i];
            bool counts = stats->sections[s] && stats->types[type] &&
                          (paths == NULL || paths->parent[i] == GCV_NONE);
            uint32_t group =
                stats->by_object ? stats->groups.of[i] : gcv_groups_of(&stats->groups, s, type);
            class_of[i] = counts ? group : GCV_NONE;
        }
    }
}

/* What the objects of a sample stand for; cut far above what any heap has. */
static uint64_t rounded(double value)
{
    return value < 1e18 ? (uint64_t)(value + 0.5) : (uint64_t)1000000000000000000;
}

static gcv_status count_sample(gcv_stats *stats, const uint32_t *class_of, gcv_error *err)
{
    const gcv_heap *heap = stats->report->heap;
    gcv_context *ctx = stats->report->ctx;
    uint32_t i, n = stats->groups.n;
    gcv_type_scale *sums = gcv_alloc_zeroed(ctx, n, sizeof *sums, err);
    if (sums == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < heap->n_objects; i++) {
        if (class_of[i] != GCV_NONE) {
            const gcv_type_scale *scale = &heap->scales[heap->type.data[i]];
            sums[class_of[i]].count += scale->count;
            sums[class_of[i]].bytes += scale->bytes * (double)gcv_heap_size(heap, i);
        }
    }
    for (i = 0; i < n; i++) {
        stats->counts[i] = rounded(sums[i].count);
        stats->bytes[i] = rounded(sums[i].bytes);
    }
    gcv_free(ctx, sums, n, sizeof *sums);
    return GCV_OK;
}

static void count_classes(gcv_stats *stats, const uint32_t *class_of)
{
    const gcv_heap *heap = stats->report->heap;
    uint32_t i;
    for (i = 0; i < heap->n_objects; i++) {
        if (class_of[i] != GCV_NONE) {
            stats->counts[class_of[i]]++;
            stats->bytes[class_of[i]] += gcv_heap_size(heap, i);
        }
    }
}

static gcv_status find_retained(gcv_stats *stats, const gcv_root_set *roots,
                                const uint32_t *class_of, gcv_error *err)
{
    gcv_set_classes classes;
    memset(&classes, 0, sizeof classes);
    classes.class_of = class_of;
    classes.n_classes = stats->groups.n;
    classes.n_sets = stats->groups.n;
    stats->retained = gcv_alloc(stats->report->ctx, stats->groups.n, sizeof *stats->retained, err);
    return stats->retained == NULL ? gcv_failed(err)
                                   : gcv_retained_of_sets(stats->report->ctx, stats->report->heap,
                                                          roots, &classes, stats->retained, err);
}

static gcv_status count_objects(gcv_stats *stats, gcv_error *err)
{
    const gcv_report_options *options = stats->report->options;
    const gcv_heap *heap = stats->report->heap;
    gcv_context *ctx = stats->report->ctx;
    gcv_root_set roots;
    gcv_paths paths;
    uint32_t *class_of;
    gcv_status status = gcv_root_set_find(ctx, heap, options->include_weak, &roots, err);
    if (status != GCV_OK) {
        return status;
    }
    memset(&paths, 0, sizeof paths);
    class_of = gcv_alloc(ctx, heap->n_objects, sizeof *class_of, err);
    if (class_of == NULL) {
        status = gcv_failed(err);
    } else if (options->unreachable) {
        status = gcv_paths_find(ctx, heap, &roots, &paths, err);
    }
    if (status == GCV_OK) {
        gcv_phase(ctx, "count");
        classify(stats, options->unreachable ? &paths : NULL, class_of);
        if (heap->scales != NULL) {
            status = count_sample(stats, class_of, err);
        } else {
            count_classes(stats, class_of);
        }
    }
    if (status == GCV_OK && options->retained) {
        status = find_retained(stats, &roots, class_of, err);
    }
    gcv_paths_release(ctx, &paths);
    gcv_free(ctx, class_of, heap->n_objects, sizeof *class_of);
    gcv_root_set_release(ctx, &roots);
    return status;
}

/* ---- rows --------------------------------------------------------------------------------- */

static uint64_t key_count(const void *payload, uint32_t item)
{
    return ((const gcv_stats *)payload)->counts[item];
}

static uint64_t key_bytes(const void *payload, uint32_t item)
{
    return ((const gcv_stats *)payload)->bytes[item];
}

static uint64_t key_retained(const void *payload, uint32_t item)
{
    uint64_t retained = ((const gcv_stats *)payload)->retained[item];
    return retained != GCV_NOT_REACHABLE ? retained + 1 : 0; /* below all that is reachable */
}

static uint64_t key_name(const void *payload, uint32_t item)
{
    (void)payload;
    return item; /* groups are numbered in order of their names */
}

static bool by_number(const void *payload, uint32_t a, uint32_t b)
{
    (void)payload;
    return a < b;
}

static gcv_status write_row(gcv_stats *stats, uint32_t group, gcv_error *err)
{
    gcv_cell cells[4];
    size_t n = 0;
    cells[n++] = gcv_cell_count(stats->counts[group]);
    cells[n++] = gcv_cell_bytes(stats->bytes[group]);
    if (stats->retained != NULL) {
        cells[n++] = stats->retained[group] != GCV_NOT_REACHABLE
                         ? gcv_cell_bytes(stats->retained[group])
                         : gcv_cell_none();
    }
    cells[n] = gcv_cell_text(stats->groups.names[group]);
    return gcv_writer_row(stats->report->writer, cells, err);
}

static gcv_status collect(gcv_stats *stats, gcv_rows *rows, gcv_error *err)
{
    const gcv_number_option *min = &stats->report->options->min;
    gcv_status status = GCV_OK;
    uint32_t g;
    for (g = 0; status == GCV_OK && g < stats->groups.n; g++) {
        uint64_t measure = stats->retained == NULL                   ? stats->bytes[g]
                           : stats->retained[g] == GCV_NOT_REACHABLE ? 0
                                                                     : stats->retained[g];
        if (stats->counts[g] > 0 && (!min->given || measure >= min->value)) {
            status = gcv_rows_add(rows, g, err);
        }
    }
    return status == GCV_OK ? gcv_rows_finish(rows, err) : status;
}

static gcv_status write_rows(gcv_stats *stats, const gcv_row_order *order, const char *name,
                             gcv_error *err)
{
    gcv_report *report = stats->report;
    gcv_table_column columns[4] = {{"count", true}, {"bytes", true}};
    size_t n = 2, i;
    gcv_rows rows;
    gcv_status status;
    if (stats->retained != NULL) {
        columns[n].name = "retained";
        columns[n++].number = true;
    }
    columns[n].name = name;
    columns[n++].number = false;
    gcv_phase(report->ctx, "report");
    gcv_rows_init(&rows, report->ctx, order, report->options->top.value);
    status = collect(stats, &rows, err);
    if (status == GCV_OK) {
        status = gcv_report_begin(report, columns, n, err);
    }
    for (i = 0; status == GCV_OK && i < rows.items.n; i++) {
        status = write_row(stats, rows.items.data[i], err);
    }
    gcv_rows_release(&rows);
    return status;
}

/* ---- the report --------------------------------------------------------------------------- */

static gcv_status make_groups(gcv_stats *stats, gcv_group_by by, gcv_error *err)
{
    gcv_report *report = stats->report;
    gcv_root_set roots;
    gcv_status status;
    stats->by_object = gcv_groups_need_objects(by);
    if (by == GCV_BY_GENERATION) {
        return gcv_groups_by_generation(report->ctx, &stats->groups, report->heap, err);
    }
    if (by != GCV_BY_ROOT_KIND) {
        return gcv_groups_init(report->ctx, &stats->groups, report->heap, by, err);
    }
    status =
        gcv_root_set_find(report->ctx, report->heap, report->options->include_weak, &roots, err);
    if (status == GCV_OK) {
        status = gcv_groups_by_root_kind(report->ctx, &stats->groups, report->heap, &roots, err);
        gcv_root_set_release(report->ctx, &roots);
    }
    return status;
}

static gcv_status prepare(gcv_stats *stats, gcv_group_by by, gcv_error *err)
{
    gcv_report *report = stats->report;
    gcv_status status = make_groups(stats, by, err);
    if (status != GCV_OK) {
        return status;
    }
    stats->types = gcv_report_type_filter(report, err);
    stats->sections = stats->types != NULL ? gcv_report_section_filter(report, err) : NULL;
    if (stats->sections == NULL) {
        return gcv_failed(err);
    }
    stats->counts = gcv_alloc_zeroed(report->ctx, stats->groups.n, sizeof *stats->counts, err);
    stats->bytes = gcv_alloc_zeroed(report->ctx, stats->groups.n, sizeof *stats->bytes, err);
    return stats->counts == NULL || stats->bytes == NULL ? gcv_failed(err) : GCV_OK;
}

static gcv_status choose_order(const gcv_report_options *options, gcv_row_order *order,
                               gcv_error *err)
{
    gcv_sort_key keys[] = {{"retained", key_retained, false},
                           {"bytes", key_bytes, false},
                           {"count", key_count, false},
                           {NULL, key_name, true}};
    size_t first = options->retained ? 0 : 1;
    keys[3].name = group_names[group_by(options)];
    order->tie = by_number;
    return gcv_row_order_choose(order, keys + first, 4 - first, options->sort, options->reverse,
                                err);
}

bool gcv_stats_needs_graph(const gcv_report_options *options)
{
    return options->retained || options->unreachable || gcv_groups_need_objects(group_by(options));
}

gcv_status gcv_check_stats(const gcv_report_options *options, gcv_error *err)
{
    gcv_row_order unused;
    if (options->retained && options->unreachable) {
        return gcv_fail(err, GCV_ERR_USAGE, "--retained and --unreachable exclude each other");
    }
    return choose_order(options, &unused, err);
}

gcv_status gcv_report_stats(gcv_report *report, gcv_error *err)
{
    const gcv_report_options *options = report->options;
    gcv_group_by by = group_by(options);
    gcv_row_order order;
    gcv_stats stats;
    gcv_status status = choose_order(options, &order, err);
    memset(&stats, 0, sizeof stats);
    stats.report = report;
    order.payload = &stats;
    if (status == GCV_OK) {
        status = prepare(&stats, by, err);
    }
    if (status == GCV_OK && report->heap->level == GCV_LOAD_TALLY) {
        gcv_phase(report->ctx, "count");
        count_tallies(&stats);
    } else if (status == GCV_OK) {
        status = count_objects(&stats, err);
    }
    if (status == GCV_OK) {
        status = write_rows(&stats, &order, group_names[by], err);
    }
    gcv_free(report->ctx, stats.retained, stats.groups.n, sizeof *stats.retained);
    gcv_free(report->ctx, stats.counts, stats.groups.n, sizeof *stats.counts);
    gcv_free(report->ctx, stats.bytes, stats.groups.n, sizeof *stats.bytes);
    gcv_free(report->ctx, stats.types, report->heap->n_types, 1);
    gcv_free(report->ctx, stats.sections, report->heap->sections.n, 1);
    gcv_groups_release(report->ctx, &stats.groups);
    return status;
}
