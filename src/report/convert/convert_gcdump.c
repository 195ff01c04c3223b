/* convert_gcdump.c - the heap as a .gcdump, for PerfView, Visual Studio and dotnet-gcdump.
 *
 * Of the variants of the format this is the one that dotnet-gcdump writes, because every reader
 * accepts it. The format cannot hold weak roots, flags of roots except pinned, domains, the name of
 * a process, and references to objects without a record: these are omitted. See
 * docs/formats/gcdump.md.
 *
 * Nodes are numbered: first the nodes for roots (root_nodes.c), then the objects in the order of
 * the heap. A record holds type, size and links; a link is the difference of two node numbers. The
 * offsets of all records precede the records, so the records are measured once more to write the
 * offsets: three passes over the frozen graph. Takes 4 bytes per type, besides root_nodes.c and
 * fresh_ids.c. */
#include "report/convert/convert.h"

#include "base/object_tags.h"
#include "heap/memory.h"

#include <inttypes.h>
#include <string.h>

const gcv_cost gcv_cost_of_gcdump = {"`convert --to gcdump`", GCV_COST_PARTS(0, 0, 4, 0, 0),
                                     GCV_COST_PARTS(13.25, 0, 4, 38, 0), 2000, NULL};

enum { PINNED = 4 }; /* the last generation */

typedef struct gcdump_writer {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_byte_sink file, ruler; /* `ruler` only counts */
    gcv_root_nodes roots;      /* nodes that precede the objects */
    gcv_fresh_ids fresh;
    int32_t *type_size; /* size of the type's first object; -1: the type has no objects */
    gcv_gcdump_counts counts;
    uint64_t total; /* bytes of all objects, as written */
    uint64_t n_cut; /* objects whose size is capped */
    bool is_64_bit;
} gcdump_writer;

/* ---- numbers, strings and objects of the serializer ----------------------------------------- */

/* Writes the low `size` bytes of a number, little-endian. */
static inline void put(gcv_byte_sink *to, uint64_t value, size_t size)
{
    if (gcv_byte_sink_count(to, size)) {
        return;
    }
    unsigned char *room = gcv_byte_sink_room(to, size);
    for (size_t i = 0; i < size; i++) {
        room[i] = (unsigned char)(value >> (8 * i));
    }
}

static inline void put_f32(gcv_byte_sink *to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(to, bits, 4);
}

/* Writes a signed number in as many groups of 7 bits as hold it. */
static inline void put_packed(gcv_byte_sink *to, int32_t value)
{
    unsigned size = 1;
    uint64_t bits = (uint64_t)(int64_t)value;
    for (uint32_t rest = (uint32_t)(value < 0 ? ~value : value) >> 6; rest > 0; rest >>= 7) {
        size++;
    }
    if (gcv_byte_sink_count(to, size)) {
        return;
    }
    unsigned char *room = gcv_byte_sink_room(to, size);
    for (unsigned i = size; i > 0; i--, bits >>= 7) {
        room[i - 1] = (unsigned char)((bits & 0x7f) | (i < size ? 0x80 : 0));
    }
}

/* Writes a UTF-16 unit encoded like a UTF-8 character. */
static void put_unit(gcv_byte_sink *to, uint32_t unit)
{
    char bytes[4];
    const size_t n = gcv_utf8_put(bytes, unit);
    for (size_t i = 0; i < n; i++) {
        put(to, (unsigned char)bytes[i], 1);
    }
}

/* Writes a string; a slice without data is the null string. */
static void put_string(gcv_byte_sink *to, gcv_slice text)
{
    gcv_slice rest = text;
    const uint32_t units = (uint32_t)gcv_utf16_skip(&rest, SIZE_MAX);
    put(to, text.data != NULL ? units : UINT32_MAX, 4);
    while (text.size > 0) {
        uint32_t code = gcv_utf8_next(&text);
        if (code > 0xffff) {
            put_unit(to, gcv_high_surrogate(code));
            code = gcv_low_surrogate(code);
        }
        put_unit(to, code);
    }
}

/* Begins an object whose class has not occurred before. */
static void begin_object(gcv_byte_sink *to, const char *name, uint32_t version, uint32_t min_reader)
{
    put(to, GCV_TAG_OBJECT, 1);
    put(to, GCV_TAG_OBJECT, 1); /* its class, which is an object without a class */
    put(to, GCV_TAG_NULL, 1);
    put(to, version, 4);
    put(to, min_reader, 4);
    put_string(to, gcv_slice_str(name));
    put(to, GCV_TAG_END, 1);
}

