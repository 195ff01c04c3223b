/* hprof.c - the reader of Java heap dumps (HPROF).
 *
 * docs/formats/hprof.md describes the format and what gcview does where the format is silent. The
 * reader makes one pass; java_reader.h lists its parts. A file may have several heaps (the hprof
 * agent of JDK 8 and earlier writes one for each signal): classes, objects and roots are those of
 * one heap, strings and names of classes those of the file.
 */
#include "input/format.h"

#include "input/hprof/java_reader.h"

#include <string.h>

/* Tags of records. */
enum {
    TEXT = 0x01,
    LOAD_CLASS = 0x02,
    FRAME = 0x04,
    TRACE = 0x05,
    HEAP = 0x0c,
    SEGMENT = 0x1c,
    HEAP_END = 0x2c
};

enum { MAGIC_MAX = 32, RECORD_HEAD = 9 };

static const char magic[] = "JAVA PROFILE 1.0.";

static bool recognise(gcv_slice head) { return gcv_slice_begins(head, magic); }

/* ---- heaps -------------------------------------------------------------------------------- */

static void begin_heap(gcv_hprof *hprof)
{
    gcv_hprof_heap *heap = gcv_alloc_zeroed(hprof->ctx, 1, sizeof *heap);
    heap->about.number = (uint32_t)hprof->heaps.n + 1;
    heap->about.generation = GCV_NONE;
    heap->is_ascending = true;
    heap->java_lang_class = heap->chunk_class = heap->chunk_offset = GCV_NONE;
    if (hprof->graph) {
        gcv_u32_column_push(hprof->ctx, &heap->rows.first_ref, 0);
    }
    hprof->heap = heap;
}

/* Whether the heap that has ended is preferred to the best one before it. */
static bool is_preferred(const gcv_hprof *hprof, const gcv_snapshot *heap)
{
    const uint32_t wanted = gcv_builder_options(hprof->builder)->snapshot;
    if (wanted != GCV_SNAPSHOT_LAST && wanted != GCV_SNAPSHOT_FIRST) {
        return heap->number == wanted;
    }
    return hprof->kept == NULL || (wanted == GCV_SNAPSHOT_LAST && heap->complete) ||
           !hprof->kept->about.complete;
}

/* Ends the heap, if there is one, and keeps it if it is the best so far. */
static void end_heap(gcv_hprof *hprof, bool complete)
{
    if (hprof->heap == NULL) {
        return;
    }
    hprof->heap->about.complete = complete;
    gcv_hprof_end_heap(hprof);
    gcv_snapshot_column_push(hprof->ctx, &hprof->heaps, hprof->heap->about);
    if (is_preferred(hprof, &hprof->heap->about)) {
        gcv_hprof_free_heap(hprof, hprof->kept);
        hprof->kept = hprof->heap;
    } else {
        gcv_hprof_free_heap(hprof, hprof->heap);
    }
    hprof->heap = NULL;
}

/* The size of the heap in a HEAP_DUMP. Old versions did not write it if they ended early, or wrote
 * the low 32 bits of it. */
static uint64_t heap_size(gcv_hprof *hprof, uint32_t said)
{
    const uint64_t at = hprof->stream.offset, size = gcv_source_size(hprof->stream.source);
    if (said == 0 || (size > at && size - at > said && (size - at - said) % (1ULL << 32) == 0)) {
        gcv_builder_anomaly(hprof->builder, at - RECORD_HEAD,
                            "a heap of unknown length, which ends where its records end");
        return UINT64_MAX;
    }
    return said;
}

static void take_heap(gcv_hprof *hprof, unsigned tag, uint32_t size)
{
    if (tag == HEAP) {
        end_heap(hprof, !hprof->has_segments);
    }
    if (hprof->heap == NULL) {
        begin_heap(hprof);
        hprof->has_segments = tag == SEGMENT;
    }
    gcv_hprof_take_segment(hprof, tag == HEAP ? heap_size(hprof, size) : size);
}

/* ---- records ------------------------------------------------------------------------------ */

/* Takes a record of a fixed minimum size, of which `size` bytes are in the file. */
static void take_whole(gcv_hprof *hprof, unsigned tag, const unsigned char *body, size_t size)
{
    const unsigned id_size = hprof->id_size;
    const size_t least[] = {
        [LOAD_CLASS] = 8 + 2 * id_size, [FRAME] = 8 + 4 * id_size, [TRACE] = 12};
    if (size < least[tag]) {
        gcv_builder_malformed(hprof->builder, hprof->stream.offset - RECORD_HEAD,
                              "a record is too short");
    } else if (tag == LOAD_CLASS) {
        gcv_hprof_take_load(hprof, body);
    } else if (tag == FRAME) {
        gcv_hprof_take_frame(hprof, body);
    } else {
        gcv_hprof_take_trace(hprof, body, size);
    }
}

