/* single_chains.c - tables of chains whose rows are single objects.
 *
 * With several targets, the first chain of each comes from one search for all objects. --limit N
 * gives N chains that share no object but the target: each is a shortest one that avoids the inner
 * objects of the chains before it. Each chain takes a search, so their number is limited. If an
 * object dominates the target, there is no second search: all chains pass that object. */
#include "report/chains/chain_query.h"

#include "analysis/analyses.h"

#include <inttypes.h>
#include <string.h>

/* ---- pictures -------------------------------------------------------------------------------- */

/* Number of objects to draw from the beginning of a chain: all of them, or as many as leave room
 * for the last one. Objects that are drawn already need no room. */
static uint32_t length_of_front(const gcv_picture *picture, const gcv_chain *chain)
{
    const uint32_t last = chain->object[chain->length - 1];
    uint64_t room = gcv_picture_room(picture);
    room -= room > 0 && !gcv_bitset_has(&picture->drawn, last);
    for (uint32_t i = 0; i + 1 < chain->length; i++) {
        if (!gcv_bitset_has(&picture->drawn, chain->object[i]) && room-- == 0) {
            return i;
        }
    }
    return chain->length;
}

/* Draws a chain whose last object the user named; `root` NULL: it does not begin at a root. If the
 * chain does not fit, its first objects and the last one are drawn, with the node `more` between
 * them. */
static void draw_chain(gcv_picture *picture, const gcv_chain *chain, const gcv_root *root)
{
    const uint32_t n = length_of_front(picture, chain), last = chain->object[chain->length - 1];
    for (uint32_t i = 0; i < n; i++) {
        gcv_picture_object(picture, chain->object[i], i + 1 == chain->length);
        if (i > 0) {
            gcv_picture_step(picture, chain->object[i - 1], chain->object[i]);
        } else if (root != NULL) {
            gcv_picture_root(picture, root, chain->object[i]);
        }
    }
    if (n == chain->length) {
        return;
    }
    gcv_picture_object(picture, last, true);
    for (uint32_t i = n; i + 1 < chain->length; i++) {
        gcv_picture_leave_out(picture, chain->object[i]);
    }
    if (n > 0) {
        gcv_picture_edge(picture, chain->object[n - 1], GCV_NONE);
    }
    gcv_picture_edge(picture, GCV_NONE, last);
}

/* Limit of the number of chains. An object that thousands of roots hold has as many chains, each of
 * which takes a search. A thousand are always found; more only as long as all searches together
 * visit no more than MOST_VISITS objects and references. */
enum { SURE_CHAINS = 1000 };
#define MOST_VISITS (UINT64_C(1) << 32)

typedef struct single_table {
    gcv_report *report;
    const gcv_chain_query *query;
    gcv_dominators dominators;
    bool draws;
    gcv_picture picture; /* only if `draws` */
    gcv_buffer label;
    gcv_field_cells fields;
    gcv_constrained_paths paths; /* to all objects; only with several targets */
    bool has_paths;
    uint8_t *closed; /* per object: avoided, or on a previous chain */
    uint64_t n;      /* number of chains written */
} single_table;

/* Writes the rows of a chain; a run of objects is one row, that of its first object. `root` NULL:
 * the chain does not begin at a root. */
static void write_rows(single_table *table, const gcv_chain *chain, const gcv_root *root)
{
    gcv_report *report = table->report;
    const gcv_heap *heap = report->in.heap;
    if (root != NULL) {
        gcv_report_root_label(report, root, &table->label);
    }
    for (uint32_t i = 0, run, level = 0; i < chain->length; i += run, level++) {
        uint32_t object = chain->object[i];
        run = gcv_field_run(&table->fields, chain->object + i, chain->length - i);
        gcv_cell cells[GCV_CHAIN_CELLS];
        cells[0] = gcv_cell_count(table->n);
        cells[1] = gcv_cell_count((uint64_t)i + 1);
        cells[2] = gcv_object_id_cell(heap, object);
        cells[3] = gcv_cell_bytes(gcv_heap_size(heap, object));
        cells[4] = gcv_retained_cell(&table->dominators, object);
        cells[5] = gcv_type_cell(heap, heap->type.data[object]);
        cells[5].indent = level;
        cells[6] = root != NULL && i == 0 ? gcv_cell_text(gcv_buffer_slice(&table->label))
                                          : gcv_cell_none();
        const uint32_t from = i > 0 ? chain->object[i - 1] : GCV_NONE;
        gcv_run_name_cells(&table->fields, from, chain->object + i, run, &cells[5],
                           &cells[GCV_CHAIN_NAMES]);
        gcv_chain_table_row(report, cells, 1);
    }
}