/* ---- the graph ------------------------------------------------------------------------------ */

static uint32_t size_of(const gcdump_writer *w, uint32_t object)
{
    uint64_t size = gcv_heap_size(w->heap, object);
    return size < INT32_MAX ? (uint32_t)size : INT32_MAX;
}

/* Finds the sizes of types and the total size of all objects. O(objects). */
static void find_sizes(gcdump_writer *w)
{
    const gcv_heap *heap = w->heap;
    w->type_size = gcv_alloc(w->ctx, heap->n_types, sizeof *w->type_size);
    for (uint32_t t = 0; t < heap->n_types; t++) {
        w->type_size[t] = -1;
    }
    for (uint32_t o = 0; o < heap->n_objects; o++) {
        uint32_t size = size_of(w, o);
        int32_t *of_type = &w->type_size[heap->type.data[o]];
        *of_type = *of_type < 0 ? (int32_t)size : *of_type;
        w->total += size;
        w->n_cut += gcv_heap_size(heap, o) > INT32_MAX;
    }
}

static uint32_t n_nodes(const gcdump_writer *w)
{
    return (uint32_t)w->roots.nodes.n + w->heap->n_objects;
}

/* The head of a record: the number of the type, and whether a size follows. Type 0 is UNDEFINED;
 * the types of the heap follow, then one for each root node. */
static int32_t head_of(size_t type, bool sized) { return (int32_t)(2 * (1 + type) + sized); }

/* Writes a link: the difference of the two nodes' numbers. */
static void put_link(gcv_byte_sink *to, uint32_t from, uint64_t node)
{
    put_packed(to, (int32_t)((int64_t)node - from));
}

static void put_object(const gcdump_writer *w, gcv_byte_sink *to, uint32_t object)
{
    uint32_t type = w->heap->type.data[object], size = size_of(w, object), n;
    const uint32_t *refs = gcv_heap_references(w->heap, object, &n);
    bool sized = size != (uint32_t)w->type_size[type];
    put_packed(to, head_of(type, sized));
    if (sized) {
        put_packed(to, (int32_t)size);
    }
    put_packed(to, (int32_t)n);
    for (uint32_t i = 0; i < n; i++) {
        put_link(to, object, refs[i]);
    }
}

static void put_root_node(const gcdump_writer *w, gcv_byte_sink *to, uint32_t number)
{
    const gcv_root_nodes *roots = &w->roots;
    const gcv_root_node *node = &roots->nodes.data[number];
    put_packed(to, head_of(w->heap->n_types + (size_t)number, false));
    put_packed(to, (int32_t)(node->n + node->n_roots));
    for (uint32_t i = 0; i < node->n; i++) {
        put_link(to, number, node->first + i);
    }
    for (uint32_t i = 0; i < node->n_roots; i++) {
        uint32_t record = roots->roots.data[node->first_root + i];
        put_link(to, number, (uint64_t)roots->nodes.n + w->heap->roots.data[record].object);
    }
}

static void put_node(const gcdump_writer *w, gcv_byte_sink *to, uint32_t number)
{
    if (number < w->roots.nodes.n) {
        put_root_node(w, to, number);
    } else {
        put_object(w, to, number - (uint32_t)w->roots.nodes.n);
    }
}

/* Writes the first record, which stands for an undefined node. */
static void put_undefined(gcv_byte_sink *to)
{
    put_packed(to, 0);
    put_packed(to, 0);
}

/* Returns the bytes of the records of all nodes. O(objects + references). */
static uint64_t measure_records(gcdump_writer *w)
{
    w->ruler.n = 0;
    put_undefined(&w->ruler);
    for (uint32_t i = 0; i < n_nodes(w); i++) {
        put_node(w, &w->ruler, i);
    }
    return w->ruler.n;
}

static void put_type(gcv_byte_sink *to, gcv_slice name, int32_t size, gcv_slice module)
{
    put_string(to, name);
    put(to, (uint32_t)size, 4);
    put_string(to, module);
}