static void take_other(gcv_hprof *hprof, unsigned tag, uint32_t size)
{
    const uint64_t start = hprof->stream.offset - RECORD_HEAD;
    if (tag == TEXT) {
        gcv_hprof_take_text(hprof, size);
    } else if (tag == LOAD_CLASS || tag == FRAME || tag == TRACE) {
        gcv_cursor body = gcv_byte_stream_need(&hprof->stream, size);
        if (gcv_cursor_left(&body) == size) {
            take_whole(hprof, tag, body.at, size);
        }
    }
    if (gcv_byte_stream_skip(&hprof->stream, size) < size) {
        gcv_hprof_end_early(hprof, start);
    }
}

/* Takes a record; false: the file has ended. */
static bool take_record(gcv_hprof *hprof)
{
    const uint64_t start = hprof->stream.offset;
    gcv_cursor head = gcv_byte_stream_need(&hprof->stream, RECORD_HEAD);
    if (gcv_cursor_left(&head) < RECORD_HEAD) {
        if (gcv_cursor_left(&head) > 0) {
            gcv_hprof_end_early(hprof, start);
        }
        return false;
    }
    const unsigned tag = head.at[0];
    const uint32_t size = gcv_hprof_u32(head.at + 5);
    gcv_byte_stream_use(&hprof->stream, RECORD_HEAD);
    if (tag == HEAP || tag == SEGMENT) {
        take_heap(hprof, tag, size);
    } else {
        take_other(hprof, tag, size);
        if (tag == HEAP_END) {
            end_heap(hprof, !hprof->is_cut);
        }
    }
    return !hprof->is_cut;
}

static void take_records(gcv_hprof *hprof)
{
    while (take_record(hprof)) {
    }
    end_heap(hprof, !hprof->has_segments && !hprof->is_cut);
}

/* ---- the file ----------------------------------------------------------------------------- */

static void take_header(gcv_hprof *hprof)
{
    gcv_cursor head = gcv_byte_stream_need(&hprof->stream, MAGIC_MAX + 12);
    const size_t n = gcv_cursor_left(&head);
    const unsigned char *end = n > 0 ? memchr(head.at, 0, n < MAGIC_MAX ? n : MAGIC_MAX) : NULL;
    if (end == NULL || !recognise(gcv_slice_of((const char *)head.at, n))) {
        gcv_builder_fail_at(hprof->builder, GCV_ERR_INPUT, 0,
                            "not a heap dump of Java: the header is damaged");
    }
    const size_t size = (size_t)(end - head.at) + 1;
    if (n < size + 12) {
        gcv_builder_fail_at(hprof->builder, GCV_ERR_INPUT, n, "the file ends in its header");
    }
    hprof->id_size = gcv_hprof_u32(end + 1);
    if (hprof->id_size != 4 && hprof->id_size != 8) {
        gcv_builder_fail_at(hprof->builder, GCV_ERR_INPUT, size, "ids of %u bytes, not 4 or 8",
                            hprof->id_size);
    }
    gcv_builder_add_property(hprof->builder, "file_format",
                             gcv_slice_of((const char *)head.at, size - 1));
    gcv_byte_stream_use(&hprof->stream, size + 12);
}

static void release(gcv_hprof *hprof)
{
    gcv_context *ctx = hprof->ctx;
    gcv_hprof_free_heap(hprof, hprof->kept);
    gcv_byte_stream_release(&hprof->stream);
    GCV_RELEASE(ctx, &hprof->text, &hprof->texts, &hprof->loads, &hprof->frames, &hprof->traces,
                &hprof->trace_frames, &hprof->text_of, &hprof->load_of, &hprof->frame_of,
                &hprof->load_of_serial, &hprof->trace_of, &hprof->heaps);
}

static void read_hprof(gcv_source *source, size_t chunk, gcv_builder *builder)
{
    gcv_hprof hprof = {.ctx = gcv_builder_context(builder), .builder = builder};
    hprof.graph = gcv_builder_keeps_references(builder);
    hprof.names = hprof.graph && gcv_builder_options(builder)->with_fields;
    gcv_builder_will_keep(builder, hprof.names, false, false);
    gcv_byte_stream_init(hprof.ctx, &hprof.stream, source, chunk);
    gcv_builder_begin_section(builder);
    gcv_builder_end_section(builder);
    take_header(&hprof);
    take_records(&hprof);
    gcv_hprof_finish(&hprof);
    release(&hprof);
}

/* A file can hold several heaps, but none has since JDK 8: `has_snapshots` would make commands keep
 * every dump that comes from a pipe in memory. */
const gcv_format gcv_hprof_format = {
    .name = "hprof",
    .summary = "heap dump of Java (HPROF, from jcmd, jmap or the JVM)",
    .endings = "hprof bin",
    .recognise = recognise,
    .read = read_hprof,
    .binary = true,
    .why_not_followed = "Java moves objects, and does not record where to",
};
