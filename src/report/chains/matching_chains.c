/* matching_chains.c - the chains of all matching objects; see chain_query.h.
 *
 * The chains of many objects are merged by the root and the types that they pass. A merged chain is
 * the path to a step at which the chains of some targets end (analysis/chains). Its rows are the
 * steps: the number of objects of each, their bytes, and what they retain together as a set,
 * exactly. */
#include "report/chains/chain_query.h"

#include "report/select.h"

#include <inttypes.h>

typedef struct merged_table {
    gcv_report *report;
    gcv_merged_steps merged;
    gcv_buffer label;
    gcv_field_cells fields;
} merged_table;

/* ---- rows of chains ------------------------------------------------------------------------- */

static gcv_cell type_cell(const merged_table *table, uint32_t step)
{
    const gcv_step_key *key = gcv_merged_key(&table->merged, step);
    gcv_cell cell = gcv_cell_text(gcv_type_or_deeper(table->report->in.heap, key->type));
    cell.indent = key->depth - 1;
    return cell;
}

/* Only first steps have a root. The cell is valid until the next call. */
static gcv_cell root_cell(merged_table *table, uint32_t step)
{
    if (gcv_merged_key(&table->merged, step)->label == GCV_NONE) {
        return gcv_cell_none();
    }
    const gcv_root root = gcv_merged_root(&table->merged, step);
    gcv_report_root_label(table->report, &root, &table->label);
    return gcv_cell_text(gcv_buffer_slice(&table->label));
}

/* As gcv_step_name_cells(), for the references that lead from the preceding step to this one. */
static void name_cells(merged_table *table, uint32_t step, gcv_cell *type,
                       gcv_cell names[GCV_NAME_CELLS])
{
    static const gcv_step_name none = {.place = NULL};
    const gcv_merged_step *of = &table->merged.steps.data[step];
    gcv_step_name_cells(&table->fields,
                        table->merged.names != NULL ? &table->merged.names[of->set] : &none,
                        of->objects, type, names);
}

/* Writes a step of a chain: with an id, or `*N` for N objects. */
static void write_chain_step(merged_table *table, uint64_t chain, uint32_t at)
{
    const gcv_merged_step *step = &table->merged.steps.data[at];
    char count[GCV_NUMBER_MAX + 1] = "*";
    (void)gcv_format_u64(count + 1, step->objects);
    gcv_cell cells[GCV_CHAIN_CELLS] = {
        gcv_cell_count(chain),
        gcv_cell_count(gcv_merged_key(&table->merged, at)->depth),
        step->objects == 1 ? gcv_object_id_cell(table->report->in.heap, step->object)
                           : gcv_cell_str(count),
        gcv_cell_bytes(step->bytes),
        gcv_cell_bytes(table->merged.retained[step->set]),
        type_cell(table, at),
        root_cell(table, at)};
    name_cells(table, at, &cells[5], &cells[GCV_CHAIN_NAMES]);
    gcv_chain_table_row(table->report, cells, step->objects);
}

/* Writes the rows of the chains that end at some steps. Their retained bytes have to be known. */
static void write_chains(merged_table *table, const uint32_t *ends, size_t n)
{
    uint32_t way[GCV_MERGED_DEPTH + 1]; /* the steps of a chain, the last step first */
    gcv_chain_table_begin(table->report, &table->fields);
    for (size_t i = 0; i < n; i++) {
        size_t length = 0;
        for (uint32_t at = ends[i]; at != GCV_NONE;) {
            way[length++] = at;
            at = gcv_merged_key(&table->merged, at)->previous;
        }
        while (length > 0) {
            write_chain_step(table, (uint64_t)i + 1, way[--length]);
        }
    }
}

/* ---- one tree ------------------------------------------------------------------------------- */

/* Chains that begin alike share rows, and each row has its share of the matching objects. It counts
 * all of them whose chains pass it, also those of chains that are not shown, so that a share does
 * not depend on --limit. O(steps × log steps) in addition to finding the chains. */