/* Writes the table of types to the file or to the ruler. */
static void put_types(gcdump_writer *w, gcv_byte_sink *to)
{
    const gcv_heap *heap = w->heap;
    const gcv_slice none = gcv_slice_of(NULL, 0);
    gcv_buffer name = {{NULL, 0, 0}};
    put_type(to, gcv_slice_str("UNDEFINED"), 0, none);
    for (uint32_t i = 0; i < heap->n_types; i++) {
        put_type(to, heap->types.name[i], w->type_size[i],
                 heap->types.module != NULL ? heap->types.module[i] : none);
    }
    for (uint32_t i = 0; i < w->roots.nodes.n; i++) {
        gcv_root_node_name(w->ctx, &w->roots, &w->roots.nodes.data[i], &name);
        put_type(to, gcv_buffer_slice(&name), 0, none);
    }
    gcv_buffer_release(w->ctx, &name);
}

static void put_graph(gcdump_writer *w)
{
    gcv_byte_sink *to = &w->file;
    const uint32_t nodes = n_nodes(w);
    begin_object(to, "Graphs.MemoryGraph", 1, 0);
    put(to, w->total, 8);
    put(to, 0, 4); /* the root node */
    put(to, (uint32_t)w->counts.types, 4);
    put_types(w, to);
    put(to, nodes, 4); /* and the offset of each node's record */
    w->ruler.n = 0;
    put_undefined(&w->ruler);
    for (uint32_t i = 0; i < nodes; i++) {
        put(to, (uint32_t)w->ruler.n, 4);
        put_node(w, &w->ruler, i);
    }
    put(to, (uint32_t)w->counts.record_bytes, 4);
    put_undefined(to);
    for (uint32_t i = 0; i < nodes; i++) {
        put_node(w, to, i);
    }
    put(to, nodes, 4); /* and the address of each */
    for (uint32_t i = 0; i < w->roots.nodes.n; i++) {
        put(to, 0, 8);
    }
    for (uint32_t i = 0; i < w->heap->n_objects; i++) {
        put(to, gcv_fresh_id(&w->fresh, i, gcv_heap_object_id(w->heap, i)), 8);
    }
    put(to, GCV_TAG_BYTE, 1);
    put(to, w->is_64_bit, 1);
    put(to, GCV_TAG_END, 1);
}

/* ---- what surrounds the graph ------------------------------------------------------------- */

/* Whether the process was a 64-bit one; if the dump does not say, the ids decide. */
static bool is_64_bit(const gcdump_writer *w)
{
    uint64_t pointer_size = gcv_heap_number(w->heap, "pointer_size");
    return pointer_size > 0 ? pointer_size > 4 : w->fresh.highest > UINT32_MAX;
}

/* Writes the generations, as a segment for each range. Readers that are older than the pinned
 * object heap accept only version 0, which is written if no object lies in that heap. */
static void put_segments(gcdump_writer *w)
{
    const gcv_range_column *ranges = &w->heap->ranges;
    gcv_byte_sink *to = &w->file;
    uint64_t bytes = 0, of_class = 0;
    uint32_t version = 0;
    for (size_t i = 0; i < ranges->n; i++) {
        bytes += ranges->data[i].end - ranges->data[i].start;
        version = ranges->data[i].generation == PINNED ? 1 : version;
    }
    begin_object(to, "DotNetHeapInfo", 0, 0);
    put(to, bytes, 8);
    put(to, (uint32_t)ranges->n, 4);
    for (size_t i = 0; i < ranges->n; i++) {
        const gcv_range *range = &ranges->data[i];
        if (i == 0) {
            of_class = gcv_byte_sink_position(to) + 1;
            begin_object(to, "GCHeapDumpSegment", version, version);
        } else {
            put(to, GCV_TAG_OBJECT, 1);
            put(to, GCV_TAG_REFERENCE, 1);
            put(to, (uint32_t)of_class, 4);
        }
        put(to, range->start, 8);
        put(to, range->end, 8);
        for (uint32_t generation = 0; generation < PINNED + version; generation++) {
            put(to, range->generation == generation ? range->end : range->start, 8);
        }
        put(to, GCV_TAG_END, 1);
    }
    put(to, GCV_TAG_END, 1);
}

/* Writes for a sampled dump how many objects one object of each type stands for. */
static void put_multipliers(gcdump_writer *w)
{
    const gcv_heap *heap = w->heap;
    gcv_byte_sink *to = &w->file;
    if (heap->scales == NULL) {
        put(to, 0, 4);
        return;
    }
    put(to, (uint32_t)w->counts.types, 4);
    put_f32(to, 0);
    for (uint32_t i = 0; i < heap->n_types; i++) {
        const gcv_type_scale *scale = &heap->scales[i];
        put_f32(to, (float)(scale->bytes != 1 ? scale->bytes : scale->count));
    }
    for (uint32_t i = 0; i < w->roots.nodes.n; i++) {
        put_f32(to, 1);
    }
}

