/* gcdump_graph.c - the graph of a .gcdump: its tables, and the records of nodes; see
 * gcdump_reader.h. The layout is in docs/formats/gcdump.md.
 *
 * Counts of nodes and sizes of modules have 32 or 64 bits each, and the file does not say which. It
 * makes sense in one combination of widths only, so all are tried.
 *
 * Tables are used in place: O(types) to find them, O(1) for a node.
 */
#include "input/gcdump/gcdump_reader.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { TYPE_BYTES = 12, DEFERRED_BYTES = 9, NAME_BYTES = 4 };

bool gcv_gcdump_take_types(gcv_gcdump *dump)
{
    uint32_t n, i;
    if (!gcv_gcdump_take_count(dump, "types", TYPE_BYTES, false, &n) ||
        !gcv_gcdump_succeeded(
            dump, gcv_gcdump_type_column_reserve(dump->ctx, &dump->types, n, dump->err))) {
        return false;
    }
    for (i = 0; i < n; i++) {
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

/* ---- names that are deferred -------------------------------------------------------------- */

static bool find_module(gcv_gcdump *dump, uint64_t offset, uint64_t label, uint32_t *out)
{
    size_t low = 0, high = dump->modules.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (dump->modules.data[middle].label < label) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == dump->modules.n || dump->modules.data[low].label != label) {
        return gcv_gcdump_wrong(dump, offset, "no module has been at offset %" PRIu64, label);
    }
    *out = (uint32_t)low;
    return true;
}

/* Path, image base, image size, build time, name of the symbols, GUID, age. */
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
    return gcv_gcdump_succeeded(
        dump, gcv_gcdump_module_column_push(dump->ctx, &dump->modules, module, dump->err));
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
    uint64_t offset;
    uint32_t n, i;
    gcv_cursor_skip(&dump->at, 4); /* where the region ends, by the table at the end of the file */
    offset = gcv_cursor_offset(&dump->at);
    if (!gcv_gcdump_take_count(dump, "names of types", DEFERRED_BYTES, false, &n)) {
        return false;
    }
    if (n > dump->types.n) {
        return gcv_gcdump_wrong(dump, offset, "%" PRIu32 " names for %zu types", n, dump->types.n);
    }
    if (!gcv_gcdump_succeeded(
            dump, gcv_gcdump_deferred_column_reserve(dump->ctx, &dump->deferred, n, dump->err))) {
        return false;
    }
    for (i = 0; i < n; i++) {
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
    uint64_t root_at;
    int32_t root;
    dump->total_at = gcv_cursor_offset(&dump->at);
    dump->total = (int64_t)gcv_cursor_u64(&dump->at);
    root_at = gcv_cursor_offset(&dump->at);
    root = gcv_gcdump_take_i32(dump);
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

typedef struct graph_start {
    gcv_cursor at;
    size_t n_classes;
} graph_start;

static void go_back(gcv_gcdump *dump, const graph_start *to)
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

/* Takes all tables in the widths that are set. */
typedef bool (*table_taker)(gcv_gcdump *dump, bool deferred);

static bool take_cut_behind_names(gcv_gcdump *dump, bool deferred)
{
    return gcv_gcdump_take_cut_tables(dump, deferred, true);
}

static bool take_cut_anywhere(gcv_gcdump *dump, bool deferred)
{
    return gcv_gcdump_take_cut_tables(dump, deferred, false);
}

/* Tries the widths that there are, the usual ones first. Of several failures that in the usual
 * widths stays noted. */
static bool take_in_any_widths(gcv_gcdump *dump, bool deferred, table_taker take)
{
    const graph_start from = {dump->at, dump->classes.n};
    char reason[sizeof dump->reason] = "";
    uint64_t wrong_at = 0;
    bool beyond = false;
    unsigned widths;
    for (widths = 0; widths < 4; widths++) {
        dump->wide_modules = (widths & 1) != 0;
        dump->wide_counts = (widths & 2) != 0;
        if (dump->wide_modules && !deferred) {
            continue;
        }
        if (take(dump, deferred)) {
            return true;
        }
        if (dump->status != GCV_OK) {
            return false;
        }
        if (widths == 0) {
            wrong_at = dump->wrong_at;
            beyond = dump->wrong_beyond;
            memcpy(reason, dump->reason, sizeof reason);
        }
        go_back(dump, &from);
    }
    dump->wrong_beyond = beyond;
    return gcv_gcdump_wrong(dump, wrong_at, "%s", reason);
}

/* The width of labels, which only names need, is not known without the end of the file. */
static const struct {
    unsigned label_size;
    table_taker take;
} tries[] = {
    {4, take_cut_behind_names},
    {8, take_cut_behind_names},
    {4, take_cut_anywhere},
};

/* What is there of a graph that is cut off is used if --salvage asks for it. */
static bool take_cut_graph(gcv_gcdump *dump, bool deferred, const graph_start *from)
{
    const uint64_t wrong_at = dump->wrong_at;
    const bool beyond = dump->wrong_beyond;
    char text[sizeof dump->reason];
    bool taken = false;
    size_t i;
    memcpy(text, dump->reason, sizeof text);
    for (i = 0; !taken && i < sizeof tries / sizeof tries[0] && dump->status == GCV_OK; i++) {
        go_back(dump, from);
        dump->label_size = tries[i].label_size;
        taken = take_in_any_widths(dump, deferred, tries[i].take);
    }
    if (taken) {
        if (gcv_builder_options(dump->builder)->salvage) {
            return true;
        }
        gcv_gcdump_cut_text(dump, text, sizeof text);
        return gcv_gcdump_wrong(dump, dump->size,
                                "the file is cut off here, within %s (--salvage reads them)", text);
    }
    dump->wrong = false;
    return dump->status == GCV_OK &&
           gcv_gcdump_wrong(dump, wrong_at,
                            beyond ? "the file is cut off in front of its nodes: %s" : "%s", text);
}

bool gcv_gcdump_take_graph(gcv_gcdump *dump, const gcv_gcdump_class *class_)
{
    const graph_start from = {dump->at, dump->classes.n};
    const bool deferred = class_->min_reader >= 1;
    if (take_in_any_widths(dump, deferred, take_in_widths)) {
        return true;
    }
    /* The end of a whole file would be in order. */
    return dump->status == GCV_OK && !dump->label_known && take_cut_graph(dump, deferred, &from);
}

/* ---- records of nodes --------------------------------------------------------------------- */

static uint64_t blob_offset(const gcv_gcdump *dump, const unsigned char *at)
{
    return dump->blob_at + (uint64_t)(at - dump->blob);
}

/* A number of one to five bytes of 7 bits, the highest first; bit 6 of the first is the sign. */
static bool take_long(gcv_gcdump *dump, const unsigned char **at, int64_t *out)
{
    const unsigned char *p = *at, *end = dump->blob + dump->blob_size;
    unsigned n = 1;
    int64_t value;
    if (p == end) {
        return gcv_gcdump_wrong(dump, blob_offset(dump, p), "a node goes beyond the last one");
    }
    value = p[0] & 0x7f;
    value -= (value & 0x40) << 1;
    while (p[n - 1] >= 0x80) {
        if (p + n == end) {
            return gcv_gcdump_wrong(dump, blob_offset(dump, p),
                                    "a number goes beyond the last node");
        }
        if (n == 5) {
            return gcv_gcdump_wrong(dump, blob_offset(dump, p), "a number of more than five bytes");
        }
        value = value * 128 + (p[n] & 0x7f);
        n++;
    }
    *at = p + n;
    /* Of the 35 bits 32 count. */
    value &= (int64_t)UINT32_MAX;
    *out = value > INT32_MAX ? value - ((int64_t)1 << 32) : value;
    return true;
}

/* The same; nearly all are short. */
static inline bool take_packed(gcv_gcdump *dump, const unsigned char **at, int64_t *out)
{
    int32_t value;
    if (gcv_gcdump_take_short(at, dump->blob + dump->blob_size, &value)) {
        *out = value;
        return true;
    }
    return take_long(dump, at, out);
}

bool gcv_gcdump_child_slow(gcv_gcdump *dump, uint32_t index, const unsigned char **at,
                           uint32_t *child)
{
    uint64_t offset = blob_offset(dump, *at);
    int64_t delta;
    if (!take_packed(dump, at, &delta)) {
        return false;
    }
    delta += index;
    if (delta < 0 || delta >= (int64_t)dump->n_nodes) {
        return gcv_gcdump_wrong(dump, offset,
                                "node %" PRIu32 " refers to node %" PRId64 " of %" PRIu32, index,
                                delta, dump->n_nodes);
    }
    *child = (uint32_t)delta;
    return true;
}

static bool is_undefined(const gcv_gcdump *dump, const gcv_gcdump_node *node)
{
    static const char name[] = "UNDEFINED";
    const gcv_gcdump_type *type = &dump->types.data[node->type];
    return node->size == 0 && node->n_children == 0 &&
           (node->type == 0 || (type->module.bytes == NULL && type->name.size == sizeof name - 1 &&
                                memcmp(type->name.bytes, name, sizeof name - 1) == 0));
}

static bool take_size(gcv_gcdump *dump, const unsigned char **at, uint32_t index, bool given,
                      gcv_gcdump_node *out)
{
    uint64_t offset = blob_offset(dump, *at);
    int64_t size = dump->types.data[out->type].size;
    if (given && !take_packed(dump, at, &size)) {
        return false;
    }
    if (size < 0) {
        return gcv_gcdump_wrong(dump, offset, "the size of node %" PRIu32 " is %" PRId64, index,
                                size);
    }
    out->size = (uint32_t)size;
    return true;
}

bool gcv_gcdump_node_at(gcv_gcdump *dump, uint32_t index, gcv_gcdump_node *out)
{
    uint32_t start = gcv_load_u32(dump->offsets + (size_t)index * 4);
    const unsigned char *at;
    int64_t head, n;
    if (start >= dump->blob_size && dump->cut.records) {
        memset(out, 0, sizeof *out);
        out->undefined = true;
        return true;
    }
    if (start >= dump->blob_size) {
        return gcv_gcdump_wrong(dump, dump->offsets_at + (uint64_t)index * 4,
                                "node %" PRIu32 " is at %" PRIu32 " of %" PRIu32 " bytes", index,
                                start, dump->blob_size);
    }
    at = dump->blob + start;
    if (!take_packed(dump, &at, &head)) {
        return false;
    }
    if (head < 0 || (uint64_t)(head >> 1) >= dump->types.n) {
        return gcv_gcdump_wrong(dump, dump->blob_at + start,
                                "node %" PRIu32 " has type %" PRId64 " of %zu", index,
                                head < 0 ? (head - 1) / 2 : head >> 1, dump->types.n);
    }
    out->type = (uint32_t)(head >> 1);
    if (!take_size(dump, &at, index, (head & 1) != 0, out)) {
        return false;
    }
    out->children = at;
    if (!take_packed(dump, &at, &n)) {
        return false;
    }
    if (n < 0 || n > dump->blob + dump->blob_size - at) {
        return gcv_gcdump_wrong(dump, blob_offset(dump, out->children),
                                "node %" PRIu32 " has %" PRId64 " references", index, n);
    }
    out->children = at;
    out->end = dump->blob + dump->blob_size;
    out->n_children = (uint32_t)n;
    out->undefined = is_undefined(dump, out);
    return true;
}
