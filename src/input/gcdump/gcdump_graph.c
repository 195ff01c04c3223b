/* gcdump_graph.c - the tables of the graph of a .gcdump; see gcdump_reader.h. The layout is in
 * docs/formats/gcdump.md.
 *
 * Counts of nodes and sizes of modules have 32 or 64 bits each, and the file does not say which.
 * Only one combination of widths makes sense, so all are tried.
 *
 * Tables are used in place; finding them takes O(types).
 */
#include "input/gcdump/gcdump_reader.h"

#include "base/search.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { TYPE_BYTES = 12, DEFERRED_BYTES = 9, NAME_BYTES = 4 };

bool gcv_gcdump_take_types(gcv_gcdump *dump)
{
    uint32_t n;
    if (!gcv_gcdump_take_count(dump, "types", TYPE_BYTES, false, &n)) {
        return false;
    }
    gcv_gcdump_type_column_reserve(dump->ctx, &dump->types, n);
    for (uint32_t i = 0; i < n; i++) {
        gcv_gcdump_type type;
        if (!gcv_gcdump_take_string(dump, &type.name)) {
            return false;
        }
        type.size = gcv_gcdump_take_i32(dump);
        if (!gcv_gcdump_in_bounds(dump, "the types") ||
            !gcv_gcdump_take_string(dump, &type.module)) {
            return false;
        }
        dump->types.data[dump->types.n++] = type;
    }
    return true;
}

/* ---- deferred names ------------------------------------------------------------------------ */

static bool find_module(gcv_gcdump *dump, uint64_t offset, uint64_t label, uint32_t *out)
{
    const gcv_gcdump_module *modules = dump->modules.data;
    const size_t n = gcv_count_up_to_u64(modules, sizeof *modules, dump->modules.n, label);
    if (n == 0 || modules[n - 1].label != label) {
        return gcv_gcdump_wrong(dump, offset, "no module has been at offset %" PRIu64, label);
    }
    *out = (uint32_t)(n - 1);
    return true;
}

/* Takes a module: path, image base, image size, build time, name of the symbols, GUID, age. */
static bool take_new_module(gcv_gcdump *dump, uint64_t label, uint32_t *out)
{
    gcv_gcdump_class class_;
    gcv_gcdump_module module;
    gcv_gcdump_string symbols;
    if (!gcv_gcdump_take_class(dump, &class_)) {
        return false;
    }
    if (!gcv_gcdump_is_class(&class_, "Graphs.Module")) {
        return gcv_gcdump_wrong(dump, label, "a module is expected, not another object");
    }
    module.label = label;
    module.kept = gcv_slice_of(NULL, 0);
    if (!gcv_gcdump_take_string(dump, &module.path)) {
        return false;
    }
    gcv_cursor_skip(&dump->at, dump->wide_modules ? 8 + 8 + 8 : 8 + 4 + 8);
    if (!gcv_gcdump_in_bounds(dump, "a module") || !gcv_gcdump_take_string(dump, &symbols)) {
        return false;
    }
    gcv_cursor_skip(&dump->at, 16 + 4);
    if (!gcv_gcdump_in_bounds(dump, "a module") ||
        !gcv_gcdump_take_tag(dump, GCV_GCDUMP_END, "the end of a module")) {
        return false;
    }
    *out = (uint32_t)dump->modules.n;
    gcv_gcdump_module_column_push(dump->ctx, &dump->modules, module);
    return true;
}

static bool take_module(gcv_gcdump *dump, uint32_t *out)
{
    uint64_t offset = gcv_cursor_offset(&dump->at), label;
    uint8_t tag = gcv_cursor_u8(&dump->at);
    *out = GCV_NONE;
    if (!gcv_gcdump_in_bounds(dump, "the names of types")) {
        return false;
    }
    switch (tag) {
    case GCV_GCDUMP_NULL:
        return true;
    case GCV_GCDUMP_REFERENCE:
        label = gcv_gcdump_take_label(dump);
        return gcv_gcdump_in_bounds(dump, "a reference") && find_module(dump, offset, label, out);
    case GCV_GCDUMP_OBJECT:
        return take_new_module(dump, offset, out);
    default:
        return gcv_gcdump_wrong(dump, offset, "a module is expected, not tag %u", (unsigned)tag);
    }
}