static void put_rest(gcdump_writer *w)
{
    gcv_byte_sink *to = &w->file;
    put(to, w->is_64_bit, 1);
    put_f32(to, 1);
    put_f32(to, 1);
    put(to, GCV_TAG_NULL, 1); /* information about JavaScript */
    if (w->heap->ranges.n > 0) {
        put_segments(w);
    } else {
        put(to, GCV_TAG_NULL, 1);
    }
    put_string(to, w->heap->complete ? gcv_slice_of(NULL, 0) : gcv_slice_str(w->heap->verdict));
    put(to, 0, 8);                         /* time */
    put_string(to, gcv_slice_of(NULL, 0)); /* machine */
    put_string(to, gcv_slice_of(NULL, 0)); /* process */
    put(to, 0, 4);                         /* process id, … */
    put(to, 0, 8);                         /* … commit … */
    put(to, 0, 8);                         /* … and working set */
    put_multipliers(w);
    put(to, GCV_TAG_SKIP_REGION, 1); /* tables about COM */
    put(to, 0, 4);
    put(to, GCV_TAG_NULL, 1);
}

static void put_file(gcdump_writer *w)
{
    gcv_byte_sink *to = &w->file;
    put_string(to, gcv_slice_str("!FastSerialization.1"));
    begin_object(to, "GCHeapDump", 10, 8);
    put_graph(w);
    put_rest(w);
    uint64_t region = gcv_byte_sink_position(to);
    put(to, GCV_TAG_STRING, 1);
    put_string(to, gcv_slice_str("gcview"));
    put(to, GCV_TAG_END, 1);
    put(to, GCV_TAG_END, 1); /* end of all objects */
    uint64_t table = gcv_byte_sink_position(to);
    put(to, 1, 4);
    put(to, (uint32_t)region, 4);
    put(to, (uint32_t)table, 4);
    put(to, (uint32_t)table + 8, 4);
    gcv_byte_sink_flush(to);
}

/* ---- limits ------------------------------------------------------------------------------- */

void gcv_gcdump_check(gcv_context *ctx, const gcv_gcdump_counts *counts)
{
    const gcv_format_limit limits[] = {
        {"nodes", counts->nodes, INT32_MAX},
        {"types", counts->types, INT32_MAX / 2},
        {"bytes of nodes", counts->record_bytes, INT32_MAX},
        {"bytes", counts->file_bytes, UINT32_MAX},
    };
    gcv_check_format_limits(ctx, limits, GCV_LENGTH(limits), "a .gcdump");
}

/* Measures the parts whose size precedes them in the file, and the whole file. */
static void measure(gcdump_writer *w)
{
    enum { NODE = 4 + 8, SEGMENT = 1 + 5 + 7 * 8 + 1, OTHER = 1024 };
    gcv_gcdump_counts *counts = &w->counts;
    find_sizes(w);
    put_types(w, &w->ruler);
    counts->types = 1 + (uint64_t)w->heap->n_types + w->roots.nodes.n;
    counts->nodes = (uint64_t)w->roots.nodes.n + w->heap->n_objects;
    counts->file_bytes = w->ruler.n + counts->nodes * NODE + counts->types * 4 +
                         w->heap->ranges.n * SEGMENT + strlen(w->heap->verdict) * 3 + OTHER;
    counts->record_bytes = counts->nodes <= INT32_MAX ? measure_records(w) : 0;
    counts->file_bytes += counts->record_bytes;
    gcv_gcdump_check(w->ctx, counts);
}

void gcv_convert_to_gcdump(gcv_report *report)
{
    gcdump_writer w = {.ctx = report->ctx, .heap = report->in.heap, .file.out = report->out.writer};
    gcv_phase(report->ctx, "convert");
    gcv_root_nodes_find(w.ctx, w.heap, &w.roots);
    gcv_fresh_ids_find(w.ctx, w.heap, 0, &w.fresh);
    w.is_64_bit = is_64_bit(&w);
    measure(&w);
    gcv_warn_of_weak_roots(report, w.roots.n_weak, "a .gcdump");
    GCV_WARN_IF(report, w.n_cut > 0,
                "objects of 2 GiB and more (%" PRIu64 ") are written as 2147483647 bytes", w.n_cut);
    gcv_warn_of_fresh_ids(report, w.fresh.objects.n, "addresses");
    put_file(&w);
}
