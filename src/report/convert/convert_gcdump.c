/* convert_gcdump.c - the heap as a .gcdump, for PerfView, Visual Studio and dotnet-gcdump.
 *
 * Of the variants of the format this is the one that dotnet-gcdump writes, because every reader
 * accepts it. The format cannot hold weak roots, flags of roots except pinned, domains, the name of
 * a process, and references to objects without a record: these are omitted. See
 * docs/formats/gcdump.md.
 *
 * Three passes over the frozen graph: sizes of nodes, their offsets, and the nodes. Takes 4 bytes
 * per type, besides root_nodes.c and fresh_ids.c. */
#include "report/convert/convert.h"

#include "heap/memory.h"
#include "report/convert/gcdump_writer.h"

#include <inttypes.h>
#include <string.h>

const gcv_cost gcv_cost_of_gcdump = {"`convert --to gcdump`", GCV_COST_PARTS(0, 0, 4, 0, 0),
                                     GCV_COST_PARTS(13.25, 0, 4, 38, 0), 2000, NULL};

enum { PINNED = 4 }; /* the last generation */

/* ---- strings and objects of the serializer -------------------------------------------------- */

/* Writes a UTF-16 unit encoded like a UTF-8 character. */
static void put_unit(gcv_byte_sink *to, uint32_t unit)
{
    char bytes[4];
    const size_t n = gcv_utf8_put(bytes, unit);
    for (size_t i = 0; i < n; i++) {
        gcv_gcdump_put(to, (unsigned char)bytes[i], 1);
    }
}

void gcv_gcdump_put_string(gcv_byte_sink *to, gcv_slice text)
{
    gcv_slice rest = text;
    const uint32_t units = (uint32_t)gcv_utf16_skip(&rest, SIZE_MAX);
    gcv_gcdump_put(to, text.data != NULL ? units : UINT32_MAX, 4);
    while (text.size > 0) {
        uint32_t code = gcv_utf8_next(&text);
        if (code > 0xffff) {
            put_unit(to, gcv_high_surrogate(code));
            code = gcv_low_surrogate(code);
        }
        put_unit(to, code);
    }
}

void gcv_gcdump_begin_object(gcv_byte_sink *to, const char *name, uint32_t version,
                             uint32_t min_reader)
{
    gcv_gcdump_put(to, GCV_TAG_OBJECT, 1);
    gcv_gcdump_put(to, GCV_TAG_OBJECT, 1); /* its class, which is an object without a class */
    gcv_gcdump_put(to, GCV_TAG_NULL, 1);
    gcv_gcdump_put(to, version, 4);
    gcv_gcdump_put(to, min_reader, 4);
    gcv_gcdump_put_string(to, gcv_slice_str(name));
    gcv_gcdump_put(to, GCV_TAG_END, 1);
}

/* ---- what surrounds the graph ------------------------------------------------------------- */

/* Whether the process was a 64-bit one; if the dump does not say, the ids decide. */
static bool is_64_bit(const gcv_gcdump_writer *w)
{
    uint64_t pointer_size = gcv_heap_number(w->heap, "pointer_size");
    return pointer_size > 0 ? pointer_size > 4 : w->fresh.highest > UINT32_MAX;
}

/* Writes the generations, as a segment for each range. Readers that are older than the pinned
 * object heap accept only version 0, which is written if no object lies in that heap. */
static void put_segments(gcv_gcdump_writer *w)
{
    const gcv_range_column *ranges = &w->heap->ranges;
    gcv_byte_sink *to = &w->file;
    uint64_t bytes = 0, of_class = 0;
    uint32_t version = 0;
    for (size_t i = 0; i < ranges->n; i++) {
        bytes += ranges->data[i].end - ranges->data[i].start;
        version = ranges->data[i].generation == PINNED ? 1 : version;
    }
    gcv_gcdump_begin_object(to, "DotNetHeapInfo", 0, 0);
    gcv_gcdump_put(to, bytes, 8);
    gcv_gcdump_put(to, (uint32_t)ranges->n, 4);
    for (size_t i = 0; i < ranges->n; i++) {
        const gcv_range *range = &ranges->data[i];
        if (i == 0) {
            of_class = gcv_byte_sink_position(to) + 1;
            gcv_gcdump_begin_object(to, "GCHeapDumpSegment", version, version);
        } else {
            gcv_gcdump_put(to, GCV_TAG_OBJECT, 1);
            gcv_gcdump_put(to, GCV_TAG_REFERENCE, 1);
            gcv_gcdump_put(to, (uint32_t)of_class, 4);
        }
        gcv_gcdump_put(to, range->start, 8);
        gcv_gcdump_put(to, range->end, 8);
        for (uint32_t generation = 0; generation < PINNED + version; generation++) {
            gcv_gcdump_put(to, range->generation == generation ? range->end : range->start, 8);
        }
        gcv_gcdump_put(to, GCV_TAG_END, 1);
    }
    gcv_gcdump_put(to, GCV_TAG_END, 1);
}

