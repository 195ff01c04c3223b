/* chains.c - why is this object, or this type, alive? Chains of single objects.
 *
 * --limit N gives N chains that share no object but the target: each is a shortest one that avoids
 * the inner objects of those before. One search a chain.
 */
#include "report/chains.h"

#include "base/error.h"

#include <inttypes.h>
#include <string.h>

const gcv_table_column gcv_chain_columns[GCV_CHAIN_CELLS] = {
    {"chain", true},    {"depth", true}, {"object", true}, {"bytes", true},
    {"retained", true}, {"type", false}, {"root", false}};

uint64_t gcv_chain_limit(const gcv_report_options *options, uint64_t otherwise)
{
    return options->limit.given ? options->limit.value
           : options->top.given ? options->top.value
                                : otherwise;
}

typedef struct gcv_chain_table {
    gcv_report *report;
    gcv_retention *retention;
    gcv_text_column label;
    uint64_t n; /* chains written */
} gcv_chain_table;

/* The root record by which an object is in the root set. O(roots), once a chain. */
static const gcv_root *root_of(const gcv_heap *heap, const gcv_root_set *roots, uint32_t object)
{
    uint32_t i = 0;
    while (roots->object[i] != object) {
        i++;
    }
    return &heap->roots.data[roots->root[i]];
}

static gcv_status write_chain(gcv_chain_table *table, const gcv_chain *chain, gcv_error *err)
{
    gcv_report *report = table->report;
    const gcv_heap *heap = report->heap;
    gcv_status status =
        gcv_root_label(report->ctx, heap, root_of(heap, &table->retention->roots, chain->object[0]),
                       &table->label, err);
    uint32_t i;
    table->n++;
    for (i = 0; status == GCV_OK && i < chain->length; i++) {
        uint32_t object = chain->object[i];
        gcv_cell cells[GCV_CHAIN_CELLS];
        cells[0] = gcv_cell_count(table->n);
        cells[1] = gcv_cell_count((uint64_t)i + 1);
        cells[2] = gcv_object_id_cell(heap, object);
        cells[3] = gcv_cell_bytes(gcv_heap_size(heap, object));
        cells[4] = gcv_retained_cell(&table->retention->dominators, object);
        cells[5] = gcv_type_cell(heap, heap->type.data[object]);
        cells[5].indent = i;
        cells[6] = i == 0 ? gcv_text_cell(&table->label) : gcv_cell_none();
        status = gcv_writer_row(report->writer, cells, err);
    }
    return status;
}

/* Takes one object out of a root set: a root object has one chain of length 1, not many. */
static void drop_root(gcv_root_set *roots, uint32_t object)
{
    uint32_t i, kept = 0;
    for (i = 0; i < roots->n; i++) {
        if (roots->object[i] != object) {
            roots->object[kept] = roots->object[i];
            roots->root[kept++] = roots->root[i];
        }
    }
    roots->n = kept;
}

static gcv_status chains_of(gcv_chain_table *table, uint32_t target, uint8_t *closed,
                            gcv_error *err)
{
    gcv_report *report = table->report;
    uint64_t limit = gcv_chain_limit(report->options, GCV_CHAINS_OF_ONE), n = 0;
    gcv_root_set roots; /* a copy, from which the target may be taken */
    uint32_t allocated, i;
    gcv_status status =
        gcv_root_set_find(report->ctx, report->heap, report->options->include_weak, &roots, err);
    allocated = status == GCV_OK ? roots.n : 0;
    memset(closed, 0, report->heap->n_objects);
    while (status == GCV_OK && (limit == 0 || n < limit)) {
        gcv_chain chain;
        status = gcv_chain_find(report->ctx, report->heap, &roots, target, closed, &chain, err);
        if (status != GCV_OK || chain.length == 0) {
            break;
        }
        status = write_chain(table, &chain, err);
        for (i = 0; i + 1 < chain.length; i++) {
            closed[chain.object[i]] = 1;
        }
        if (chain.length == 1) {
            drop_root(&roots, target);
        }
        gcv_chain_release(report->ctx, &chain);
        n++;
    }
    if (allocated > 0) {
        roots.n = allocated; /* what was allocated is what is freed */
        gcv_root_set_release(report->ctx, &roots);
    }
    return status;
}