bool gcv_gcdump_take_deferred(gcv_gcdump *dump)
{
    uint32_t n;
    gcv_cursor_skip(&dump->at, 4); /* region end: an index into the table at the end of the file */
    uint64_t offset = gcv_cursor_offset(&dump->at);
    if (!gcv_gcdump_take_count(dump, "names of types", DEFERRED_BYTES, false, &n)) {
        return false;
    }
    if (n > dump->types.n) {
        return gcv_gcdump_wrong(dump, offset, "%" PRIu32 " names for %zu types", n, dump->types.n);
    }
    gcv_gcdump_deferred_column_reserve(dump->ctx, &dump->deferred, n);
    for (uint32_t i = 0; i < n; i++) {
        gcv_gcdump_deferred row;
        row.id = gcv_cursor_u32(&dump->at);
        if (!take_module(dump, &row.module) || !gcv_gcdump_take_string(dump, &row.suffix)) {
            return false;
        }
        dump->deferred.data[dump->deferred.n++] = row;
    }
    return gcv_gcdump_skip_rest(dump);
}

/* ---- tables ------------------------------------------------------------------------------- */

static bool take_nodes(gcv_gcdump *dump, uint64_t root_at, int32_t root)
{
    uint32_t n;
    if (!gcv_gcdump_take_count(dump, "nodes", 4, dump->wide_counts, &n)) {
        return false;
    }
    if (root < 0 || (uint32_t)root >= n) {
        return gcv_gcdump_wrong(dump, root_at, "the root is node %" PRId32 " of %" PRIu32, root, n);
    }
    dump->n_nodes = n;
    dump->root = (uint32_t)root;
    dump->offsets_at = gcv_cursor_offset(&dump->at);
    dump->offsets = gcv_cursor_take(&dump->at, (uint64_t)n * 4);
    if (!gcv_gcdump_take_count(dump, "bytes of nodes", 1, false, &dump->blob_size)) {
        return false;
    }
    dump->blob_at = gcv_cursor_offset(&dump->at);
    dump->blob = gcv_cursor_take(&dump->at, dump->blob_size);
    return true;
}

static bool take_addresses(gcv_gcdump *dump)
{
    uint64_t offset = gcv_cursor_offset(&dump->at);
    uint32_t n;
    if (!gcv_gcdump_take_count(dump, "addresses", 8, dump->wide_counts, &n)) {
        return false;
    }
    if (n != dump->n_nodes) {
        return gcv_gcdump_wrong(dump, offset, "%" PRIu32 " addresses for %" PRIu32 " nodes", n,
                                dump->n_nodes);
    }
    dump->addresses = gcv_cursor_take(&dump->at, (uint64_t)n * 8);
    return true;
}

static bool take_in_widths(gcv_gcdump *dump, bool deferred)
{
    dump->total_at = gcv_cursor_offset(&dump->at);
    dump->total = (int64_t)gcv_cursor_u64(&dump->at);
    uint64_t root_at = gcv_cursor_offset(&dump->at);
    int32_t root = gcv_gcdump_take_i32(dump);
    if (!gcv_gcdump_in_bounds(dump, "the graph")) {
        return false;
    }
    if (root < 0) {
        return gcv_gcdump_wrong(dump, root_at, "the root is node %" PRId32, root);
    }
    if (!gcv_gcdump_take_types(dump) || !take_nodes(dump, root_at, root) ||
        (deferred && !gcv_gcdump_take_deferred(dump)) || !take_addresses(dump)) {
        return false;
    }
    if (gcv_gcdump_take_optional(dump, GCV_GCDUMP_BYTE)) {
        dump->pointer_size = gcv_cursor_u8(&dump->at) != 0 ? 8 : 4;
    }
    return gcv_gcdump_skip_rest(dump);
}

void gcv_gcdump_go_back(gcv_gcdump *dump, const gcv_gcdump_start *to)
{
    dump->at = to->at;
    dump->wrong = false;
    dump->wrong_beyond = false;
    dump->classes.n = to->n_classes;
    dump->types.n = 0;
    dump->deferred.n = 0;
    dump->modules.n = 0;
    dump->pointer_size = 0;
}

bool gcv_gcdump_take_in_any_widths(gcv_gcdump *dump, bool deferred, gcv_gcdump_taker take)
{
    const gcv_gcdump_start from = {dump->at, dump->classes.n};
    char reason[sizeof dump->reason] = "";
    uint64_t wrong_at = 0;
    bool beyond = false;
    for (unsigned widths = 0; widths < 4; widths++) {
        dump->wide_modules = (widths & 1) != 0;
        dump->wide_counts = (widths & 2) != 0;
        if (dump->wide_modules && !deferred) {
            continue;
        }
        if (take(dump, deferred)) {
            return true;
        }
        if (widths == 0) {
            wrong_at = dump->wrong_at;
            beyond = dump->wrong_beyond;
            memcpy(reason, dump->reason, sizeof reason);
        }
        gcv_gcdump_go_back(dump, &from);
    }
    dump->wrong_beyond = beyond;
    return gcv_gcdump_wrong(dump, wrong_at, "%s", reason);
}

bool gcv_gcdump_take_graph(gcv_gcdump *dump, bool deferred)
{
    return gcv_gcdump_take_in_any_widths(dump, deferred, take_in_widths);
}