/* Writes a chain, as rows or as a picture. `root` NULL: it does not begin at a root. */
static void write_chain(single_table *table, const gcv_chain *chain, const gcv_root *root)
{
    table->n++;
    if (table->draws) {
        draw_chain(&table->picture, chain, root);
    } else {
        write_rows(table, chain, root);
    }
}

/* Writes a chain from a root or, if it passes a static field of Java, from the last of these. */
static void write_from_root(single_table *table, const gcv_chain *chain)
{
    const gcv_heap *heap = table->report->in.heap;
    uint32_t first = gcv_chain_query_is_constrained(table->query) ? 0 : chain->length - 1;
    while (first > 0 && !gcv_java_is_static(heap, chain->object[first - 1], chain->object[first])) {
        first--;
    }
    if (first == 0) {
        write_chain(table, chain, gcv_root_set_record(heap, &table->query->starts, *chain->object));
    } else {
        const gcv_chain end = {chain->length - first, chain->object + first};
        const gcv_root root = gcv_start_root(heap, gcv_java_static_start(heap, *end.object));
        write_chain(table, &end, &root);
    }
}

/* Finds the `n`th chain to a target (from 0); it avoids the previous ones. */
static gcv_chain find_chain(const single_table *table, const gcv_root_set *starts, uint64_t n,
                            uint32_t target)
{
    return n == 0 && table->has_paths
               ? gcv_constrained_paths_chain(table->report->ctx, &table->paths, target)
               : gcv_chain_query_find(table->query, starts,
                                      n > 0 ? table->closed : table->query->closed, target);
}

/* Maximum number of searches for the chains of one object. */
static uint64_t most_searches(const gcv_heap *heap)
{
    const uint64_t visits = (uint64_t)heap->n_objects + heap->refs.n;
    const uint64_t most = visits > 0 ? MOST_VISITS / visits : 0;
    return most > SURE_CHAINS ? most : SURE_CHAINS;
}

/* Returns the number of chains written. */
static uint64_t write_chains(single_table *table, uint32_t target)
{
    gcv_report *report = table->report;
    const uint64_t limit = table->dominators.dominator[table->dominators.number[target]] != 0
                               ? 1 /* all chains share the dominator */
                               : gcv_chain_limit(report->options, GCV_CHAINS_OF_ONE);
    const uint64_t most = most_searches(report->in.heap);
    const gcv_root_set *starts = &table->query->starts;
    gcv_root_set others = {0};
    uint64_t n;
    if (table->query->closed != NULL) {
        memcpy(table->closed, table->query->closed, report->in.heap->n_objects);
    } else {
        memset(table->closed, 0, report->in.heap->n_objects);
    }
    for (n = 0; limit == 0 || n < limit; n++) {
        gcv_chain chain = find_chain(table, starts, n, target);
        if (chain.length == 0) {
            break;
        }
        if (n == most) {
            GCV_WARN(report, "there are more chains than these first %" PRIu64, most);
            gcv_chain_release(report->ctx, &chain);
            break;
        }
        write_from_root(table, &chain);
        for (uint32_t i = 0; i + 1 < chain.length; i++) {
            table->closed[chain.object[i]] = 1;
        }
        if (chain.length == 1) { /* a root object has only one chain of length 1 */
            gcv_chain_query_starts(table->query, target, &others);
            starts = &others;
        }
        gcv_chain_release(report->ctx, &chain);
    }
    gcv_root_set_release(report->ctx, &others);
    return n;
}

