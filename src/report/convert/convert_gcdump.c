/* convert_gcdump.c - the heap as a .gcdump, for PerfView, Visual Studio and dotnet-gcdump.
 *
 * Of the varieties of the format the one that dotnet-gcdump writes, since every reader takes it.
 * What has no place is left out: weak roots, flags of roots but pinned, domains, generations, what
 * a process is called, references to objects without a record. See docs/formats/gcdump.md.
 *
 * Three passes over the frozen graph: what nodes take, where they are, and the nodes. 4 bytes a
 * type, and what root_nodes.h and fresh_ids.h say.
 */
#include "report/convert/convert.h"

#include "base/error.h"
#include "base/text.h"
#include "heap/memory.h"
#include "report/convert/byte_sink.h"
#include "report/convert/fresh_ids.h"
#include "report/convert/root_nodes.h"

#include <inttypes.h>
#include <string.h>

const gcv_cost gcv_cost_of_gcdump = {"`convert --to gcdump`", GCV_COST_PARTS(0, 0, 4, 0, 0),
                                     GCV_COST_PARTS(13.25, 0, 4, 38, 0), 2000, NULL};

/* Tags of the serializer. */
enum { NO_OBJECT = 1, REFERENCE = 2, OBJECT = 4, END = 6, BYTE = 8, SKIP_REGION = 12, STRING = 13 };

enum { PINNED = 4 }; /* the last generation */

typedef gcv_byte_sink sink;

typedef struct gcdump_writer {
    gcv_context *ctx;
    const gcv_heap *heap;
    sink file, ruler;
    gcv_root_nodes roots; /* their nodes come first, the objects behind them */
    gcv_fresh_ids fresh;
    int32_t *type_size; /* of the first object of a type; -1: it has none */
    gcv_gcdump_counts counts;
    uint64_t total; /* bytes of all objects, as written */
    uint64_t n_cut; /* objects whose size is cut */
    bool is_64_bit;
} gcdump_writer;

/* ---- bytes -------------------------------------------------------------------------------- */

/* The lowest `size` bytes of a number, the lowest first. */
static void put(sink *to, uint64_t value, size_t size)
{
    unsigned char *room;
    size_t i;
    if (gcv_byte_sink_count(to, size)) {
        return;
    }
    room = gcv_byte_sink_room(to, size);
    for (i = 0; i < size; i++) {
        room[i] = (unsigned char)(value >> (8 * i));
    }
}

static void put_u8(sink *to, unsigned value) { put(to, value, 1); }
static void put_u32(sink *to, uint32_t value) { put(to, value, 4); }
static void put_u64(sink *to, uint64_t value) { put(to, value, 8); }

static void put_f32(sink *to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(to, bits);
}

/* ---- strings ------------------------------------------------------------------------------ */

static uint32_t count_units(gcv_slice text)
{
    uint32_t n = 0;
    while (text.size > 0) {
        n += gcv_utf8_next(&text) > 0xffff ? 2 : 1;
    }
    return n;
}

/* A unit of UTF-16 in the form of UTF-8. */
static void put_unit(sink *to, uint32_t unit)
{
    if (unit < 0x80) {
        put_u8(to, unit);
    } else if (unit < 0x800) {
        put_u8(to, 0xc0 | unit >> 6);
        put_u8(to, 0x80 | (unit & 0x3f));
    } else {
        put_u8(to, 0xe0 | unit >> 12);
        put_u8(to, 0x80 | (unit >> 6 & 0x3f));
        put_u8(to, 0x80 | (unit & 0x3f));
    }
}

/* Without data it is the null string. */
static void put_string(sink *to, gcv_slice text)
{
    put_u32(to, text.data != NULL ? count_units(text) : UINT32_MAX);
    while (text.size > 0) {
        uint32_t code = gcv_utf8_next(&text);
        if (code > 0xffff) {
            put_unit(to, gcv_high_surrogate(code));
            code = gcv_low_surrogate(code);
        }
        put_unit(to, code);
    }
}

