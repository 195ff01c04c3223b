/* convert_tables.c - the whole heap as tables for databases: objects, references, types and roots,
 * each a tsv file in one folder.
 *
 * Rows refer to each other by numbers from 0; objects are numbered by section and id, types by name
 * and module. An unknown or absent value is an empty field, but never the first one of a row:
 * sqlite3 takes a row that begins with an empty field for the end. Exact retained bytes of all
 * types are computed first, because they take the most memory; then distances, which keep 4 bytes
 * per object, then dominators, which keep 20. */
#include "analysis/analyses.h"
#include "report/convert/convert.h"

#include "heap/memory.h"
#include "heap/root_label.h"
#include "heap/vocabulary.h"
#include "report/field_cell.h"

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
    gcv_field_cells fields;
    gcv_buffer kind, label; /* of the row that is being written */
} tables_writer;

/* Finds the length of the chain to each object. Objects are visited in the order of chains, parents
 * first, and the lengths replace the parents. */
static void find_distances(tables_writer *w, const gcv_root_set *roots)
{
    gcv_chain_order order;
    gcv_paths_find_in_order(w->report->ctx, w->heap, roots, &w->paths, &order);
    uint32_t *distance = w->paths.parent;
    for (uint32_t at = 0; at < order.n; at++) {
        const uint32_t referrer_at = order.referrer_at[at];
        distance[order.object[at]] =
            referrer_at == GCV_NONE ? 1 : distance[order.object[referrer_at]] + 1;
    }
    gcv_chain_order_release(w->report->ctx, &order);
}

static void find_all(tables_writer *w)
{
    gcv_context *ctx = w->report->ctx;
    const uint32_t n = w->heap->n_types;
    const gcv_set_classes classes = {.class_of = w->heap->type.data, .n_classes = n, .n_sets = n};
    w->type_retained = gcv_alloc(ctx, n, sizeof *w->type_retained);
    gcv_root_set roots = gcv_root_set_of(ctx, w->heap, false, NULL);
    gcv_retained_compute(ctx, w->heap, &roots, &classes, w->type_retained);
    find_distances(w, &roots);
    gcv_dominators_compute(ctx, w->heap, &roots, &w->dominators);
    gcv_root_set_release(ctx, &roots);
}

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

static void begin_table(tables_writer *w, size_t at, const gcv_table_column *columns, size_t n)
{
    w->out = gcv_writer_open(w->report->ctx, NULL, gcv_table_files[at], "tsv", false);
    gcv_writer_to_file(w->out, &w->report->out.files[at]);
    gcv_writer_limit(w->out, gcv_writer_most(w->report->out.writer));
    gcv_table_head head = {0};
    gcv_writer_begin(w->out, &head, columns, n);
}

static void end_table(tables_writer *w)
{
    gcv_writer_end(w->out);
    gcv_writer_close(w->out);
    w->out = NULL;
}

/* Fills all cells but the domain. */
static void fill_object(const tables_writer *w, uint32_t object, gcv_cell *cells)
{
    const gcv_heap *heap = w->heap;
    const gcv_dominators *d = &w->dominators;
    const uint32_t number = d->number[object];
    const char *generation =
        heap->ranges.n > 0 ? gcv_generation_word(gcv_heap_object_generation(heap, object)) : NULL;
    cells[0] = gcv_cell_count(object);
    cells[1] = gcv_object_id_cell(heap, object);
    cells[2] = gcv_cell_bytes(gcv_heap_size(heap, object));
    cells[3] = number != 0 ? gcv_cell_bytes(d->retained[number]) : no_value();
    cells[4] = number_cell(d->object[d->dominator[number]]); /* object[0] is GCV_NONE */
    cells[5] = number_cell(w->paths.parent[object]);
    cells[7] = generation != NULL ? gcv_cell_str(generation) : no_value();
    cells[8] = gcv_cell_count(heap->type.data[object]);
}

static void write_objects(tables_writer *w)
{
    static const gcv_table_column columns[OBJECT_CELLS] = {
        {"node", GCV_SHAPE_NUMBER},      {"object", GCV_SHAPE_NUMBER},
        {"bytes", GCV_SHAPE_NUMBER},     {"retained", GCV_SHAPE_NUMBER},
        {"dominator", GCV_SHAPE_NUMBER}, {"distance", GCV_SHAPE_NUMBER},
        {"domain", GCV_SHAPE_TEXT},      {"generation", GCV_SHAPE_TEXT},
        {"type", GCV_SHAPE_NUMBER}};
    begin_table(w, OBJECTS, columns, OBJECT_CELLS);
    for (size_t i = 0; i < w->heap->sections.n; i++) {
        const gcv_section *section = &w->heap->sections.data[i];
        gcv_cell cells[OBJECT_CELLS];
        cells[6] = name_cell(section->domain);
        for (uint32_t object = section->first_object; object < section->end_object; object++) {
            fill_object(w, object, cells);
            gcv_writer_row(w->out, cells);
        }
    }
    end_table(w);
}

