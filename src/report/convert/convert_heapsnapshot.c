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
#include "heap/root_label.h"
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

/* ---- strings: names of types, labels of roots ------------------------------------------------ */

/* Fixed strings come first, then the names of root kinds: those of gcv_root_group_at(). */
enum { TEXT_DUMMY, TEXT_EMPTY, TEXT_GC_ROOTS, TEXT_UNREACHABLE, TEXT_GROUPS };

typedef struct snapshot_strings {
    const gcv_heap *heap;
    uint32_t *of_type, *of_root; /* index of the string of each type and each root record */
    gcv_u32_column types;        /* one type for each name, … */
    gcv_u32_column labels;       /* … and one root record for each label */
    uint32_t n_groups;
} snapshot_strings;

static int compare_labels(const gcv_heap *heap, uint32_t a, uint32_t b)
{
    const gcv_root *x = &heap->roots.data[a], *y = &heap->roots.data[b];
    gcv_slice of_x = gcv_root_owner(heap, x), of_y = gcv_root_owner(heap, y);
    bool has_x = of_x.data != NULL, has_y = of_y.data != NULL;
    return x->kind != y->kind     ? (x->kind < y->kind ? -1 : 1)
           : x->flags != y->flags ? (x->flags < y->flags ? -1 : 1)
           : has_x != has_y       ? (has_y ? -1 : 1)
           : has_x                ? gcv_slice_compare(of_x, of_y)
                                  : 0;
}

GCV_BEFORE(by_label, gcv_heap, compare_labels(of, a, b) < 0);

static void find_labels(gcv_context *ctx, snapshot_strings *strings)
{
    const gcv_heap *heap = strings->heap;
    uint32_t first = TEXT_GROUPS + strings->n_groups + (uint32_t)strings->types.n;
    uint32_t *order = gcv_numbers_sorted(ctx, heap->roots.n, by_label, heap);
    for (size_t i = 0; i < heap->roots.n; i++) {
        if (i == 0 || compare_labels(heap, order[i - 1], order[i]) != 0) {
            gcv_u32_column_push(ctx, &strings->labels, order[i]);
        }
        strings->of_root[order[i]] = first + (uint32_t)strings->labels.n - 1;
    }
    gcv_free(ctx, order);
}

static void find_types(gcv_context *ctx, snapshot_strings *strings)
{
    uint32_t first = TEXT_GROUPS + strings->n_groups;
    for (uint32_t t = 0; t < strings->heap->n_types; t++) {
        uint32_t row = gcv_heap_type_row(strings->heap, t);
        if (row != t) {
            strings->of_type[t] = strings->of_type[row]; /* row < t: it has its string */
            continue;
        }
        strings->of_type[t] = first + (uint32_t)strings->types.n;
        gcv_u32_column_push(ctx, &strings->types, t);
    }
}

/* Finds the string of each type and each root record. Distinct labels are found by sorting the root
 * records by the parts of their labels. O(types + roots × log roots); 12 bytes per root during the
 * call, of which 4 to 8 remain. */
static void find_strings(gcv_context *ctx, const gcv_heap *heap, snapshot_strings *out)
{
    *out = (snapshot_strings){.heap = heap};
    while (gcv_root_group_at(out->n_groups) != NULL) {
        out->n_groups++;
    }
    out->of_type = gcv_alloc(ctx, heap->n_types, sizeof *out->of_type);
    out->of_root = gcv_alloc(ctx, heap->roots.n, sizeof *out->of_root);
    find_types(ctx, out);
    find_labels(ctx, out);
}

static size_t put_unit(char *out, uint32_t unit)
{
    static const char digits[] = "0123456789ABCDEF";
    memcpy(out, "\\u", 2);
    for (size_t i = 0; i < 4; i++) {
        out[2 + i] = digits[unit >> (12 - 4 * i) & 15];
    }
    return 6;
}

/* Writes the escape of a character that cannot be written as it is. */
static size_t put_escape(char out[12], uint32_t code)
{
    if (code == '"' || code == '\\') {
        out[0] = '\\';
        out[1] = (char)code;
        return 2;
    }
    if (code <= 0xffff) {
        return put_unit(out, code);
    }
    size_t n = put_unit(out, gcv_high_surrogate(code));
    return n + put_unit(out + n, gcv_low_surrogate(code));
}

static uint64_t put(gcv_writer *writer, const char *bytes, size_t size)
{
    if (writer != NULL) {
        gcv_writer_put(writer, bytes, size);
    }
    return size;
}

