/* convert_heapsnapshot.c - the heap as a V8 heap snapshot, for DevTools and similar viewers.
 *
 * There is a node for each kind of root, with an edge for each root record. Objects follow in the
 * order of the heap. Every object has the node type `object`, since viewers show no other type of
 * node by its name. Objects that no strong root reaches are omitted, as V8 does, unless they are
 * asked for. The format cannot hold modules, generations, domains and the factors of a sample:
 * these are omitted. See docs/formats/heapsnapshot.md.
 *
 * Two passes over the frozen graph. 4 bytes per object, which are those of the search for paths. */
#include "analysis/analyses.h"
#include "report/convert/convert.h"

#include "heap/memory.h"
#include "heap/vocabulary.h"

#include <inttypes.h>
#include <string.h>

const gcv_cost gcv_cost_of_heapsnapshot = {"`convert --to heapsnapshot`",
                                           GCV_COST_PARTS(4, 0, 4, 8, 0),
                                           GCV_COST_PARTS(4, 0, 16, 20, 0), 4, NULL};

enum { NODE_FIELDS = 7, EDGE_FIELDS = 3 };

enum { FIRST_ID = 101, UNREACHABLE_ID = 99, FIRST_GROUP_ID = 5 };

/* Indices of the types of nodes and edges in the header. */
enum { OBJECT = 3, SYNTHETIC = 9, ELEMENT = 1, PROPERTY = 2, WEAK = 6 };

/* The nodes before the objects: the root, and the parent of the nodes for kinds. */
enum { ROOT, GC_ROOTS, FIRST_GROUP };

enum { GROUPS_MAX = 16 };

static const char header[] =
    "{\"snapshot\":{\"meta\":{\"node_fields\":[\"type\",\"name\",\"id\",\"self_size\","
    "\"edge_count\",\"trace_node_id\",\"detachedness\"],\"node_types\":[[\"hidden\",\"array\","
    "\"string\",\"object\",\"code\",\"closure\",\"regexp\",\"number\",\"native\",\"synthetic\","
    "\"concatenated string\",\"sliced string\",\"symbol\",\"bigint\",\"object shape\"],\"string\","
    "\"number\",\"number\",\"number\",\"number\",\"number\"],\"edge_fields\":[\"type\","
    "\"name_or_index\",\"to_node\"],\"edge_types\":[[\"context\",\"element\",\"property\","
    "\"internal\",\"hidden\",\"shortcut\",\"weak\"],\"string_or_number\",\"node\"],"
    "\"trace_function_info_fields\":[\"function_id\",\"name\",\"script_name\",\"script_id\","
    "\"line\",\"column\"],\"trace_node_fields\":[\"id\",\"function_info_index\",\"count\",\"size\","
    "\"children\"],\"sample_fields\":[\"timestamp_us\",\"last_assigned_id\"],\"location_fields\":["
    "\"object_index\",\"script_id\",\"line\",\"column\"]}";

typedef struct snapshot_writer {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_writer *out;
    gcv_snapshot_strings strings;
    gcv_paths paths;
    uint32_t *written_index; /* per object: index among those written; GCV_NONE: omitted */
    bool all, keeps_ids;
    uint32_t n_objects, n_unreachable_written; /* number of those written */
    uint32_t n_groups, first_object;
    uint64_t of_group[GROUPS_MAX]; /* number of root records written, by group */
    uint64_t n_edges;
    uint64_t n_cut; /* objects whose size is capped */
    bool begun;     /* the list that is being written has an element */
} snapshot_writer;

/* ---- what is written ---------------------------------------------------------------------- */

static bool is_written(const snapshot_writer *w, uint32_t object)
{
    return w->all || w->paths.parent[object] != GCV_NONE;
}

static bool is_root(const snapshot_writer *w, const gcv_root *root)
{
    return root->object != GCV_NONE && is_written(w, root->object);
}

/* Counts nodes and edges, since the counts precede the lists. */
static void count(snapshot_writer *w)
{
    const gcv_heap *heap = w->heap;
    for (uint32_t o = 0; o < heap->n_objects; o++) {
        if (is_written(w, o)) {
            w->n_objects++;
            w->n_cut += gcv_heap_size(heap, o) > UINT32_MAX;
            w->n_unreachable_written += w->paths.parent[o] == GCV_NONE;
            w->n_edges += gcv_heap_n_references(heap, o);
        }
    }
    for (size_t i = 0; i < heap->roots.n; i++) {
        if (is_root(w, &heap->roots.data[i])) {
            w->of_group[gcv_root_group_of(heap->roots.data[i].kind)]++;
            w->n_edges++;
        }
    }
    for (size_t i = 0; gcv_root_group_at(i) != NULL; i++) {
        w->n_groups += w->of_group[i] > 0;
    }
    w->first_object = FIRST_GROUP + w->n_groups;
    w->n_edges += 1 + w->n_groups; /* edges to the parent of the kinds, and to each kind */
    w->n_edges += w->n_unreachable_written > 0 ? 1 + (uint64_t)w->n_unreachable_written : 0;
}

