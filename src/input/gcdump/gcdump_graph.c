/* gcdump_graph.c - the tables of the graph of a .gcdump; see gcdump_reader.h. The layout is in
 * docs/formats/gcdump.md.
 *
 * Counts of nodes and sizes of modules have 32 or 64 bits each, and the file does not say which.
 * Only one combination of widths makes sense, so all are tried. Tables are used in place; finding
 * them takes O(types).
 *
 * The order of the file is: types, the offsets of all nodes, their records, deferred names,
 * addresses. If it is cut off, there are no nodes unless all offsets are present. If the records
 * are cut off, the last one that begins is incomplete; it and the nodes after it are lost, and
 * references to lost nodes dangle. Nodes without an address get an id that is not an address, as in
 * any dump. Since nothing after the tables can be checked, all records that are present must make
 * sense instead. Time: O(bytes). Memory: 8 bytes a node for addresses.
 */
#include "input/gcdump/gcdump_reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { TYPE_BYTES = 12, DEFERRED_BYTES = 9 };

static void take_types(gcv_gcdump *dump)
{
    uint32_t n = gcv_gcdump_take_count(dump, "types", TYPE_BYTES, false);
    gcv_gcdump_type_column_reserve(dump->ctx, &dump->types, n);
    while (n-- > 0) {
        gcv_gcdump_type type;
        type.name = gcv_gcdump_take_string(dump);
        type.size = gcv_gcdump_take_i32(dump);
        gcv_gcdump_bounds(dump, "the types");
        type.module = gcv_gcdump_take_string(dump);
        dump->types.data[dump->types.n++] = type;
    }
}

/* ---- deferred names ------------------------------------------------------------------------ */

static uint32_t find_module(const gcv_gcdump *dump, uint64_t offset, uint64_t label)
{
    const gcv_gcdump_module *modules = dump->modules.data;
    const size_t at = gcv_find_u64(modules, sizeof *modules, dump->modules.n, label);
    if (at == SIZE_MAX) {
        gcv_gcdump_wrong(dump, offset, "no module has been at offset %" PRIu64, label);
    }
    return (uint32_t)at;
}

/* Takes a module: path, image base, image size, build time, name of the symbols, GUID, age. */
static uint32_t take_new_module(gcv_gcdump *dump, uint64_t label)
{
    gcv_gcdump_class class_ = gcv_gcdump_take_class(dump);
    gcv_gcdump_module module = {.label = label};
    if (!gcv_gcdump_string_is(&class_.name, "Graphs.Module")) {
        gcv_gcdump_wrong(dump, label, "a module is expected, not another object");
    }
    module.path = gcv_gcdump_take_string(dump);
    gcv_cursor_skip(&dump->at, dump->wide_modules ? 8 + 8 + 8 : 8 + 4 + 8);
    gcv_gcdump_bounds(dump, "a module");
    (void)gcv_gcdump_take_string(dump);
    gcv_cursor_skip(&dump->at, 16 + 4);
    gcv_gcdump_bounds(dump, "a module");
    gcv_gcdump_take_tag(dump, GCV_TAG_END, "the end of a module");
    gcv_gcdump_module_column_push(dump->ctx, &dump->modules, module);
    return (uint32_t)(dump->modules.n - 1);
}

static uint32_t take_module(gcv_gcdump *dump)
{
    uint64_t offset = gcv_cursor_offset(&dump->at), label;
    uint8_t tag = gcv_cursor_u8(&dump->at);
    gcv_gcdump_bounds(dump, "the names of types");
    switch (tag) {
    case GCV_TAG_NULL:
        return GCV_NONE;
    case GCV_TAG_REFERENCE:
        label = gcv_gcdump_take_label(dump);
        gcv_gcdump_bounds(dump, "a reference");
        return find_module(dump, offset, label);
    case GCV_TAG_OBJECT:
        return take_new_module(dump, offset);
    default:
        gcv_gcdump_wrong(dump, offset, "a module is expected, not tag %u", (unsigned)tag);
    }
}

static void take_deferred(gcv_gcdump *dump)
{
    gcv_cursor_skip(&dump->at, 4); /* region end: an index into the table at the end of the file */
    uint64_t offset = gcv_cursor_offset(&dump->at);
    uint32_t n = gcv_gcdump_take_count(dump, "names of types", DEFERRED_BYTES, false);
    if (n > dump->types.n) {
        gcv_gcdump_wrong(dump, offset, "%" PRIu32 " names for %zu types", n, dump->types.n);
    }
    gcv_gcdump_deferred_column_reserve(dump->ctx, &dump->deferred, n);
    while (n-- > 0) {
        gcv_gcdump_deferred row;
        row.id = gcv_cursor_u32(&dump->at);
        row.module = take_module(dump);
        row.suffix = gcv_gcdump_take_string(dump);
        dump->deferred.data[dump->deferred.n++] = row;
    }
    gcv_gcdump_skip_rest(dump);
}

/* ---- a whole graph -------------------------------------------------------------------------- */