static void open_table(single_table *table, const gcv_chain_query *query)
{
    gcv_report *report = query->report;
    *table = (single_table){
        .report = report, .fields = gcv_field_cells_of(report, report->in.heap), .query = query};
    gcv_dominators_compute(report->ctx, report->in.heap, &query->roots, &table->dominators);
    table->closed = gcv_alloc(report->ctx, report->in.heap->n_objects, 1);
    table->draws = gcv_output_format_draws(report->options->format);
    if (table->draws) {
        gcv_picture_begin(&table->picture, report, &table->dominators);
    } else {
        gcv_chain_table_begin(report, &table->fields);
    }
}

/* Finds the first chains of several targets at once. For a single target it does nothing: the
 * search for one chain can stop when it reaches the target. */
static void find_paths(single_table *table, const gcv_root_set *starts,
                       const gcv_u32_column *targets)
{
    gcv_constrained_paths_release(table->report->ctx, &table->paths);
    table->has_paths = targets->n > 1;
    if (table->has_paths) {
        table->paths = gcv_chain_query_find_all(table->query, starts);
    }
}

static void chains_to(single_table *table, uint32_t target)
{
    gcv_report *report = table->report;
    char room[GCV_NUMBER_MAX];
    if (table->dominators.number[target] == 0) {
        GCV_WARN(report, "object %s is not reachable from any %sroot",
                 gcv_object_id_text(report->in.heap, target, room),
                 report->options->include_weak ? "" : "strong ");
    } else if (write_chains(table, target) == 0) {
        GCV_WARN(report, "object %s is reachable, but not by such a chain",
                 gcv_object_id_text(report->in.heap, target, room));
    }
}

void gcv_single_chains(const gcv_chain_query *query, const gcv_u32_column *targets)
{
    gcv_report *report = query->report;
    single_table table;
    open_table(&table, query);
    find_paths(&table, &query->starts, targets);
    gcv_phase(report->ctx, "chains"); /* includes the searches for chains */
    for (size_t i = 0; i < targets->n; i++) {
        if (gcv_filter_bytes(&report->options->select,
                             gcv_heap_size(report->in.heap, targets->data[i]))) {
            chains_to(&table, targets->data[i]);
        }
    }
    if (table.draws) {
        gcv_picture_end(&table.picture);
    }
}

static void chains_from(single_table *table, uint32_t from, const gcv_u32_column *to)
{
    gcv_root_set starts = {.n = 1, .n_first = 0};
    starts.object = starts.root = &from; /* no cell shows the root, so any value will do */
    find_paths(table, &starts, to);
    for (size_t i = 0; i < to->n; i++) {
        gcv_chain chain = find_chain(table, &starts, 0, to->data[i]);
        if (chain.length > 0) {
            write_chain(table, &chain, NULL);
            gcv_chain_release(table->report->ctx, &chain);
        }
    }
}

/* Writes one chain for each pair. Further chains would have to avoid single references. */
void gcv_chains_between(const gcv_chain_query *query, const gcv_u32_column *from,
                        const gcv_u32_column *to)
{
    gcv_report *report = query->report;
    single_table table;
    char rooms[2][GCV_NUMBER_MAX];
    open_table(&table, query);
    gcv_phase(report->ctx, "chains");
    for (size_t i = 0; i < from->n; i++) {
        chains_from(&table, from->data[i], to);
    }
    if (table.n == 0) {
        GCV_WARN(report, "no %sreferences lead from object %s to %s",
                 gcv_chain_query_is_constrained(query) ? "such " : "",
                 gcv_object_id_text(report->in.heap, from->data[0], rooms[0]),
                 gcv_object_id_text(report->in.heap, to->data[0], rooms[1]));
    }
    if (table.draws) {
        gcv_picture_end(&table.picture);
    }
}