/* Sum over the targets whose chains pass a step or end at it. */
typedef struct tree_sum {
    uint64_t targets, bytes;
} tree_sum;

typedef struct merged_tree {
    merged_table *table;
    tree_sum *sums; /* per step */
    tree_sum all;
    uint32_t *order;        /* shown steps, grouped by parent, most bytes first */
    uint32_t *first, *last; /* per step: its children in `order`; entry n: the first steps */
    uint32_t n;
    bool draws;
    gcv_picture picture; /* only if `draws` */
} merged_tree;

static bool comes_first(const void *payload, uint32_t a, uint32_t b)
{
    const merged_tree *tree = payload;
    const gcv_merged_steps *merged = &tree->table->merged;
    const gcv_step_key *x = gcv_merged_key(merged, a), *y = gcv_merged_key(merged, b);
    return x->previous != y->previous ? x->previous < y->previous
           : tree->sums[a].bytes != tree->sums[b].bytes
               ? tree->sums[a].bytes > tree->sums[b].bytes
               : merged->steps.data[a].rank < merged->steps.data[b].rank;
}

/* Orders steps by bytes. A step sorts before the steps that follow it on a chain: it has at least
 * as many bytes, and a lower number. */
GCV_BEFORE(has_more_bytes, tree_sum,
           of[a].bytes != of[b].bytes ? of[a].bytes > of[b].bytes : a < b);

static void arrange(merged_tree *tree)
{
    const gcv_merged_steps *merged = &tree->table->merged;
    const gcv_optional most = tree->table->report->options->top;
    const uint64_t top = tree->draws ? gcv_optional_or(most, GCV_TOP_DRAWN) : 0;
    for (uint32_t i = 0; i < merged->steps.n; i++) {
        if (merged->steps.data[i].set != GCV_NONE) {
            tree->order[tree->n++] = i;
        }
    }
    if (top != 0 && tree->n > top) {
        tree->picture.more_rows = tree->n - top;
        tree->n =
            (uint32_t)gcv_select(tree->order, tree->n, (size_t)top, has_more_bytes, tree->sums);
    }
    gcv_sort(tree->table->report->ctx, tree->order, tree->n, comes_first, tree);
    for (uint32_t i = 0; i < tree->n; i++) {
        uint32_t previous = gcv_merged_key(merged, tree->order[i])->previous;
        size_t parent = previous != GCV_NONE ? previous : merged->steps.n;
        if (tree->first[parent] == tree->last[parent]) {
            tree->first[parent] = i;
        }
        tree->last[parent] = i + 1;
    }
}

/* Draws a step: `ID  40 B  retained 80 B`, with a count instead of the id for several objects;
 * below it the matching objects whose chains pass the step or end there. */
static void draw_step(merged_tree *tree, uint32_t at)
{
    merged_table *table = tree->table;
    gcv_context *ctx = table->report->ctx;
    const gcv_merged_step *step = &table->merged.steps.data[at];
    const gcv_step_key *key = gcv_merged_key(&table->merged, at);
    gcv_buffer *out = &tree->picture.details;
    char room[GCV_NUMBER_MAX];
    gcv_root root;
    gcv_buffer_clear(out);
    if (step->objects == 1) {
        gcv_buffer_append_str(ctx, out,
                              gcv_object_id_text(table->report->in.heap, step->object, room));
    } else {
        gcv_buffer_print(ctx, out, "*%" PRIu64, step->objects);
    }
    gcv_picture_append_sizes(&tree->picture, step->bytes, table->merged.retained[step->set]);
    gcv_buffer_print(ctx, out, "\n%" PRIu64 " matching  %" PRIu64 " B  %" PRIu64 " %%",
                     tree->sums[at].targets, tree->sums[at].bytes,
                     gcv_percent_of(tree->sums[at].bytes, tree->all.bytes));
    gcv_cell type = type_cell(table, at), names[GCV_NAME_CELLS];
    name_cells(table, at, &type, names);
    gcv_picture_row row = {.depth = key->depth,
                           .title = type.text,
                           .part = tree->sums[at].bytes,
                           .edge = type.words != NULL ? type.words->before : names[0].text};
    if (key->previous == GCV_NONE) {
        root = gcv_merged_root(&table->merged, at);
        row.root = &root;
    }
    gcv_picture_add_row(&tree->picture, &row);
}