static void put_str(sink *to, const char *text) { put_string(to, gcv_slice_str(text)); }
static void put_null(sink *to) { put_string(to, gcv_slice_of(NULL, 0)); }

static void begin_object(sink *to, const char *name, uint32_t version, uint32_t min_reader)
{
    put_u8(to, OBJECT);
    put_u8(to, OBJECT); /* its class, which is of none */
    put_u8(to, NO_OBJECT);
    put_u32(to, version);
    put_u32(to, min_reader);
    put_str(to, name);
    put_u8(to, END);
}

/* ---- packed numbers ----------------------------------------------------------------------- */

/* Groups of 7 bits that hold a number with its sign. */
static inline unsigned packed_size(int32_t value)
{
    uint32_t magnitude = (uint32_t)(value < 0 ? ~value : value);
    return magnitude < 1u << 6    ? 1
           : magnitude < 1u << 13 ? 2
           : magnitude < 1u << 20 ? 3
           : magnitude < 1u << 27 ? 4
                                  : 5;
}

static inline void put_packed(sink *to, int32_t value)
{
    unsigned size = packed_size(value), i;
    unsigned char *room;
    uint64_t bits = (uint64_t)(int64_t)value;
    if (gcv_byte_sink_count(to, size)) {
        return;
    }
    room = gcv_byte_sink_room(to, size);
    for (i = size; i > 0; i--, bits >>= 7) {
        room[i - 1] = (unsigned char)((bits & 0x7f) | (i < size ? 0x80 : 0));
    }
}

/* ---- records ------------------------------------------------------------------------------ */

static uint32_t n_nodes(const gcdump_writer *w)
{
    return (uint32_t)w->roots.nodes.n + w->heap->n_objects;
}

static uint32_t size_of(const gcdump_writer *w, uint32_t object)
{
    uint64_t size = gcv_heap_size(w->heap, object);
    return size < INT32_MAX ? (uint32_t)size : INT32_MAX;
}

/* Type 0 is UNDEFINED; those of the heap follow, then one for each node of roots. */
static int32_t head_of(size_t type, bool sized) { return (int32_t)(2 * (1 + type) + sized); }

/* What stands for a link: how much higher the number of the node is. */
static void put_link(sink *to, uint32_t from, uint64_t node)
{
    put_packed(to, (int32_t)((int64_t)node - from));
}

static void put_object(const gcdump_writer *w, sink *to, uint32_t object)
{
    uint32_t type = w->heap->type.data[object], size = size_of(w, object), n, i;
    const uint32_t *refs = gcv_heap_references(w->heap, object, &n);
    bool sized = size != (uint32_t)w->type_size[type];
    put_packed(to, head_of(type, sized));
    if (sized) {
        put_packed(to, (int32_t)size);
    }
    put_packed(to, (int32_t)n);
    for (i = 0; i < n; i++) {
        put_link(to, object, refs[i]);
    }
}

static void put_root_node(const gcdump_writer *w, sink *to, uint32_t number)
{
    const gcv_root_nodes *roots = &w->roots;
    const gcv_root_node *node = &roots->nodes.data[number];
    uint32_t i;
    put_packed(to, head_of(w->heap->n_types + (size_t)number, false));
    put_packed(to, (int32_t)(node->n + node->n_roots));
    for (i = 0; i < node->n; i++) {
        put_link(to, number, node->first + i);
    }
    for (i = 0; i < node->n_roots; i++) {
        uint32_t record = roots->roots.data[node->first_root + i];
        put_link(to, number, (uint64_t)roots->nodes.n + w->heap->roots.data[record].object);
    }
}

static void put_node(const gcdump_writer *w, sink *to, uint32_t number)
{
    if (number < w->roots.nodes.n) {
        put_root_node(w, to, number);
    } else {
        put_object(w, to, number - (uint32_t)w->roots.nodes.n);
    }
}

/* Records begin with that of nodes that are not there. */
static void put_undefined(sink *to)
{
    put_packed(to, 0);
    put_packed(to, 0);
}

/* ---- what there is ------------------------------------------------------------------------ */

