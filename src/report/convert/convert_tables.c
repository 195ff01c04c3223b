/* convert_tables.c - the whole heap as tables for databases: objects, references, types and roots,
 * each a tsv file in one folder.
 *
 * Rows refer to each other by numbers from 0; objects are numbered by section and id, types by name
 * and module. An unknown or absent value is an empty field, but never the first one of a row:
 * sqlite3 takes a row that begins with an empty field for the end. Exact retained bytes of all
 * types are computed first, because they take the most memory; then distances, which keep 4 bytes
 * per object, then dominators, which keep 20. */
#include "report/convert/convert.h"

#include "analysis/chain_order.h"
#include "base/error.h"
#include "heap/memory.h"
#include "heap/root_label.h"
#include "heap/vocabulary.h"
#include "report/field_cell.h"

#include <string.h>

const gcv_cost gcv_cost_of_tables = {"`convert --to tables`", GCV_COST_PARTS(8, 0, 8, 0, 0),
                                     GCV_COST_PARTS(33, 10, 24, 40, 1.5), 6000, NULL};

enum { OBJECTS, REFERENCES, TYPES, ROOTS };

const char *const gcv_table_files[] = {"objects.tsv", "references.tsv", "types.tsv", "roots.tsv",
                                       NULL};

enum { OBJECT_CELLS = 9, REFERENCE_CELLS = 4, TYPE_CELLS = 6, ROOT_CELLS = 6 };

typedef struct tables_writer {
    gcv_report *report;
    const gcv_heap *heap;
    gcv_writer *out;         /* of the table that is being written */
    uint64_t *type_retained; /* per type; GCV_NOT_REACHABLE: nothing */
    gcv_paths paths;         /* its parents are replaced by the lengths of chains */
    gcv_dominators dominators;
    gcv_field_finder fields;
    gcv_buffer kind, label; /* of the row that is being written */
} tables_writer;

/* ---- what is in the tables ---------------------------------------------------------------- */

static gcv_status find_type_retained(tables_writer *w, const gcv_root_set *roots, gcv_error *err)
{
    gcv_set_classes classes;
    memset(&classes, 0, sizeof classes);
    classes.class_of = w->heap->type.data;
    classes.n_classes = classes.n_sets = w->heap->n_types;
    w->type_retained = gcv_alloc(w->report->ctx, w->heap->n_types, sizeof *w->type_retained, err);
    return w->type_retained != NULL ? gcv_retained_of_sets(w->report->ctx, w->heap, roots, &classes,
                                                           w->type_retained, err)
                                    : gcv_failed(err);
}

/* Finds the length of the chain to each object. Objects are visited in the order of chains, parents
 * first, and the lengths replace the parents. */
static gcv_status find_distances(tables_writer *w, const gcv_root_set *roots, gcv_error *err)
{
    gcv_context *ctx = w->report->ctx;
    gcv_chain_order order;
    gcv_status status = gcv_paths_find_in_order(ctx, w->heap, roots, &w->paths, &order, err);
    uint32_t *distance = w->paths.parent, at;
    if (status != GCV_OK) {
        return status;
    }
    for (at = 0; at < order.n; at++) {
        const uint32_t referrer_at = order.referrer_at[at];
        distance[order.object[at]] =
            referrer_at == GCV_NONE ? 1 : distance[order.object[referrer_at]] + 1;
    }
    gcv_chain_order_release(ctx, &order);
    return GCV_OK;
}

static gcv_status find_all(tables_writer *w, gcv_error *err)
{
    gcv_context *ctx = w->report->ctx;
    gcv_root_set roots;
    gcv_status status = gcv_root_set_find(ctx, w->heap, false, &roots, err);
    if (status != GCV_OK) {
        return status;
    }
    status = find_type_retained(w, &roots, err);
    status = status == GCV_OK ? find_distances(w, &roots, err) : status;
    if (status == GCV_OK) {
        status = gcv_dominators_find(ctx, w->heap, &roots, &w->dominators, err);
    }
    gcv_root_set_release(ctx, &roots);
    return status;
}