static void write_references(tables_writer *w)
{
    static const gcv_table_column columns[REFERENCE_CELLS] = {{"source", GCV_SHAPE_NUMBER},
                                                              {"slot", GCV_SHAPE_NUMBER},
                                                              {"target", GCV_SHAPE_NUMBER},
                                                              {"field", GCV_SHAPE_TEXT}};
    const bool with_fields = w->report->options->fields;
    gcv_cell cells[REFERENCE_CELLS];
    uint32_t n;
    begin_table(w, REFERENCES, columns, with_fields ? REFERENCE_CELLS : REFERENCE_CELLS - 1);
    for (uint32_t object = 0; object < w->heap->n_objects; object++) {
        const uint32_t *refs = gcv_heap_references(w->heap, object, &n);
        cells[0] = gcv_cell_count(object);
        for (uint32_t i = 0; i < n; i++) {
            cells[1] = gcv_cell_count(i);
            cells[2] = gcv_cell_count(refs[i]);
            if (with_fields) {
                cells[3] = gcv_field_cell(&w->fields, object, i);
                cells[3] = cells[3].kind == GCV_CELL_TEXT ? cells[3] : no_value();
            }
            gcv_writer_row(w->out, cells);
        }
    }
    end_table(w);
}

typedef struct type_sum {
    uint64_t objects, bytes;
} type_sum;

static void write_types(tables_writer *w)
{
    static const gcv_table_column columns[TYPE_CELLS] = {
        {"type", GCV_SHAPE_NUMBER},     {"objects", GCV_SHAPE_NUMBER}, {"bytes", GCV_SHAPE_NUMBER},
        {"retained", GCV_SHAPE_NUMBER}, {"module", GCV_SHAPE_TEXT},    {"name", GCV_SHAPE_TYPE}};
    const gcv_heap *heap = w->heap;
    type_sum *sums = gcv_alloc_zeroed(w->report->ctx, heap->n_types, sizeof *sums);
    begin_table(w, TYPES, columns, TYPE_CELLS);
    for (uint32_t object = 0; object < heap->n_objects; object++) {
        type_sum *sum = &sums[heap->type.data[object]];
        sum->objects++;
        sum->bytes += gcv_heap_size(heap, object);
    }
    for (uint32_t t = 0; t < heap->n_types; t++) {
        const uint64_t retained = w->type_retained[t];
        const gcv_cell cells[TYPE_CELLS] = {gcv_cell_count(t),
                                            gcv_cell_count(sums[t].objects),
                                            gcv_cell_bytes(sums[t].bytes),
                                            retained != GCV_NOT_REACHABLE ? gcv_cell_bytes(retained)
                                                                          : no_value(),
                                            name_cell(gcv_heap_type_module(heap, t)),
                                            gcv_type_cell(heap, t)};
        gcv_writer_row(w->out, cells);
    }
    gcv_free(w->report->ctx, sums);
    end_table(w);
}

static void write_roots(tables_writer *w)
{
    static const gcv_table_column columns[ROOT_CELLS] = {
        {"root", GCV_SHAPE_NUMBER}, {"node", GCV_SHAPE_NUMBER},  {"object", GCV_SHAPE_NUMBER},
        {"kind", GCV_SHAPE_TEXT},   {"flags", GCV_SHAPE_NUMBER}, {"label", GCV_SHAPE_TEXT}};
    begin_table(w, ROOTS, columns, ROOT_CELLS);
    for (uint32_t i = 0; i < w->heap->roots.n; i++) {
        const gcv_root *root = &w->heap->roots.data[i];
        gcv_root_kind_name(w->report->ctx, root->kind, &w->kind);
        gcv_root_label(w->report->ctx, w->heap, root, &w->label);
        const gcv_cell cells[ROOT_CELLS] = {gcv_cell_count(i),
                                            number_cell(root->object),
                                            gcv_cell_of_id(w->heap, root->id),
                                            gcv_cell_text(gcv_buffer_slice(&w->kind)),
                                            gcv_cell_count(root->flags),
                                            gcv_cell_text(gcv_buffer_slice(&w->label))};
        gcv_writer_row(w->out, cells);
    }
    end_table(w);
}

void gcv_convert_to_tables(gcv_report *report)
{
    tables_writer w = {.report = report,
                       .heap = report->in.heap,
                       .fields = gcv_field_cells_of(report, report->in.heap)};
    gcv_report_warn_fields(report);
    find_all(&w);
    gcv_phase(report->ctx, "convert");
    write_objects(&w);
    write_references(&w);
    write_types(&w);
    write_roots(&w);
}