static void write_step(merged_tree *tree, uint32_t at)
{
    merged_table *table = tree->table;
    const gcv_merged_step *step = &table->merged.steps.data[at];
    gcv_cell cells[8 + GCV_NAME_CELLS] = {
        gcv_cell_count(gcv_merged_key(&table->merged, at)->depth),
        gcv_cell_bytes(tree->sums[at].bytes),
        gcv_cell_count(gcv_percent_of(tree->sums[at].bytes, tree->all.bytes)),
        gcv_cell_count(tree->sums[at].targets),
        gcv_cell_count(step->objects),
        gcv_cell_bytes(table->merged.retained[step->set]),
        type_cell(table, at),
        root_cell(table, at)};
    name_cells(table, at, &cells[6], &cells[8]);
    gcv_writer_row(table->report->out.writer, cells);
}

static void write_rows(merged_tree *tree)
{
    static const gcv_table_column columns[] = {
        {"depth", GCV_SHAPE_NUMBER}, {"bytes", GCV_SHAPE_NUMBER},   {"share", GCV_SHAPE_NUMBER},
        {"count", GCV_SHAPE_NUMBER}, {"objects", GCV_SHAPE_NUMBER}, {"retained", GCV_SHAPE_NUMBER},
        {"type", GCV_SHAPE_TYPE},    {"root", GCV_SHAPE_TEXT},      GCV_NAME_COLUMNS};
    gcv_report *report = tree->table->report;
    gcv_u32_column open = {NULL, 0, 0}; /* parents with unwritten children, the deepest last */
    if (!tree->draws) {
        gcv_report_begin(report, columns,
                         gcv_field_columns(&tree->table->fields, GCV_LENGTH(columns)));
    }
    gcv_u32_column_push(report->ctx, &open, (uint32_t)tree->table->merged.steps.n);
    while (open.n > 0) {
        uint32_t parent = open.data[open.n - 1];
        if (tree->first[parent] == tree->last[parent]) {
            open.n--;
            continue;
        }
        uint32_t step = tree->order[tree->first[parent]++];
        (tree->draws ? draw_step : write_step)(tree, step);
        gcv_u32_column_push(report->ctx, &open, step);
    }
    if (tree->draws) {
        gcv_picture_end(&tree->picture);
    }
}

/* Writes the steps whose retained bytes are known. */
static void write_tree(merged_table *table)
{
    gcv_context *ctx = table->report->ctx;
    const gcv_merged_steps *merged = &table->merged;
    const size_t n = merged->steps.n;
    merged_tree tree = {.table = table,
                        .sums = gcv_alloc(ctx, n, sizeof *tree.sums),
                        .order = gcv_alloc(ctx, n, sizeof *tree.order),
                        .first = gcv_alloc_zeroed(ctx, n + 1, sizeof *tree.first),
                        .last = gcv_alloc_zeroed(ctx, n + 1, sizeof *tree.last),
                        .draws = gcv_output_format_draws(table->report->options->format)};
    if (tree.draws) {
        gcv_picture_begin(&tree.picture, table->report, NULL);
    }
    for (size_t i = 0; i < n; i++) {
        const gcv_merged_step *step = &merged->steps.data[i];
        tree.sums[i] = (tree_sum){step->targets, step->target_bytes};
    }
    for (size_t i = n; i-- > 0;) { /* a step has a higher number than its predecessor */
        const uint32_t previous = gcv_merged_key(merged, (uint32_t)i)->previous;
        tree_sum *to = previous != GCV_NONE ? &tree.sums[previous] : &tree.all;
        to->targets += tree.sums[i].targets;
        to->bytes += tree.sums[i].bytes;
    }
    tree.picture.whole = tree.all.bytes;
    arrange(&tree);
    write_rows(&tree);
}