static gcv_status find_sizes(gcdump_writer *w, gcv_error *err)
{
    const gcv_heap *heap = w->heap;
    uint32_t t, o;
    w->type_size = gcv_alloc(w->ctx, heap->n_types, sizeof *w->type_size, err);
    if (w->type_size == NULL) {
        return gcv_failed(err);
    }
    for (t = 0; t < heap->n_types; t++) {
        w->type_size[t] = -1;
    }
    for (o = 0; o < heap->n_objects; o++) {
        uint32_t size = size_of(w, o);
        int32_t *of_type = &w->type_size[heap->type.data[o]];
        *of_type = *of_type < 0 ? (int32_t)size : *of_type;
        w->total += size;
        w->n_cut += gcv_heap_size(heap, o) > INT32_MAX;
    }
    return GCV_OK;
}

/* Ids tell if the dump does not. */
static bool is_64_bit(const gcdump_writer *w)
{
    uint64_t pointer_size = gcv_heap_number(w->heap, "pointer_size");
    return pointer_size > 0 ? pointer_size > 4 : w->fresh.highest > UINT32_MAX;
}

gcv_status gcv_gcdump_check(const gcv_gcdump_counts *counts, gcv_error *err)
{
    const struct {
        const char *what;
        uint64_t n, most;
    } limits[] = {
        {"nodes", counts->nodes, INT32_MAX},
        {"types", counts->types, INT32_MAX / 2},
        {"bytes of nodes", counts->record_bytes, INT32_MAX},
        {"bytes", counts->file_bytes, UINT32_MAX},
    };
    size_t i;
    for (i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        if (limits[i].n > limits[i].most) {
            return gcv_fail(err, GCV_ERR_LIMIT, "%" PRIu64 " %s; a .gcdump has %" PRIu64 " at most",
                            limits[i].n, limits[i].what, limits[i].most);
        }
    }
    return GCV_OK;
}

/* ---- the graph ---------------------------------------------------------------------------- */

static void put_type(sink *to, gcv_slice name, int32_t size, gcv_slice module)
{
    put_string(to, name);
    put_u32(to, (uint32_t)size);
    put_string(to, module);
}

static gcv_status put_types(gcdump_writer *w, sink *to, gcv_error *err)
{
    const gcv_heap *heap = w->heap;
    const gcv_slice none = gcv_slice_of(NULL, 0);
    gcv_buffer name = {{NULL, 0, 0}, GCV_OK};
    gcv_status status = GCV_OK;
    uint32_t i;
    put_type(to, gcv_slice_str("UNDEFINED"), 0, none);
    for (i = 0; i < heap->n_types; i++) {
        put_type(to, heap->types.name[i], w->type_size[i],
                 heap->types.module != NULL ? heap->types.module[i] : none);
    }
    for (i = 0; status == GCV_OK && i < w->roots.nodes.n; i++) {
        status = gcv_root_node_name(w->ctx, &w->roots, &w->roots.nodes.data[i], &name, err);
        put_type(to, gcv_buffer_slice(&name), 0, none);
    }
    gcv_buffer_release(w->ctx, &name);
    return status;
}

/* Where the record of each node is: behind those before it. */
static void put_offsets(gcdump_writer *w)
{
    uint32_t i;
    w->ruler.n = 0;
    put_undefined(&w->ruler);
    for (i = 0; i < n_nodes(w); i++) {
        put_u32(&w->file, (uint32_t)w->ruler.n);
        put_node(w, &w->ruler, i);
    }
}

static void put_addresses(gcdump_writer *w)
{
    uint32_t objects[GCV_ID_BATCH], i, k;
    uint64_t ids[GCV_ID_BATCH];
    for (i = 0; i < w->roots.nodes.n; i++) {
        put_u64(&w->file, 0);
    }
    for (i = 0; i < w->heap->n_objects; i += GCV_ID_BATCH) {
        uint32_t left = w->heap->n_objects - i, n = left < GCV_ID_BATCH ? left : GCV_ID_BATCH;
        for (k = 0; k < n; k++) {
            objects[k] = i + k;
        }
        gcv_heap_object_ids(w->heap, objects, n, ids);
        for (k = 0; k < n; k++) {
            put_u64(&w->file, gcv_fresh_id(&w->fresh, i + k, ids[k]));
        }
    }
}

