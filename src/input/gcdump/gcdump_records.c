/* gcdump_records.c - the records of nodes of a .gcdump; see gcdump_reader.h. Time: O(1) for a node
 * and for a child. */
#include "input/gcdump/gcdump_reader.h"

#include <inttypes.h>

static uint64_t blob_offset(const gcv_gcdump *dump, const unsigned char *at)
{
    return dump->blob_at + (uint64_t)(at - dump->blob);
}

/* Takes a number of one to five bytes, 7 bits each, the highest bits first; bit 6 of the first byte
 * is the sign. */
static int64_t take_long(const gcv_gcdump *dump, const unsigned char **at)
{
    const unsigned char *p = *at, *end = dump->blob + dump->blob_size;
    unsigned n = 1;
    if (p == end) {
        gcv_gcdump_wrong(dump, blob_offset(dump, p), "a node goes beyond the last one");
    }
    int64_t value = p[0] & 0x7f;
    value -= (value & 0x40) << 1;
    while (p[n - 1] >= 0x80) {
        if (p + n == end) {
            gcv_gcdump_wrong(dump, blob_offset(dump, p), "a number goes beyond the last node");
        }
        if (n == 5) {
            gcv_gcdump_wrong(dump, blob_offset(dump, p), "a number of more than five bytes");
        }
        value = value * 128 + (p[n] & 0x7f);
        n++;
    }
    *at = p + n;
    /* Only the low 32 of the 35 bits count. */
    value &= (int64_t)UINT32_MAX;
    return value > INT32_MAX ? value - ((int64_t)1 << 32) : value;
}

/* The same, fast for short numbers, as nearly all are. */
static inline int64_t take_packed(const gcv_gcdump *dump, const unsigned char **at)
{
    int32_t value;
    return gcv_gcdump_take_short(at, dump->blob + dump->blob_size, &value) ? value
                                                                           : take_long(dump, at);
}

uint32_t gcv_gcdump_child_slow(const gcv_gcdump *dump, uint32_t index, const unsigned char **at)
{
    uint64_t offset = blob_offset(dump, *at);
    int64_t child = take_packed(dump, at) + index;
    if (child < 0 || child >= (int64_t)dump->n_nodes) {
        gcv_gcdump_wrong(dump, offset, "node %" PRIu32 " refers to node %" PRId64 " of %" PRIu32,
                         index, child, dump->n_nodes);
    }
    return (uint32_t)child;
}

void gcv_gcdump_add_edges(const gcv_gcdump *dump, const gcv_gcdump_node *node, uint64_t *sum)
{
    *sum += node->n_children;
    if (*sum > dump->blob_size) {
        gcv_gcdump_wrong(dump, blob_offset(dump, node->children), "nodes share their records");
    }
}

static bool is_undefined(const gcv_gcdump *dump, const gcv_gcdump_node *node)
{
    const gcv_gcdump_type *type = &dump->types.data[node->type];
    return node->size == 0 && node->n_children == 0 &&
           (node->type == 0 ||
            (type->module.bytes == NULL && gcv_gcdump_string_is(&type->name, "UNDEFINED")));
}

gcv_gcdump_node gcv_gcdump_node_at(const gcv_gcdump *dump, uint32_t index)
{
    uint32_t start = gcv_load_u32(dump->offsets + (size_t)index * 4);
    gcv_gcdump_node out = {0};
    if (start >= dump->blob_size && dump->cut.records) {
        out.undefined = true;
        return out;
    }
    if (start >= dump->blob_size) {
        gcv_gcdump_wrong(dump, dump->offsets_at + (uint64_t)index * 4,
                         "node %" PRIu32 " is at %" PRIu32 " of %" PRIu32 " bytes", index, start,
                         dump->blob_size);
    }
    const unsigned char *at = dump->blob + start;
    int64_t head = take_packed(dump, &at);
    if (head < 0 || (uint64_t)(head >> 1) >= dump->types.n) {
        gcv_gcdump_wrong(dump, dump->blob_at + start,
                         "node %" PRIu32 " has type %" PRId64 " of %zu", index,
                         head < 0 ? (head - 1) / 2 : head >> 1, dump->types.n);
    }
    out.type = (uint32_t)(head >> 1);
    const unsigned char *before = at;
    int64_t size = (head & 1) != 0 ? take_packed(dump, &at) : dump->types.data[out.type].size;
    if (size < 0) {
        gcv_gcdump_wrong(dump, blob_offset(dump, before),
                         "the size of node %" PRIu32 " is %" PRId64, index, size);
    }
    out.size = (uint32_t)size;
    before = at;
    int64_t n = take_packed(dump, &at);
    if (n < 0 || n > dump->blob + dump->blob_size - at) {
        gcv_gcdump_wrong(dump, blob_offset(dump, before),
                         "node %" PRIu32 " has %" PRId64 " references", index, n);
    }
    out.children = at;
    out.n_children = (uint32_t)n;
    out.undefined = is_undefined(dump, &out);
    return out;
}