static void take_nodes(gcv_gcdump *dump, uint64_t root_at, int32_t root)
{
    uint32_t n = gcv_gcdump_take_count(dump, "nodes", 4, dump->wide_counts);
    if ((uint32_t)root >= n) {
        gcv_gcdump_wrong(dump, root_at, "the root is node %" PRId32 " of %" PRIu32, root, n);
    }
    dump->n_nodes = n;
    dump->root = (uint32_t)root;
    dump->offsets_at = gcv_cursor_offset(&dump->at);
    dump->offsets = gcv_cursor_take(&dump->at, (uint64_t)n * 4);
    dump->blob_size = gcv_gcdump_take_count(dump, "bytes of nodes", 1, false);
    dump->blob_at = gcv_cursor_offset(&dump->at);
    dump->blob = gcv_cursor_take(&dump->at, dump->blob_size);
}

static void take_addresses(gcv_gcdump *dump)
{
    uint64_t offset = gcv_cursor_offset(&dump->at);
    uint32_t n = gcv_gcdump_take_count(dump, "addresses", 8, dump->wide_counts);
    if (n != dump->n_nodes) {
        gcv_gcdump_wrong(dump, offset, "%" PRIu32 " addresses for %" PRIu32 " nodes", n,
                         dump->n_nodes);
    }
    dump->addresses = gcv_cursor_take(&dump->at, (uint64_t)n * 8);
}

static void take_whole(gcv_gcdump *dump)
{
    dump->total_at = gcv_cursor_offset(&dump->at);
    dump->total = (int64_t)gcv_cursor_u64(&dump->at);
    uint64_t root_at = gcv_cursor_offset(&dump->at);
    int32_t root = gcv_gcdump_take_i32(dump);
    gcv_gcdump_bounds(dump, "the graph");
    if (root < 0) {
        gcv_gcdump_wrong(dump, root_at, "the root is node %" PRId32, root);
    }
    take_types(dump);
    take_nodes(dump, root_at, root);
    if (dump->has_deferred) {
        take_deferred(dump);
    }
    take_addresses(dump);
    if (gcv_gcdump_take_optional(dump, GCV_TAG_BYTE)) {
        dump->pointer_size = gcv_cursor_u8(&dump->at) != 0 ? 8 : 4;
    }
    gcv_gcdump_skip_rest(dump);
}

/* ---- a graph that is cut off ---------------------------------------------------------------- */

/* Fails unless a condition for these widths holds. */
static void require(const gcv_gcdump *dump, bool holds)
{
    if (!holds) {
        gcv_gcdump_wrong(dump, 0, "no graph has these widths");
    }
}

/* Takes a count without comparing it to the rest of the file. */
static uint32_t take_claim(gcv_gcdump *dump, bool wide)
{
    uint64_t n = wide ? gcv_cursor_u64(&dump->at) : gcv_cursor_u32(&dump->at);
    require(dump, !dump->at.failed && n <= INT32_MAX);
    return (uint32_t)n;
}

/* Returns the size of all records but the last that begins before the cut, which is incomplete. */
static uint32_t whole_records(const gcv_gcdump *dump, uint64_t left)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < dump->n_nodes; i++) {
        uint32_t start = gcv_load_u32(dump->offsets + (size_t)i * 4);
        last = start < left && start > last ? start : last;
    }
    return last;
}

/* Takes what follows the records, if these are whole. Names that are cut off are lost. Names read
 * with a wrong width look cut off, too, and so fail if `whole_names`. */
static void take_behind_records(gcv_gcdump *dump, bool whole_names)
{
    if (dump->has_deferred && !gcv_gcdump_try(dump, take_deferred)) {
        require(dump, !whole_names);
        dump->at.failed = false;
        dump->at.at = dump->at.end;
        dump->cut.within = "the names of types";
        return;
    }
    dump->cut.within = "the addresses";
    uint64_t n = dump->wide_counts ? gcv_cursor_u64(&dump->at) : gcv_cursor_u32(&dump->at);
    require(dump, dump->at.failed || n == dump->n_nodes);
    if (!dump->at.failed && n <= gcv_cursor_left(&dump->at) / 8) {
        dump->cut.within = "the end of the graph";
    }
}

static void take_records(gcv_gcdump *dump, bool whole_names)
{
    uint32_t claimed = take_claim(dump, false);
    uint64_t left = gcv_cursor_left(&dump->at);
    dump->blob_at = gcv_cursor_offset(&dump->at);
    dump->cut.records = claimed > left;
    dump->blob_size = dump->cut.records ? whole_records(dump, left) : claimed;
    dump->blob = gcv_cursor_take(&dump->at, dump->cut.records ? left : claimed);
    if (dump->cut.records) {
        dump->cut.within = "the nodes";
        require(dump, dump->blob_size > 0);
    } else {
        take_behind_records(dump, whole_names);
    }
}