static uint64_t n_nodes(const snapshot_writer *w)
{
    return (uint64_t)w->first_object + w->n_objects + (w->n_unreachable_written > 0);
}

/* ---- ids ---------------------------------------------------------------------------------- */

static uint32_t id_of_group(size_t group) { return FIRST_GROUP_ID + 2 * (uint32_t)group; }

/* Whether ids are kept. Those of a snapshot are, so that objects can be followed; those of other
 * dumps are addresses. */
static bool keeps_ids(const gcv_heap *heap)
{
    if (strcmp(heap->format, "heapsnapshot") != 0 || heap->n_objects == 0 ||
        gcv_heap_object_id(heap, heap->n_objects - 1) > UINT32_MAX) {
        return false;
    }
    for (size_t i = 0; gcv_root_group_at(i) != NULL; i++) {
        if (gcv_heap_find(heap, 0, id_of_group(i)) != GCV_NONE) {
            return false;
        }
    }
    for (uint64_t id = 1; id < FIRST_GROUP_ID; id += 2) {
        if (gcv_heap_find(heap, 0, id) != GCV_NONE) {
            return false;
        }
    }
    return true;
}

static uint64_t id_of_unreachable(const snapshot_writer *w)
{
    uint64_t id = UNREACHABLE_ID;
    while (w->keeps_ids && gcv_heap_find(w->heap, 0, id) != GCV_NONE) {
        id += 2;
    }
    return id;
}

/* ---- limits ------------------------------------------------------------------------------- */

void gcv_heapsnapshot_check(gcv_context *ctx, const gcv_heapsnapshot_counts *counts)
{
    const gcv_format_limit limits[] = {
        {"objects", counts->objects, (UINT32_MAX - FIRST_ID) / 2 + 1},
        {"nodes", counts->nodes, UINT32_MAX / NODE_FIELDS},
        {"edges", counts->edges, UINT32_MAX / EDGE_FIELDS},
        {"bytes of names", counts->string_bytes, ((uint64_t)512 << 20) - 1},
    };
    gcv_check_format_limits(ctx, limits, GCV_LENGTH(limits), "a heap snapshot");
}

/* Replaces the parents of the written objects by their indices; parents are not needed any more. */
static void number(snapshot_writer *w)
{
    uint32_t next = 0;
    w->written_index = w->paths.parent;
    for (uint32_t o = 0; o < w->heap->n_objects && !w->all; o++) {
        w->written_index[o] = w->written_index[o] != GCV_NONE ? next++ : GCV_NONE;
    }
}

static uint32_t node_of(const snapshot_writer *w, uint32_t object)
{
    return w->first_object + (w->all ? object : w->written_index[object]);
}

/* ---- rows --------------------------------------------------------------------------------- */

/* Writes a line of numbers. */
static void put_row(snapshot_writer *w, const uint64_t *numbers, size_t n)
{
    char line[NODE_FIELDS * GCV_NUMBER_MAX + 2];
    size_t size = 0;
    if (w->begun) {
        line[size++] = '\n';
    }
    for (size_t i = 0; i < n; i++) {
        if (i > 0 || w->begun) {
            line[size++] = ',';
        }
        size += gcv_format_u64(line + size, numbers[i]);
    }
    w->begun = true;
    gcv_writer_put(w->out, line, size);
}

static void put_node(snapshot_writer *w, uint32_t type, uint32_t name, uint64_t id, uint64_t size,
                     uint64_t edges)
{
    const uint64_t row[NODE_FIELDS] = {type, name, id, size < UINT32_MAX ? size : UINT32_MAX,
                                       edges};
    put_row(w, row, NODE_FIELDS);
}

static void put_edge(snapshot_writer *w, uint32_t type, uint64_t name, uint64_t node)
{
    const uint64_t row[EDGE_FIELDS] = {type, name, node * NODE_FIELDS};
    put_row(w, row, EDGE_FIELDS);
}

static void begin_list(snapshot_writer *w, const char *text)
{
    gcv_writer_put_str(w->out, text);
    w->begun = false;
}

