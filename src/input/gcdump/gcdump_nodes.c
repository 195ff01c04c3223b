/* gcdump_nodes.c - nodes to objects; see gcdump_reader.h.
 *
 * References go to the builder as node numbers, as they are in the file. The address of a child is
 * never looked up, since nearly every such lookup would be a cache miss.
 *
 * feed_quickly() decodes a usual node in one step, straight into the columns of the builder: the
 * type of the node is known, its numbers are short and in bounds, and there is room. In all other
 * cases it changes nothing and gives up; then feed_node() takes the node in small steps and reports
 * any fault.
 */
#include "input/gcdump/gcdump_reader.h"

#include <inttypes.h>
#include <string.h>

enum { CAPPED = 10000000, PROGRESS = 1 << 16 };

/* The data of a type that feed_quickly() needs. */
typedef struct gcv_gcdump_feed_type {
    int32_t size;  /* of nodes without a size of their own; -1: no such nodes */
    uint32_t slot; /* number from 1; 0: the builder does not know the type */
} gcv_gcdump_feed_type;

typedef struct gcv_gcdump_feed {
    gcv_gcdump *dump;
    gcv_gcdump_feed_type *types;
    uint64_t undefined, unnamed;
    uint64_t huge; /* nodes of INT32_MAX bytes; larger sizes are written as INT32_MAX, too */
    uint64_t bytes;
    uint32_t n_heads; /* twice the number of types */
    bool keep_refs;
} gcv_gcdump_feed;

static void name_type(gcv_gcdump_feed *feed, uint32_t type)
{
    gcv_gcdump *dump = feed->dump;
    const gcv_gcdump_meta *meta = &dump->meta;
    bool unnamed;
    gcv_slice module = gcv_gcdump_type_module(dump, type);
    gcv_slice name = gcv_gcdump_type_name(dump, type, &unnamed);
    feed->unnamed += unnamed;
    if (!gcv_builder_options(dump->builder)->keep_size_classes) {
        name = gcv_gcdump_without_size_class(name);
    }
    gcv_builder_add_type(dump->builder, 0, type, name, module);
    uint32_t slot = gcv_builder_slot_of(dump->builder, type);
    feed->types[type].slot = slot + 1;
    if (type < meta->n_multipliers) {
        uint32_t bits = gcv_load_u32(meta->multipliers + (size_t)type * 4);
        float stored;
        memcpy(&stored, &bits, sizeof stored);
        double factor = (double)stored;
        /* 0 means that there is no factor; NaN and factors that no sampling gives are treated
         * alike. */
        gcv_builder_scale_type(dump->builder, type, factor > 0 && factor < 1e9 ? factor : 1);
    }
}

static void feed_node(gcv_gcdump_feed *feed, uint32_t index)
{
    gcv_gcdump *dump = feed->dump;
    gcv_builder *builder = dump->builder;
    uint64_t id = gcv_gcdump_id(dump, index);
    gcv_gcdump_node node = gcv_gcdump_node_at(dump, index);
    feed->bytes += node.size;
    feed->huge += node.size == INT32_MAX;
    if (node.undefined || gcv_bitset_has(&dump->pseudo, index)) {
        feed->undefined += node.undefined;
        if (feed->keep_refs) {
            gcv_builder_number_dangling(builder, id);
        }
        return;
    }
    gcv_gcdump_add_edges(dump, &node, &dump->edges);
    for (uint32_t i = 0; i < node.n_children; i++) {
        uint32_t child = gcv_gcdump_child(dump, index, &node.children);
        if (feed->keep_refs) {
            gcv_builder_push_number(builder, child);
        }
    }
    if (feed->types[node.type].slot == 0) {
        name_type(feed, node.type);
    }
    gcv_builder_add_pending(builder, 0, id, node.type, node.size);
}

/* Takes the children of a node, which begin at `p`, into `out` (NULL: only checks them). Returns
 * false if they are not in the usual form or not in bounds. */
static inline bool take_quickly(const gcv_gcdump *dump, uint32_t index, const unsigned char *p,
                                uint32_t n, uint32_t *out)
{
    const unsigned char *end = dump->blob + dump->blob_size;
    for (uint32_t i = 0; i < n; i++) {
        int32_t delta;
        if (!gcv_gcdump_take_short(&p, end, &delta)) {
            return false;
        }
        uint32_t child =
            index + (uint32_t)delta; /* a negative number wraps to one above all nodes */
        if (child >= dump->n_nodes) {
            return false;
        }
        if (out != NULL) {
            out[i] = child;
        }
    }
    return true;
}