/* ---- cells -------------------------------------------------------------------------------- */

static gcv_cell no_value(void) { return gcv_cell_str(""); }

static gcv_cell name_cell(gcv_slice name)
{
    return name.data != NULL ? gcv_cell_text(name) : no_value();
}

/* A cell with the number of a row; empty for GCV_NONE. */
static gcv_cell number_cell(uint32_t number)
{
    return number != GCV_NONE ? gcv_cell_count(number) : no_value();
}

/* Begins a table. Close the writer even after a failure. */
static gcv_status begin_table(tables_writer *w, size_t at, const gcv_table_column *columns,
                              size_t n, gcv_error *err)
{
    gcv_table_head head;
    gcv_status status =
        gcv_writer_open(w->report->ctx, NULL, gcv_table_files[at], "tsv", false, &w->out, err);
    if (status != GCV_OK) {
        return status;
    }
    gcv_writer_to_file(w->out, &w->report->files[at]);
    gcv_writer_limit(w->out, gcv_writer_most(w->report->writer));
    memset(&head, 0, sizeof head);
    return gcv_writer_begin(w->out, &head, columns, n, err);
}

static gcv_status end_table(tables_writer *w, gcv_status status, gcv_error *err)
{
    status = status == GCV_OK ? gcv_writer_end(w->out, err) : status;
    gcv_writer_close(w->out);
    w->out = NULL;
    return status;
}

/* ---- objects ------------------------------------------------------------------------------ */

static gcv_cell generation_cell(const gcv_heap *heap, uint32_t object)
{
    const char *word =
        heap->ranges.n > 0 ? gcv_generation_word(gcv_heap_object_generation(heap, object)) : NULL;
    return word != NULL ? gcv_cell_str(word) : no_value();
}

/* Fills all cells but the id and the domain. */
static void fill_object(const tables_writer *w, uint32_t object, gcv_cell *cells)
{
    const gcv_heap *heap = w->heap;
    const gcv_dominators *d = &w->dominators;
    const uint32_t number = d->number[object];
    cells[0] = gcv_cell_count(object);
    cells[2] = gcv_cell_bytes(gcv_heap_size(heap, object));
    cells[3] = number != 0 ? gcv_cell_bytes(d->retained[number]) : no_value();
    cells[4] = number_cell(d->object[d->dominator[number]]); /* object[0] is GCV_NONE */
    cells[5] = number_cell(w->paths.parent[object]);
    cells[7] = generation_cell(heap, object);
    cells[8] = gcv_cell_count(heap->type.data[object]);
}

/* Writes the objects of a section; their ids are looked up a block at a time. */
static gcv_status write_section(tables_writer *w, const gcv_section *section, gcv_error *err)
{
    gcv_cell ids[GCV_ID_BATCH], cells[OBJECT_CELLS];
    uint32_t objects[GCV_ID_BATCH], next = section->first_object;
    gcv_status status = GCV_OK;
    while (status == GCV_OK && next < section->end_object) {
        size_t n = 0, i;
        while (n < GCV_ID_BATCH && next < section->end_object) {
            objects[n++] = next++;
        }
        gcv_object_id_cells(w->heap, objects, n, ids, 1);
        for (i = 0; status == GCV_OK && i < n; i++) {
            fill_object(w, objects[i], cells);
            cells[1] = ids[i];
            cells[6] = name_cell(section->domain);
            status = gcv_writer_row(w->out, cells, err);
        }
    }
    return status;
}

