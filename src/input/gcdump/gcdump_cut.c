/* gcdump_cut.c - the graph of a .gcdump that is cut off; see gcdump_reader.h.
 *
 * The order of the file is: types, the offsets of all nodes, their records, deferred names,
 * addresses. Unless all offsets are present, there are no nodes. If the records are cut off, the
 * last one that begins is incomplete; it and the nodes after it are lost, and references to lost
 * nodes dangle. Nodes without an address get an id that is not an address, as in any dump.
 *
 * The widths of counts are found as in a whole file; but since nothing after the tables can be
 * checked, all records that are present must make sense instead. Time: O(bytes). Memory: 8 bytes a
 * node for addresses.
 */
#include "input/gcdump/gcdump_reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Takes a count without comparing it to the rest of the file. */
static bool take_claim(gcv_gcdump *dump, bool wide, uint32_t *out)
{
    uint64_t n = wide ? gcv_cursor_u64(&dump->at) : gcv_cursor_u32(&dump->at);
    *out = n <= INT32_MAX ? (uint32_t)n : 0;
    return !dump->at.failed && n <= INT32_MAX;
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

/* Takes the addresses that are present; all other nodes get address 0. */
static void take_addresses(gcv_gcdump *dump)
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

/* Takes what follows the records, if these are whole. Names that are cut off are lost. Names read
 * with a wrong width look cut off, too, and so fail if `whole_names`. */
static bool take_behind_records(gcv_gcdump *dump, bool deferred, bool whole_names)
{
    uint32_t n;
    if (deferred && !gcv_gcdump_take_deferred(dump)) {
        if (whole_names) {
            return false;
        }
        dump->wrong = false;
        dump->at.at = dump->at.end;
        dump->cut.within = "the names of types";
        return true;
    }
    dump->cut.within = "the addresses";
    if (!take_claim(dump, dump->wide_counts, &n)) {
        return dump->at.failed;
    }
    if (n <= gcv_cursor_left(&dump->at) / 8) {
        dump->cut.within = "the end of the graph";
    }
    return n == dump->n_nodes;
}

static bool take_records(gcv_gcdump *dump, bool deferred, bool whole_names)
{
    uint32_t claimed;
    if (!take_claim(dump, false, &claimed)) {
        return false;
    }
    uint64_t left = gcv_cursor_left(&dump->at);
    dump->blob_at = gcv_cursor_offset(&dump->at);
    dump->blob_size = claimed;
    if (claimed > left) {
        dump->blob_size = whole_records(dump, left);
        dump->blob = dump->at.at;
        dump->at.at = dump->at.end;
        dump->cut.records = true;
        dump->cut.within = "the nodes";
        return dump->blob_size > 0;
    }
    dump->blob = gcv_cursor_take(&dump->at, claimed);
    return take_behind_records(dump, deferred, whole_names);
}

/* Tells whether all records that are present make sense; counts them. */
static bool check_records(gcv_gcdump *dump)
{
    uint32_t child;
    uint64_t edges = 0;
    for (uint32_t i = 0; i < dump->n_nodes; i++) {
        gcv_gcdump_node node;
        if (!gcv_gcdump_node_at(dump, i, &node)) {
            return false;
        }
        edges += node.n_children;
        if (edges > dump->blob_size) {
            return false;
        }
        for (uint32_t k = 0; k < node.n_children; k++) {
            if (!gcv_gcdump_child(dump, i, &node.children, &child)) {
                return false;
            }
        }
        dump->cut.nodes += gcv_load_u32(dump->offsets + (size_t)i * 4) < dump->blob_size;
    }
    return true;
}

/* Takes all tables in the current widths. Returns false if nothing is usable, if the widths are
 * wrong, or if `whole_names` and the names of types are cut off. */
static bool take_tables(gcv_gcdump *dump, bool deferred, bool whole_names)
{
    gcv_u8_column padded = dump->cut.padded;
    memset(&dump->cut, 0, sizeof dump->cut);
    dump->cut.padded = padded;
    dump->total = (int64_t)gcv_cursor_u64(&dump->at);
    int32_t root = gcv_gcdump_take_i32(dump);
    if (dump->at.failed || root < 0 || !gcv_gcdump_take_types(dump) ||
        !take_claim(dump, dump->wide_counts, &dump->n_nodes) || (uint32_t)root >= dump->n_nodes) {
        return false;
    }
    dump->root = (uint32_t)root;
    dump->offsets_at = gcv_cursor_offset(&dump->at);
    dump->offsets = gcv_cursor_take(&dump->at, (uint64_t)dump->n_nodes * 4);
    if (dump->offsets == NULL || !take_records(dump, deferred, whole_names)) {
        return false;
    }
    take_addresses(dump);
    return check_records(dump);
}

static bool take_behind_names(gcv_gcdump *dump, bool deferred)
{
    return take_tables(dump, deferred, true);
}

static bool take_anywhere(gcv_gcdump *dump, bool deferred)
{
    return take_tables(dump, deferred, false);
}

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

/* Attempts in turn. Without the end of the file, the width of labels is not known; only names
 * contain labels. */
static const struct {
    unsigned label_size;
    gcv_gcdump_taker take;
} tries[] = {
    {4, take_behind_names},
    {8, take_behind_names},
    {4, take_anywhere},
};

bool gcv_gcdump_take_cut_graph(gcv_gcdump *dump, bool deferred, const gcv_gcdump_start *from)
{
    const uint64_t wrong_at = dump->wrong_at;
    const bool beyond = dump->wrong_beyond;
    char text[sizeof dump->reason];
    bool taken = false;
    memcpy(text, dump->reason, sizeof text);
    for (size_t i = 0; !taken && i < sizeof tries / sizeof tries[0]; i++) {
        gcv_gcdump_go_back(dump, from);
        dump->label_size = tries[i].label_size;
        taken = gcv_gcdump_take_in_any_widths(dump, deferred, tries[i].take);
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
    return gcv_gcdump_wrong(dump, wrong_at,
                            beyond ? "the file is cut off in front of its nodes: %s" : "%s", text);
}