static gcv_status put_graph(gcdump_writer *w, gcv_error *err)
{
    sink *to = &w->file;
    gcv_status status;
    uint32_t i;
    begin_object(to, "Graphs.MemoryGraph", 1, 0);
    put_u64(to, w->total);
    put_u32(to, 0); /* the root node */
    put_u32(to, (uint32_t)w->counts.types);
    status = put_types(w, to, err);
    put_u32(to, n_nodes(w));
    put_offsets(w);
    put_u32(to, (uint32_t)w->counts.record_bytes);
    put_undefined(to);
    for (i = 0; i < n_nodes(w); i++) {
        put_node(w, to, i);
    }
    put_u32(to, n_nodes(w));
    put_addresses(w);
    put_u8(to, BYTE);
    put_u8(to, w->is_64_bit);
    put_u8(to, END);
    return status;
}

/* ---- what surrounds it -------------------------------------------------------------------- */

/* Generations, as a segment for each range. Readers from before pinned objects had a generation of
 * their own take the first version only. */
static void put_segments(gcdump_writer *w)
{
    const gcv_range_column *ranges = &w->heap->ranges;
    sink *to = &w->file;
    uint64_t bytes = 0, of_class = 0;
    uint32_t generation, version = 0;
    size_t i;
    for (i = 0; i < ranges->n; i++) {
        bytes += ranges->data[i].end - ranges->data[i].start;
        version = ranges->data[i].generation == PINNED ? 1 : version;
    }
    begin_object(to, "DotNetHeapInfo", 0, 0);
    put_u64(to, bytes);
    put_u32(to, (uint32_t)ranges->n);
    for (i = 0; i < ranges->n; i++) {
        const gcv_range *range = &ranges->data[i];
        if (i == 0) {
            of_class = gcv_byte_sink_position(to) + 1;
            begin_object(to, "GCHeapDumpSegment", version, version);
        } else {
            put_u8(to, OBJECT);
            put_u8(to, REFERENCE);
            put_u32(to, (uint32_t)of_class);
        }
        put_u64(to, range->start);
        put_u64(to, range->end);
        for (generation = 0; generation < PINNED + version; generation++) {
            put_u64(to, range->generation == generation ? range->end : range->start);
        }
        put_u8(to, END);
    }
    put_u8(to, END);
}

/* What an object of each type stands for, in a sampled dump. */
static void put_multipliers(gcdump_writer *w)
{
    const gcv_heap *heap = w->heap;
    sink *to = &w->file;
    uint32_t i;
    if (heap->scales == NULL) {
        put_u32(to, 0);
        return;
    }
    put_u32(to, (uint32_t)w->counts.types);
    put_f32(to, 0);
    for (i = 0; i < heap->n_types; i++) {
        const gcv_type_scale *scale = &heap->scales[i];
        put_f32(to, (float)(scale->bytes != 1 ? scale->bytes : scale->count));
    }
    for (i = 0; i < w->roots.nodes.n; i++) {
        put_f32(to, 1);
    }
}

static void put_rest(gcdump_writer *w)
{
    sink *to = &w->file;
    put_u8(to, w->is_64_bit);
    put_f32(to, 1);
    put_f32(to, 1);
    put_u8(to, NO_OBJECT); /* of JavaScript */
    if (w->heap->ranges.n > 0) {
        put_segments(w);
    } else {
        put_u8(to, NO_OBJECT);
    }
    put_string(to, w->heap->complete ? gcv_slice_of(NULL, 0) : gcv_slice_str(w->heap->verdict));
    put_u64(to, 0); /* time */
    put_null(to);   /* machine */
    put_null(to);   /* process */
    put_u32(to, 0); /* its id, … */
    put_u64(to, 0); /* … commit … */
    put_u64(to, 0); /* … and working set */
    put_multipliers(w);
    put_u8(to, SKIP_REGION); /* tables of COM */
    put_u32(to, 0);
    put_u8(to, NO_OBJECT);
}