static gcv_status write_objects(tables_writer *w, gcv_error *err)
{
    static const gcv_table_column columns[OBJECT_CELLS] = {
        {"node", GCV_SHAPE_NUMBER},      {"object", GCV_SHAPE_NUMBER},
        {"bytes", GCV_SHAPE_NUMBER},     {"retained", GCV_SHAPE_NUMBER},
        {"dominator", GCV_SHAPE_NUMBER}, {"distance", GCV_SHAPE_NUMBER},
        {"domain", GCV_SHAPE_TEXT},      {"generation", GCV_SHAPE_TEXT},
        {"type", GCV_SHAPE_NUMBER}};
    gcv_status status = begin_table(w, OBJECTS, columns, OBJECT_CELLS, err);
    size_t i;
    for (i = 0; status == GCV_OK && i < w->heap->sections.n; i++) {
        status = write_section(w, &w->heap->sections.data[i], err);
    }
    return end_table(w, status, err);
}

/* ---- references --------------------------------------------------------------------------- */

static gcv_status write_references_of(tables_writer *w, uint32_t object, gcv_error *err)
{
    const bool with_fields = w->report->options->fields;
    gcv_cell cells[REFERENCE_CELLS];
    gcv_status status = GCV_OK;
    uint32_t n, i;
    const uint32_t *refs = gcv_heap_references(w->heap, object, &n);
    cells[0] = gcv_cell_count(object);
    for (i = 0; status == GCV_OK && i < n; i++) {
        cells[1] = gcv_cell_count(i);
        cells[2] = gcv_cell_count(refs[i]);
        if (with_fields) {
            status = gcv_field_cell(&w->fields, object, i, &cells[3], err);
            cells[3] = cells[3].kind == GCV_CELL_TEXT ? cells[3] : no_value();
        }
        status = status == GCV_OK ? gcv_writer_row(w->out, cells, err) : status;
    }
    return status;
}

static gcv_status write_references(tables_writer *w, gcv_error *err)
{
    static const gcv_table_column columns[REFERENCE_CELLS] = {{"source", GCV_SHAPE_NUMBER},
                                                              {"slot", GCV_SHAPE_NUMBER},
                                                              {"target", GCV_SHAPE_NUMBER},
                                                              {"field", GCV_SHAPE_TEXT}};
    const size_t n = w->report->options->fields ? REFERENCE_CELLS : REFERENCE_CELLS - 1;
    gcv_status status = begin_table(w, REFERENCES, columns, n, err);
    uint32_t object;
    for (object = 0; status == GCV_OK && object < w->heap->n_objects; object++) {
        status = write_references_of(w, object, err);
    }
    return end_table(w, status, err);
}

/* ---- types -------------------------------------------------------------------------------- */

/* Objects and bytes of a type. */
typedef struct type_sum {
    uint64_t objects, bytes;
} type_sum;

static gcv_status write_type_rows(tables_writer *w, const type_sum *sums, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t t;
    for (t = 0; status == GCV_OK && t < w->heap->n_types; t++) {
        const uint64_t retained = w->type_retained[t];
        gcv_cell cells[TYPE_CELLS];
        cells[0] = gcv_cell_count(t);
        cells[1] = gcv_cell_count(sums[t].objects);
        cells[2] = gcv_cell_bytes(sums[t].bytes);
        cells[3] = retained != GCV_NOT_REACHABLE ? gcv_cell_bytes(retained) : no_value();
        cells[4] = name_cell(gcv_heap_type_module(w->heap, t));
        cells[5] = gcv_type_cell(w->heap, t);
        status = gcv_writer_row(w->out, cells, err);
    }
    return status;
}

