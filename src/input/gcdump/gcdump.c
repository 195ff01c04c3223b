/* gcdump.c - the reader of .gcdump files (dotnet-gcdump, dotnet-monitor, PerfView, Visual Studio).
 *
 * docs/formats/gcdump.md describes the format and what gcview does where the format is silent.
 * Records of nodes are reached by offset, not in order, so the whole file is in memory while it is
 * read. Nodes go to the builder in the order of their numbers.
 *
 * Time: O(bytes). Memory: the file, two bits a node, and what gcdump_ids.c takes.
 */
#include "input/format.h"

#include "input/gcdump/gcdump_reader.h"

#include <inttypes.h>
#include <string.h>

enum { MAGIC_SIZE = 20, HEAD_SIZE = 4 + MAGIC_SIZE };

static const char magic[] = "!FastSerialization.1";

/* Accepts files whose first bytes are damaged, too, since the reader then reports where. Traces of
 * the oldest versions begin with the same header, but with another first object. */
static bool recognise(gcv_slice head)
{
    static const char trace[] = "\x05\0\0\0Trace";
    const size_t name = HEAD_SIZE + 3 + 8; /* three tags, two versions */
    return head.size >= HEAD_SIZE && memcmp(head.data + 9, magic + 5, MAGIC_SIZE - 5) == 0 &&
           (head.size < name + sizeof trace - 1 ||
            memcmp(head.data + name, trace, sizeof trace - 1) != 0);
}

/* ---- the container ------------------------------------------------------------------------ */

static void take_magic(gcv_gcdump *dump)
{
    int32_t n = gcv_gcdump_take_i32(dump);
    const unsigned char *text = gcv_cursor_take(&dump->at, MAGIC_SIZE);
    gcv_gcdump_bounds(dump, "its first bytes");
    if (n != MAGIC_SIZE) {
        gcv_gcdump_wrong(dump, 0, "not a .gcdump file: it does not begin with the number 20");
    }
    for (uint64_t i = 0; i < MAGIC_SIZE; i++) {
        if (text[i] != (unsigned char)magic[i]) {
            gcv_gcdump_wrong(dump, 4 + i, "not a .gcdump file: it does not begin with '%s'", magic);
        }
    }
}

/* Finds the width of labels. It is the same in the whole file, and only the end of the file shows
 * it. */
static void find_label_size(gcv_gcdump *dump)
{
    const unsigned char *end = dump->at.end;
    uint64_t size = dump->size;
    dump->label_size = 4;
    if (size >= 8 && gcv_load_u32(end - 4) == size - 8) {
        dump->label_known = true;
    } else if (size >= 16 && gcv_load_u64(end - 8) == size - 16) {
        dump->label_known = true;
        dump->label_size = 8;
    }
}

/* Takes the graph, which is the first object of the file or the first part of that object. */
static void take_entry(gcv_gcdump *dump)
{
    uint64_t offset = gcv_cursor_offset(&dump->at);
    gcv_gcdump_class class_ = gcv_gcdump_take_object(dump, "the first object");
    if (gcv_gcdump_string_is(&class_.name, "GCHeapDump")) {
        if (class_.version < 4 || class_.version == 8 || class_.min_reader > 10) {
            gcv_gcdump_wrong(dump, offset,
                             "version %" PRId32 " (for readers from %" PRId32 " on) is not known",
                             class_.version, class_.min_reader);
        }
        dump->version = class_.version;
        offset = gcv_cursor_offset(&dump->at);
        class_ = gcv_gcdump_take_object(dump, "the graph");
    }
    if (!gcv_gcdump_string_is(&class_.name, "Graphs.MemoryGraph")) {
        gcv_gcdump_wrong(dump, offset, "not a heap dump: an object of another class");
    }
    if (class_.min_reader > 1) {
        gcv_gcdump_wrong(dump, offset, "the graph is for readers from %" PRId32 " on",
                         class_.min_reader);
    }
    dump->has_deferred = class_.min_reader >= 1;
    gcv_gcdump_take_graph(dump);
}

/* Takes what follows the graph. If that is damaged, the heap is still complete. */
static void take_rest(gcv_gcdump *dump)
{
    const gcv_error *fault = &dump->fault;
    if (dump->version == 0 || gcv_gcdump_try(dump, gcv_gcdump_take_meta)) {
        if (!gcv_gcdump_try(dump, gcv_gcdump_take_tail)) {
            gcv_builder_anomaly(dump->builder, fault->line, "the end of the file: %s",
                                fault->message);
        }
        return;
    }
    /* A file whose end is in order was damaged, not cut off. */
    if (dump->label_known) {
        gcv_builder_malformed(dump->builder, fault->line, fault->message);
    } else {
        gcv_builder_anomaly(dump->builder, fault->line, "%s", fault->message);
    }
    gcv_builder_incomplete(dump->builder,
                           "%s at offset %" PRIu64 ", behind the objects and references",
                           dump->label_known ? "damaged" : "cut off", fault->line);
}

/* Notes that the graph is cut off, and how much of it is salvaged. */
static void note_cut(gcv_gcdump *dump)
{
    char text[160];
    gcv_gcdump_cut_text(dump, text, sizeof text);
    gcv_builder_incomplete(dump->builder, "cut off within %s%s", text,
                           gcv_gcdump_node_at(dump, dump->root).undefined ? ", without the roots"
                                                                          : "");
}

/* ---- the reader --------------------------------------------------------------------------- */

static void read_dump(gcv_gcdump *dump)
{
    gcv_builder_begin_section(dump->builder);
    gcv_builder_ids_are_unique(dump->builder);
    take_magic(dump);
    find_label_size(dump);
    take_entry(dump);
    gcv_section *section = gcv_builder_section(dump->builder);
    section->version = (uint64_t)dump->version;
    section->has_version = dump->version > 0;
    gcv_builder_end_section(dump->builder);
    (dump->cut.within != NULL ? note_cut : take_rest)(dump);
    gcv_gcdump_add_properties(dump);
    gcv_gcdump_feed_nodes(dump);
}

static void read_gcdump(gcv_source *source, size_t chunk, gcv_builder *builder)
{
    gcv_context *ctx = gcv_builder_context(builder);
    gcv_bytes bytes;
    gcv_bytes_read(ctx, &bytes, source, chunk);
    gcv_gcdump dump = {.ctx = ctx,
                       .builder = builder,
                       .size = bytes.size,
                       .at = gcv_cursor_of(bytes.data, bytes.size, 0)};
    gcv_phase(ctx, "decode");
    read_dump(&dump);
    GCV_RELEASE(ctx, &dump.types, &dump.deferred, &dump.classes, &dump.modules, &dump.cut.padded,
                &dump.text[0], &dump.text[1], &dump.text[2]);
    gcv_bitset_release(ctx, &dump.shared);
    gcv_bitset_release(ctx, &dump.pseudo);
    gcv_builder_take_memory(builder, &bytes.own);
}

const gcv_format gcv_gcdump_format = {
    .name = "gcdump",
    .summary = "heap dump of dotnet-gcdump, dotnet-monitor, PerfView and Visual Studio",
    .endings = "gcdump",
    .recognise = recognise,
    .read = read_gcdump,
    .binary = true,
};