static void put_nodes(snapshot_writer *w)
{
    const gcv_heap *heap = w->heap;
    begin_list(w, ",\n\"nodes\":[");
    put_node(w, SYNTHETIC, GCV_SNAPSHOT_EMPTY, 1, 0, 1 + (w->n_unreachable_written > 0));
    put_node(w, SYNTHETIC, GCV_SNAPSHOT_GC_ROOTS, 3, 0, w->n_groups);
    for (size_t i = 0; gcv_root_group_at(i) != NULL; i++) {
        if (w->of_group[i] > 0) {
            put_node(w, SYNTHETIC, GCV_SNAPSHOT_GROUPS + (uint32_t)i, id_of_group(i), 0,
                     w->of_group[i]);
        }
    }
    for (uint32_t o = 0; o < heap->n_objects; o++) {
        if (is_written(w, o)) {
            put_node(w, OBJECT, w->strings.of_type[heap->type.data[o]],
                     w->keeps_ids ? gcv_heap_object_id(heap, o) : FIRST_ID + 2 * (uint64_t)o,
                     gcv_heap_size(heap, o), gcv_heap_n_references(heap, o));
        }
    }
    if (w->n_unreachable_written > 0) {
        put_node(w, SYNTHETIC, GCV_SNAPSHOT_UNREACHABLE, id_of_unreachable(w), 0,
                 w->n_unreachable_written);
    }
}

/* Writes the edges of the root nodes. Root records are sorted by kind, in the same order as the
 * groups. */
static void put_root_edges(snapshot_writer *w)
{
    put_edge(w, ELEMENT, 1, GC_ROOTS);
    if (w->n_unreachable_written > 0) {
        put_edge(w, ELEMENT, 2, n_nodes(w) - 1);
    }
    for (uint32_t group = 0; group < w->n_groups; group++) {
        put_edge(w, ELEMENT, 1 + (uint64_t)group, FIRST_GROUP + group);
    }
    for (size_t i = 0; i < w->heap->roots.n; i++) {
        const gcv_root *root = &w->heap->roots.data[i];
        if (is_root(w, root)) {
            put_edge(w, (root->flags & GCV_ROOT_WEAK) != 0 ? WEAK : PROPERTY, w->strings.of_root[i],
                     node_of(w, root->object));
        }
    }
}

static void put_edges(snapshot_writer *w)
{
    const gcv_heap *heap = w->heap;
    uint32_t o, n;
    begin_list(w, "],\n\"edges\":[");
    put_root_edges(w);
    for (o = 0; o < heap->n_objects; o++) {
        const uint32_t *refs = gcv_heap_references(heap, o, &n);
        for (uint32_t i = 0; i < n && is_written(w, o); i++) {
            put_edge(w, ELEMENT, i, node_of(w, refs[i]));
        }
    }
    for (o = 0, n = 0; o < heap->n_objects && w->n_unreachable_written > 0; o++) {
        if (w->paths.parent[o] == GCV_NONE) {
            put_edge(w, ELEMENT, ++n, node_of(w, o));
        }
    }
}

/* ---- the file ----------------------------------------------------------------------------- */

static void put_all(snapshot_writer *w)
{
    gcv_writer_put_str(w->out, header);
    gcv_writer_print(w->out,
                     ",\"node_count\":%" PRIu64 ",\"edge_count\":%" PRIu64
                     ",\"trace_function_count\":0,\"gcview\":",
                     n_nodes(w), w->n_edges);
    (void)gcv_snapshot_put_string(w->out, gcv_slice_str(w->heap->verdict));
    gcv_writer_put_str(w->out, w->heap->static_first ? ",\"" GCV_STATIC_FIRST "\":true}" : "}");
    put_nodes(w);
    put_edges(w);
    gcv_writer_put_str(w->out,
                       "],\n\"trace_function_infos\":[],\n\"trace_tree\":[],\n\"samples\":[],\n"
                       "\"locations\":[],\n\"strings\":[");
    (void)gcv_snapshot_strings_put(w->ctx, &w->strings, w->out);
    gcv_writer_put_str(w->out, "]}\n");
}

void gcv_convert_to_heapsnapshot(gcv_report *report)
{
    snapshot_writer w = {.ctx = report->ctx,
                         .heap = report->in.heap,
                         .out = report->out.writer,
                         .all = report->options->groups.unreachable};
    gcv_root_set roots = gcv_root_set_of(w.ctx, w.heap, false, NULL);
    gcv_paths_compute(w.ctx, w.heap, &roots, &w.paths);
    gcv_root_set_release(w.ctx, &roots);
    gcv_phase(report->ctx, "convert");
    gcv_snapshot_strings_find(w.ctx, w.heap, &w.strings);
    w.keeps_ids = keeps_ids(w.heap);
    count(&w);
    const gcv_heapsnapshot_counts counts = {.objects = w.keeps_ids ? 0 : w.heap->n_objects,
                                            .nodes = n_nodes(&w),
                                            .edges = w.n_edges,
                                            .string_bytes =
                                                gcv_snapshot_strings_put(w.ctx, &w.strings, NULL)};
    gcv_heapsnapshot_check(w.ctx, &counts);
    gcv_warn_of_left_out(report, w.heap->n_objects - w.n_objects);
    gcv_warn_of_unreachable(report, w.n_unreachable_written, "viewers take");
    GCV_WARN_IF(report, w.n_cut > 0,
                "objects of 4 GiB and more (%" PRIu64 ") are written as 4294967295 bytes", w.n_cut);
    number(&w);
    put_all(&w);
}