static gcv_status write_types(tables_writer *w, gcv_error *err)
{
    static const gcv_table_column columns[TYPE_CELLS] = {
        {"type", GCV_SHAPE_NUMBER},     {"objects", GCV_SHAPE_NUMBER}, {"bytes", GCV_SHAPE_NUMBER},
        {"retained", GCV_SHAPE_NUMBER}, {"module", GCV_SHAPE_TEXT},    {"name", GCV_SHAPE_TYPE}};
    const gcv_heap *heap = w->heap;
    gcv_context *ctx = w->report->ctx;
    type_sum *sums = gcv_alloc_zeroed(ctx, heap->n_types, sizeof *sums, err);
    gcv_status status =
        sums != NULL ? begin_table(w, TYPES, columns, TYPE_CELLS, err) : gcv_failed(err);
    uint32_t object;
    for (object = 0; status == GCV_OK && object < heap->n_objects; object++) {
        type_sum *sum = &sums[heap->type.data[object]];
        sum->objects++;
        sum->bytes += gcv_heap_size(heap, object);
    }
    status = status == GCV_OK ? write_type_rows(w, sums, err) : status;
    gcv_free(ctx, sums, heap->n_types, sizeof *sums);
    return end_table(w, status, err);
}

/* ---- roots -------------------------------------------------------------------------------- */

static gcv_status write_root(tables_writer *w, uint32_t number, gcv_error *err)
{
    gcv_context *ctx = w->report->ctx;
    const gcv_root *root = &w->heap->roots.data[number];
    gcv_cell cells[ROOT_CELLS];
    gcv_status status = gcv_root_kind_name(ctx, root->kind, &w->kind, err);
    if (status == GCV_OK) {
        status = gcv_root_label(ctx, w->heap, root, &w->label, err);
    }
    cells[0] = gcv_cell_count(number);
    cells[1] = number_cell(root->object);
    cells[2] = gcv_cell_of_id(w->heap, root->id);
    cells[3] = gcv_cell_text(gcv_buffer_slice(&w->kind));
    cells[4] = gcv_cell_count(root->flags);
    cells[5] = gcv_cell_text(gcv_buffer_slice(&w->label));
    return status == GCV_OK ? gcv_writer_row(w->out, cells, err) : status;
}

static gcv_status write_roots(tables_writer *w, gcv_error *err)
{
    static const gcv_table_column columns[ROOT_CELLS] = {
        {"root", GCV_SHAPE_NUMBER}, {"node", GCV_SHAPE_NUMBER},  {"object", GCV_SHAPE_NUMBER},
        {"kind", GCV_SHAPE_TEXT},   {"flags", GCV_SHAPE_NUMBER}, {"label", GCV_SHAPE_TEXT}};
    gcv_status status = begin_table(w, ROOTS, columns, ROOT_CELLS, err);
    uint32_t i;
    for (i = 0; status == GCV_OK && i < w->heap->roots.n; i++) {
        status = write_root(w, i, err);
    }
    return end_table(w, status, err);
}

/* ---- all ---------------------------------------------------------------------------------- */

static gcv_status write_tables(tables_writer *w, gcv_error *err)
{
    gcv_status (*const tables[])(tables_writer *, gcv_error *) = {write_objects, write_references,
                                                                  write_types, write_roots};
    gcv_status status = GCV_OK;
    size_t i;
    gcv_phase(w->report->ctx, "convert");
    for (i = 0; status == GCV_OK && i < sizeof tables / sizeof tables[0]; i++) {
        status = tables[i](w, err);
    }
    return status;
}

gcv_status gcv_convert_to_tables(gcv_report *report, bool all, gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    tables_writer w;
    gcv_status status;
    (void)all; /* all objects are always written */
    memset(&w, 0, sizeof w);
    w.report = report;
    w.heap = report->heap;
    w.fields.report = report;
    gcv_report_warn_fields(report);
    status = find_all(&w, err);
    status = status == GCV_OK ? write_tables(&w, err) : status;
    gcv_free(ctx, w.type_retained, w.heap->n_types, sizeof *w.type_retained);
    gcv_paths_release(ctx, &w.paths);
    gcv_dominators_release(ctx, &w.dominators);
    gcv_field_finder_release(&w.fields);
    gcv_buffer_release(ctx, &w.kind);
    gcv_buffer_release(ctx, &w.label);
    return status;
}