static gcv_status single_chains(gcv_report *report, const uint32_t *targets, size_t n,
                                gcv_error *err)
{
    gcv_retention retention;
    gcv_chain_table table;
    uint8_t *closed;
    gcv_status status = gcv_retention_find(report, &retention, err);
    size_t i;
    if (status != GCV_OK) {
        return status;
    }
    memset(&table, 0, sizeof table);
    table.report = report;
    table.retention = &retention;
    closed = gcv_alloc(report->ctx, report->heap->n_objects, 1, err);
    status = closed == NULL ? gcv_failed(err)
                            : gcv_report_begin(report, gcv_chain_columns, GCV_CHAIN_CELLS, err);
    gcv_phase(report->ctx, "chains"); /* each is written when it is found */
    for (i = 0; status == GCV_OK && i < n; i++) {
        const gcv_number_option *min = &report->options->min;
        if (min->given && gcv_heap_size(report->heap, targets[i]) < min->value) {
            continue;
        }
        if (retention.dominators.number[targets[i]] == 0) {
            gcv_report_warn_unreachable(report, targets[i]);
        } else {
            status = chains_of(&table, targets[i], closed, err);
        }
    }
    gcv_free(report->ctx, closed, report->heap->n_objects, 1);
    gcv_text_column_release(report->ctx, &table.label);
    gcv_retention_release(report, &retention);
    return status;
}

/* ---- by type ------------------------------------------------------------------------------ */

/* Reachable objects that pass the filters; `*unreachable` counts the others. */
static gcv_status find_targets(gcv_report *report, const gcv_paths *paths, const uint8_t *types,
                               const uint8_t *sections, gcv_u32_column *targets,
                               uint64_t *unreachable, gcv_error *err)
{
    const gcv_heap *heap = report->heap;
    gcv_status status = GCV_OK;
    uint32_t s, i;
    *unreachable = 0;
    for (s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        for (i = section->first_object; status == GCV_OK && sections[s] && i < section->end_object;
             i++) {
            if (!types[heap->type.data[i]]) {
                continue;
            }
            if (paths->parent[i] == GCV_NONE) {
                (*unreachable)++;
            } else {
                status = gcv_u32_column_push(report->ctx, targets, i, err);
            }
        }
    }
    return status;
}

static gcv_status chains_of_types(gcv_report *report, const uint8_t *sections, gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    gcv_u32_column targets = {NULL, 0, 0};
    uint8_t *types = gcv_report_type_filter(report, err);
    gcv_root_set roots;
    gcv_paths paths;
    uint64_t unreachable = 0;
    gcv_status status =
        types == NULL
            ? gcv_failed(err)
            : gcv_root_set_find(ctx, report->heap, report->options->include_weak, &roots, err);
    if (status == GCV_OK) {
        status = gcv_paths_find(ctx, report->heap, &roots, &paths, err);
        if (status == GCV_OK) {
            status = find_targets(report, &paths, types, sections, &targets, &unreachable, err);
            if (status == GCV_OK && targets.n > 1) {
                status = gcv_merged_chains(report, &roots, &paths, &targets, err);
            }
            gcv_paths_release(ctx, &paths);
        }
        gcv_root_set_release(ctx, &roots);
    }
    if (status == GCV_OK && targets.n <= 1) {
        status = single_chains(report, targets.data, targets.n, err);
    }
    if (status == GCV_OK && unreachable > 0) {
        gcv_report_warn(report, "matching objects not reachable from any %sroot: %" PRIu64,
                        report->options->include_weak ? "" : "strong ", unreachable);
    }
    gcv_u32_column_release(ctx, &targets);
    gcv_free(ctx, types, report->heap->n_types, 1);
    return status;
}

gcv_status gcv_check_chains(const gcv_report_options *options, gcv_error *err)
{
    if (options->object.given == (options->types.n > 0)) {
        return gcv_fail(err, GCV_ERR_USAGE, "'chains' wants either --object ID or --type GLOB");
    }
    if (options->object.given && options->excludes.n > 0) {
        return gcv_fail(err, GCV_ERR_USAGE, "--exclude goes with --type, not with --object");
    }
    if (options->limit.given && options->top.given) {
        return gcv_fail(err, GCV_ERR_USAGE, "--limit and --top are the same here: give one");
    }
    return GCV_OK;
}

gcv_status gcv_report_chains(gcv_report *report, gcv_error *err)
{
    const gcv_report_options *options = report->options;
    uint8_t *sections;
    gcv_u32_column objects = {NULL, 0, 0};
    gcv_status status;
    sections = gcv_report_section_filter(report, err);
    if (sections == NULL) {
        return gcv_failed(err);
    }
    if (options->object.given) {
        status = gcv_report_find_objects(report, sections, &objects, err);
        if (status == GCV_OK) {
            status = single_chains(report, objects.data, objects.n, err);
        }
        gcv_u32_column_release(report->ctx, &objects);
    } else {
        status = chains_of_types(report, sections, err);
    }
    gcv_free(report->ctx, sections, report->heap->sections.n, 1);
    return status;
}
