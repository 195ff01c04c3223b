/* stats.c - which types (or namespaces, or domains) fill the heap?
 *
 * Without --retained and --unreachable this needs no graph, only tallies by type and section.
 */
#include "report/figures.h"

#include "base/error.h"
#include "report/rows.h"

#include <string.h>

/* ---- rows --------------------------------------------------------------------------------- */

static uint64_t key_count(const void *payload, uint32_t item)
{
    return ((const gcv_figures *)payload)->counts[item];
}

static uint64_t key_bytes(const void *payload, uint32_t item)
{
    return ((const gcv_figures *)payload)->bytes[item];
}

static uint64_t key_retained(const void *payload, uint32_t item)
{
    uint64_t retained = ((const gcv_figures *)payload)->retained[item];
    return retained != GCV_NOT_REACHABLE ? retained + 1 : 0; /* below all that is reachable */
}

static gcv_status write_row(gcv_report *report, const gcv_figures *stats, uint32_t group,
                            gcv_error *err)
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
    return gcv_writer_row(report->writer, cells, err);
}

static gcv_status collect(const gcv_figures *stats, gcv_rows *rows, gcv_error *err)
{
    const gcv_optional *min = &stats->options->select.min;
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

static gcv_status write_rows(gcv_report *report, const gcv_figures *stats,
                             const gcv_row_order *order, const char *name, gcv_error *err)
{
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
        status = write_row(report, stats, rows.items.data[i], err);
    }
    gcv_rows_release(&rows);
    return status;
}

/* ---- the report --------------------------------------------------------------------------- */

static gcv_status choose_order(const gcv_report_options *options, gcv_row_order *order,
                               gcv_error *err)
{
    gcv_sort_key keys[] = {{"retained", key_retained, false},
                           {"bytes", key_bytes, false},
                           {"count", key_count, false},
                           {NULL, gcv_number_key, true}};
    size_t first = options->retained ? 0 : 1;
    keys[3].name = gcv_group_by_name(gcv_group_by_option(options));
    order->tie = gcv_number_before;
    return gcv_row_order_choose(order, keys + first, 4 - first, options->sort, options->reverse,
                                err);
}

bool gcv_stats_needs_graph(const gcv_report_options *options)
{
    return options->retained || options->unreachable ||
           gcv_groups_need_objects(gcv_group_by_option(options));
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
    gcv_group_by by = gcv_group_by_option(report->options);
    gcv_row_order order;
    gcv_figures stats;
    gcv_status status = choose_order(report->options, &order, err);
    memset(&stats, 0, sizeof stats);
    order.payload = &stats;
    if (status == GCV_OK) {
        uint8_t *types = gcv_report_type_filter(report, err);
        uint8_t *sections = types != NULL ? gcv_report_section_filter(report, err) : NULL;
        status = gcv_figures_find(&stats, report, by, types, sections, err);
    }
    if (status == GCV_OK) {
        status = write_rows(report, &stats, &order, gcv_group_by_name(by), err);
    }
    gcv_figures_release(&stats);
    return status;
}