/* The usual case of feed_node(). In all other cases, changes nothing and returns false. */
static inline bool feed_quickly(gcv_gcdump_feed *feed, uint32_t index)
{
    gcv_gcdump *dump = feed->dump;
    const unsigned char *end = dump->blob + dump->blob_size;
    const uint32_t start = gcv_load_u32(dump->offsets + (size_t)index * 4);
    uint32_t *out = NULL;
    int32_t head, n;
    if (start >= dump->blob_size || gcv_bitset_has(&dump->pseudo, index)) {
        return false;
    }
    const unsigned char *p = dump->blob + start;
    if (!gcv_gcdump_take_short(&p, end, &head) || (uint32_t)head >= feed->n_heads) {
        return false;
    }
    const gcv_gcdump_feed_type *type = &feed->types[head >> 1];
    int32_t size = type->size;
    if (((head & 1) != 0 && !gcv_gcdump_take_short(&p, end, &size)) ||
        !gcv_gcdump_take_short(&p, end, &n) || type->slot == 0 || size < 0 || n < 0 ||
        (size == 0 && n == 0) || size == INT32_MAX || n > end - p ||
        dump->edges + (uint32_t)n > dump->blob_size) {
        return false;
    }
    if (feed->keep_refs && (out = gcv_builder_number_room(dump->builder, (size_t)n)) == NULL) {
        return false;
    }
    if (!take_quickly(dump, index, p, (uint32_t)n, out)) {
        return false;
    }
    gcv_builder_use_numbers(dump->builder, out != NULL ? (size_t)n : 0);
    if (!gcv_builder_add_to_slot(dump->builder, 0, gcv_gcdump_id(dump, index), type->slot - 1,
                                 (uint64_t)size)) {
        gcv_builder_drop_pending(dump->builder);
        return false;
    }
    dump->edges += (uint32_t)n;
    feed->bytes += (uint32_t)size;
    return true;
}

/* ---- what is missing ---------------------------------------------------------------------- */

/* Notes what makes the dump incomplete. A file written by gcview says so itself. */
static void note_lacks(gcv_gcdump_feed *feed)
{
    gcv_gcdump *dump = feed->dump;
    const gcv_gcdump_meta *meta = &dump->meta;
    gcv_builder *builder = dump->builder;
    if (gcv_gcdump_is_own(dump)) {
        gcv_gcdump_note_verdict(dump);
        return;
    }
    /* Tools that dump through EventPipe stop at this number without saying so. */
    if (dump->n_nodes == CAPPED || dump->n_nodes - feed->undefined == CAPPED) {
        gcv_builder_incomplete(builder, "capped at 10000000 objects");
    }
    if (meta->not_all_dumped) {
        gcv_builder_incomplete(builder, "not all objects were dumped");
    }
    if (meta->n_multipliers == 0 && (meta->count_multiplier > 1 || meta->size_multiplier > 1)) {
        gcv_builder_incomplete(builder,
                               "sampled, one object for about %.2f, without the factors of types",
                               (double)meta->count_multiplier);
    }
    if (feed->unnamed > 0) {
        gcv_builder_incomplete(builder, "%" PRIu64 " %s", feed->unnamed,
                               feed->unnamed == 1 ? "type without a name" : "types without names");
    }
}

static void note_losses(gcv_gcdump_feed *feed)
{
    gcv_gcdump *dump = feed->dump;
    gcv_builder *builder = dump->builder;
    note_lacks(feed);
    if (feed->huge > 0) {
        gcv_builder_anomaly(builder, 0,
                            "objects of 2147483647 bytes, or of more (%" PRIu64
                            "): larger sizes do not fit into the file",
                            feed->huge);
    }
    if ((uint64_t)dump->total != feed->bytes && !dump->cut.records) {
        gcv_builder_anomaly(builder, dump->total_at, "sizes add up to %" PRIu64 ", not to %" PRId64,
                            feed->bytes, dump->total);
    }
}

void gcv_gcdump_feed_nodes(gcv_gcdump *dump)
{
    gcv_gcdump_feed feed = {.dump = dump,
                            .keep_refs = gcv_builder_keeps_references(dump->builder),
                            .n_heads = (uint32_t)dump->types.n * 2};
    feed.types = gcv_alloc_zeroed(dump->ctx, dump->types.n, sizeof *feed.types);
    for (size_t i = 0; i < dump->types.n; i++) {
        feed.types[i].size = dump->types.data[i].size;
    }
    gcv_bitset_init(dump->ctx, &dump->pseudo, dump->n_nodes);
    gcv_gcdump_assign_ids(dump, feed.keep_refs);
    gcv_gcdump_roots(dump);
    if (feed.keep_refs) {
        gcv_builder_number_references(dump->builder);
    }
    for (uint32_t i = 0; i < dump->n_nodes; i++) {
        if (!feed_quickly(&feed, i)) {
            feed_node(&feed, i);
        }
        if (i % PROGRESS == 0) {
            gcv_progress(dump->ctx, dump->size, gcv_builder_n_objects(dump->builder));
        }
    }
    note_losses(&feed);
    gcv_free(dump->ctx, feed.types);
}