/* ---- all of it ---------------------------------------------------------------------------- */

/* Chains are in the order of the bytes of their targets, then of rank. */
GCV_KEY(key_bytes, ((const merged_table *)payload)->merged.steps.data[row].target_bytes);
GCV_KEY(key_rank, ((const merged_table *)payload)->merged.steps.data[row].rank);

/* Chooses the chains whose targets have the most bytes, and writes them. */
static void write_table(merged_table *table, const gcv_chain_query *query)
{
    const gcv_report_options *options = table->report->options;
    gcv_rows rows;
    uint64_t left_out = 0;
    static const gcv_key_fn ties[] = {key_rank, NULL};
    const gcv_row_order order = {.payload = table, .key = key_bytes, .tie_keys = ties};
    gcv_rows_init(&rows, table->report->ctx, &order, gcv_chain_limit(options, GCV_CHAINS_MERGED));
    for (uint32_t step = 0; step < table->merged.steps.n; step++) {
        const gcv_merged_step *s = &table->merged.steps.data[step];
        if (s->targets > 0 && gcv_filter_bytes(&options->select, s->target_bytes)) {
            gcv_rows_add(&rows, step);
            left_out += s->target_bytes;
        }
    }
    gcv_rows_finish(&rows);
    for (size_t i = 0; i < rows.items.n; i++) {
        left_out -= table->merged.steps.data[rows.items.data[i]].target_bytes;
    }
    gcv_writer_more(table->report->out.writer, (gcv_more){.rows = gcv_rows_left_out(&rows),
                                                          .noun = "chain",
                                                          .option = "--limit 0",
                                                          .bytes = left_out});
    gcv_merged_steps_retained(&table->merged, &query->roots, rows.items.data, rows.items.n);
    if (query->options->tree || gcv_output_format_draws(options->format)) {
        write_tree(table);
    } else {
        write_chains(table, rows.items.data, rows.items.n);
    }
    gcv_rows_release(&rows);
}

/* Finds the matching objects with a chain, and returns the number of those without one. */
static uint64_t find_targets(const gcv_chain_query *query, const gcv_constrained_paths *paths,
                             gcv_u32_column *targets)
{
    gcv_selected at = gcv_selected_all(&query->selection);
    uint32_t object;
    uint64_t without = 0;
    while ((object = gcv_selected_next(&at)) != GCV_NONE) {
        if (query->among != NULL && !query->among[object]) {
            continue;
        }
        if (gcv_constrained_paths_end(paths, object) == GCV_NONE) {
            without++;
        } else {
            gcv_u32_column_push(query->report->ctx, targets, object);
        }
    }
    return without;
}

void gcv_matching_chains(const gcv_chain_query *query)
{
    gcv_report *report = query->report;
    gcv_u32_column targets = {NULL, 0, 0};
    gcv_report_warn_idle_types(report);
    gcv_constrained_paths paths = gcv_chain_query_find_all(query, &query->starts);
    const uint64_t without = find_targets(query, &paths, &targets);
    const bool merged = targets.n > 1 || query->options->tree;
    if (merged) {
        merged_table table = {.report = report,
                              .fields = gcv_field_cells_of(report, report->in.heap)};
        table.merged.begins_at_statics = !gcv_chain_query_is_constrained(query);
        gcv_merged_steps_find(report->ctx, report->in.heap, &paths, &query->starts, &targets,
                              &table.merged);
        write_table(&table, query);
    }
    gcv_constrained_paths_release(report->ctx, &paths);
    if (!merged) {
        gcv_single_chains(query, &targets);
    }
    if (without > 0 && gcv_chain_query_is_constrained(query)) {
        GCV_WARN(report, "matching objects without such a chain: %" PRIu64, without);
    } else if (without > 0 && targets.n == 0) {
        gcv_report_warn_garbage_matches(report, without);
    } else if (without > 0) {
        GCV_WARN(report, "matching objects not reachable from any %sroot: %" PRIu64,
                 report->options->include_weak ? "" : "strong ", without);
    }
}