/* Writes for a sampled dump how many objects one object of each type stands for. */
static void put_multipliers(gcv_gcdump_writer *w)
{
    const gcv_heap *heap = w->heap;
    gcv_byte_sink *to = &w->file;
    if (heap->scales == NULL) {
        gcv_gcdump_put(to, 0, 4);
        return;
    }
    gcv_gcdump_put(to, (uint32_t)w->counts.types, 4);
    gcv_gcdump_put_f32(to, 0);
    for (uint32_t i = 0; i < heap->n_types; i++) {
        const gcv_type_scale *scale = &heap->scales[i];
        gcv_gcdump_put_f32(to, (float)(scale->bytes != 1 ? scale->bytes : scale->count));
    }
    for (uint32_t i = 0; i < w->roots.nodes.n; i++) {
        gcv_gcdump_put_f32(to, 1);
    }
}

static void put_rest(gcv_gcdump_writer *w)
{
    gcv_byte_sink *to = &w->file;
    gcv_gcdump_put(to, w->is_64_bit, 1);
    gcv_gcdump_put_f32(to, 1);
    gcv_gcdump_put_f32(to, 1);
    gcv_gcdump_put(to, GCV_TAG_NULL, 1); /* information about JavaScript */
    if (w->heap->ranges.n > 0) {
        put_segments(w);
    } else {
        gcv_gcdump_put(to, GCV_TAG_NULL, 1);
    }
    gcv_gcdump_put_string(to, w->heap->complete ? gcv_slice_of(NULL, 0)
                                                : gcv_slice_str(w->heap->verdict));
    gcv_gcdump_put(to, 0, 8);                         /* time */
    gcv_gcdump_put_string(to, gcv_slice_of(NULL, 0)); /* machine */
    gcv_gcdump_put_string(to, gcv_slice_of(NULL, 0)); /* process */
    gcv_gcdump_put(to, 0, 4);                         /* process id, … */
    gcv_gcdump_put(to, 0, 8);                         /* … commit … */
    gcv_gcdump_put(to, 0, 8);                         /* … and working set */
    put_multipliers(w);
    gcv_gcdump_put(to, GCV_TAG_SKIP_REGION, 1); /* tables about COM */
    gcv_gcdump_put(to, 0, 4);
    gcv_gcdump_put(to, GCV_TAG_NULL, 1);
}

static void put_file(gcv_gcdump_writer *w)
{
    gcv_byte_sink *to = &w->file;
    gcv_gcdump_put_string(to, gcv_slice_str("!FastSerialization.1"));
    gcv_gcdump_begin_object(to, "GCHeapDump", 10, 8);
    gcv_gcdump_put_graph(w);
    put_rest(w);
    uint64_t region = gcv_byte_sink_position(to);
    gcv_gcdump_put(to, GCV_TAG_STRING, 1);
    gcv_gcdump_put_string(to, gcv_slice_str("gcview"));
    gcv_gcdump_put(to, GCV_TAG_END, 1);
    gcv_gcdump_put(to, GCV_TAG_END, 1); /* end of all objects */
    uint64_t table = gcv_byte_sink_position(to);
    gcv_gcdump_put(to, 1, 4);
    gcv_gcdump_put(to, (uint32_t)region, 4);
    gcv_gcdump_put(to, (uint32_t)table, 4);
    gcv_gcdump_put(to, (uint32_t)table + 8, 4);
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
static void measure(gcv_gcdump_writer *w)
{
    enum { NODE = 4 + 8, SEGMENT = 1 + 5 + 7 * 8 + 1, OTHER = 1024 };
    gcv_gcdump_counts *counts = &w->counts;
    gcv_gcdump_find_sizes(w);
    gcv_gcdump_put_types(w, &w->ruler);
    counts->types = 1 + (uint64_t)w->heap->n_types + w->roots.nodes.n;
    counts->nodes = (uint64_t)w->roots.nodes.n + w->heap->n_objects;
    counts->file_bytes = w->ruler.n + counts->nodes * NODE + counts->types * 4 +
                         w->heap->ranges.n * SEGMENT + strlen(w->heap->verdict) * 3 + OTHER;
    counts->record_bytes = counts->nodes <= INT32_MAX ? gcv_gcdump_measure_records(w) : 0;
    counts->file_bytes += counts->record_bytes;
    gcv_gcdump_check(w->ctx, counts);
}

void gcv_convert_to_gcdump(gcv_report *report)
{
    gcv_gcdump_writer w = {
        .ctx = report->ctx, .heap = report->in.heap, .file.out = report->out.writer};
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