/* Takes the addresses that are present; all other nodes get address 0. */
static void pad_addresses(gcv_gcdump *dump)
{
    size_t n = gcv_cursor_left(&dump->at) / 8;
    n = n < dump->n_nodes ? n : dump->n_nodes;
    dump->cut.addresses = (uint32_t)n;
    gcv_u8_column_reserve(dump->ctx, &dump->cut.padded, (size_t)dump->n_nodes * 8);
    if (n > 0) {
        memcpy(dump->cut.padded.data, dump->at.at, n * 8);
    }
    memset(dump->cut.padded.data + n * 8, 0, ((size_t)dump->n_nodes - n) * 8);
    dump->addresses = dump->cut.padded.data;
}

/* Fails unless all records that are present make sense; counts them. */
static void check_records(gcv_gcdump *dump)
{
    uint64_t edges = 0;
    for (uint32_t i = 0; i < dump->n_nodes; i++) {
        gcv_gcdump_node node = gcv_gcdump_node_at(dump, i);
        gcv_gcdump_add_edges(dump, &node, &edges);
        for (uint32_t k = 0; k < node.n_children; k++) {
            (void)gcv_gcdump_child(dump, i, &node.children);
        }
        dump->cut.nodes += gcv_load_u32(dump->offsets + (size_t)i * 4) < dump->blob_size;
    }
}

/* Takes all tables in the current widths. Fails if nothing is usable, if the widths are wrong, or
 * if `whole_names` and the names of types are cut off. */
static void take_tables(gcv_gcdump *dump, bool whole_names)
{
    gcv_u8_column padded = dump->cut.padded;
    memset(&dump->cut, 0, sizeof dump->cut);
    dump->cut.padded = padded;
    dump->total = (int64_t)gcv_cursor_u64(&dump->at);
    dump->root = take_claim(dump, false);
    take_types(dump);
    dump->n_nodes = take_claim(dump, dump->wide_counts);
    require(dump, dump->root < dump->n_nodes);
    dump->offsets_at = gcv_cursor_offset(&dump->at);
    dump->offsets = gcv_cursor_take(&dump->at, (uint64_t)dump->n_nodes * 4);
    require(dump, dump->offsets != NULL);
    take_records(dump, whole_names);
    pad_addresses(dump);
    check_records(dump);
}

static void take_behind_names(gcv_gcdump *dump) { take_tables(dump, true); }

static void take_anywhere(gcv_gcdump *dump) { take_tables(dump, false); }

void gcv_gcdump_cut_text(const gcv_gcdump *dump, char *text, size_t size)
{
    const gcv_gcdump_cut *cut = &dump->cut;
    if (cut->records) {
        (void)snprintf(text, size, "%s: %" PRIu32 " of %" PRIu32 " are there", cut->within,
                       cut->nodes, dump->n_nodes);
    } else {
        (void)snprintf(text, size, "%s: all %" PRIu32 " nodes and %" PRIu32 " addresses are there",
                       cut->within, dump->n_nodes, cut->addresses);
    }
}

/* ---- widths ---------------------------------------------------------------------------------- */

/* Takes all tables in all combinations of widths, the usual ones first. If all fail, the fault
 * found with the usual widths stays noted. */
static bool try_widths(gcv_gcdump *dump, void (*take)(gcv_gcdump *dump))
{
    const gcv_cursor from = dump->at;
    const size_t n_classes = dump->classes.n;
    gcv_error fault;
    bool beyond = false;
    for (unsigned widths = 0; widths < 4; widths += dump->has_deferred ? 1 : 2) {
        dump->wide_modules = (widths & 1) != 0;
        dump->wide_counts = (widths & 2) != 0;
        if (gcv_gcdump_try(dump, take)) {
            return true;
        }
        if (widths == 0) {
            fault = dump->fault;
            beyond = dump->beyond;
        }
        dump->at = from;
        dump->classes.n = n_classes;
        dump->types.n = dump->deferred.n = dump->modules.n = 0;
        dump->pointer_size = 0;
    }
    dump->fault = fault;
    dump->beyond = beyond;
    return false;
}

/* Attempts in turn. Without the end of the file, the width of labels is not known; only names
 * contain labels. */
static const struct {
    unsigned label_size;
    void (*take)(gcv_gcdump *dump);
} tries[] = {
    {4, take_behind_names},
    {8, take_behind_names},
    {4, take_anywhere},
};

void gcv_gcdump_take_graph(gcv_gcdump *dump)
{
    char text[160];
    if (try_widths(dump, take_whole)) {
        return;
    }
    const gcv_error fault = dump->fault;
    const bool beyond = dump->beyond;
    bool taken = false;
    for (size_t i = 0; !dump->label_known && !taken && i < GCV_LENGTH(tries); i++) {
        dump->label_size = tries[i].label_size;
        taken = try_widths(dump, tries[i].take);
    }
    if (taken && !gcv_builder_options(dump->builder)->salvage) {
        gcv_gcdump_cut_text(dump, text, sizeof text);
        gcv_gcdump_wrong(dump, dump->size,
                         "the file is cut off here, within %s (--salvage reads them)", text);
    }
    if (!taken) {
        gcv_gcdump_wrong(
            dump, fault.line,
            beyond && !dump->label_known ? "the file is cut off in front of its nodes: %s" : "%s",
            fault.message);
    }
}
