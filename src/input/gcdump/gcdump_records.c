/* gcdump_records.c - the records of nodes of a .gcdump; see gcdump_reader.h. Time: O(1) for a node
 * and for a child. */
#include "input/gcdump/gcdump_reader.h"

#include <inttypes.h>
#include <string.h>

static uint64_t blob_offset(const gcv_gcdump *dump, const unsigned char *at)
{
    return dump->blob_at + (uint64_t)(at - dump->blob);
}

/* Takes a number of one to five bytes, 7 bits each, the highest bits first; bit 6 of the first byte
 * is the sign. */
static bool take_long(gcv_gcdump *dump, const unsigned char **at, int64_t *out)
{
    const unsigned char *p = *at, *end = dump->blob + dump->blob_size;
    unsigned n = 1;
    if (p == end) {
        return gcv_gcdump_wrong(dump, blob_offset(dump, p), "a node goes beyond the last one");
    }
    int64_t value = p[0] & 0x7f;
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
    /* Only the low 32 of the 35 bits count. */
    value &= (int64_t)UINT32_MAX;
    *out = value > INT32_MAX ? value - ((int64_t)1 << 32) : value;
    return true;
}

/* The same, fast for short numbers, as nearly all are. */
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
    const unsigned char *at = dump->blob + start;
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