/* Writes a string with its quotes. Only printable ASCII is written as it is: other characters are
 * escaped, and a byte that is not UTF-8 becomes U+FFFD. Returns the number of bytes. */
static uint64_t put_string(gcv_writer *writer, gcv_slice text)
{
    uint64_t size = put(writer, "\"", 1);
    while (text.size > 0) {
        const char *at = text.data;
        char escape[12];
        size_t n = 0;
        while (n < text.size && at[n] >= ' ' && at[n] < 0x7f && at[n] != '"' && at[n] != '\\') {
            n++;
        }
        size += put(writer, at, n);
        text = gcv_slice_of(at + n, text.size - n);
        if (text.size > 0) {
            size += put(writer, escape, put_escape(escape, gcv_utf8_next(&text)));
        }
    }
    return size + put(writer, "\"", 1);
}

static uint64_t put_next(gcv_writer *writer, gcv_slice text)
{
    return put(writer, ",\n", 2) + put_string(writer, text);
}

/* Writes the list as JSON, and returns its size in bytes. `writer` NULL: only measures. */
static uint64_t put_strings(gcv_context *ctx, const snapshot_strings *strings, gcv_writer *writer)
{
    static const char *const fixed[] = {"", "(GC roots)", GCV_ROOT_UNREACHABLE_GROUP};
    const gcv_heap *heap = strings->heap;
    gcv_buffer label = {{NULL, 0, 0}};
    uint64_t size = put_string(writer, gcv_slice_str("<dummy>"));
    for (size_t i = 0; i < GCV_LENGTH(fixed); i++) {
        size += put_next(writer, gcv_slice_str(fixed[i]));
    }
    for (size_t i = 0; i < strings->n_groups; i++) {
        size += put_next(writer, gcv_slice_str(gcv_root_group_at(i)));
    }
    for (size_t i = 0; i < strings->types.n; i++) {
        size += put_next(writer, heap->types.name[strings->types.data[i]]);
    }
    for (size_t i = 0; i < strings->labels.n; i++) { /* as gcv_root_label_read() splits them */
        gcv_root_label_in_group(ctx, heap, &heap->roots.data[strings->labels.data[i]], &label);
        size += put_next(writer, gcv_buffer_slice(&label));
    }
    gcv_buffer_release(ctx, &label);
    return size;
}

/* ---- the writer ----------------------------------------------------------------------------- */

typedef struct snapshot_writer {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_writer *out;
    snapshot_strings strings;
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
    put_node(w, SYNTHETIC, TEXT_EMPTY, 1, 0, 1 + (w->n_unreachable_written > 0));
    put_node(w, SYNTHETIC, TEXT_GC_ROOTS, 3, 0, w->n_groups);
    for (size_t i = 0; gcv_root_group_at(i) != NULL; i++) {
        if (w->of_group[i] > 0) {
            put_node(w, SYNTHETIC, TEXT_GROUPS + (uint32_t)i, id_of_group(i), 0, w->of_group[i]);
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
        put_node(w, SYNTHETIC, TEXT_UNREACHABLE, id_of_unreachable(w), 0, w->n_unreachable_written);
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
    (void)put_string(w->out, gcv_slice_str(w->heap->verdict));
    gcv_writer_put_str(w->out, w->heap->static_first ? ",\"" GCV_STATIC_FIRST "\":true}" : "}");
    put_nodes(w);
    put_edges(w);
    gcv_writer_put_str(w->out,
                       "],\n\"trace_function_infos\":[],\n\"trace_tree\":[],\n\"samples\":[],\n"
                       "\"locations\":[],\n\"strings\":[");
    (void)put_strings(w->ctx, &w->strings, w->out);
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
    find_strings(w.ctx, w.heap, &w.strings);
    w.keeps_ids = keeps_ids(w.heap);
    count(&w);
    const gcv_heapsnapshot_counts counts = {.objects = w.keeps_ids ? 0 : w.heap->n_objects,
                                            .nodes = n_nodes(&w),
                                            .edges = w.n_edges,
                                            .string_bytes = put_strings(w.ctx, &w.strings, NULL)};
    gcv_heapsnapshot_check(w.ctx, &counts);
    gcv_warn_of_unreachable(report, w.heap->n_objects - w.n_objects, w.n_unreachable_written,
                            "viewers take");
    GCV_WARN_IF(report, w.n_cut > 0,
                "objects of 4 GiB and more (%" PRIu64 ") are written as 4294967295 bytes", w.n_cut);
    number(&w);
    put_all(&w);
}