static gcv_status put_file(gcdump_writer *w, gcv_error *err)
{
    sink *to = &w->file;
    uint64_t region, table;
    gcv_status status;
    put_str(to, "!FastSerialization.1");
    begin_object(to, "GCHeapDump", 10, 8);
    status = put_graph(w, err);
    put_rest(w);
    region = gcv_byte_sink_position(to);
    put_u8(to, STRING);
    put_str(to, "gcview");
    put_u8(to, END);
    put_u8(to, END); /* of all objects */
    table = gcv_byte_sink_position(to);
    put_u32(to, 1);
    put_u32(to, (uint32_t)region);
    put_u32(to, (uint32_t)table);
    put_u32(to, (uint32_t)table + 8);
    gcv_byte_sink_flush(to);
    return status;
}

/* ---- the command -------------------------------------------------------------------------- */

/* Measures what comes in front of what it is the measure of, and what the file takes. */
static gcv_status measure(gcdump_writer *w, gcv_error *err)
{
    enum { NODE = 4 + 8, SEGMENT = 1 + 5 + 7 * 8 + 1, OTHER = 1024 };
    gcv_gcdump_counts *counts = &w->counts;
    gcv_status status = find_sizes(w, err);
    uint32_t i;
    if (status == GCV_OK) {
        status = put_types(w, &w->ruler, err);
    }
    if (status != GCV_OK) {
        return status;
    }
    counts->types = 1 + (uint64_t)w->heap->n_types + w->roots.nodes.n;
    counts->nodes = (uint64_t)w->roots.nodes.n + w->heap->n_objects;
    counts->file_bytes = w->ruler.n + counts->nodes * NODE + counts->types * 4 +
                         w->heap->ranges.n * SEGMENT + strlen(w->heap->verdict) * 3 + OTHER;
    w->ruler.n = 0;
    put_undefined(&w->ruler);
    for (i = 0; counts->nodes <= INT32_MAX && i < counts->nodes; i++) {
        put_node(w, &w->ruler, i);
    }
    counts->record_bytes = w->ruler.n;
    counts->file_bytes += w->ruler.n;
    return gcv_gcdump_check(counts, err);
}

/* Tells what is not in the file, or is there in another form. */
static void warn(const gcv_report *report, const gcdump_writer *w)
{
    if (w->roots.n_weak > 0) {
        gcv_report_warn(report, "weak roots are left out (%" PRIu64 "): a .gcdump has none",
                        w->roots.n_weak);
    }
    if (w->n_cut > 0) {
        gcv_report_warn(report,
                        "objects of 2 GiB and more (%" PRIu64 ") are written as 2147483647 bytes",
                        w->n_cut);
    }
    if (w->fresh.objects.n > 0) {
        gcv_report_warn(report,
                        "objects whose id is 0, or that of another domain (%zu), get fresh "
                        "addresses",
                        w->fresh.objects.n);
    }
}

gcv_status gcv_convert_to_gcdump(gcv_report *report, bool all, gcv_error *err)
{
    gcdump_writer w;
    gcv_status status;
    (void)all; /* are always written */
    memset(&w, 0, sizeof w);
    w.ctx = report->ctx;
    w.heap = report->heap;
    w.file.out = report->writer;
    gcv_phase(report->ctx, "convert");
    status = gcv_root_nodes_find(w.ctx, w.heap, &w.roots, err);
    if (status == GCV_OK) {
        status = gcv_fresh_ids_find(w.ctx, w.heap, 0, &w.fresh, err);
    }
    if (status == GCV_OK) {
        w.is_64_bit = is_64_bit(&w);
        status = measure(&w, err);
    }
    if (status == GCV_OK) {
        warn(report, &w);
        status = put_file(&w, err);
    }
    gcv_free(w.ctx, w.type_size, w.heap->n_types, sizeof *w.type_size);
    gcv_root_nodes_release(w.ctx, &w.roots);
    gcv_fresh_ids_release(w.ctx, &w.fresh);
    return status;
}
